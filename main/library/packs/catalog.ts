import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { mkdir, open, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { z } from 'zod';
import { DramatisError } from '../../../engine/contract/errors.ts';
import { PackManifest } from '../../../engine/contract/pack.ts';
import { checkRoom, onDisk } from './disk.ts';

const CatalogFile = z.strictObject({
  /** Where the file belongs in the pack's folder: at most two plain names. */
  name: z.string().regex(/^(?:[A-Za-z0-9_][A-Za-z0-9_.-]{0,99}\/)?[A-Za-z0-9_][A-Za-z0-9_.-]{0,99}$/),
  url: z.url(),
  bytes: z.number().int().min(1),
  sha256: z.string().regex(/^[0-9a-f]{64}$/),
});
export type CatalogFile = z.output<typeof CatalogFile>;

/** `models/catalog.json`: packs that are publicly known. */
export const Catalog = z.array(
  z.strictObject({
    id: z.string().regex(/^[a-z0-9-]+$/),
    name: z.string(),
    family: PackManifest.shape.family,
    licence: z.string(),
    languages: z.array(z.string()).min(1),
    /** Where a person can read about it. */
    source: z.url(),
    files: z.array(CatalogFile).min(1),
  }),
);
export type CatalogPack = z.output<typeof Catalog>[number];

export interface DownloadOptions {
  readonly signal?: AbortSignal;
  /** Bytes that are there, of how many. */
  readonly progress?: (bytes: number, of: number) => void;
}

/**
 * Brings the files into `folder`, which goes on where an earlier try was broken off, unless the file is another by now. What
 * is not what the catalogue says, by its SHA-256, is thrown away. Gives what `PackStore.add` takes.
 * @throws DramatisError engine_unavailable where the network, the other side or the disk does not do it; cancelled
 */
export async function download(
  files: readonly CatalogFile[],
  folder: string,
  { signal, progress }: DownloadOptions = {},
): Promise<readonly string[]> {
  const total = files.reduce((sum, { bytes }) => sum + bytes, 0);
  await checkRoom('The pack cannot be downloaded', folder, total - (await bytesOf(files, folder)));
  let before = 0;
  const paths: string[] = [];
  for (const file of files) {
    const path = join(folder, ...file.name.split('/'));
    await onDisk(`${file.name} cannot be downloaded`, async () => {
      await mkdir(dirname(path), { recursive: true });
      if ((await sizeOf(path)) === file.bytes) return;
      await bring(path, file, signal, (bytes) => progress?.(before + bytes, total));
    });
    before += file.bytes;
    progress?.(before, total);
    paths.push(path);
  }
  // Loose files would lose the folders that they belong in.
  return files.some(({ name }) => name.includes('/')) ? [folder] : paths;
}

/** Bytes of some files that are there, whole or in part. */
export async function bytesOf(files: readonly CatalogFile[], folder: string): Promise<number> {
  let bytes = 0;
  for (const { name } of files) {
    const path = join(folder, ...name.split('/'));
    bytes += (await sizeOf(path)) || (await sizeOf(partOf(path)));
  }
  return bytes;
}

const partOf = (path: string): string => `${path}.part`;
/** Which version of the file the part is of, as the other side names it. */
const tagOf = (path: string): string => `${path}.etag`;

async function bring(
  path: string,
  file: CatalogFile,
  signal: AbortSignal | undefined,
  progress: (bytes: number) => void,
): Promise<void> {
  await fetchInto(path, file, signal, progress);
  const part = partOf(path);
  await check(part, file);
  await rename(part, path);
  await rm(tagOf(path), { force: true });
}

async function fetchInto(
  path: string,
  file: CatalogFile,
  signal: AbortSignal | undefined,
  progress: (bytes: number) => void,
): Promise<void> {
  const part = partOf(path);
  const have = await sizeOf(part);
  if (have === file.bytes) return;
  const { response, goesOn } = await askFrom(have, path, file, signal);
  if (!response.ok || !response.body) throw refused(file, `the answer was ${response.status}`);
  const tag = response.headers.get('etag');
  // A weak one does not say that all bytes are the same.
  if (tag?.startsWith('"')) await writeFile(tagOf(path), tag);
  else if (!goesOn) await rm(tagOf(path), { force: true });
  const handle = await open(part, goesOn ? 'a' : 'w');
  let bytes = goesOn ? have : 0;
  try {
    for await (const piece of arriving(response.body, file, signal)) {
      bytes += piece.length;
      if (bytes > file.bytes) throw refused(file, 'it is longer than it should be');
      await handle.writeFile(piece);
      progress(bytes);
    }
  } finally {
    await handle.close();
  }
  if (bytes < file.bytes) throw refused(file, 'the connection ended early; ask again to go on');
}

/** Asks for what is behind the first `have` bytes; for the whole where that is not to be had. */
async function askFrom(
  have: number,
  path: string,
  file: CatalogFile,
  signal: AbortSignal | undefined,
): Promise<{ readonly response: Response; readonly goesOn: boolean }> {
  if (have === 0 || have > file.bytes) return { response: await ask(file, {}, signal), goesOn: false };
  const tag = await readFile(tagOf(path), 'utf8').catch(() => null);
  const condition = tag === null ? {} : { 'if-range': tag };
  const response = await ask(file, { range: `bytes=${have}-`, ...condition }, signal);
  const { status, headers } = response;
  const from = /^bytes (\d+)-/.exec(headers.get('content-range') ?? '')?.[1];
  const elsewhere = status === 206 && from !== undefined && Number(from) !== have;
  // 416: the file is shorter by now.
  if (status !== 416 && !elsewhere) return { response, goesOn: status === 206 };
  await response.body?.cancel();
  return { response: await ask(file, {}, signal), goesOn: false };
}

/** What arrives. @throws DramatisError engine_unavailable, cancelled */
async function* arriving(
  body: ReadableStream<Uint8Array>,
  file: CatalogFile,
  signal: AbortSignal | undefined,
): AsyncGenerator<Uint8Array, void, undefined> {
  try {
    for await (const piece of body as AsyncIterable<Uint8Array>) yield piece;
  } catch (error) {
    if (signal?.aborted) throw cancelled();
    throw refused(file, 'the connection broke off; ask again to go on', error);
  }
}

async function ask(
  file: CatalogFile,
  headers: Record<string, string>,
  signal: AbortSignal | undefined,
): Promise<Response> {
  try {
    // Places and sizes are those of the file, not of something packed.
    const asked = { 'accept-encoding': 'identity', ...headers };
    return await fetch(file.url, { headers: asked, ...(signal ? { signal } : {}) });
  } catch (cause) {
    if (signal?.aborted) throw cancelled();
    throw refused(file, `${new URL(file.url).host} cannot be reached (is there a network?)`, cause);
  }
}

async function check(part: string, file: CatalogFile): Promise<void> {
  const hash = createHash('sha256');
  for await (const piece of createReadStream(part)) hash.update(piece as Buffer);
  if (hash.digest('hex') === file.sha256) return;
  await rm(part);
  throw refused(file, 'its SHA-256 is not the one in the catalogue; it was thrown away');
}

async function sizeOf(path: string): Promise<number> {
  return (await stat(path).catch(() => null))?.size ?? 0;
}

function refused({ name }: CatalogFile, why: string, cause?: unknown): DramatisError {
  return new DramatisError('engine_unavailable', `${name} cannot be downloaded: ${why}.`, { cause });
}

function cancelled(): DramatisError {
  return new DramatisError('cancelled', 'The download was cancelled; what is there is kept.');
}

/** Where the files of a download wait until they are a pack. */
export function downloadFolder(packs: string, id: string): string {
  return join(dirname(packs), 'downloads', id);
}
