import react from '@vitejs/plugin-react';
import { join } from 'node:path';
import { defineConfig, type Plugin } from 'vite';

/** The page is the same everywhere; the part that talks to the desktop shell is loaded after the studio itself. */
const desktop: Plugin = {
  name: 'desktop',
  transformIndexHtml: {
    order: 'pre',
    handler: () => [{ tag: 'script', attrs: { type: 'module', src: '/desktop/shell.ts' }, injectTo: 'head' }],
  },
};

/** The page that the desktop window and the browser show. The server puts a fresh nonce in place of the placeholder. */
export default defineConfig({
  root: join(import.meta.dirname, 'renderer'),
  plugins: [react(), desktop],
  html: { cspNonce: '__CSP_NONCE__' },
  build: {
    outDir: join(import.meta.dirname, 'dist', 'renderer'),
    emptyOutDir: true,
    target: 'es2023',
    modulePreload: { polyfill: false },
    assetsInlineLimit: 0,
    reportCompressedSize: false,
  },
});
