import { join } from 'node:path';
import { defineConfig } from 'vite';

/** The preload script: one CommonJS file, because a sandboxed page's preload can load no other module. */
export default defineConfig({
  root: import.meta.dirname,
  publicDir: false,
  build: {
    outDir: join(import.meta.dirname, 'dist', 'preload'),
    emptyOutDir: true,
    ssr: true,
    target: 'node20',
    minify: false,
    reportCompressedSize: false,
    rolldownOptions: {
      input: { preload: 'main/electron/preload.ts' },
      external: ['electron'],
      output: { format: 'cjs', entryFileNames: '[name].cjs' },
    },
  },
});
