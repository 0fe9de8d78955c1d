/**
 * The real program, where Electron's binary and a display are there: `npx install-electron`, and xvfb-run on a Linux
 * without a screen. Everywhere else these tests are skipped, with the reason in their name.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { _electron, type ElectronApplication, type Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { buildIfStale } from '../../scripts/build.mjs';
import { electronBinary } from '../../scripts/electron.mjs';
import { root } from '../../scripts/setup.mjs';
import { desktopObstacle } from '../../scripts/start.mjs';

const binary = electronBinary(root);
const obstacle = binary === null ? "Electron's binary is not here" : displayObstacle();

/** What keeps a window from opening on this machine; the bundles are built before the tests, if need be. */
function displayObstacle(): string | null {
  const found = desktopObstacle(root, process.platform, process.env);
  return found?.includes('shell') ? null : found;
}

/** Made when the tests run, so that skipping them leaves nothing behind. */
const folder = join(tmpdir(), `dramatis-electron-${process.pid}`);
const data = join(folder, 'data');
const scene = join(folder, 'handed.dramatis');
const args = [root, '--port', '0', '--data', data];

interface Studio {
  readonly token: string;
  readonly base: string;
}

describe.skipIf(obstacle !== null)(`the real program${obstacle === null ? '' : ` (skipped: ${obstacle})`}`, () => {
  let app: ElectronApplication;
  let page: Page;
  let studio: Studio;

  const call = async (path: string, init: RequestInit = {}): Promise<Response> =>
    fetch(studio.base + path, {
      ...init,
      headers: { authorization: `Bearer ${studio.token}`, 'content-type': 'application/json', ...init.headers },
    });
  const speak = async (text: string): Promise<Int16Array> => {
    const body = JSON.stringify({ text, format: 'pcm', sample_rate: 44_100 });
    const response = await call('/v1/tts', { method: 'POST', body });
    expect(response.status).toBe(200);
    return new Int16Array(await response.arrayBuffer());
  };

  beforeAll(async () => {
    await buildIfStale();
    mkdirSync(folder);
    const file = {
      format: 1,
      kind: 'dramatis-scene',
      title: '',
      script: 'ANNA: Handed over.',
      cast: {},
      lines: [],
      notes: [],
      cues: {},
    };
    writeFileSync(scene, JSON.stringify(file));
    app = await _electron.launch({ executablePath: binary!, args, timeout: 120_000 });
    page = await app.firstWindow({ timeout: 120_000 });
    await page.locator('.cm-content').waitFor({ timeout: 60_000 });
    studio = await page.evaluate(() => {
      const { token, base } = (window as unknown as { dramatis: Studio }).dramatis;
      return { token, base };
    });
  }, 300_000);

  afterAll(async () => {
    await app.close().catch(() => undefined);
    rmSync(folder, { recursive: true, force: true });
  });

  test('opens the studio from app://', async () => {
    expect(page.url()).toBe('app://dramatis/');
    expect(await page.title()).toBe('Dramatis');
    await page.locator('.cm-content', { hasText: 'You kept the light on.' }).waitFor();
  });

  test('has its security switches as they were set', async () => {
    const preferences = await app.evaluate(({ BrowserWindow }) => {
      const contents = BrowserWindow.getAllWindows()[0]!.webContents as unknown as {
        getLastWebPreferences: () => Record<string, unknown>;
      };
      const { contextIsolation, sandbox, nodeIntegration, webSecurity, webviewTag } = contents.getLastWebPreferences();
      return { contextIsolation, sandbox, nodeIntegration, webSecurity, webviewTag: webviewTag ?? false };
    });
    expect(preferences).toEqual({
      contextIsolation: true,
      sandbox: true,
      nodeIntegration: false,
      webSecurity: true,
      webviewTag: false,
    });
  });

  test('the page has neither Node nor a way out', async () => {
    const found = await page.evaluate(async () => {
      const reach = async (url: string): Promise<string> =>
        fetch(url).then(
          () => 'reached',
          () => 'refused',
        );
      const allowed = async (name: string): Promise<string> =>
        (await navigator.permissions.query({ name: name as PermissionName })).state;
      const script = document.createElement('script');
      script.textContent = 'window.injected = true';
      document.head.append(script);
      return {
        node: [typeof Reflect.get(window, 'require'), typeof Reflect.get(window, 'process')],
        bridge: Object.keys(Reflect.get(window, 'dramatis') as object).sort(),
        elsewhere: await reach('https://example.org/'),
        otherPort: await reach('http://127.0.0.1:9/'),
        file: await reach('file:///etc/passwd'),
        window: window.open('https://example.org/') === null,
        injected: Reflect.has(window, 'injected'),
        geolocation: await allowed('geolocation'),
      };
    });
    expect(found).toEqual({
      node: ['undefined', 'undefined'],
      bridge: 'base dragOut onAsk pickFile pickSave readSecret reveal setTheme token writeSecret'.split(' '),
      elsewhere: 'refused',
      otherPort: 'refused',
      file: 'refused',
      window: true,
      injected: false,
      geolocation: 'denied',
    });
    await page.evaluate(() => (location.href = 'https://example.org/'));
    expect(page.url()).toBe('app://dramatis/');
    expect(app.windows()).toHaveLength(1);
  });

  test('speaks, and exports what it said', async () => {
    const samples = await speak('The real program speaks.');
    expect(Math.max(...samples)).toBeGreaterThan(1000);
    const head = Buffer.from(JSON.stringify({ sampleRate: 44_100, seconds: samples.length / 44_100, words: [] }));
    const length = Buffer.alloc(4);
    length.writeUInt32LE(head.length);
    const key = `${'a'.repeat(32)}-${'b'.repeat(8)}`;
    const body = Buffer.concat([length, head, new Uint8Array(samples.buffer)]);
    const kept = await call(`/app/takes/${key}`, {
      method: 'PUT',
      body,
      headers: { 'content-type': 'application/octet-stream' },
    });
    expect(kept.status).toBe(204);
    const clip = {
      take: key,
      start: 0,
      level: 0,
      speaker: 'ANNA',
      text: 'x',
      line: 'l',
      seed: 1,
      voice: null,
      request: {},
    };
    const order = { title: 'Real', layout: 'mix', format: 'wav', sampleRate: 44_100, bitrate: null };
    const more = { srt: false, vtt: false, manifest: false, clips: [clip] };
    const begun = await call('/app/exports', { method: 'POST', body: JSON.stringify({ ...order, ...more }) });
    const { id } = (await begun.json()) as { id: string };
    await vi.waitFor(async () => {
      const status = (await (await call(`/app/exports/${id}`)).json()) as { state: string; folder: string };
      expect(status.state).toBe('done');
      expect(existsSync(join(status.folder, 'Real.wav'))).toBe(true);
    }, 30_000);
  }, 120_000);

  test('a second start hands its scene to the first and ends', async () => {
    const second = spawn(binary!, [...args, scene], { stdio: 'ignore' });
    expect(await once(second, 'exit')).toEqual([0, null]);
    await page.locator('.cm-content', { hasText: 'Handed over.' }).waitFor({ timeout: 30_000 });
    expect(app.windows()).toHaveLength(1);
  }, 60_000);

  test('a crash of the engine costs a second', async () => {
    const pidOf = async (): Promise<number | undefined> =>
      app.evaluate(
        ({ app: electron }) =>
          electron
            .getAppMetrics()
            .find(({ name, serviceName }) => (name ?? serviceName)?.includes('speech engine') === true)?.pid,
      );
    const pid = await pidOf();
    expect(pid).toBeGreaterThan(0);
    process.kill(pid!, 'SIGKILL');
    expect((await speak('Back again.')).length).toBeGreaterThan(10_000);
    expect(await pidOf()).not.toBe(pid);
  }, 60_000);

  test('quits, and its server with it', async () => {
    await app.close();
    await expect(fetch(`${studio.base}/health`)).rejects.toThrow();
  }, 30_000);
});
