import { build } from 'vite';
import { STUDIO } from './studio.ts';

/** Builds the studio once for all tests, beside the one that `npm run build` makes. */
export default async function buildStudio(): Promise<void> {
  await build({
    configFile: 'vite.renderer.config.ts',
    logLevel: 'warn',
    build: { outDir: STUDIO, emptyOutDir: true },
  });
}
