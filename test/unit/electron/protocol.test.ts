import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { APP_PAGE, contentPolicy, declareScheme, studioFiles } from '../../../main/electron/protocol.ts';
import * as electron from './support/fake-electron.ts';

vi.mock('electron', () => import('./support/fake-electron.ts'));

const BASE = 'http://127.0.0.1:4711';
let folder = '';
let get: (path: string, init?: RequestInit) => Promise<Response>;

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'dramatis-pages-'));
  mkdirSync(join(folder, 'studio', 'assets'), { recursive: true });
  writeFileSync(join(folder, 'studio', 'index.html'), '<meta property="csp-nonce" nonce="__CSP_NONCE__">');
  writeFileSync(join(folder, 'studio', 'assets', 'index.js'), 'export {};');
  writeFileSync(join(folder, 'studio', 'notes.exe'), 'no page');
  writeFileSync(join(folder, 'secret.json'), '{}');
  symlinkSync(join(folder, 'secret.json'), join(folder, 'studio', 'link.json'));
  const answer = studioFiles(join(folder, 'studio'), BASE);
  get = async (path, init) => answer(new Request(path.startsWith('app:') ? path : `app://dramatis${path}`, init));
});
afterAll(() => rmSync(folder, { recursive: true }));

test('the scheme is a secure origin of its own, declared before Electron is ready', () => {
  declareScheme();
  expect(electron.protocol.privileged).toEqual([
    { scheme: 'app', privileges: { standard: true, secure: true, supportFetchAPI: true, codeCache: true } },
  ]);
  expect(new URL(APP_PAGE).protocol).toBe('app:');
});

describe('the policy', () => {
  const directives = new Map(
    contentPolicy('abc', BASE)
      .split('; ')
      .map((directive) => [directive.split(' ')[0], directive.split(' ').slice(1)]),
  );
  test('allows nothing that is not named', () => {
    expect(directives.get('default-src')).toEqual(["'none'"]);
    for (const name of ['object-src', 'base-uri', 'form-action', 'frame-ancestors'])
      expect(directives.get(name)).toEqual(["'none'"]);
  });
  test('lets no script in but the files of the studio', () => {
    expect(directives.get('script-src')).toEqual(["'self'"]);
    expect([...directives.values()].flat().join(' ')).not.toMatch(/unsafe|\*|https?:\/\/(?!127\.0\.0\.1:4711)/);
  });
  test('connects to the server of this launch alone', () => {
    expect(directives.get('connect-src')).toEqual(["'self'", BASE, 'ws://127.0.0.1:4711']);
  });
});

describe('the files', () => {
  test('the page has a new nonce each time, in its text and in its policy', async () => {
    const [first, second] = await Promise.all([get('/'), get('/index.html')]);
    const nonce = /nonce="([^"]+)"/.exec(await first.text())?.[1];
    expect(nonce).toMatch(/^[A-Za-z0-9+/]{22}==$/);
    expect(first.headers.get('content-security-policy')).toBe(contentPolicy(nonce!, BASE));
    expect(first.headers.get('content-type')).toBe('text/html; charset=utf-8');
    expect(first.headers.get('x-content-type-options')).toBe('nosniff');
    expect(await second.text()).not.toContain(nonce);
  });
  test('assets come as they are, with their type', async () => {
    const response = await get('/assets/index.js?v=1');
    expect(response.headers.get('content-type')).toBe('text/javascript; charset=utf-8');
    expect(response.headers.get('content-security-policy')).toContain("default-src 'none'");
    expect(await response.text()).toBe('export {};');
  });
  test.each([
    '/../secret.json',
    '/%2e%2e/secret.json',
    '/..%2fsecret.json',
    '/link.json',
    '/assets',
    '/notes.exe',
    '/v1/tts',
    '/app/projects',
    'app://other/index.html',
    `app://dramatis/${BASE}`,
  ])('%s is not there', async (path) => {
    expect((await get(path)).status).toBe(404);
  });
  test('nothing is passed on: only reading is allowed', async () => {
    expect((await get('/', { method: 'POST', body: 'x' })).status).toBe(405);
    const head = await get('/', { method: 'HEAD' });
    expect([head.status, await head.text()]).toEqual([200, '']);
  });
});
