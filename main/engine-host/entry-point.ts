import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

/** What to start as the engine's process. */
export interface EntryPoint {
  readonly path: string;
  /** Node's own arguments. */
  readonly execArgv: readonly string[];
}

/** The engine's program: its TypeScript source through tsx in a checkout, the bundle beside ours in a release. */
export function engineEntryPoint(): EntryPoint {
  const here = fileURLToPath(import.meta.url);
  if (!here.endsWith('.ts')) return { path: join(dirname(here), '..', 'engine', 'entry.js'), execArgv: [] };
  return throughTsx(join(dirname(here), '..', '..', 'engine', 'entry.ts'));
}

/** A TypeScript program, to be run as it is. */
export function throughTsx(path: string): EntryPoint {
  const tsx = pathToFileURL(createRequire(import.meta.url).resolve('tsx')).href;
  return { path, execArgv: ['--import', tsx] };
}
