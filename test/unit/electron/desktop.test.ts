import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { MenuItemConstructorOptions } from 'electron';
import { afterAll, afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { VoiceCard } from '../../../engine/contract/voice-card.ts';
import { CHANNEL } from '../../../main/electron/bridge.ts';
import { openDesktop, type Desktop } from '../../../main/electron/desktop.ts';
import { packVoice } from '../../../main/library/voices/bundle.ts';
import { SavedVoice } from '../../../main/library/voices/record.ts';
import type { Launch } from '../../../main/electron/launch.ts';
import * as electron from './support/fake-electron.ts';

vi.mock('electron', () => import('./support/fake-electron.ts'));
const folder = mkdtempSync(join(tmpdir(), 'dramatis-desktop-'));
vi.mock('../../../main/app-root.ts', async (original) => ({
  ...(await original<object>()),
  studioFolder: () => join(folder, 'studio'),
}));

mkdirSync(join(folder, 'studio'));
writeFileSync(join(folder, 'studio', 'index.html'), '<title>Dramatis</title>');
const SCENE = {
  format: 1,
  kind: 'dramatis-scene',
  title: 'Act 1',
  script: 'ANNA: Hello.',
  cast: {},
  lines: [],
  notes: [],
  cues: {},
};
const NORA = SavedVoice.parse({
  format: 1,
  kind: 'dramatis-voice',
  id: 'a'.repeat(32),
  title: 'Nora',
  description: '',
  tags: [],
  languages: ['en-GB'],
  visibility: 'private',
  favourite: false,
  createdAt: '2026-01-01T00:00:00.000Z',
  updatedAt: '2026-01-01T00:00:00.000Z',
  author: { id: 'me', name: 'Me' },
  origin: { kind: 'edited', from: null },
  imported: null,
  consent: null,
  cover: null,
  samples: [],
  card: VoiceCard.parse({ speaker: { mix: { ada: 1 } } }),
});
const scene = join(folder, 'act.dramatis');
writeFileSync(scene, JSON.stringify(SCENE));
afterAll(() => rmSync(folder, { recursive: true }));

let desktop: Desktop | null = null;
let lines: string[] = [];
let runs = 0;

async function open(launch: Partial<Launch> = {}, releases: string | null = null): Promise<Desktop> {
  const data = join(folder, `data-${runs++}`);
  desktop = await openDesktop({
    launch: { port: 0, data, hidden: false, file: null, ...launch },
    crashes: join(data, 'crashes'),
    releases,
    log: (line) => lines.push(line),
  });
  return desktop;
}

beforeEach(() => {
  lines = [];
  electron.utilityProcess.instead = join(import.meta.dirname, '../../fixtures/fake-engine.mjs');
  electron.app.removeAllListeners();
  electron.app.recent.length = 0;
});
afterEach(async () => {
  for (const window of [...electron.FakeWindow.all]) window.close();
  await desktop?.close();
  desktop = null;
});

const theWindow = (): electron.FakeWindow => [...electron.FakeWindow.all][0]!;
const theSession = (): { token: string; base: string } =>
  electron.ipcMain.send(electron.fromPage(theWindow()), CHANNEL.session) as { token: string; base: string };
const all = (items: readonly MenuItemConstructorOptions[]): MenuItemConstructorOptions[] =>
  items.flatMap((item) => [item, ...(Array.isArray(item.submenu) ? all(item.submenu) : [])]);
const press = (label: string, checked = false): void => {
  const item = all([...electron.Menu.application!, ...electron.FakeTray.current!.menu]).find(
    (one) => one.label === label,
  );
  item!.click!({ checked } as never, undefined, {});
};

test('opens the studio over app://, with a server that lets its page and nobody else in', async () => {
  await open();
  expect(theWindow().webContents.mainFrame.url).toBe('app://dramatis/');
  const { token, base } = theSession();
  expect(base).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/);
  const page = electron.session.defaultSession.schemes.get('app')!;
  expect((await page(new Request('app://dramatis/'))).headers.get('content-security-policy')).toContain(base);

  const ask = (origin: string, key = token): Promise<Response> =>
    fetch(`${base}/app/projects`, { headers: { origin, authorization: `Bearer ${key}` } });
  const allowed = await ask('app://dramatis');
  expect([allowed.status, allowed.headers.get('access-control-allow-origin')]).toEqual([200, 'app://dramatis']);
  expect((await ask('app://other')).status).toBe(403);
  expect((await ask('null')).status).toBe(403);
  expect((await ask('app://dramatis', 'guess')).status).toBe(401);
  expect((await fetch(`${base}/health`)).status).toBe(200);
});

test('runs the engine as a utility process, and shows in the tray how it is', async () => {
  await open();
  expect(electron.utilityProcess.forks.at(-1)!.options?.serviceName).toBe('Dramatis speech engine');
  expect(electron.FakeTray.current!.tip).toContain('Ready');
  expect(electron.FakeTray.current!.menu[0]!.label).toContain(theSession().base.slice('http://'.length));
});

test('looks at a new voice pack in a utility process of its own', async () => {
  await open();
  const before = electron.utilityProcess.forks.length;
  const { token, base } = theSession();
  const form = new FormData();
  form.append('a.onnx', new Blob(['bytes']), 'file');
  const headers = { origin: 'app://dramatis', authorization: `Bearer ${token}` };
  const answer = await fetch(`${base}/app/packs`, { method: 'POST', body: form, headers });
  expect([answer.status, await answer.json()]).toMatchObject([400, { message: 'a.onnx is no graph.' }]);
  const [probe] = electron.utilityProcess.forks.slice(before);
  expect(probe!.options?.serviceName).toBe('Dramatis speech engine');
});

test('does not show a window at login, but opens one when it is asked to', async () => {
  const { showWindow, keepsServing } = await open({ hidden: true });
  expect(electron.FakeWindow.all.size).toBe(0);
  expect(keepsServing).toBe(true);
  expect(electron.FakeTray.current!.destroyed).toBe(false);
  showWindow();
  showWindow();
  expect(electron.FakeWindow.all.size).toBe(1);
  expect(theWindow().focused).toBe(true);
});

test('takes another port where the usual one is taken', async () => {
  const other = createServer().listen(0, '127.0.0.1');
  await new Promise((resolve) => other.once('listening', resolve));
  const { port } = other.address() as { port: number };
  await open({ port });
  expect(theSession().base).not.toContain(`:${port}`);
  expect(lines.join('\n')).toContain(`Port ${port} is taken`);
  other.close();
});

test('hands a scene to the studio, also to one that is still loading', async () => {
  const { openFile } = await open({ file: scene });
  expect(theWindow().webContents.sent).toEqual([{ channel: CHANNEL.ask, value: { kind: 'open', path: scene } }]);
  theWindow().webContents.loading = true;
  openFile('/other.dramatis');
  expect(theWindow().webContents.sent).toHaveLength(1);
  theWindow().webContents.emit('did-finish-load');
  expect(theWindow().webContents.sent.at(-1)!.value).toEqual({ kind: 'open', path: '/other.dramatis' });
});

describe('a voice file', () => {
  const asked = (): string[] => electron.dialog.asked.map(({ message, detail }) => `${message} ${detail ?? ''}`);
  /** What lies in the library. */
  const kept = (): string[] => {
    const voices = join(folder, `data-${runs - 1}`, 'voices');
    const folders = existsSync(voices) ? readdirSync(voices) : [];
    return folders.map(
      (name) => SavedVoice.parse(JSON.parse(readFileSync(join(voices, name, 'voice.json'), 'utf8'))).title,
    );
  };
  const file = join(folder, 'Nora.dramatis-voice');
  beforeEach(() => {
    writeFileSync(file, packVoice(NORA, new Map()));
    electron.dialog.asked.length = 0;
    electron.dialog.button = 0;
  });
  test('is added to the voices after asking', async () => {
    await open({ file });
    while (electron.dialog.asked.length < 2) await sleep(5);
    expect(asked()).toEqual(['Add this voice to your voices? Nora.dramatis-voice', 'The voice was added Nora']);
    expect(kept()).toEqual(['Nora']);
  });
  test('is not, when the user does not want it', async () => {
    electron.dialog.button = 1;
    await open({ file });
    await sleep(20);
    expect(asked()).toHaveLength(1);
    expect(kept()).toEqual([]);
  });
  test('that is damaged is refused with what is wrong', async () => {
    writeFileSync(file, packVoice(NORA, new Map()).subarray(0, 40));
    await open({ file });
    while (electron.dialog.asked.length < 2) await sleep(5);
    expect(asked()[1]).toMatch(/^The voice was not added .*cut off/);
  });
});

test('remembers the scenes that were opened, in its menu and in that of the platform', async () => {
  await open();
  const { base, token } = theSession();
  const url = `${base}/app/projects/file?path=${encodeURIComponent(scene)}`;
  await fetch(url, { headers: { authorization: `Bearer ${token}` } });
  electron.session.defaultSession.completed!({ url, method: 'GET' });
  const listed = (): boolean => all(electron.Menu.application!).some(({ label }) => label === 'Act 1');
  while (!listed()) await sleep(5);
  expect(electron.app.recent).toEqual([scene]);
  press('Act 1');
  expect(theWindow().webContents.sent.at(-1)!.value).toEqual({ kind: 'open', path: scene });
});

test('the menu reaches the studio, the browser and the switches', async () => {
  const desktop = await open();
  const { base, token } = theSession();
  press('Save to a Folder …');
  expect(theWindow().webContents.sent.at(-1)!.value).toEqual({ kind: 'saveTo' });
  electron.dialog.open = { canceled: false, filePaths: [scene] };
  press('Open …');
  await sleep(5);
  expect(theWindow().webContents.sent.at(-1)!.value).toEqual({ kind: 'open', path: scene });
  electron.shell.external.length = 0;
  press('Open in the Browser');
  press('API Reference');
  expect(electron.shell.external).toEqual([`${base}/#k=${token}`, `${base}/docs`]);
  press('Copy Address');
  expect(electron.clipboard.text).toBe(base);
  press('About Dramatis');
  expect([electron.app.aboutShown, electron.app.about?.applicationVersion]).toEqual([1, '1.2.3']);
  expect(electron.app.about?.credits).toContain('LAME (LGPL-2.0-or-later)');
  press('Licences');
  press('Show Crash Reports');
  expect(electron.shell.opened.some((path) => path.endsWith('third-party-notices.md') && existsSync(path))).toBe(true);
  expect(electron.shell.opened.at(-1)).toMatch(/crashes$/);
  expect(desktop.keepsServing).toBe(false);
  press('Keep Serving When the Window Is Closed', true);
  while (!desktop.keepsServing) await sleep(5);
});

test('asks for updates only when the user turned it on', async () => {
  electron.net.asked.length = 0;
  await open({}, 'https://api.example.org/latest');
  expect(electron.net.asked).toEqual([]);
  press('Check for Updates at Start', true);
  const data = join(folder, `data-${runs - 1}`);
  const turnedOn = (): boolean =>
    all(electron.Menu.application!).some(
      ({ label, checked }) => label === 'Check for Updates at Start' && checked === true,
    );
  while (!turnedOn()) await sleep(5);
  await desktop!.close();
  await open({ data }, 'https://api.example.org/latest');
  expect(electron.net.asked).toEqual(['https://api.example.org/latest']);
});

test('closing ends the server, the engine and the tray', async () => {
  const { close } = await open();
  const { base } = theSession();
  await close();
  desktop = null;
  expect(electron.FakeTray.current!.destroyed).toBe(true);
  await expect(fetch(`${base}/health`)).rejects.toThrow();
  expect(electron.powerSaveBlocker.active.size).toBe(0);
});
