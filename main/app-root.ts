import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The folder that holds package.json, models/ and dist/: the same from the sources and from the bundles in dist/. */
export const appRoot = findRoot(dirname(fileURLToPath(import.meta.url)));

function findRoot(from: string): string {
  let folder = from;
  while (!existsSync(join(folder, 'package.json'))) {
    const above = dirname(folder);
    if (above === folder) throw new Error(`There is no package.json above ${from}`);
    folder = above;
  }
  return folder;
}

/** Folder of the built studio, or undefined where it was not built. */
export function studioFolder(): string | undefined {
  const folder = join(appRoot, 'dist', 'renderer');
  return existsSync(join(folder, 'index.html')) ? folder : undefined;
}
