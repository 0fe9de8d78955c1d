import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { MenuItemConstructorOptions } from 'electron';
import { afterAll, afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { partsOf } from '../../../main/electron/about.ts';
import { keepCrashReports, writeReport } from '../../../main/electron/crashes.ts';
import { ExportWatch } from '../../../main/electron/exports.ts';
import { readLaunch, fileOf } from '../../../main/electron/launch.ts';
import { autostartEntry, setStartAtLogin, startsAtLogin } from '../../../main/electron/login.ts';
import { menuTemplate, type MenuState, type ShellActions } from '../../../main/electron/menu.ts';
import { Wakefulness } from '../../../main/electron/power.ts';
import { openPreferences, prefer } from '../../../main/electron/preferences.ts';
import { say } from '../../../main/electron/strings.ts';
import type { ExportStatus } from '../../../main/electron/studio-server.ts';
import { stateLine } from '../../../main/electron/tray.ts';
import { isNewer, lookForUpdate } from '../../../main/electron/updates.ts';
import { openWindow, reachable } from '../../../main/electron/window.ts';
import { COMMANDS } from '../../../renderer/ui/commands.ts';
import { root } from '../../../scripts/setup.mjs';
import * as electron from './support/fake-electron.ts';

vi.mock('electron', () => import('./support/fake-electron.ts'));

const folder = mkdtempSync(join(tmpdir(), 'dramatis-shell-'));
const scene = join(folder, 'My scene.dramatis');
writeFileSync(scene, '{}');
afterAll(() => rmSync(folder, { recursive: true }));
afterEach(() => {
  electron.app.languages = ['en'];
  vi.useRealTimers();
});

describe('a command line', () => {
  test('names a port, a folder and a scene, among switches of Chromium', () => {
    const argv = ['--no-sandbox', '--port', '0', '--data', 'data', '--hidden', 'My scene.dramatis'];
    expect(readLaunch(argv, folder)).toEqual({ port: 0, data: join(folder, 'data'), hidden: true, file: scene });
  });
  test('may be empty', () => {
    expect(readLaunch([], folder)).toMatchObject({ port: null, hidden: false, file: null });
  });
  test.each(['65536', '-1', '80.5', 'http'])('with port %s is refused', (port) => {
    expect(() => readLaunch([`--port=${port}`], folder)).toThrow('--port');
  });
  test('a scene may be named by its path, its address or a link', () => {
    const link = (path: string): string => `dramatis://open?path=${encodeURIComponent(path)}`;
    for (const argument of ['My scene.dramatis', scene, pathToFileURL(scene).href, link(scene)])
      expect(fileOf(argument, folder)).toBe(scene);
  });
  test.each([
    'missing.dramatis',
    '/etc/passwd',
    '//server/share/a.dramatis',
    '\\\\server\\share\\a.dramatis',
    'file://server/share/a.dramatis',
    'dramatis://open?path=My%20scene.dramatis',
    'dramatis://open?path=%2F%2Fserver%2Fa.dramatis',
    'dramatis://delete?path=/a.dramatis',
    'dramatis://open',
    'https://example.org/a.dramatis',
    'a\0.dramatis',
    '--port',
  ])('%s names none', (argument) => {
    expect(fileOf(argument, folder)).toBeNull();
  });
});

describe('the window', () => {
  const displays = [
    { x: 0, y: 0, width: 1920, height: 1080 },
    { x: 1920, y: 0, width: 1280, height: 1024 },
  ];
  const at = (x: number, y: number) => ({ x, y, width: 1000, height: 700 });
  test('comes back where it was, on any screen', () => {
    expect(reachable(at(10, 20), displays)).toEqual(at(10, 20));
    expect(reachable(at(2000, 100), displays)).toEqual(at(2000, 100));
    expect(reachable(null, displays)).toEqual({});
  });
  test.each([
    ['on a screen that is gone', at(4000, 100)],
    ['with its title bar above the screen', at(100, -300)],
    ['below the screen', at(100, 1070)],
    ['with a sliver at the edge', at(-950, 100)],
  ])('keeps only its size when it was %s', (_, bounds) => {
    expect(reachable(bounds, displays)).toEqual({ width: 1000, height: 700 });
  });
  test('remembers its place and state, and shows itself only when there is something to see', async () => {
    const preferences = openPreferences(join(folder, 'window'));
    const window = openWindow(preferences, '/preload.cjs', '/icon.png') as unknown as electron.FakeWindow;
    expect(window.options).toMatchObject({ show: false, width: 1360, height: 860, minWidth: 900 });
    expect(window.shown).toBe(1);
    window.bounds = at(40, 50);
    window.maximized = true;
    window.close();
    await vi.waitFor(() => expect(preferences.read()).toMatchObject({ bounds: at(40, 50), maximized: true }));
    const again = openWindow(preferences, '/preload.cjs', '/icon.png') as unknown as electron.FakeWindow;
    expect(again.options).toMatchObject(at(40, 50));
    expect(again.maximized).toBe(true);
    again.close();
  });
  test('follows the dark mode of the platform', () => {
    const preferences = openPreferences(join(folder, 'theme'));
    const window = openWindow(preferences, '/p', '/i') as unknown as electron.FakeWindow;
    const light = window.options.backgroundColor;
    electron.nativeTheme.shouldUseDarkColors = true;
    electron.nativeTheme.emit('updated');
    expect(window.color).toMatch(/^#/);
    expect(window.color).not.toBe(light);
    electron.nativeTheme.shouldUseDarkColors = false;
    window.close();
    expect(electron.nativeTheme.listenerCount('updated')).toBe(0);
  });
  test('loads a page again that crashed, but not for ever', () => {
    const window = openWindow(openPreferences(join(folder, 'crash')), '/p', '/i') as unknown as electron.FakeWindow;
    const crash = (reason: string): boolean => window.webContents.emit('render-process-gone', {}, { reason });
    crash('clean-exit');
    expect(window.webContents.reloads).toBe(0);
    crash('crashed');
    crash('crashed');
    expect(window.webContents.reloads).toBe(1);
    window.close();
  });
});

describe('preferences', () => {
  test('begin quiet: nothing is asked of the network, nothing runs without a window', () => {
    expect(openPreferences(join(folder, 'none')).read()).toMatchObject({ keepServing: false, checkForUpdates: false });
  });
  test('are kept when others change', async () => {
    const file = openPreferences(join(folder, 'kept'));
    await prefer(file, { keepServing: true });
    await prefer(file, { checkForUpdates: true });
    expect(file.read()).toMatchObject({ keepServing: true, checkForUpdates: true });
  });
});

describe('menus', () => {
  const actions = (): { act: ShellActions; done: string[] } => {
    const done: string[] = [];
    const act = new Proxy({} as ShellActions, {
      get: (_, name: string) => (value: unknown) => done.push(`${name} ${JSON.stringify(value)}`),
    });
    return { act, done };
  };
  const state: MenuState = { recent: [], keepServing: false, checkForUpdates: false };
  type Item = MenuItemConstructorOptions;
  const all = (items: readonly Item[]): Item[] =>
    items.flatMap((item) => [item, ...(Array.isArray(item.submenu) ? all(item.submenu) : [])]);
  const of = (platform: NodeJS.Platform, more: Partial<MenuState> = {}): Item[] =>
    all(menuTemplate(platform, { ...state, ...more }, actions().act));

  test.each(['darwin', 'linux', 'win32'] as const)(
    'of %s offer commands that the studio has, with its keys',
    (platform) => {
      const { act, done } = actions();
      const commands = all(menuTemplate(platform, state, act)).filter(({ id }) => id !== undefined);
      expect(commands.length).toBeGreaterThan(15);
      for (const item of commands) {
        const command = COMMANDS.find(({ id }) => id === item.id);
        expect(command, `command ${item.id}`).toBeDefined();
        expect(item.accelerator?.replace('CmdOrCtrl', 'Mod')).toBe(command!.shortcut);
        // The page handles the key; the menu only shows it.
        if (item.accelerator !== undefined) expect(item.registerAccelerator).toBe(false);
        item.click!({} as never, undefined, {});
        expect(done.at(-1)).toBe(`ask {"kind":"command","id":"${item.id}"}`);
      }
    },
  );
  test('have no key twice', () => {
    const keys = of('linux').flatMap(({ accelerator }) => accelerator ?? []);
    expect(new Set(keys).size).toBe(keys.length);
    const shortcuts = COMMANDS.flatMap(({ shortcut }) => shortcut?.replace('Mod', 'CmdOrCtrl') ?? []);
    const own = of('linux').filter(({ id, accelerator }) => id === undefined && accelerator);
    expect(own.length).toBeGreaterThan(0);
    for (const { accelerator } of own) expect(shortcuts).not.toContain(accelerator);
  });
  test('are those of the platform', () => {
    const top = (platform: NodeJS.Platform) =>
      menuTemplate(platform, state, actions().act).map(({ label, role }) => role ?? label);
    expect(top('darwin')).toEqual(['Dramatis', 'File', 'Edit', 'Play', 'View', 'Server', 'windowMenu', 'help']);
    expect(top('linux')).toEqual(['File', 'Edit', 'Play', 'View', 'Server', 'help']);
    const roles = (platform: NodeJS.Platform) => of(platform).flatMap(({ role }) => role ?? []);
    expect(roles('darwin')).toEqual(
      expect.arrayContaining(['services', 'hide', 'hideOthers', 'recentDocuments', 'quit']),
    );
    expect(roles('win32')).toContain('quit');
    expect(roles('win32')).not.toContain('services');
    for (const platform of ['darwin', 'linux', 'win32'] as const)
      expect(of(platform).flatMap(({ id }) => id ?? [])).toEqual(
        expect.arrayContaining(['voices', 'models', 'settings']),
      );
    // A Mac has them in the menu with the program's name.
    expect(all(menuTemplate('darwin', state, actions().act).slice(0, 1)).map(({ id }) => id)).toContain('settings');
  });
  test('list the scenes that were open lately', () => {
    const { act, done } = actions();
    const recent = [
      { path: '/a/b.dramatis', title: 'Salt & Pepper' },
      { path: '/c.dramatis', title: '' },
    ];
    const items = all(menuTemplate('linux', { ...state, recent }, act));
    items.find(({ label }) => label === 'Salt && Pepper')!.click!({} as never, undefined, {});
    expect(done).toEqual(['openScene "/a/b.dramatis"']);
    expect(items.some(({ label }) => label === '/c.dramatis')).toBe(true);
    expect(of('linux').some(({ label, enabled }) => label === 'None Yet' && enabled === false)).toBe(true);
  });
  test('offer to look for updates only where a build knows a place of releases', () => {
    const offers = (checkForUpdates: boolean | null) =>
      of('linux', { checkForUpdates }).some(({ label }) => label === 'Check for Updates at Start');
    expect([offers(null), offers(false)]).toEqual([false, true]);
  });
  test('hide the tools for developers from a release', () => {
    const offers = (): boolean => of('linux').some(({ role }) => role === 'toggleDevTools');
    expect(offers()).toBe(true);
    electron.app.isPackaged = true;
    expect(offers()).toBe(false);
    electron.app.isPackaged = false;
  });
  test("speak the user's language, English where they know none of ours", () => {
    electron.app.languages = ['fr-FR', 'de-AT', 'en'];
    expect(say('file.menu')).toBe('Datei');
    electron.app.languages = ['zh-Hans-CN'];
    expect(say('file.menu')).toBe('文件');
    electron.app.languages = ['fr'];
    expect(say('file.menu')).toBe('File');
  });
});

test('the tray says how the server is', () => {
  const base = 'http://127.0.0.1:8757';
  const line = (engine: Parameters<typeof stateLine>[0]['engine'], speaking = 0): string =>
    stateLine({ engine, speaking, base, keepServing: false });
  expect(line('ready')).toBe('Ready · 127.0.0.1:8757');
  expect(line('ready', 2)).toContain('Speaking');
  expect(line('restarting', 2)).toContain('starting');
  expect(line('failed')).toContain('cannot start');
});

describe('the start at login', () => {
  const platform = process.platform;
  beforeEach(() => vi.stubEnv('XDG_CONFIG_HOME', join(folder, 'config')));
  afterEach(() => {
    vi.unstubAllEnvs();
    Object.defineProperty(process, 'platform', { value: platform });
  });
  test('is an autostart entry on Linux, without a window', () => {
    Object.defineProperty(process, 'platform', { value: 'linux' });
    expect(startsAtLogin()).toBe(false);
    setStartAtLogin(true);
    expect(startsAtLogin()).toBe(true);
    const entry = readFileSync(join(folder, 'config', 'autostart', 'dramatis.desktop'), 'utf8');
    expect(entry).toContain(`Exec="${process.execPath}" --hidden\n`);
    setStartAtLogin(false);
    expect(startsAtLogin()).toBe(false);
  });
  test('names a program with any sign in its path', () => {
    expect(autostartEntry('/opt/50% "off"/$x')).toContain('Exec="/opt/50%% \\"off\\"/\\$x" --hidden\n');
  });
  test.each(['win32', 'darwin'] as const)('is asked of %s, without a window', (name) => {
    Object.defineProperty(process, 'platform', { value: name });
    setStartAtLogin(true);
    expect(electron.app.login).toEqual({ openAtLogin: true, args: ['--hidden'] });
    expect(startsAtLogin()).toBe(true);
    setStartAtLogin(false);
    expect(startsAtLogin()).toBe(false);
  });
});

test('the computer stays awake while there is work, over the pauses between lines, and not longer', () => {
  vi.useFakeTimers();
  const wakefulness = new Wakefulness();
  const active = () => [...electron.powerSaveBlocker.active.values()];
  wakefulness.set(true);
  expect(active()).toEqual(['prevent-app-suspension']);
  wakefulness.set(false);
  vi.advanceTimersByTime(3000);
  wakefulness.set(true);
  vi.advanceTimersByTime(60_000);
  expect(active()).toHaveLength(1);
  wakefulness.set(false);
  vi.advanceTimersByTime(6000);
  expect(active()).toEqual([]);
  wakefulness.set(true);
  wakefulness.release();
  expect(active()).toEqual([]);
});

describe('an export', () => {
  const url = 'http://127.0.0.1:4711/app/exports/abcDEF123';
  const status = (values: Partial<ExportStatus>): ExportStatus => ({
    state: 'running',
    progress: 0.5,
    folder: '/data/exports/Scene',
    message: null,
    ...values,
  });
  let window: electron.FakeWindow;
  let busy: boolean[];
  const watchOf = (...steps: ExportStatus[]): ExportWatch =>
    new ExportWatch({
      status: async () => steps.shift()!,
      window: () => window as never,
      onBusy: (value) => busy.push(value),
    });
  beforeEach(() => {
    vi.useFakeTimers();
    window = new electron.FakeWindow({});
    busy = [];
    electron.FakeNotification.shown.length = 0;
  });
  const follow = async (watch: ExportWatch): Promise<void> => {
    const over = watch.saw(url);
    await vi.runAllTimersAsync();
    await over;
  };

  test('shows its progress, and tells its end to whoever looks elsewhere', async () => {
    await follow(watchOf(status({}), status({ progress: 0.9 }), status({ state: 'done', progress: 1 })));
    expect(window.progress).toEqual([0.5, 0.9, -1]);
    expect(busy).toEqual([true, false]);
    expect(electron.FakeNotification.shown.map(({ options }) => options)).toEqual([
      { title: 'The export is done', body: '/data/exports/Scene' },
    ]);
    electron.shell.revealed.length = 0;
    electron.FakeNotification.shown[0]!.emit('click');
    expect(electron.shell.revealed).toEqual(['/data/exports/Scene']);
  });
  test('is not told to whoever is looking, nor when they stopped it', async () => {
    window.focused = true;
    await follow(watchOf(status({ state: 'done' })));
    window.focused = false;
    await follow(watchOf(status({ state: 'cancelled' })));
    expect(electron.FakeNotification.shown).toEqual([]);
  });
  test('that fails says why', async () => {
    await follow(watchOf(status({ state: 'failed', message: 'The disk is full.' })));
    expect(electron.FakeNotification.shown[0]!.options).toEqual({
      title: 'The export failed',
      body: 'The disk is full.',
    });
  });
  test('is followed once, however often the page asks; other requests are not', async () => {
    const watch = watchOf(status({ state: 'done' }));
    await follow(watch);
    await watch.saw(url);
    await watch.saw(`${url}/files/a.wav`);
    await watch.saw('http://127.0.0.1:4711/app/exports');
    expect(electron.FakeNotification.shown).toHaveLength(1);
  });
  test('that the server forgot leaves nothing behind', async () => {
    const watch = new ExportWatch({
      status: async () => Promise.reject(new Error('404')),
      window: () => window as never,
      onBusy: (value) => busy.push(value),
    });
    await expect(watch.saw(url)).rejects.toThrow('404');
    expect([watch.busy, busy]).toEqual([false, [true, false]]);
  });
});

describe('updates', () => {
  test.each([
    ['1.2.4', '1.2.3', true],
    ['1.10.0', '1.9.9', true],
    ['2.0.0', '10.0.0', false],
    ['1.2.3', '1.2.3', false],
    ['1.3.0-beta', '1.2.3', false],
    ['latest', '1.2.3', false],
  ])('%s is newer than %s: %s', (a, b, newer) => expect(isNewer(a, b)).toBe(newer));
  const releases = 'https://api.github.com/repos/example/dramatis/releases/latest';
  const answer = (body: object): void => {
    electron.FakeNotification.shown.length = 0;
    electron.net.answer = () => Response.json(body);
  };
  test('are told, and a click opens their page', async () => {
    answer({ tag_name: 'v9.0.0', html_url: 'https://example.org/release' });
    await lookForUpdate(releases, '1.2.3');
    expect(electron.net.asked).toEqual([releases]);
    expect(electron.FakeNotification.shown).toHaveLength(1);
    electron.shell.external.length = 0;
    electron.FakeNotification.shown[0]!.emit('click');
    expect(electron.shell.external).toEqual(['https://example.org/release']);
  });
  test('that are none, or not what they should be, are not', async () => {
    answer({ tag_name: 'v1.2.3', html_url: 'https://example.org/release' });
    await lookForUpdate(releases, '1.2.3');
    answer({ tag_name: 'v9.0.0', html_url: 'file:///etc/passwd' });
    await expect(lookForUpdate(releases, '1.2.3')).rejects.toThrow();
    electron.net.answer = () => new Response(null, { status: 403 });
    await lookForUpdate(releases, '1.2.3');
    expect(electron.FakeNotification.shown).toEqual([]);
  });
});

describe('reports of crashes', () => {
  test('stay on this computer, the newest of them', () => {
    const listeners = ['uncaughtException', 'unhandledRejection'] as const;
    const before = listeners.map((name) => process.listeners(name as 'uncaughtException'));
    const crashes = keepCrashReports(join(folder, 'reports'));
    listeners.forEach((name, i) => {
      for (const listener of process.listeners(name as 'uncaughtException'))
        if (!before[i]!.includes(listener)) process.off(name, listener);
    });
    expect(electron.crashReporter.started).toEqual({ uploadToServer: false, compress: false });
    expect(electron.app.paths['crashDumps']).toBe(crashes);
    electron.app.emit('render-process-gone', {}, {}, { reason: 'clean-exit' });
    electron.app.emit('child-process-gone', {}, { reason: 'crashed', serviceName: 'Dramatis speech engine' });
    const [name, ...others] = readdirSync(crashes);
    expect(others).toEqual([]);
    expect(readFileSync(join(crashes, name!), 'utf8')).toMatch(/Dramatis 1\.2\.3, \w+ \w+\n.*speech engine/s);
  });
  test('are at most twenty', () => {
    const crashes = join(folder, 'many');
    mkdirSync(crashes);
    for (let i = 10; i < 40; i++) writeFileSync(join(crashes, `2020-01-${i} main.txt`), '');
    writeReport(crashes, 'main', new Error('boom'));
    const kept = readdirSync(crashes);
    expect(kept).toHaveLength(20);
    expect(kept.some((name) => name.startsWith('2020-01-39'))).toBe(true);
    expect(kept.some((name) => name.startsWith('2020-01-10'))).toBe(false);
    expect(readFileSync(join(crashes, kept.at(-1)!), 'utf8')).toContain('Error: boom');
  });
});

test('the about box names the parts of others with their licences', () => {
  const parts = partsOf(readFileSync(join(root, 'docs', 'third-party-notices.md'), 'utf8'));
  expect(parts).toContain('eSpeak NG, with its voices (GPL-3.0-or-later)');
  expect(parts).toContain('LAME (LGPL-2.0-or-later)');
  expect(parts.join()).not.toMatch(/Part|---|codemirror/);
});
