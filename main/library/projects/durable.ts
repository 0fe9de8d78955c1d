import { open } from 'node:fs/promises';
import { dirname } from 'node:path';
import writeFileAtomic from 'write-file-atomic';

/**
 * Writes a file so that at every moment either the old or the new content is on the disk: a temporary file, synced, takes
 * the name; then the folder is synced, so that the name too survives a power cut.
 */
export async function writeDurably(path: string, data: string | Uint8Array): Promise<void> {
  await writeFileAtomic(
    path,
    typeof data === 'string' ? data : Buffer.from(data.buffer, data.byteOffset, data.byteLength),
    { fsync: true },
  );
  await syncFolder(dirname(path));
}

/** Windows cannot sync a folder; there the rename is journaled by the file system. */
export async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r').catch(() => null);
  if (!handle) return;
  try {
    await handle.sync();
  } catch (error) {
    if (!['EPERM', 'EINVAL', 'EISDIR'].includes((error as NodeJS.ErrnoException).code ?? '')) throw error;
  } finally {
    await handle.close();
  }
}
