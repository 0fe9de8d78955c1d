import { createWriteStream } from 'node:fs';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import multipart from '@fastify/multipart';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { DramatisError } from '../../../engine/contract/errors.ts';
import { LIMITS } from '../../../engine/contract/limits.ts';
import { diskRefusal } from '../../library/packs/disk.ts';
import { whileArriving } from '../patience.ts';

const {
  files: MOST_FILES,
  uploadFileBytes: FILE_BYTES,
  uploadNameBytes: NAME_BYTES,
  uploadDepth: DEEPEST,
} = LIMITS.packs;
/** Words of the names that a file may have on one of the platforms: no drive, no step up, nothing that is not seen. */
const PART = /^(?!\.{1,2}$)[^\\/:*?"<>|\p{Cc}]{1,128}$/u;

/** Forms whose files go to the disk as they come. For the scope of the routes that take them. */
export async function installUploads(app: FastifyInstance): Promise<void> {
  await app.register(multipart, {
    limits: { files: MOST_FILES, fields: 0, fileSize: FILE_BYTES, fieldNameSize: NAME_BYTES, headerPairs: 20 },
  });
}

/**
 * Writes the files of a form under `root`, piece by piece, and has `use` work with them: a part's name is the file's path
 * below the folder of the pack, as `voices/F1.json`. Nothing of it stays. However large it is, it may take its time, as long
 * as something of it arrives within every `idleMs`.
 * @throws DramatisError invalid_parameter, payload_too_large, engine_unavailable where the disk is full, cancelled; what `use`
 * throws
 */
export async function withUpload<T>(
  request: FastifyRequest,
  root: string,
  idleMs: number,
  use: (paths: readonly string[]) => Promise<T>,
): Promise<T> {
  if (!request.isMultipart())
    throw new DramatisError('unsupported_media_type', 'The files of a pack come as multipart/form-data.');
  await mkdir(root, { recursive: true });
  const folder = await mkdtemp(join(root, 'pack-'));
  try {
    const names = await whileArriving(request, idleMs, () => receive(request, folder));
    if (names.length === 0) throw new DramatisError('invalid_parameter', 'The form holds no file.');
    return await use(names.length === 1 ? [join(folder, names[0]!)] : [folder]);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function receive(request: FastifyRequest, folder: string): Promise<readonly string[]> {
  const names: string[] = [];
  try {
    for await (const part of request.parts()) {
      if (part.type !== 'file') continue;
      const name = checked(part.fieldname);
      const path = join(folder, ...name);
      await mkdir(dirname(path), { recursive: true });
      await pipeline(part.file, createWriteStream(path, { flags: 'wx' }));
      if (part.file.truncated)
        throw new DramatisError('payload_too_large', `${name.join('/')} has more than ${FILE_BYTES / 1024 ** 3} GiB.`);
      names.push(name.join('/'));
    }
  } catch (error) {
    if (error instanceof DramatisError) throw error;
    if (request.raw.destroyed && !request.raw.complete)
      throw new DramatisError('cancelled', 'Adding the pack was cancelled.', { cause: error });
    if (isTooMany(error))
      throw new DramatisError(
        'payload_too_large',
        `The form has more than ${MOST_FILES} files, or fields beside them.`,
      );
    const full = diskRefusal('The files cannot be taken in', error);
    if (full) throw full;
    throw new DramatisError('invalid_parameter', 'The body is not a whole, valid multipart form of files.', {
      cause: error,
    });
  }
  return names;
}

/** The parts of a relative path. @throws DramatisError invalid_parameter */
function checked(name: string): readonly string[] {
  const parts = name.split('/');
  if (parts.length <= DEEPEST && parts.every((part) => PART.test(part))) return parts;
  throw new DramatisError(
    'invalid_parameter',
    `${JSON.stringify(name.slice(0, 80))} is not the name of a file of a pack; it must be as voices/F1.json.`,
  );
}

function isTooMany(error: unknown): boolean {
  const { code } = error as { code?: unknown };
  return code === 'FST_FILES_LIMIT' || code === 'FST_FIELDS_LIMIT' || code === 'FST_PARTS_LIMIT';
}
