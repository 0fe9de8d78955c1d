import { existsSync } from 'node:fs';
import { statfs } from 'node:fs/promises';
import { dirname } from 'node:path';
import { DramatisError } from '../../../engine/contract/errors.ts';

/** What the system says where nothing more can be written, and the words for it. */
const REASONS: Readonly<Record<string, string>> = {
  ENOSPC: 'the disk is full',
  EDQUOT: 'the quota of the disk is used up',
  EFBIG: 'the disk takes no file of that size',
  EROFS: 'the disk is read-only',
  EACCES: 'the data folder may not be written to',
  EPERM: 'the data folder may not be written to',
  EIO: 'the disk does not work as it should',
};

/** Does what writes to the disk; a failure of that is told as `what`, and why. @throws DramatisError engine_unavailable */
export async function onDisk<T>(what: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (cause) {
    throw diskRefusal(what, cause) ?? cause;
  }
}

/** The refusal where a failure is the disk's; null where it is another's. */
export function diskRefusal(what: string, cause: unknown): DramatisError | null {
  const code = cause instanceof Error && 'code' in cause && typeof cause.code === 'string' ? cause.code : '';
  const why = REASONS[code];
  return why === undefined ? null : new DramatisError('engine_unavailable', `${what}: ${why}.`, { cause });
}

/** Refuses what has no room, before any of it is written. @throws DramatisError engine_unavailable */
export async function checkRoom(what: string, folder: string, bytes: number): Promise<void> {
  // A disk that does not tell how much is free is tried.
  const disk = await statfs(there(folder)).catch(() => null);
  const free = disk ? disk.bavail * disk.bsize : Infinity;
  if (bytes <= free) return;
  throw new DramatisError(
    'engine_unavailable',
    `${what}: it takes ${inMb(bytes)} MB, and the disk has ${inMb(free)} MB free.`,
  );
}

/** The folder, or what is there above it. */
function there(folder: string): string {
  const above = dirname(folder);
  return existsSync(folder) || above === folder ? folder : there(above);
}

const inMb = (bytes: number): number => Math.round(bytes / 1e6);
