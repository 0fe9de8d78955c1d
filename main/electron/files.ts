import { realpathSync, statSync } from 'node:fs';
import { join, sep } from 'node:path';

/** Which files the studio's page may have shown and dragged: the data folder's, and those that the user picked. */
export class Files {
  private readonly picked = new Set<string>();

  /** @param data the data folder */
  constructor(private readonly data: string) {}

  pick(path: string): void {
    this.picked.add(path);
  }

  /** The real path of what may be shown in the file manager. @throws Error for anything else */
  shown(path: string): string {
    const real = realPath(path);
    if (this.picked.has(path) || isInside(real, realPath(this.data))) return real;
    throw new Error('Dramatis shows only its own files and those that were picked.');
  }

  /** The real path of an exported file. @throws Error for anything else */
  exported(path: string): string {
    const real = realPath(path);
    if (isInside(real, realPath(join(this.data, 'exports'))) && statSync(real).isFile()) return real;
    throw new Error('Only exported files can be dragged out.');
  }
}

/** Links are followed, so that none leads out of the folder. */
function realPath(path: string): string {
  try {
    return realpathSync(path);
  } catch (cause) {
    throw new Error('There is no such file.', { cause });
  }
}

const isInside = (path: string, folder: string): boolean => path === folder || path.startsWith(folder + sep);
