import { join } from 'node:path';
import { app, clipboard, dialog, nativeImage, session as sessions, shell, type BrowserWindow } from 'electron';
import { appRoot, studioFolder } from '../app-root.ts';
import { PACK_SOURCES } from '../server/routes/packs.ts';
import { startService, type Service, type ServiceOptions } from '../service.ts';
import { licenceFiles, showAbout, showLicences } from './about.ts';
import { Activity } from './activity.ts';
import { CHANNEL, type Ask, type Session } from './bridge.ts';
import { pickSceneToOpen } from './dialogs.ts';
import { hasInference, unpacked, utilityEngine } from './engine.ts';
import { say } from './strings.ts';
import { ExportWatch } from './exports.ts';
import { Files } from './files.ts';
import { answerPage } from './ipc.ts';
import { VOICE_EXTENSION, type Launch } from './launch.ts';
import { setStartAtLogin, wasStartedAtLogin } from './login.ts';
import { showMenu, type ShellActions } from './menu.ts';
import { Wakefulness } from './power.ts';
import { openPreferences, prefer, type Preferences } from './preferences.ts';
import { APP_ORIGIN, APP_SCHEME, studioFiles } from './protocol.ts';
import { confinePages, confineSession } from './security.ts';
import { Secrets } from './secrets.ts';
import { StudioServer, type RecentScene } from './studio-server.ts';
import { ServerTray, type ServerState } from './tray.ts';
import { lookForUpdate } from './updates.ts';
import { takeInVoice } from './voice-file.ts';
import { openWindow } from './window.ts';

export interface Desktop {
  /** Brings the window to the front, or opens one. */
  readonly showWindow: () => void;
  /** Opens a scene in the studio, or takes a voice into the library, by the full path of its file. */
  readonly openFile: (path: string) => void;
  /** Whether the server goes on without a window. */
  readonly keepsServing: boolean;
  readonly close: () => Promise<void>;
}

export interface DesktopOptions {
  readonly launch: Launch;
  /** Folder of the reports of crashes. */
  readonly crashes: string;
  /** Address that tells the latest release; null where this build knows none. */
  readonly releases: string | null;
  readonly log: (line: string) => void;
}

/** The running application: the server with its engine, and around it a window, a menu and a sign in the tray. */
export async function openDesktop({ launch, crashes, releases, log }: DesktopOptions): Promise<Desktop> {
  const preferences = openPreferences(launch.data);
  const activity = new Activity();
  const service = await serve({
    data: launch.data,
    port: launch.port,
    appOrigins: [APP_ORIGIN],
    spawn: utilityEngine(activity),
    log,
  });
  const base = service.url;
  const session: Session = { token: service.server.launchToken, base };
  const server = new StudioServer(session);
  const files = new Files(launch.data);
  const picture = (name: string): string => unpacked(join(appRoot, 'build', 'shell', name));
  let window: BrowserWindow | null = null;
  let recent: readonly RecentScene[] = [];

  // Before there is any page: who it is, what it may do, and what it can ask.
  confinePages(base, PACK_SOURCES);
  const studio = sessions.defaultSession;
  confineSession(studio, base);
  const folder = studioFolder();
  if (folder === undefined) throw new Error('The studio was not built: npm run build does it.');
  studio.protocol.handle(APP_SCHEME, studioFiles(folder, base));
  answerPage({
    window: () => window,
    session,
    files,
    secrets: new Secrets(launch.data),
    dragIcon: picture('drag.png'),
    log,
  });

  const wakefulness = new Wakefulness();
  const watch = (): void => {
    wakefulness.set(activity.count > 0 || exports.busy);
    tray.update(state());
  };
  const exports = new ExportWatch({
    status: async (id) => server.exportStatus(id),
    window: () => window,
    onBusy: watch,
  });
  const state = (): ServerState => ({
    engine: service.engine.state,
    speaking: activity.count,
    base,
    keepServing: preferences.read().keepServing,
  });

  const showWindow = (): void => {
    if (!window) {
      window = openWindow(preferences, join(appRoot, 'dist', 'preload', 'preload.cjs'), picture('icon.png'));
      window.on('closed', () => (window = null));
    }
    if (window.isMinimized()) window.restore();
    window.show();
    window.focus();
  };
  const ask = (what: Ask): void => {
    showWindow();
    // A page that is still loading has no ear yet: the preload script keeps what comes after it, this what comes before.
    const contents = window!.webContents;
    if (contents.isLoading()) contents.once('did-finish-load', () => contents.send(CHANNEL.ask, what));
    else contents.send(CHANNEL.ask, what);
  };
  const openScene = (path: string): void => {
    files.pick(path);
    ask({ kind: 'open', path });
  };
  const openFile = (path: string): void => {
    if (!path.endsWith(VOICE_EXTENSION)) return openScene(path);
    showWindow();
    takeInVoice(window!, path, server).catch((error: unknown) => log(String(error)));
  };
  const refresh = (): void => {
    const { keepServing, checkForUpdates } = preferences.read();
    showMenu(
      process.platform,
      { recent, keepServing, checkForUpdates: releases === null ? null : checkForUpdates },
      act,
    );
    tray.refresh(state());
  };
  const change = (values: Partial<Preferences>): void => {
    prefer(preferences, values).then(refresh, (error: unknown) => log(String(error)));
  };
  const act: ShellActions = {
    ask,
    showWindow,
    openScene,
    openFromFolder: () => {
      showWindow();
      void pickSceneToOpen(window!, files).then((path) => path !== null && openScene(path));
    },
    // The key in the fragment never leaves the browser, and is good until this server stops.
    openInBrowser: () => void shell.openExternal(`${base}/#k=${session.token}`),
    openDocs: () => void shell.openExternal(`${base}/docs`),
    copyAddress: () => void clipboard.writeText(base),
    setLogin: (on) => {
      setStartAtLogin(on);
      refresh();
    },
    setKeepServing: (on) => change({ keepServing: on }),
    setCheckForUpdates: (on) => change({ checkForUpdates: on }),
    showAbout: () => showAbout(licenceFiles(appRoot), picture('icon.png')),
    showLicences: () => void showLicences(licenceFiles(appRoot)),
    showCrashes: () => void shell.openPath(crashes),
  };
  const tray = new ServerTray(picture(process.platform === 'darwin' ? 'trayTemplate.png' : 'tray.png'), act);
  activity.onChange(watch);

  const readRecent = async (): Promise<void> => {
    recent = await server.recentScenes();
    for (const { path } of recent.slice(0, 1)) app.addRecentDocument(path);
    refresh();
  };
  studio.webRequest.onCompleted(({ url, method }) => {
    if (!url.startsWith(base)) return;
    exports.saw(url).catch((error: unknown) => log(String(error)));
    const { pathname } = new URL(url);
    // A scene was opened or saved.
    if (pathname === '/app/projects/file' && (method === 'GET' || method === 'PUT'))
      readRecent().catch((error: unknown) => log(String(error)));
  });

  await readRecent();
  // The studio opens all the same: scenes can be read and written, and takes that are there can be heard.
  if (!hasInference(appRoot)) dialog.showErrorBox(say('engine.none'), `${process.platform} ${process.arch}`);
  if (process.platform === 'darwin') app.dock?.setIcon(nativeImage.createFromPath(picture('icon.png')));
  const hidden = launch.hidden || wasStartedAtLogin();
  if (!hidden) showWindow();
  if (launch.file !== null) openFile(launch.file);
  if (releases !== null && preferences.read().checkForUpdates)
    lookForUpdate(releases, app.getVersion()).catch((error: unknown) => log(String(error)));

  return {
    showWindow,
    openFile,
    get keepsServing() {
      return hidden || preferences.read().keepServing;
    },
    close: async () => {
      exports.stop();
      wakefulness.release();
      tray.destroy();
      await service.close();
    },
  };
}

/** On the wanted port, or on any that is free where another program has it. */
async function serve(options: ServiceOptions): Promise<Service> {
  try {
    return await startService(options);
  } catch (error) {
    const { code, port } = error as NodeJS.ErrnoException & { port?: number };
    if (code !== 'EADDRINUSE') throw error;
    options.log(`Port ${port} is taken by another program; the server takes one that is free.`);
    return await startService({ ...options, port: 0 });
  }
}
