/** The files of a pack, from a dialog or a drop. */
import { LIMITS } from '../../engine/contract/limits.ts';
import { PACK_FILE } from '../../engine/contract/pack.ts';
import type { PackFile } from '../api/packs.ts';

const ARCHIVE = /\.(?:zip|tar|tgz|tbz2?|gz|bz2|7z|rar|xz|zst)$/i;
const MOST_FILES = LIMITS.packs.files;

/** The other files of a folder stay at home. */
const isWanted = (name: string): boolean => PACK_FILE.test(name) || ARCHIVE.test(name);

/** Paths without the folders that all of them begin with; files that no pack has are left out. */
export function packFiles(found: readonly PackFile[]): readonly PackFile[] {
  const wanted = found.filter(({ name }) => isWanted(name) && !name.split('/').some((part) => part.startsWith('.')));
  const parts = wanted.map(({ name }) => name.split('/'));
  let shared = 0;
  const first = parts[0] ?? [];
  while (shared < first.length - 1 && parts.every((one) => one.length > shared + 1 && one[shared] === first[shared]))
    shared++;
  // One more than may be, so that the server refuses what is too much instead of a part of it being left out here.
  return wanted.slice(0, MOST_FILES + 1).map(({ file }, i) => ({ file, name: parts[i]!.slice(shared).join('/') }));
}

/** Of an `<input type=file>`, which may have picked a folder. */
export const pickedFiles = (list: FileList | null): readonly PackFile[] =>
  packFiles([...(list ?? [])].map((file) => ({ file, name: file.webkitRelativePath || file.name })));

/** Of a drop: files, or folders with all that is in them. */
export async function droppedFiles(data: DataTransfer): Promise<readonly PackFile[]> {
  // The entries have to be asked for before the first wait: then the browser takes the drop away.
  const entries = [...data.items].map((item) => item.webkitGetAsEntry());
  const found: PackFile[] = [];
  for (const entry of entries) if (entry) await walk(entry, '', found);
  if (found.length > 0) return packFiles(found);
  return packFiles([...data.files].map((file) => ({ file, name: file.name })));
}

async function walk(entry: FileSystemEntry, folder: string, found: PackFile[]): Promise<void> {
  if (found.length > 4 * MOST_FILES) return;
  if (entry.isFile) {
    const file = await new Promise<File>((resolve, reject) => (entry as FileSystemFileEntry).file(resolve, reject));
    found.push({ file, name: folder + entry.name });
  } else if (entry.isDirectory) {
    const reader = (entry as FileSystemDirectoryEntry).createReader();
    // A folder is told in pieces until an empty one.
    for (;;) {
      const part = await new Promise<FileSystemEntry[]>((resolve, reject) => reader.readEntries(resolve, reject));
      if (part.length === 0) return;
      for (const one of part) await walk(one, `${folder}${entry.name}/`, found);
    }
  }
}
