import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { Catalog, type CatalogFile, download } from '../../../main/library/packs/catalog.ts';

const BYTES = Buffer.from(Array.from({ length: 50_000 }, (_, i) => (i * 7) % 251));

let folder: string;
let server: Server;
let asked: (string | undefined)[];
/** Bytes after which the connection is cut; whether ranges are understood. */
let cutAt: number;
let ranges: boolean;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'catalog-'));
  asked = [];
  cutAt = Infinity;
  ranges = true;
  server = createServer((request, response) => {
    const { range } = request.headers;
    asked.push(range);
    if (request.url === '/none') return void response.writeHead(404).end();
    const from = ranges && range ? Number(/\d+/.exec(range)?.[0]) : 0;
    response.writeHead(from > 0 ? 206 : 200);
    if (cutAt === Infinity) return void response.end(BYTES.subarray(from));
    response.write(BYTES.subarray(from, cutAt), () => response.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
});
afterEach(async () => {
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
  await rm(folder, { recursive: true });
});

function file(change: Partial<CatalogFile> = {}): CatalogFile {
  const { port } = server.address() as AddressInfo;
  const sha256 = createHash('sha256').update(BYTES).digest('hex');
  return { name: 'voice.onnx', url: `http://127.0.0.1:${port}/file`, bytes: BYTES.length, sha256, ...change };
}
const failure = (part: string): unknown =>
  expect.objectContaining({ reason: 'engine_unavailable', message: expect.stringContaining(part) as unknown });

describe('download', () => {
  it('brings the files, tells how far it is, and asks for nothing twice', async () => {
    const told: number[] = [];
    const [path] = await download([file()], folder, { progress: (bytes, of) => told.push(bytes / of) });
    expect(BYTES.equals(await readFile(path!))).toBe(true);
    expect(told.at(-1)).toBe(1);
    expect([...told].sort((a, b) => a - b)).toEqual(told);
    await download([file()], folder);
    expect(asked).toHaveLength(1);
  });

  it.each([true, false])('goes on where it was broken off (the other side knows ranges: %s)', async (known) => {
    ranges = known;
    cutAt = 20_000;
    await expect(download([file()], folder)).rejects.toEqual(failure('ask again'));
    const kept = (await readFile(join(folder, 'voice.onnx.part'))).length;
    expect(kept).toBeGreaterThan(0);
    cutAt = Infinity;
    const [path] = await download([file()], folder);
    expect(BYTES.equals(await readFile(path!))).toBe(true);
    expect(asked).toEqual([undefined, `bytes=${kept}-`]);
  });

  it('throws away what is not what the catalogue says', async () => {
    await expect(download([file({ sha256: '0'.repeat(64) })], folder)).rejects.toEqual(failure('SHA-256'));
    expect(existsSync(join(folder, 'voice.onnx.part'))).toBe(false);
    await expect(download([file({ bytes: 10 })], folder)).rejects.toEqual(failure('longer than it should be'));
  });

  it('puts files into their folders, and then gives the folder of all', async () => {
    const nested = [file({ name: 'onnx/vocoder.onnx' }), file({ name: 'voice_styles/F1.json' })];
    expect(await download(nested, folder)).toEqual([folder]);
    expect(BYTES.equals(await readFile(join(folder, 'voice_styles', 'F1.json')))).toBe(true);
  });

  it('says that there is no network, or no such file, and can be cancelled', async () => {
    await expect(download([file({ url: 'http://127.0.0.1:1/x' })], folder)).rejects.toEqual(failure('a network?'));
    const { url } = file();
    await expect(download([file({ url: url.replace('/file', '/none') })], folder)).rejects.toEqual(failure('404'));
    const signal = AbortSignal.abort();
    await expect(download([file()], folder, { signal })).rejects.toMatchObject({ reason: 'cancelled' });
    await writeFile(join(folder, 'voice.onnx.part'), BYTES);
    await download([file({ url: 'http://127.0.0.1:1/x' })], folder);
  });
});

describe('models/catalog.json', () => {
  it('has addresses that are safe, and every pack once', async () => {
    const text = await readFile(new URL('../../../models/catalog.json', import.meta.url), 'utf8');
    const packs = Catalog.parse(JSON.parse(text));
    expect(new Set(packs.map(({ id }) => id)).size).toBe(packs.length);
    expect(new Set(packs.map(({ family }) => family))).toEqual(new Set(['kokoro', 'piper', 'supertonic', 'pocket']));
    for (const name of ['../x', '/x', 'a/b/c', 'a//b', '.hidden', 'a/..'])
      expect(Catalog.element.shape.files.element.shape.name.safeParse(name).success, name).toBe(false);
    for (const { url } of packs.flatMap(({ files }) => files)) expect(url).toMatch(/^https:/);
  });
});
