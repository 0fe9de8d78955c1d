import { copyFile, mkdir, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { run } from '../../../main/cli/packs.ts';

vi.setConfig({ testTimeout: 60_000 });

const FIXTURES = join(import.meta.dirname, '..', '..', 'fixtures', 'packs');
let folder: string;
let voice: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'dramatis-cli-packs-'));
  voice = join(folder, 'voice');
  await mkdir(voice);
  for (const end of ['onnx', 'onnx.json'])
    await copyFile(join(FIXTURES, `piper-many.${end}`), join(voice, `en_US-many-low.${end}`));
});
afterAll(() => rm(folder, { recursive: true }));
afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

/** What the last command told beside its result. */
let told: string[] = [];
/** The result of a command. */
async function packs(...args: string[]): Promise<string[]> {
  const out: string[] = [];
  told = [];
  vi.spyOn(console, 'log').mockImplementation((line: unknown) => void out.push(String(line)));
  vi.spyOn(console, 'error').mockImplementation((line: unknown) => void told.push(String(line)));
  vi.spyOn(process.stderr, 'write').mockImplementation((text) => told.push(String(text)) > 0);
  await run([...args, '--data', join(folder, 'data')]);
  return out;
}

describe('dramatis packs', () => {
  it('adds, lists and removes, and says how its voices are heard', async () => {
    const id = 'piper-en-us-many-low';
    expect(await packs('add', voice)).toEqual([id]);
    expect(told.slice(-2)).toEqual([
      `Its voices: ${id}-anna, ${id}-bert, ${id}-cora`,
      `Hear one: dramatis say "Hello." -v ${id}-anna -o hello.wav`,
    ]);
    expect(await packs('list')).toEqual([expect.stringMatching(`^${id}\tpiper\t0\\.\\d\tunknown\ten-US$`)]);
    expect(JSON.parse((await packs('list', '--json'))[0]!)).toMatchObject([{ id, problem: null }]);
    await packs('remove', id);
    expect(await packs('list')).toEqual([]);
    expect(await readdir(voice)).toHaveLength(2);
  });

  it('tells of the packs that are known, with size, licence and address', async () => {
    const rows = (await packs('known')).map((line) => line.split('\t'));
    expect(rows.map(([id]) => id)).toContain('piper-de-de-thorsten-medium');
    for (const [, size, licence, source] of rows) {
      expect(Number(size)).toBeGreaterThan(20);
      expect(licence).not.toBe('');
      expect(source).toMatch(/^https:/);
    }
  });

  it('says what a download is before it begins, and what went wrong with it', async () => {
    vi.stubGlobal('fetch', () => Promise.reject(new TypeError('fetch failed')));
    await expect(packs('get', 'kokoro')).rejects.toThrow(
      'kokoro-v1.0.onnx cannot be downloaded: github.com cannot be reached (is there a network?).',
    );
    expect(told[0]).toContain('Kokoro-82M v1.0, 353.7 MB, licence: Apache-2.0; https://github.com/');
    vi.stubGlobal('fetch', () => Promise.resolve(new Response('x'.repeat(4000))));
    await expect(packs('get', 'piper-de-de-thorsten-medium')).rejects.toThrow('the connection ended early');
    expect(await readdir(join(folder, 'data', 'downloads', 'piper-de-de-thorsten-medium'))).toEqual([
      'de_DE-thorsten-medium.onnx.part',
    ]);
    await expect(packs('get', 'none')).rejects.toThrow('no pack "none" in the catalogue');
  });

  it('says how it is used', async () => {
    for (const args of [[], ['add'], ['get'], ['remove', 'a', 'b'], ['sing']])
      await expect(packs(...args), args.join(' ')).rejects.toThrow('dramatis packs add PATH');
    await expect(packs('remove', 'none')).rejects.toThrow('no pack "none"');
    await expect(packs('add', join(folder, 'none'))).rejects.toThrow('is not there');
  });
});
