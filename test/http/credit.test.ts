import { readFile, writeFile } from 'node:fs/promises';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openLibrary } from '../../main/library/index.ts';
import { engineCrash, type FakeEngine } from './support/fake-engine.ts';
import { serveFake, type Served } from './support/serve.ts';

let served: Served<FakeEngine>;
beforeEach(async () => {
  served = await serveFake();
});
afterEach(() => served.close());

/** A key with this credit, and what it has left. */
async function key(credit: number | null) {
  const { secret, record } = await served.library.keys.create(`key ${Math.random()}`, credit, new Date());
  const headers = { Authorization: `Bearer ${secret}` };
  const left = async (): Promise<number> => {
    const response = await served.fetch('/wallet/self/api-credit', { headers });
    return Number(((await response.json()) as { credit: string }).credit);
  };
  const say = async (text: string, model = 's2.1-pro'): Promise<number> => {
    const response = await served.post('/v1/tts', { text, format: 'pcm' }, { ...headers, model });
    await response.arrayBuffer().catch(() => undefined);
    return response.status;
  };
  return { headers, left, say, record };
}

describe('credit', () => {
  it('is counted in UTF-8 bytes of text, and 402 when it does not suffice', async () => {
    const { left, say, headers } = await key(10);
    expect(await say('Grün')).toBe(200); // 5 bytes
    expect(await left()).toBe(5);
    expect(await say('你好')).toBe(402); // 6 bytes
    expect(await left()).toBe(5);
    const response = await served.post('/v1/tts', { text: '你好' }, headers);
    expect(await response.json()).toMatchObject({
      status: 402,
      reason: 'insufficient_credit',
      message: expect.stringContaining('5 of its credit left') as string,
    });
    expect(await say('12345')).toBe(200);
    expect(await say('1')).toBe(402);
  });

  it('is not touched by s2.1-pro-free, by requests that fail, or by invalid ones', async () => {
    const { left, say, headers } = await key(10);
    expect(await say('A long free text.', 's2.1-pro-free')).toBe(200);
    served.engine.behaviour = { failAfter: { blocks: 0, error: engineCrash() } };
    expect(await say('12345')).toBe(502);
    served.engine.behaviour = { blocks: 9, blockMs: 2, failAfter: { blocks: 3, error: engineCrash() } };
    expect(await say('12345')).toBe(200);
    served.engine.state = 'restarting';
    expect(await say('12345')).toBe(503);
    await served.post('/v1/tts', { text: '12345', format: 'x' }, headers);
    await served.post('/v1/voice-design', { instruction: 'x' }, headers);
    expect(await left()).toBe(10);
  });

  it('cannot be spent twice by requests at the same time', async () => {
    const { left, say } = await key(10);
    served.engine.behaviour = { blocks: 3, blockMs: 20 };
    const statuses = await Promise.all(Array.from({ length: 8 }, () => say('1234')));
    expect(statuses.filter((status) => status === 200)).toHaveLength(2);
    expect(statuses.filter((status) => status === 402)).toHaveLength(6);
    expect(await left()).toBe(2);
  });

  it('outlives the server, and keys are kept as hashes alone', async () => {
    const { say, record, headers } = await key(100);
    await say('12345');
    await served.library.close();
    const again = await openLibrary(served.library.paths.root);
    expect(again.keys.spent(record.id)).toBe(5);
    const stored = await readFile(served.library.paths.keys, 'utf8');
    expect(stored).not.toContain(headers.Authorization.slice('Bearer '.length));
  });

  it('is told for keys with and without a limit', async () => {
    const limited = await key(50);
    await limited.say('12345');
    const wallet = (await (await served.fetch('/wallet/self/package', { headers: limited.headers })).json()) as Record<
      string,
      unknown
    >;
    expect(wallet).toMatchObject({ user_id: limited.record.id, type: 'credit', total: 50, balance: 45 });
    const unlimited = (await (await served.fetch('/wallet/self/api-credit')).json()) as Record<string, unknown>;
    expect(unlimited).toMatchObject({ credit: '9007199254740991', has_phone_sha256: false });
    expect((await fetch(`${served.url}/wallet/self/api-credit`)).status).toBe(401);
  });
});

describe('the data folder', () => {
  it('is shared: two servers add to what a key has spent', async () => {
    const { record } = await key(100);
    const other = await openLibrary(served.library.paths.root);
    served.library.keys.spend(record.id, 5);
    other.keys.spend(record.id, 7);
    await served.library.keys.flush();
    await other.keys.flush();
    expect(served.library.keys.spent(record.id)).toBe(12);
    expect(other.keys.spent(record.id)).toBe(12);
  });

  it('with a broken file is told of at the start; broken later, what it said holds and is not overwritten', async () => {
    const { keys: path, settings } = served.library.paths;
    await served.library.settings.change({ defaultVoice: 'second' });
    await writeFile(settings, '{"defaultVoice": ');
    expect((await served.post('/v1/tts', { text: 'Hi.' })).status).toBe(200);
    expect(served.engine.requests.at(-1)?.voices).toEqual([{ card: served.engine.voices()[1]?.card, name: 'Second' }]);
    await expect(served.library.settings.change({ defaultVoice: 'first' })).rejects.toThrow('mend it or move it away');
    expect(await readFile(settings, 'utf8')).toBe('{"defaultVoice": ');
    await expect(openLibrary(served.library.paths.root)).rejects.toThrow(settings);
    await writeFile(settings, '{}');
    await writeFile(path, '{"version": 2}');
    await expect(openLibrary(served.library.paths.root)).rejects.toThrow(path);
  });
});

describe('keys', () => {
  it('have names of their own and credits that are whole numbers', async () => {
    await served.library.keys.create('one', null, new Date());
    await expect(served.library.keys.create('one', null, new Date())).rejects.toThrow('already');
    await expect(served.library.keys.create('', null, new Date())).rejects.toThrow('1 to 80 characters');
    await expect(served.library.keys.create('x'.repeat(81), null, new Date())).rejects.toThrow('1 to 80 characters');
    await expect(served.library.keys.create('two', -1, new Date())).rejects.toThrow('credit');
    await expect(served.library.keys.create('two', 0.5, new Date())).rejects.toThrow('credit');
    await expect(served.library.keys.revoke('three')).rejects.toThrow('no key named "three"');
  });

  it('made at the same time are all kept', async () => {
    await Promise.all(Array.from({ length: 20 }, (_, i) => served.library.keys.create(`key ${i}`, null, new Date())));
    expect((await openLibrary(served.library.paths.root)).keys.list()).toHaveLength(20);
  });
});
