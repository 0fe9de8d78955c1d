import { randomBytes } from 'node:crypto';
import { readdirSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { extname, join, relative, sep } from 'node:path';
import { protocol } from 'electron';

/** The studio's page has an origin of its own: no file:// with its rights, and no port that another program could take. */
export const APP_SCHEME = 'app';
const HOST = 'dramatis';
export const APP_ORIGIN = `${APP_SCHEME}://${HOST}`;
export const APP_PAGE = `${APP_ORIGIN}/`;

const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.woff2': 'font/woff2',
  '.wasm': 'application/wasm',
};
/** Where the built page has the nonce of its styles. */
const PLACEHOLDER = /__CSP_NONCE__/g;

/** Must run before Electron is ready. */
export function declareScheme(): void {
  protocol.registerSchemesAsPrivileged([
    { scheme: APP_SCHEME, privileges: { standard: true, secure: true, supportFetchAPI: true, codeCache: true } },
  ]);
}

/**
 * Nothing but the page's own files, and the server by its exact address; no inline script, no eval.
 * @param base the server's address, as `http://127.0.0.1:8757`
 */
export function contentPolicy(nonce: string, base: string): string {
  return [
    "default-src 'none'",
    "script-src 'self'",
    `style-src 'self' 'nonce-${nonce}'`,
    "img-src 'self' data: blob:",
    "media-src 'self' blob:",
    "font-src 'self'",
    `connect-src 'self' ${base} ${base.replace(/^http/, 'ws')}`,
    "worker-src 'self'",
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; ');
}

/**
 * Answers `app://dramatis/...` with the files of the built studio. It passes nothing on: the page talks to the server
 * itself. Only what lay in the folder at the start can be had, by its exact name, so that no path leads out of it.
 */
export function studioFiles(folder: string, base: string): (request: Request) => Promise<Response> {
  const files = new Map(
    readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile() && extname(entry.name) in TYPES)
      .map((entry) => join(entry.parentPath, entry.name))
      .map((path) => [`/${relative(folder, path).split(sep).join('/')}`, path]),
  );
  return async ({ method, url }) => {
    const { host, pathname } = new URL(url);
    const path = host === HOST ? files.get(pathname === '/' ? '/index.html' : pathname) : undefined;
    if (path === undefined) return refuse(404, 'There is no such page.');
    if (method !== 'GET' && method !== 'HEAD') return refuse(405, 'Pages are only read.');
    const nonce = randomBytes(16).toString('base64');
    const bytes = await readFile(path);
    const isPage = path.endsWith('.html');
    const body = isPage ? bytes.toString('utf8').replace(PLACEHOLDER, nonce) : new Uint8Array(bytes);
    return new Response(method === 'HEAD' ? null : body, {
      headers: {
        'content-type': TYPES[extname(path)] ?? '',
        'content-security-policy': contentPolicy(nonce, base),
        'x-content-type-options': 'nosniff',
        'referrer-policy': 'no-referrer',
        'cross-origin-opener-policy': 'same-origin',
        'cache-control': isPage ? 'no-store' : 'no-cache',
      },
    });
  };
}

function refuse(status: number, message: string): Response {
  return new Response(message, { status, headers: { 'content-type': 'text/plain; charset=utf-8' } });
}
