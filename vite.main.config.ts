import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { defineConfig } from 'vite';
import { nodeBundle } from './vite.node.ts';

/** The shells around the server, and the files that they begin with. */
const SHELLS = { headless: 'main/headless.ts', cli: 'main/cli.ts', electron: 'main/electron/index.ts' };

export default defineConfig(
  nodeBundle(
    'main',
    Object.fromEntries(Object.entries(SHELLS).filter(([, file]) => existsSync(join(import.meta.dirname, file)))),
  ),
);
