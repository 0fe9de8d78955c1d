import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Desktop, DesktopOptions } from '../../../main/electron/desktop.ts';
import type * as Fake from './support/fake-electron.ts';

const folder = mkdtempSync(join(tmpdir(), 'dramatis-index-'));
const scene = join(folder, 'a.dramatis');
writeFileSync(scene, '{}');
afterAll(() => rmSync(folder, { recursive: true }));

const argv = process.argv;
const listeners = ['uncaughtException', 'unhandledRejection'] as const;
let before: NodeJS.UncaughtExceptionListener[][] = [];

/** Evaluates the main module afresh, with a desktop that writes down what it is told. */
async function start(args: readonly string[], prepare: (electron: Electron) => void = () => undefined): Promise<Run> {
  vi.resetModules();
  const electron = await import('./support/fake-electron.ts');
  vi.doMock('electron', () => electron);
  const told: string[] = [];
  const opened: DesktopOptions[] = [];
  let keepsServing = false;
  const desktop: Desktop = {
    showWindow: () => told.push('show'),
    openFile: (path) => told.push(`open ${path}`),
    get keepsServing() {
      return keepsServing;
    },
    close: async () => void told.push('close'),
  };
  vi.doMock('../../../main/electron/desktop.ts', () => ({
    openDesktop: async (options: DesktopOptions) => {
      opened.push(options);
      return desktop;
    },
  }));
  prepare(electron);
  process.argv = ['electron', '.', '--data', join(folder, 'data'), ...args];
  await import('../../../main/electron/index.ts');
  const ready = async (): Promise<void> => {
    electron.app.becomeReady();
    await sleep(5);
  };
  return { app: electron.app, electron, told, opened, ready, keepServing: () => (keepsServing = true) };
}
type Electron = typeof Fake;
interface Run {
  readonly app: Electron['app'];
  readonly electron: Electron;
  readonly told: string[];
  readonly opened: DesktopOptions[];
  readonly ready: () => Promise<void>;
  readonly keepServing: () => void;
}

beforeEach(() => {
  before = listeners.map((name) => process.listeners(name as 'uncaughtException'));
});
afterEach(() => {
  process.argv = argv;
  // The module listens for what nobody caught; the test runner does, too, and must go on to.
  listeners.forEach((name, i) => {
    for (const one of process.listeners(name as 'uncaughtException'))
      if (!before[i]!.includes(one)) process.off(name, one);
  });
});

test('what must come before Electron is ready does, and the module does not wait for it', async () => {
  // `start` would never return if the module awaited Electron, which waits for the module.
  const { app, electron, opened } = await start([]);
  expect(electron.protocol.privileged).toHaveLength(1);
  expect(electron.crashReporter.started).toMatchObject({ uploadToServer: false });
  expect(app.paths['userData']).toBe(join(folder, 'data', 'desktop'));
  expect(opened).toEqual([]);
});

test('the first instance opens the desktop, with the scene that was named', async () => {
  const { opened, ready, app } = await start(['--port', '0', scene]);
  await ready();
  expect(opened[0]!.launch).toEqual({ port: 0, data: join(folder, 'data'), hidden: false, file: scene });
  expect(opened[0]!.releases).toBeNull();
  expect(app.handed).toEqual({ file: scene });
  // Only a release is known to the system as the program for its links.
  expect(app.schemes).toEqual([]);
});

test('a second instance hands its scene over and ends', async () => {
  const { app, opened, ready, electron } = await start([scene], ({ app }) => (app.hasLock = false));
  await ready();
  expect([app.handed, app.quits, opened]).toEqual([{ file: scene }, 1, []]);
  expect(electron.crashReporter.started).toBeNull();
});

test('the first instance opens what a second one hands over, or comes to the front', async () => {
  const { app, told, ready } = await start([]);
  await ready();
  app.emit('second-instance', {}, ['electron', '--odd'], '/', { file: scene });
  app.emit('second-instance', {}, [], '/', { file: null });
  app.emit('activate');
  expect(told).toEqual([`open ${scene}`, 'show', 'show']);
});

test('a scene that the platform names by an event is opened, also before anything is ready', async () => {
  const { app, electron, told, opened, ready } = await start([]);
  const event = new electron.Preventable();
  app.emit('open-file', event, scene);
  expect(event.defaultPrevented).toBe(true);
  await ready();
  expect(opened[0]!.launch.file).toBe(scene);
  app.emit('open-url', event, `dramatis://open?path=${encodeURIComponent(scene)}`);
  app.emit('open-url', event, 'dramatis://open?path=/etc/passwd');
  expect(told).toEqual([`open ${scene}`, 'show']);
});

test('the last window ends the program, unless the server is to go on', async () => {
  const { app, ready, keepServing } = await start([]);
  await ready();
  app.emit('window-all-closed');
  expect(app.quits).toBe(process.platform === 'darwin' ? 0 : 1);
  keepServing();
  app.quits = 0;
  app.emit('window-all-closed');
  expect(app.quits).toBe(0);
});

test('the server is closed before the process ends', async () => {
  const { app, told, ready } = await start([]);
  await ready();
  app.quit();
  expect(app.exits).toEqual([]);
  await sleep(5);
  expect([told, app.exits]).toEqual([['close'], [0]]);
});

test('a command line that is wrong is told in a box', async () => {
  const { app, electron } = await start(['--port=none']);
  expect(electron.dialog.errors).toEqual([expect.stringContaining('--port: "none" is not allowed')]);
  expect(app.exits).toEqual([1]);
});
