/**
 * `npm run build`: bundles every part whose entry file is there into `dist/`. Packages stay outside the bundles of
 * main and engine, so `dist/` runs beside `node_modules`. Nothing is done when no source has changed since.
 */
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { root, setUp } from './setup.mjs';

/** What is built, and the entry file that says that the part exists. */
const PARTS = [
  { name: 'engine', entry: 'engine/entry.ts', config: 'vite.engine.config.ts' },
  { name: 'main', entry: 'main/headless.ts', config: 'vite.main.config.ts' },
  { name: 'renderer', entry: 'renderer/index.html', config: 'vite.renderer.config.ts' },
  { name: 'preload', entry: 'main/electron/preload.ts', config: 'vite.preload.config.ts' },
];
const SOURCES = ['engine', 'main', 'renderer'];
/** Data that is bundled with them. */
const DATA = ['models/profiles.json'];

/** Builds what is stale. Set-up must have run. */
export async function buildIfStale() {
  const stamp = join(root, 'dist', '.built-from');
  const hash = hashSources();
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === hash) return;
  console.error('Building ...');
  const { build } = await import('vite');
  // Beside the old one until it is whole: a server that runs from `dist/`, or another build, is not disturbed.
  const fresh = join(root, 'node_modules', '.cache', `build-${process.pid}`);
  for (const part of PARTS) {
    if (!existsSync(join(root, part.entry))) continue;
    await build({
      configFile: join(root, part.config),
      logLevel: 'error',
      build: { outDir: join(fresh, part.name), emptyOutDir: true },
    });
  }
  writeFileSync(join(fresh, '.built-from'), hash);
  rmSync(join(root, 'dist'), { recursive: true, force: true });
  renameSync(fresh, join(root, 'dist'));
}

/** A hash of the name and content of every file that a build reads. */
function hashSources() {
  const configs = readdirSync(root).filter((name) => /^(package(-lock)?\.json|tsconfig.*\.json|vite\..*)$/.test(name));
  const hash = createHash('sha256');
  for (const file of [...configs, ...DATA, ...SOURCES.flatMap(listFiles)].sort()) {
    hash
      .update(file)
      .update('\0')
      .update(readFileSync(join(root, file)))
      .update('\0');
  }
  return hash.digest('hex');
}

/**
 * @param {string} folder relative to the root
 * @returns {string[]} every file in it, relative to the root
 */
function listFiles(folder) {
  return readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(root.length + 1));
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) {
  setUp();
  await buildIfStale();
}
