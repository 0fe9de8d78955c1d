import { mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { CHANNEL } from '../../../main/electron/bridge.ts';
import { Files } from '../../../main/electron/files.ts';
import { answerPage } from '../../../main/electron/ipc.ts';
import { Secrets } from '../../../main/electron/secrets.ts';
import * as electron from './support/fake-electron.ts';

vi.mock('electron', () => import('./support/fake-electron.ts'));

const folder = realpathSync(mkdtempSync(join(tmpdir(), 'dramatis-ipc-')));
const data = join(folder, 'data');
const wav = join(data, 'exports', 'Scene', 'scene.wav');
mkdirSync(join(data, 'exports', 'Scene'), { recursive: true });
mkdirSync(join(data, 'exports-of-others'));
writeFileSync(wav, 'sound');
writeFileSync(join(data, 'keys.json'), '{}');
writeFileSync(join(data, 'exports-of-others', 'a.wav'), '');
writeFileSync(join(folder, 'private.txt'), 'private');
symlinkSync(join(folder, 'private.txt'), join(data, 'exports', 'Scene', 'link.wav'));
afterAll(() => rmSync(folder, { recursive: true }));

const session = { token: 'key-of-the-launch', base: 'http://127.0.0.1:4711' };
const lines: string[] = [];
const files = new Files(data);
const window = new electron.FakeWindow({});
let open: electron.FakeWindow | null = window;
await window.loadURL('app://dramatis/');
answerPage({
  window: () => open as never,
  session,
  files,
  secrets: new Secrets(data),
  dragIcon: '/drag.png',
  log: (line) => lines.push(line),
});
const { ipcMain } = electron;
const page = electron.fromPage(window);
const ask = async (channel: string, value?: unknown): Promise<unknown> => ipcMain.invoke(page, channel, value);

beforeEach(() => {
  open = window;
  lines.length = 0;
  electron.shell.revealed.length = 0;
});

test('these are all the messages, and none runs a program or reads a file', () => {
  expect([...ipcMain.handlers.keys(), ...ipcMain.listeners.keys()].sort()).toEqual(
    Object.values(CHANNEL)
      .filter((channel) => channel !== CHANNEL.ask)
      .sort(),
  );
});

describe('who may speak', () => {
  const strangers = {
    'a frame inside the page': { sender: window.webContents, senderFrame: { url: 'app://dramatis/' } },
    'a page of another window': electron.fromPage(new electron.FakeWindow({})),
    'a frame that is gone': { sender: window.webContents, senderFrame: null },
  };
  test.each(Object.entries(strangers))('not %s', async (_, from) => {
    await expect(ipcMain.invoke(from, CHANNEL.readSecret, 'key')).rejects.toThrow('may not ask');
    await expect(ipcMain.invoke(from, CHANNEL.reveal, wav)).rejects.toThrow('may not ask');
    expect(ipcMain.send(from, CHANNEL.session)).toBeNull();
    ipcMain.send(from, CHANNEL.theme, 'dark');
    expect(electron.nativeTheme.themeSource).toBe('system');
    expect(electron.shell.revealed).toEqual([]);
    expect(lines).toHaveLength(2);
  });
  test.each(['https://example.org/', 'app://dramatis.example/', 'file:///studio.html', ''])(
    'not the window itself, once it shows %s',
    (url) => {
      const from = { sender: window.webContents, senderFrame: window.webContents.mainFrame };
      window.webContents.mainFrame.url = url;
      expect(ipcMain.send(from, CHANNEL.session)).toBeNull();
      window.webContents.mainFrame.url = 'app://dramatis/';
      expect(ipcMain.send(from, CHANNEL.session)).toEqual(session);
    },
  );
  test('nobody while there is no window', () => {
    open = null;
    expect(ipcMain.send(page, CHANNEL.session)).toBeNull();
  });
});

describe('what may be said', () => {
  test.each([
    [CHANNEL.reveal, ['', 'relative.wav', '/a\0b', 5, null, undefined, { path: wav }, '/'.repeat(5000)]],
    [CHANNEL.pickFile, ['/etc/passwd', null, {}]],
    [CHANNEL.pickSave, [undefined, null, 7, 'x'.repeat(201)]],
    [CHANNEL.readSecret, ['', '../keys', 'a'.repeat(101), { name: 'key' }, undefined]],
    [CHANNEL.writeSecret, ['key', { name: 'key' }, { name: 'key', value: 5 }, { name: 'key', value: 'v', more: 1 }]],
  ])('%s refuses what its schema does not have', async (channel, values) => {
    for (const value of values) await expect(ask(channel, value)).rejects.toThrow();
  });
  test('a message without an answer is refused into the log, and the program goes on', () => {
    ipcMain.send(page, CHANNEL.theme, 'blue');
    ipcMain.send(page, CHANNEL.dragOut, 5);
    expect(lines.map((line) => line.split(':').slice(0, 2).join(':'))).toEqual([CHANNEL.theme, CHANNEL.dragOut]);
  });
});

describe('files', () => {
  test('of the data folder are shown', async () => {
    await ask(CHANNEL.reveal, wav);
    expect(electron.shell.revealed).toEqual([wav]);
  });
  test.each(['/etc/passwd', join(folder, 'private.txt'), join(data, '..', 'private.txt'), `${data}-not-there`])(
    '%s is not shown',
    async (path) => {
      await expect(ask(CHANNEL.reveal, path)).rejects.toThrow();
      expect(electron.shell.revealed).toEqual([]);
    },
  );
  test('that the user picked are shown', async () => {
    const path = join(folder, 'private.txt');
    files.pick(path);
    await ask(CHANNEL.reveal, path);
    expect(electron.shell.revealed).toEqual([path]);
  });
  test('that were exported are dragged out, with a picture', () => {
    ipcMain.send(page, CHANNEL.dragOut, wav);
    expect(window.webContents.dragged).toMatchObject([{ file: wav, icon: { path: '/drag.png' } }]);
  });
  test.each([
    join(data, 'keys.json'),
    join(data, 'exports', 'Scene'),
    join(data, 'exports', 'Scene', 'link.wav'),
    join(data, 'exports', '..', 'keys.json'),
    join(data, 'exports-of-others', 'a.wav'),
  ])('%s is not dragged out', (path) => {
    window.webContents.dragged.length = 0;
    ipcMain.send(page, CHANNEL.dragOut, path);
    expect(window.webContents.dragged).toEqual([]);
    expect(lines).toHaveLength(1);
  });
});

describe("the platform's dialogs", () => {
  test('give the path of what was picked, or null', async () => {
    electron.dialog.open = { canceled: false, filePaths: ['/home/me/a.dramatis'] };
    expect(await ask(CHANNEL.pickFile)).toBe('/home/me/a.dramatis');
    electron.dialog.open = { canceled: true, filePaths: [] };
    expect(await ask(CHANNEL.pickFile)).toBeNull();
  });
  test('propose a name that every platform allows, and add the ending', async () => {
    electron.dialog.save = { canceled: false, filePath: '/home/me/Ende' };
    expect(await ask(CHANNEL.pickSave, '../Akt 1: "Ende"?')).toBe('/home/me/Ende.dramatis');
    expect(electron.dialog.saveOptions?.defaultPath).toBe('Akt 1 Ende.dramatis');
    electron.dialog.save = { canceled: true, filePath: '' };
    expect(await ask(CHANNEL.pickSave, '...')).toBeNull();
    expect(electron.dialog.saveOptions?.defaultPath).toBe('Scene.dramatis');
  });
});

describe('secrets', () => {
  test('are read back, and lie encrypted on the disk', async () => {
    expect(await ask(CHANNEL.readSecret, 'key.1')).toBeNull();
    await ask(CHANNEL.writeSecret, { name: 'key.1', value: 'dk-very-secret' });
    expect(await ask(CHANNEL.readSecret, 'key.1')).toBe('dk-very-secret');
    expect(readFileSync(join(data, 'secrets.json'), 'utf8')).not.toContain('very-secret');
    await ask(CHANNEL.writeSecret, { name: 'key.1', value: null });
    expect(await ask(CHANNEL.readSecret, 'key.1')).toBeNull();
  });
  test('of another user or computer are none', async () => {
    writeFileSync(join(data, 'secrets.json'), JSON.stringify({ old: Buffer.from('theirs').toString('base64') }));
    expect(await ask(CHANNEL.readSecret, 'old')).toBeNull();
  });
  test.each([
    ['there is no key chain', { available: false }],
    ['the key would be a word that everyone knows', { backend: 'basic_text' as const }],
  ])('are refused where %s', async (_, state) => {
    Object.assign(electron.safeStorage, state);
    await expect(ask(CHANNEL.writeSecret, { name: 'key', value: 'v' })).rejects.toThrow('no key chain');
    Object.assign(electron.safeStorage, { available: true, backend: 'gnome_libsecret' });
  });
});

test('the theme of the studio becomes that of the frame', () => {
  ipcMain.send(page, CHANNEL.theme, 'dark');
  expect(electron.nativeTheme.themeSource).toBe('dark');
});
