/**
 * The desktop application's main process. One instance for each data folder: a second start hands its file to the first
 * and ends.
 */
import { mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { app, dialog } from 'electron';
import { z } from 'zod';
import { appRoot } from '../app-root.ts';
import { keepCrashReports } from './crashes.ts';
import { openDesktop, type Desktop } from './desktop.ts';
import { LINK_SCHEME, readLaunch, fileOf, type Launch } from './launch.ts';
import { declareScheme } from './protocol.ts';
import { say } from './strings.ts';

/** What a build for release writes into package.json beside what a checkout has. */
const Package = z.object({ dramatis: z.object({ releases: z.url() }).optional() });
/** What a second start hands to the first. */
const Handed = z.object({ file: z.string().nullable() });
/** As in electron-builder.yml: Windows shows notifications only of programs that it knows by it. */
const APP_ID = 'app.dramatis.studio';
/** A server that does not end is left behind after so long. */
const GRACE_MS = 1900;

const log = (line: string): void => void process.stderr.write(`${line}\n`);
/** In a checkout Electron's first argument is the folder. */
const ownArguments = (argv: readonly string[]): readonly string[] => argv.slice(app.isPackaged ? 1 : 2);

async function main(launch: Launch): Promise<void> {
  app.setName('Dramatis');
  const profile = join(launch.data, 'desktop');
  // Electron takes only folders that are there.
  mkdirSync(profile, { recursive: true });
  app.setPath('userData', profile);
  if (process.platform === 'win32') app.setAppUserModelId(APP_ID);
  // Chromium rearranges the arguments that the first instance would see, so it gets what they mean.
  if (!app.requestSingleInstanceLock({ file: launch.file } satisfies z.input<typeof Handed>)) {
    app.quit();
    return;
  }
  const crashes = keepCrashReports(launch.data);
  declareScheme();
  // A Mac names files by an event, which may come before there is anything to open them.
  let desktop: Desktop | null = null;
  let waiting = launch.file;
  const openFile = (file: string | null): void => {
    if (file === null) desktop?.showWindow();
    else if (desktop) desktop.openFile(file);
    else waiting = file;
  };
  app.on('open-file', (event, path) => {
    event.preventDefault();
    openFile(fileOf(path, '/'));
  });
  app.on('open-url', (event, url) => {
    event.preventDefault();
    openFile(fileOf(url, '/'));
  });
  app.on('second-instance', (_event, _argv, _cwd, handed) => openFile(Handed.parse(handed).file));
  app.on('activate', () => desktop?.showWindow());
  app.on('window-all-closed', () => {
    if (process.platform !== 'darwin' && !desktop?.keepsServing) app.quit();
  });
  closeFirst(() => desktop?.close());

  await app.whenReady();
  if (app.isPackaged) app.setAsDefaultProtocolClient(LINK_SCHEME);
  const { dramatis } = Package.parse(JSON.parse(readFileSync(join(appRoot, 'package.json'), 'utf8')));
  const options = { crashes, releases: dramatis?.releases ?? null, log };
  desktop = await openDesktop({ ...options, launch: { ...launch, file: waiting } });
}

/** The windows are gone; the server and the engine end before the process does. */
function closeFirst(close: () => Promise<void> | undefined): void {
  let closed = false;
  app.on('will-quit', (event) => {
    const closing = closed ? undefined : close();
    if (!closing) return;
    event.preventDefault();
    closed = true;
    const late = new Promise((resolve) => setTimeout(resolve, GRACE_MS));
    void Promise.race([closing.catch((error: unknown) => log(String(error))), late]).then(() => app.exit(0));
  });
}

// Not awaited: Electron is ready only when this module has been evaluated. What must come before runs at once.
try {
  main(readLaunch(ownArguments(process.argv), process.cwd())).catch(fail);
} catch (error) {
  fail(error);
}

function fail(error: unknown): void {
  const message = error instanceof Error ? error.message : String(error);
  log(message);
  dialog.showErrorBox(say('start.failed'), message);
  app.exit(1);
}
