/**
 * The studio as the desktop window shows it: its files come from the handler of app://, with that policy, from another
 * origin than the server's, and with a bridge. A browser stands in for the window; the bridge writes down what it is told.
 */
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium, type Browser, type Page } from 'playwright';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { studioFiles } from '../../main/electron/protocol.ts';
import { SceneFile } from '../../engine/contract/scene.ts';
import type { Ask } from '../../renderer/desktop/shell.ts';
import { buildIfStale } from '../../scripts/build.mjs';
import { root } from '../../scripts/setup.mjs';
import { serveFake, type Served } from '../http/support/serve.ts';
import type { FakeEngine } from '../http/support/fake-engine.ts';

vi.mock('electron', () => ({ protocol: {} }));

interface Told {
  ask: (what: Ask) => void;
  readonly themes: string[];
  readonly dragged: string[];
  readonly names: string[];
}
declare global {
  interface Window {
    told: Told;
  }
}

const folder = mkdtempSync(join(tmpdir(), 'dramatis-studio-'));
const saved = join(folder, 'Elsewhere.dramatis');
const executablePath = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'].find((path) =>
  existsSync(path),
);
let pages: Server;
let server: Served<FakeEngine>;
let browser: Browser;
let page: Page;
const errors: string[] = [];

beforeAll(async () => {
  await buildIfStale();
  let answer = async (_request: Request): Promise<Response> => Promise.resolve(new Response());
  pages = createServer((request, response) => {
    void answer(new Request(`app://dramatis${request.url ?? '/'}`)).then(async (found) => {
      response.writeHead(found.status, Object.fromEntries(found.headers));
      response.end(Buffer.from(await found.arrayBuffer()));
    });
  }).listen(0, '127.0.0.1');
  await new Promise((resolve) => pages.once('listening', resolve));
  const origin = `http://127.0.0.1:${(pages.address() as AddressInfo).port}`;
  server = await serveFake({ appOrigins: [origin] });
  answer = studioFiles(join(root, 'dist', 'renderer'), server.url);

  browser = await chromium.launch({
    ...(executablePath ? { executablePath } : {}),
    args: ['--no-sandbox', '--disable-gpu'],
  });
  page = await browser.newPage({ viewport: { width: 1360, height: 860 } });
  page.setDefaultTimeout(45_000);
  page.on('pageerror', (error) => errors.push(error.message));
  page.on('console', (message) => {
    if (message.type() === 'error') errors.push(message.text());
  });
  await page.addInitScript(
    ([token, base, place]) => {
      const told: Told = { ask: () => undefined, themes: [], dragged: [], names: [] };
      window.told = told;
      const bridge = {
        token,
        base,
        onAsk: (listener: (what: Ask) => void) => (told.ask = listener),
        setTheme: (theme: string) => told.themes.push(theme),
        dragOut: (path: string) => told.dragged.push(path),
        pickSave: async (name: string) => {
          told.names.push(name);
          return Promise.resolve(place);
        },
      };
      Object.assign(window, { dramatis: bridge });
    },
    [server.server.launchToken, server.url, saved] as const,
  );
  await page.goto(origin);
}, 240_000);

afterAll(async () => {
  await browser.close();
  await server.close();
  pages.close();
  rmSync(folder, { recursive: true });
});

const ask = async (what: Ask): Promise<void> => page.evaluate((it) => window.told.ask(it), what);

test('opens with its sample, under the policy of app:// and across origins', async () => {
  await page.locator('.cm-content', { hasText: 'You kept the light on.' }).waitFor();
  expect(await page.locator('.bar').evaluate((bar) => getComputedStyle(bar).display)).toBe('flex');
  expect(errors).toEqual([]);
  // Another program's server is out of reach, whatever that server thinks of it.
  const reach = await page.evaluate(async () =>
    fetch('http://127.0.0.1:9/').then(String, (error: unknown) => String(error)),
  );
  expect(reach).toContain('TypeError');
  expect(errors.splice(0).join()).toContain('Content Security Policy');
}, 120_000);

test('tells the shell its theme, at the start and when it changes', async () => {
  expect(await page.evaluate(() => window.told.themes)).toEqual(['system']);
  await ask({ kind: 'command', id: 'dark' });
  expect(await page.evaluate(() => window.told.themes)).toEqual(['system', 'dark']);
}, 60_000);

test('runs what the menu asks for', async () => {
  await ask({ kind: 'command', id: 'palette' });
  await page.locator('.palette-input').waitFor();
  // While a dialog is open only what makes sense then is done.
  await ask({ kind: 'command', id: 'export' });
  expect(await page.locator('dialog').count()).toBe(1);
  await page.keyboard.press('Escape');
  await page.locator('.palette-input').waitFor({ state: 'detached' });
  await ask({ kind: 'command', id: 'no such command' });
}, 60_000);

test('opens the scene that the platform names, and saves where the platform says', async () => {
  const scene: SceneFile = {
    format: 1,
    kind: 'dramatis-scene',
    title: 'A short scene',
    script: 'ANNA: From a file.',
    cast: {},
    lines: [],
    notes: [],
    cues: {},
  };
  const path = join(folder, 'a.dramatis');
  writeFileSync(path, JSON.stringify(scene));
  await ask({ kind: 'open', path });
  await page.locator('.cm-content', { hasText: 'From a file.' }).waitFor();
  await ask({ kind: 'saveTo' });
  await vi.waitFor(() => expect(existsSync(saved)).toBe(true), 30_000);
  expect(SceneFile.parse(JSON.parse(readFileSync(saved, 'utf8'))).script).toBe('ANNA: From a file.');
  expect(await page.evaluate(() => window.told.names)).toEqual(['A short scene']);
}, 60_000);

test('an exported file can be dragged out, by the path that it has on the disk', async () => {
  await ask({ kind: 'command', id: 'export' });
  await page.locator('dialog button.strong').click();
  const row = page.locator('.result .file', { hasText: '.wav' });
  await row.waitFor();
  await row.hover();
  expect(await row.evaluate((element) => (element as HTMLElement).draggable)).toBe(true);
  const prevented = await row.evaluate(
    (element) => !element.dispatchEvent(new DragEvent('dragstart', { bubbles: true, cancelable: true })),
  );
  expect(prevented).toBe(true);
  const [path] = await page.evaluate(() => window.told.dragged);
  expect(existsSync(path!)).toBe(true);
  expect(readFileSync(path!).subarray(0, 4).toString()).toBe('RIFF');
  expect(errors).toEqual([]);
}, 120_000);
