import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance } from 'fastify';

/** Where the built page has the nonce of its styles. */
const PLACEHOLDER = /__CSP_NONCE__/g;

/** Nothing from elsewhere, no inline script, no eval; inline styles only from who knows this response's nonce. */
const policy = (nonce: string): string =>
  [
    "default-src 'none'",
    "script-src 'self'",
    `style-src 'self' 'nonce-${nonce}'`,
    "img-src 'self' data: blob:",
    "media-src 'self' blob:",
    "font-src 'self'",
    "connect-src 'self'",
    "worker-src 'self'",
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; ');

/** Serves the built studio at `/`; where there is none, `/` leads to the documentation. */
export async function registerStudio(app: FastifyInstance, folder: string | undefined): Promise<void> {
  if (folder === undefined) {
    app.get('/', async (_request, reply) => reply.redirect('/docs'));
    return;
  }
  const page = readFileSync(join(folder, 'index.html'), 'utf8');
  const show = async (_request: unknown, reply: PageReply): Promise<string> => {
    const nonce = randomBytes(16).toString('base64');
    void reply
      .type('text/html; charset=utf-8')
      .headers({ 'Cache-Control': 'no-store', 'Content-Security-Policy': policy(nonce) });
    return page.replace(PLACEHOLDER, nonce);
  };
  app.get('/', show);
  app.get('/index.html', show);
  await app.register(fastifyStatic, {
    root: folder,
    index: false,
    cacheControl: false,
    setHeaders: (reply, path) => {
      // Built files carry a hash in their name; those beside the page do not.
      void reply.header('Cache-Control', path.includes('assets') ? 'max-age=31536000, immutable' : 'no-cache');
      void reply.header('Content-Security-Policy', policy(''));
    },
  });
}

type PageReply = { type(type: string): PageReply; headers(values: Record<string, string>): PageReply };
