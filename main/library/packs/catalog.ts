import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { mkdir, open, rename, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { z } from 'zod';
import { DramatisError } from '../../../engine/contract/errors.ts';
import { PackManifest } from '../../../engine/contract/pack.ts';

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
 * Brings the files into `folder`, which goes on where an earlier try was broken off. What is not what the catalogue says,
 * by its SHA-256, is thrown away. Gives what `PackStore.add` takes.
 * @throws DramatisError engine_unavailable where the network or the other side does not give it; cancelled
 */
export async function download(
  files: readonly CatalogFile[],
  folder: string,
  { signal, progress }: DownloadOptions = {},
): Promise<readonly string[]> {
  const total = files.reduce((sum, { bytes }) => sum + bytes, 0);
  await mkdir(folder, { recursive: true });
  let before = 0;
  const paths: string[] = [];
  for (const file of files) {
    const path = join(folder, ...file.name.split('/'));
    await mkdir(dirname(path), { recursive: true });
    if ((await sizeOf(path)) !== file.bytes) {
      const part = `${path}.part`;
      await fetchInto(part, file, signal, (bytes) => progress?.(before + bytes, total));
      await check(part, file);
      await rename(part, path);
    }
    before += file.bytes;
    progress?.(before, total);
    paths.push(path);
  }
  // Loose files would lose the folders that they belong in.
  return files.some(({ name }) => name.includes('/')) ? [folder] : paths;
}

async function fetchInto(
  part: string,
  file: CatalogFile,
  signal: AbortSignal | undefined,
  progress: (bytes: number) => void,
): Promise<void> {
  const have = await sizeOf(part);
  if (have === file.bytes) return;
  const going = have > 0 && have < file.bytes;
  const response = await ask(file, going ? { range: `bytes=${have}-` } : {}, signal);
  const goesOn = going && response.status === 206;
  if (!response.ok || !response.body) throw refused(file, `the answer was ${response.status}`);
  const handle = await open(part, goesOn ? 'a' : 'w');
  let bytes = goesOn ? have : 0;
  try {
    for await (const piece of response.body as AsyncIterable<Uint8Array>) {
      bytes += piece.length;
      if (bytes > file.bytes) throw refused(file, 'it is longer than it should be');
      await handle.write(piece);
      progress(bytes);
    }
  } catch (error) {
    if (signal?.aborted) throw cancelled();
    throw error instanceof DramatisError ? error : refused(file, 'the connection broke off; ask again to go on', error);
  } finally {
    await handle.close();
  }
  if (bytes < file.bytes) throw refused(file, 'the connection ended early; ask again to go on');
}

async function ask(
  file: CatalogFile,
  headers: Record<string, string>,
  signal: AbortSignal | undefined,
): Promise<Response> {
  try {
    return await fetch(file.url, { headers, ...(signal ? { signal } : {}) });
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
