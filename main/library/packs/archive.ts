import { once } from 'node:events';
import { createReadStream, createWriteStream } from 'node:fs';
import { mkdir, stat } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { PassThrough, type Readable, Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import { Parser, type ReadEntry } from 'tar';
import unbzip2Stream from 'unbzip2-stream';
import { openPromise, type Entry, type ZipFile } from 'yauzl';
import { DramatisError } from '../../../engine/contract/errors.ts';
import { LIMITS } from '../../../engine/contract/limits.ts';
import { diskRefusal } from './disk.ts';

/** Archives by their names: those that are read, and others. */
const ZIP = /\.zip$/i;
const TAR = /\.(?:tar|tgz|tbz2?|tar\.(?:gz|bz2))$/i;
const OTHERS = /\.(?:7z|rar|gz|bz2|xz|txz|zst|lzma)$/i;

export interface UnpackOptions {
  /** Whether a file of that name is of use; others are passed over. */
  readonly wanted: (name: string) => boolean;
  readonly signal?: AbortSignal | undefined;
  /** Bytes of the archive that were read, of how many. */
  readonly progress?: ((bytes: number, of: number) => void) | undefined;
}

/** Whether a file is an archive by its name. */
export function isArchive(path: string): boolean {
  return ZIP.test(path) || TAR.test(path) || OTHERS.test(path);
}

/**
 * Unpacks the files of a ZIP, TAR, TAR.GZ or TAR.BZ2 into `folder`, piece by piece. Links and devices are passed over; an
 * entry that would lie outside, and more than LIMITS.packs allows, are refused.
 * @throws DramatisError invalid_parameter with the reason in a sentence; engine_unavailable where the disk is full; cancelled
 */
export async function unpack(path: string, folder: string, options: UnpackOptions): Promise<void> {
  const name = basename(path);
  if (!ZIP.test(path) && !TAR.test(path))
    throw refuse(`${name} is an archive of a kind that is not read here; .zip, .tar, .tar.gz and .tar.bz2 are.`);
  const taking = new Taking(name, folder, (await stat(path)).size, options);
  try {
    await (ZIP.test(path) ? unpackZip(path, taking) : unpackTar(path, taking));
  } catch (cause) {
    if (options.signal?.aborted) throw new DramatisError('cancelled', 'Unpacking the archive was cancelled.');
    if (cause instanceof DramatisError) throw cause;
    const full = diskRefusal(`${name} cannot be unpacked`, cause);
    if (full) throw full;
    const why = cause instanceof Error ? cause.message.split('\n')[0]?.slice(0, 200) : '';
    throw refuse(`${name} cannot be unpacked: it is cut or damaged${why ? ` (${why})` : ''}.`, cause);
  }
  if (taking.files === 0) throw refuse(`${name} holds no files of a voice pack.`);
}

/** What may be taken of an archive, and how much was. */
class Taking {
  files = 0;
  private entries = 0;
  private held = 0;
  private unpacked = 0;
  private read = 0;

  constructor(
    private readonly archive: string,
    private readonly folder: string,
    private readonly packed: number,
    readonly options: UnpackOptions,
  ) {}

  /** Where a file goes; null: it is of no use. `bytes` is its size as the archive says it. @throws DramatisError */
  async place(name: string, bytes: number): Promise<string | null> {
    const { packs } = LIMITS;
    if (++this.entries > packs.archiveEntries)
      throw refuse(`${this.archive} holds more than ${packs.archiveEntries} entries; a voice pack does not.`);
    const parts = partsOf(name);
    if (parts === null)
      throw refuse(`${this.archive} holds ${JSON.stringify(name.slice(0, 100))}, which would lie outside the folder.`);
    // What is passed over is unpacked as well: an archive that only seems small would take the processor for long.
    this.held += bytes;
    if (this.held > packs.archiveSpare + packs.archiveRatio * this.packed)
      throw refuse(`${this.archive} would become more than ${packs.archiveRatio} times as large: it was not unpacked.`);
    if (parts.length > packs.depth || !this.options.wanted(parts.join('/'))) return null;
    this.unpacked += bytes;
    if (++this.files > packs.files || this.unpacked > packs.bytes)
      throw refuse(
        `${this.archive} holds more than ${packs.files} files or ${packs.bytes / 1024 ** 3} GiB: that is no voice pack.`,
      );
    const path = join(this.folder, ...parts);
    await mkdir(dirname(path), { recursive: true });
    return path;
  }

  /** Writes a file of `bytes` and no more. */
  async write(content: AsyncIterable<Uint8Array> | Readable, path: string, bytes: number): Promise<void> {
    let written = 0;
    const { archive } = this;
    const counted = new Transform({
      transform(piece: Uint8Array, _, done) {
        written += piece.length;
        done(written > bytes ? refuse(`${archive}: ${basename(path)} is longer than the archive says.`) : null, piece);
      },
    });
    const { signal } = this.options;
    // Flag wx: of two entries with one name the second is a fault.
    await pipeline(content, counted, createWriteStream(path, { flags: 'wx' }), signal ? { signal } : {});
    if (written < bytes) throw new Error(`${basename(path)} is cut`);
  }

  count(bytes: number): void {
    this.read += bytes;
    this.options.progress?.(Math.min(this.read, this.packed), this.packed);
  }
}

/** The parts of a name inside an archive; null where it leads outside, or would on another platform. */
function partsOf(name: string): string[] | null {
  if (/^[/\\]|^[a-z]:|[\\\0]/i.test(name)) return null;
  const parts = name.split('/').filter((part) => part !== '' && part !== '.');
  return parts.includes('..') ? null : parts;
}

async function unpackTar(path: string, taking: Taking): Promise<void> {
  const parser = new Parser({ strict: true });
  const writing: Promise<void>[] = [];
  let fail: (cause: unknown) => void = () => undefined;
  const failure = new Promise<never>((_, reject) => (fail = reject));
  // Whoever waits for it hears of it; it may also come when nobody does.
  failure.catch(() => undefined);
  parser.on('error', fail);
  parser.on('entry', (entry: ReadEntry) => {
    writing.push(takeTarEntry(entry, taking).catch(fail));
  });
  const file = createReadStream(path);
  file.on('data', (piece) => taking.count(piece.length));
  const plain = new PassThrough();
  const bzip2 = /\.(?:tbz2?|bz2)$/i.test(path);
  const gzip = /\.(?:tgz|gz)$/i.test(path);
  const unpacking = bzip2
    ? pipeline(file, unbzip2Stream(), plain)
    : gzip
      ? pipeline(file, createGunzip(), plain)
      : pipeline(file, plain);
  unpacking.catch(fail);
  try {
    await Promise.race([feed(plain, parser, taking.options.signal), failure]);
    await Promise.race([Promise.all(writing), failure]);
  } finally {
    file.destroy();
    plain.destroy();
    await Promise.allSettled([unpacking]);
  }
}

async function feed(plain: Readable, parser: Parser, signal: AbortSignal | undefined): Promise<void> {
  for await (const piece of plain as AsyncIterable<Buffer>) {
    signal?.throwIfAborted();
    if (!parser.write(piece)) await once(parser, 'drain');
  }
  const ended = once(parser, 'end');
  parser.end();
  await ended;
}

async function takeTarEntry(entry: ReadEntry, taking: Taking): Promise<void> {
  const plain = entry.type === 'File' || entry.type === 'OldFile' || entry.type === 'ContiguousFile';
  const place = await taking.place(entry.path, plain ? entry.size : 0);
  if (place === null || !plain) entry.resume();
  else await taking.write(entry, place, entry.size);
}

async function unpackZip(path: string, taking: Taking): Promise<void> {
  const zip = await openPromise(path, { lazyEntries: true, autoClose: false, validateEntrySizes: true });
  try {
    for await (const entry of zip.eachEntry()) {
      taking.options.signal?.throwIfAborted();
      await takeZipEntry(zip, entry, taking);
    }
  } finally {
    zip.close();
  }
}

/** Of the Unix attributes: what kind of file it is, and the kind of links. */
const KIND = 0o170000;
const LINK = 0o120000;

async function takeZipEntry(zip: ZipFile, entry: Entry, taking: Taking): Promise<void> {
  taking.count(entry.compressedSize);
  const link = ((entry.externalFileAttributes >>> 16) & KIND) === LINK;
  const place = await taking.place(entry.fileName, link ? 0 : entry.uncompressedSize);
  if (place === null || link || entry.fileName.endsWith('/')) return;
  if (entry.isEncrypted()) throw refuse('The archive is encrypted: unpack it, and add the folder.');
  await taking.write(await zip.openReadStreamPromise(entry), place, entry.uncompressedSize);
}

function refuse(message: string, cause?: unknown): DramatisError {
  return new DramatisError('invalid_parameter', message, { cause });
}
