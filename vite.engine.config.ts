import { defineConfig } from 'vite';
import { nodeBundle } from './vite.node.ts';

/** The engine's child process. */
export default defineConfig(nodeBundle('engine', { entry: 'engine/entry.ts' }));
