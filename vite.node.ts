import { join } from 'node:path';
import type { UserConfig } from 'vite';

/**
 * A bundle of ES modules for Node in `dist/<part>`. Packages stay imports: they are found in `node_modules`. Nothing is
 * minified, so that a stack trace can be read.
 */
export function nodeBundle(part: string, input: Record<string, string>): UserConfig {
  return {
    root: import.meta.dirname,
    publicDir: false,
    build: {
      outDir: join(import.meta.dirname, 'dist', part),
      emptyOutDir: true,
      ssr: true,
      target: 'node20',
      minify: false,
      sourcemap: true,
      reportCompressedSize: false,
      rolldownOptions: { input, external: ['electron'], output: { format: 'es', chunkFileNames: '[name]-[hash].js' } },
    },
  };
}
