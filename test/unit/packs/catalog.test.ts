import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { Catalog, type CatalogFile, download } from '../../../main/library/packs/catalog.ts';

const BYTES = Buffer.from(Array.from({ length: 50_000 }, (_, i) => (i * 7) % 251));

let folder: string;
let server: Server;
/** `Range` and `If-Range` of each request. */
let asked: { readonly range: string | undefined; readonly condition: string | undefined }[];
/** What the other side has, which may change from one request to the next, and what it calls it. */
let content: Buffer;
let tag: string | undefined;
/** Bytes after which the connection is cut; whether ranges are understood; where a rest really begins. */
let cutAt: number;
let ranges: boolean;
let shift: number;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'catalog-'));
  asked = [];
  content = BYTES;
  tag = undefined;
  cutAt = Infinity;
  ranges = true;
  shift = 0;
  server = createServer(answer);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
});
afterEach(async () => {
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
  await rm(folder, { recursive: true });
});

/** As RFC 9110 has it: a part of what is there, all of it where it is another by now, 416 where the part lies behind its end. */
function answer({ url, headers }: IncomingMessage, response: ServerResponse): void {
  const { range, 'if-range': condition } = headers;
  asked.push({ range, condition: condition?.toString() });
  if (url === '/none') return void response.writeHead(404).end();
  if (url === '/moved') return void response.writeHead(302, { location: '/file' }).end();
  const same = condition === undefined || condition === tag;
  const from = ranges && same && range ? Number(/\d+/.exec(range)?.[0]) : 0;
  if (from >= content.length) return void response.writeHead(416).end();
  const place = { 'content-range': `bytes ${from + shift}-${content.length - 1}/${content.length}` };
  response.writeHead(from > 0 ? 206 : 200, { ...(from > 0 ? place : {}), ...(tag === undefined ? {} : { etag: tag }) });
  if (cutAt === Infinity) response.end(content.subarray(from));
  else response.write(content.subarray(from, cutAt), () => response.destroy());
}

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

  /** Has the connection break in the middle. How many bytes were kept. */
  const breakOff = async (): Promise<number> => {
    cutAt = 20_000;
    await expect(download([file()], folder)).rejects.toEqual(failure('ask again'));
    cutAt = Infinity;
    const kept = (await readFile(join(folder, 'voice.onnx.part'))).length;
    expect(kept).toBeGreaterThan(0);
    return kept;
  };
  const arrives = async (): Promise<void> => {
    const [path] = await download([file()], folder);
    expect(BYTES.equals(await readFile(path!))).toBe(true);
    expect(await readdir(folder)).toEqual(['voice.onnx']);
  };

  it.each([true, false])('goes on where it was broken off (the other side knows ranges: %s)', async (known) => {
    ranges = known;
    const kept = await breakOff();
    await arrives();
    expect(asked.map(({ range }) => range)).toEqual([undefined, `bytes=${kept}-`]);
  });

  it('begins anew where the file is another by now, and goes on where it is not', async () => {
    tag = '"one"';
    content = Buffer.alloc(BYTES.length, 1);
    const kept = await breakOff();
    tag = '"two"';
    content = BYTES;
    await breakOff();
    await arrives();
    expect(asked.map(({ condition }) => condition)).toEqual([undefined, '"one"', '"two"']);
    expect(asked[1]!.range).toBe(`bytes=${kept}-`);
  });

  it('begins anew where the file has become shorter, or another part of it comes', async () => {
    await breakOff();
    content = BYTES.subarray(0, 10);
    await expect(download([file()], folder)).rejects.toEqual(failure('ended early'));
    content = BYTES;
    await breakOff();
    shift = 5;
    await arrives();
    expect(asked.map(({ range }) => range === undefined)).toEqual([true, false, true, false, false, true]);
  });

  it('trusts no name of a version that does not mean all bytes', async () => {
    tag = 'W/"one"';
    await breakOff();
    await arrives();
    expect(asked.at(-1)).toEqual({ range: expect.any(String) as string, condition: undefined });
  });

  it('follows the other side to another address', async () => {
    const [path] = await download([file({ url: file().url.replace('/file', '/moved') })], folder);
    expect(BYTES.equals(await readFile(path!))).toBe(true);
  });

  it('asks for nothing that the disk has no room for', async () => {
    await expect(download([file({ bytes: 2 ** 52 })], join(folder, 'a', 'b'))).rejects.toEqual(
      failure('it takes 4503599627 MB, and the disk has'),
    );
    expect(asked).toEqual([]);
  });

  it.runIf(existsSync('/dev/full'))('says that the disk is full', async () => {
    await symlink('/dev/full', join(folder, 'voice.onnx.part'));
    await expect(download([file()], folder)).rejects.toEqual(failure('the disk is full'));
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
    // The address of one version, so that the size and the SHA-256 stay those of what is there.
    for (const { url } of packs.flatMap(({ files }) => files))
      expect(url).toMatch(
        /^https:\/\/(huggingface\.co\/[\w-]+\/[\w-]+\/resolve\/[0-9a-f]{40}|github\.com\/[\w-]+\/[\w-]+\/releases\/download\/[\w.-]+)\//,
      );
    // An archive is one file; of the others each family has one beside its graphs.
    const beside: Readonly<Record<string, RegExp>> = {
      kokoro: /\.bin$/,
      piper: /\.onnx\.json$/,
      supertonic: /^voice_styles\//,
    };
    for (const { id, family, files } of packs.filter(({ family }) => family in beside)) {
      const names = files.map(({ name }) => name);
      expect(
        names.some((name) => name.endsWith('.onnx')),
        id,
      ).toBe(true);
      expect(
        names.some((name) => beside[family]!.test(name)),
        id,
      ).toBe(true);
    }
  });
});
