import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { run } from '../../../main/cli/keys.ts';
import { openLibrary } from '../../../main/library/index.ts';

let data: string;
beforeEach(async () => {
  data = await mkdtemp(join(tmpdir(), 'dramatis-keys-'));
});
afterEach(() => rm(data, { recursive: true }));

/** What `dramatis keys ...` prints. */
async function keys(...args: string[]): Promise<string> {
  const print = vi.spyOn(console, 'log').mockImplementation(() => undefined);
  try {
    await run([...args, '--data', data]);
    return print.mock.calls.map(([line]) => String(line)).join('\n');
  } finally {
    print.mockRestore();
  }
}

describe('dramatis keys', () => {
  it('prints a new key once, which a server knows from then on, and keeps its hash alone', async () => {
    const secret = await keys('create', 'reader', '--credit', '100');
    expect(secret).toMatch(/^dk_[\w-]{43}$/);
    const library = await openLibrary(data);
    expect(library.keys.verify(secret)).toMatchObject({ name: 'reader', credit: 100 });
    expect(await readFile(library.paths.keys, 'utf8')).not.toContain(secret.slice(3));
  });

  it('lists names, credit and what is spent', async () => {
    await keys('create', 'reader', '--credit', '100');
    await keys('create', 'writer');
    const library = await openLibrary(data);
    library.keys.spend(library.keys.list()[0]!.id, 30);
    await library.close();
    const lines = (await keys('list')).split('\n').map((line) => line.split('\t').slice(0, 3));
    expect(lines).toEqual([
      ['reader', '70 of 100 left', '30 spent'],
      ['writer', 'unlimited', '0 spent'],
    ]);
  });

  it('takes a key back', async () => {
    const secret = await keys('create', 'reader');
    await keys('revoke', 'reader');
    expect((await openLibrary(data)).keys.verify(secret)).toBeUndefined();
    expect(await keys('list')).toBe('');
  });

  it.each([
    [['create'], 'A name is needed'],
    [['create', 'a', 'b'], 'One name at a time'],
    [['create', 'a', '--credit', '1.5'], 'credit: 1.5 is not allowed'],
    [['create', 'a', '--credit', 'much'], 'credit'],
    [['revoke', 'nobody'], 'no key named "nobody"'],
    [['forget', 'a'], 'dramatis keys create'],
  ])('refuses %j in a sentence', async (args, sentence) => {
    await expect(keys(...args)).rejects.toThrow(sentence);
  });
});
