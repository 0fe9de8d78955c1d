/**
 * The electron module for tests: it does what the shell needs of it, and writes down what the shell asked for. Each part
 * is held against Electron's own types (`implements Pick<Electron.…>`), so that a call which the real module does not
 * have, or has otherwise, does not compile. The engine's utility process is a real child process.
 */
import { fork, type ChildProcess } from 'node:child_process';
import { EventEmitter } from 'node:events';
import { existsSync } from 'node:fs';
import type * as Electron from 'electron';

/** Something that can be prevented, as Electron's events can. */
export class Preventable {
  defaultPrevented = false;
  preventDefault(): void {
    this.defaultPrevented = true;
  }
}

type AppPart = Pick<
  Electron.App,
  | 'isPackaged'
  | 'name'
  | 'quit'
  | 'exit'
  | 'whenReady'
  | 'setName'
  | 'setPath'
  | 'getVersion'
  | 'getPreferredSystemLanguages'
  | 'requestSingleInstanceLock'
  | 'setAsDefaultProtocolClient'
  | 'getLoginItemSettings'
  | 'setLoginItemSettings'
  | 'addRecentDocument'
  | 'setAboutPanelOptions'
  | 'showAboutPanel'
  | 'setAppUserModelId'
>;

class FakeApp extends EventEmitter implements AppPart {
  isPackaged = false;
  name = 'Dramatis';
  languages = ['en-GB'];
  hasLock = true;
  handed: unknown;
  readonly paths: Record<string, string> = {};
  readonly recent: string[] = [];
  readonly schemes: string[] = [];
  readonly exits: number[] = [];
  login: Electron.Settings = {};
  wasOpenedAtLogin = false;
  about: Electron.AboutPanelOptionsOptions | null = null;
  aboutShown = 0;
  quits = 0;
  private ready: () => void = () => undefined;
  private readiness = new Promise<void>((resolve) => (this.ready = resolve));

  /** What Electron does once the main module has been evaluated. */
  becomeReady(): void {
    this.ready();
  }
  async whenReady(): Promise<void> {
    await this.readiness;
  }
  quit(): void {
    this.quits += 1;
    for (const window of [...FakeWindow.all]) window.close();
    const event = new Preventable();
    this.emit('will-quit', event);
    if (!event.defaultPrevented) this.exit(0);
  }
  exit(code = 0): void {
    this.exits.push(code);
  }
  setName(name: string): void {
    this.name = name;
  }
  setPath(name: string, path: string): void {
    if (!existsSync(path)) throw new Error(`Failed to set path: ${path} does not exist`);
    this.paths[name] = path;
  }
  getVersion(): string {
    return '1.2.3';
  }
  getPreferredSystemLanguages(): string[] {
    return this.languages;
  }
  requestSingleInstanceLock(handed?: Record<string, unknown>): boolean {
    this.handed = handed;
    return this.hasLock;
  }
  setAsDefaultProtocolClient(scheme: string): boolean {
    this.schemes.push(scheme);
    return true;
  }
  getLoginItemSettings(): Electron.LoginItemSettings {
    const openAtLogin = this.login.openAtLogin ?? false;
    return {
      openAtLogin,
      wasOpenedAtLogin: this.wasOpenedAtLogin,
      status: openAtLogin ? 'enabled' : 'not-registered',
      executableWillLaunchAtLogin: openAtLogin,
      launchItems: [],
    };
  }
  setLoginItemSettings(settings: Electron.Settings): void {
    this.login = settings;
  }
  addRecentDocument(path: string): void {
    this.recent.push(path);
  }
  setAboutPanelOptions(options: Electron.AboutPanelOptionsOptions): void {
    this.about = options;
  }
  showAboutPanel(): void {
    this.aboutShown += 1;
  }
  setAppUserModelId(): void {
    // Windows alone shows it anywhere.
  }
}
export const app = new FakeApp();

type ContentsPart = Pick<Electron.WebContents, 'send' | 'isLoading' | 'isDestroyed' | 'reload' | 'startDrag'>;

export class FakeContents extends EventEmitter implements ContentsPart {
  readonly sent: { readonly channel: string; readonly value: unknown }[] = [];
  readonly dragged: Electron.Item[] = [];
  readonly mainFrame = { url: '' };
  loading = false;
  reloads = 0;
  openHandler: ((details: Electron.HandlerDetails) => Electron.WindowOpenHandlerResponse) | null = null;

  send(channel: string, value: unknown): void {
    this.sent.push({ channel, value });
  }
  isLoading(): boolean {
    return this.loading;
  }
  isDestroyed(): boolean {
    return false;
  }
  reload(): void {
    this.reloads += 1;
  }
  startDrag(item: Electron.Item): void {
    this.dragged.push(item);
  }
  setWindowOpenHandler(handler: NonNullable<FakeContents['openHandler']>): void {
    this.openHandler = handler;
  }
}

type WindowPart = Pick<
  Electron.BrowserWindow,
  | 'loadURL'
  | 'show'
  | 'focus'
  | 'isFocused'
  | 'isMinimized'
  | 'restore'
  | 'maximize'
  | 'isMaximized'
  | 'setFullScreen'
  | 'isFullScreen'
  | 'getNormalBounds'
  | 'setBackgroundColor'
  | 'setProgressBar'
  | 'isDestroyed'
  | 'close'
>;

export class FakeWindow extends EventEmitter implements WindowPart {
  static readonly all = new Set<FakeWindow>();
  readonly webContents = new FakeContents();
  readonly progress: number[] = [];
  bounds = { x: 10, y: 20, width: 1000, height: 700 };
  shown = 0;
  focused = false;
  minimized = false;
  maximized = false;
  fullScreen = false;
  destroyed = false;
  color: string | undefined;

  constructor(readonly options: Electron.BrowserWindowConstructorOptions) {
    super();
    FakeWindow.all.add(this);
    app.emit('web-contents-created', new Preventable(), this.webContents);
  }
  async loadURL(url: string): Promise<void> {
    this.webContents.mainFrame.url = url;
    this.emit('ready-to-show');
  }
  show(): void {
    this.shown += 1;
  }
  focus(): void {
    this.focused = true;
  }
  isFocused(): boolean {
    return this.focused;
  }
  isMinimized(): boolean {
    return this.minimized;
  }
  restore(): void {
    this.minimized = false;
  }
  maximize(): void {
    this.maximized = true;
  }
  isMaximized(): boolean {
    return this.maximized;
  }
  setFullScreen(on: boolean): void {
    this.fullScreen = on;
  }
  isFullScreen(): boolean {
    return this.fullScreen;
  }
  getNormalBounds(): Electron.Rectangle {
    return this.bounds;
  }
  setBackgroundColor(color: string): void {
    this.color = color;
  }
  setProgressBar(progress: number): void {
    this.progress.push(progress);
  }
  isDestroyed(): boolean {
    return this.destroyed;
  }
  close(): void {
    if (this.destroyed) return;
    this.emit('close', new Preventable());
    this.destroyed = true;
    FakeWindow.all.delete(this);
    this.emit('closed');
    if (FakeWindow.all.size === 0) app.emit('window-all-closed');
  }
}
export { FakeWindow as BrowserWindow };

type Handler<Name extends keyof Electron.Session> = Electron.Session[Name] extends (
  handler: infer H,
  ...rest: never
) => unknown
  ? NonNullable<H>
  : never;

export class FakeSession {
  permissionRequest: Handler<'setPermissionRequestHandler'> | null = null;
  permissionCheck: Handler<'setPermissionCheckHandler'> | null = null;
  device: Handler<'setDevicePermissionHandler'> | null = null;
  displayMedia: Handler<'setDisplayMediaRequestHandler'> | null = null;
  spellChecker = true;
  beforeRequest: ((details: { url: string }, answer: (response: { cancel?: boolean }) => void) => void) | null = null;
  completed: ((details: { url: string; method: string }) => void) | null = null;
  readonly schemes = new Map<string, (request: Request) => Promise<Response>>();

  readonly webRequest = {
    onBeforeRequest: (listener: NonNullable<FakeSession['beforeRequest']>): void =>
      void (this.beforeRequest = listener),
    onCompleted: (listener: NonNullable<FakeSession['completed']>): void => void (this.completed = listener),
  };
  readonly protocol = {
    handle: (scheme: string, handler: (request: Request) => Promise<Response>): void =>
      void this.schemes.set(scheme, handler),
  };
  setPermissionRequestHandler(handler: FakeSession['permissionRequest']): void {
    this.permissionRequest = handler;
  }
  setPermissionCheckHandler(handler: FakeSession['permissionCheck']): void {
    this.permissionCheck = handler;
  }
  setDevicePermissionHandler(handler: FakeSession['device']): void {
    this.device = handler;
  }
  setDisplayMediaRequestHandler(handler: FakeSession['displayMedia']): void {
    this.displayMedia = handler;
  }
  setSpellCheckerEnabled(on: boolean): void {
    this.spellChecker = on;
  }
}
export const session = { defaultSession: new FakeSession() };

const privileged: Electron.CustomScheme[] = [];
export const protocol = {
  privileged,
  registerSchemesAsPrivileged: (schemes: Electron.CustomScheme[]): void => void privileged.push(...schemes),
} satisfies Partial<Electron.Protocol> & { privileged: unknown };

interface FakeMessage {
  readonly sender: FakeContents;
  readonly senderFrame: { readonly url: string } | null;
  returnValue?: unknown;
}
type Listener = (event: FakeMessage, value?: unknown) => unknown;

class FakeIpcMain {
  readonly handlers = new Map<string, Listener>();
  readonly listeners = new Map<string, Listener>();
  handle(channel: string, listener: Listener): void {
    this.handlers.set(channel, listener);
  }
  on(channel: string, listener: Listener): void {
    this.listeners.set(channel, listener);
  }
  /** As `ipcRenderer.invoke` of a frame. */
  async invoke(from: FakeMessage, channel: string, value?: unknown): Promise<unknown> {
    return this.handlers.get(channel)!(from, value);
  }
  /** As `ipcRenderer.send` or `sendSync` of a frame; gives the return value of the latter. */
  send(from: FakeMessage, channel: string, value?: unknown): unknown {
    const event = { ...from };
    this.listeners.get(channel)!(event, value);
    return event.returnValue;
  }
}
export const ipcMain = new FakeIpcMain();

/** A message from the main frame of a window's page. */
export const fromPage = ({ webContents }: FakeWindow): FakeMessage => ({
  sender: webContents,
  senderFrame: webContents.mainFrame,
});

export const dialog = {
  open: { canceled: true, filePaths: [] } as Electron.OpenDialogReturnValue,
  save: { canceled: true, filePath: '' } as Electron.SaveDialogReturnValue,
  /** Index of the button that the user presses. */
  button: 0,
  asked: [] as Electron.MessageBoxOptions[],
  saveOptions: null as Electron.SaveDialogOptions | null,
  errors: [] as string[],
  async showOpenDialog(): Promise<Electron.OpenDialogReturnValue> {
    return this.open;
  },
  async showSaveDialog(_window: unknown, options: Electron.SaveDialogOptions): Promise<Electron.SaveDialogReturnValue> {
    this.saveOptions = options;
    return this.save;
  },
  async showMessageBox(...all: readonly unknown[]): Promise<Electron.MessageBoxReturnValue> {
    // With a window before them or without.
    this.asked.push(all.at(-1) as Electron.MessageBoxOptions);
    return { response: this.button, checkboxChecked: false };
  },
  showErrorBox(title: string, content: string): void {
    this.errors.push(`${title}: ${content}`);
  },
};

export const shell = {
  revealed: [] as string[],
  opened: [] as string[],
  external: [] as string[],
  showItemInFolder(path: string): void {
    this.revealed.push(path);
  },
  async openPath(path: string): Promise<string> {
    this.opened.push(path);
    return '';
  },
  async openExternal(url: string): Promise<void> {
    this.external.push(url);
  },
} satisfies Partial<Electron.Shell> & Record<'revealed' | 'opened' | 'external', string[]>;

/** A menu is its template here. */
export const Menu = {
  application: null as Electron.MenuItemConstructorOptions[] | null,
  buildFromTemplate: (template: Electron.MenuItemConstructorOptions[]): Electron.MenuItemConstructorOptions[] =>
    template,
  setApplicationMenu(menu: Electron.MenuItemConstructorOptions[]): void {
    this.application = menu;
  },
};

export class FakeTray extends EventEmitter {
  static current: FakeTray | null = null;
  tip = '';
  menu: Electron.MenuItemConstructorOptions[] = [];
  destroyed = false;
  constructor(readonly image: { readonly path: string }) {
    super();
    FakeTray.current = this;
  }
  setToolTip(text: string): void {
    this.tip = text;
  }
  setContextMenu(menu: Electron.MenuItemConstructorOptions[]): void {
    this.menu = menu;
  }
  destroy(): void {
    this.destroyed = true;
  }
}
export { FakeTray as Tray };

export class FakeNotification extends EventEmitter {
  static readonly shown: FakeNotification[] = [];
  static isSupported = (): boolean => true;
  constructor(readonly options: Electron.NotificationConstructorOptions) {
    super();
  }
  show(): void {
    FakeNotification.shown.push(this);
  }
}
export { FakeNotification as Notification };

export const nativeImage = {
  createFromPath: (path: string): { path: string; setTemplateImage: () => void } => ({
    path,
    setTemplateImage: () => undefined,
  }),
};

class FakeTheme extends EventEmitter implements Pick<Electron.NativeTheme, 'shouldUseDarkColors' | 'themeSource'> {
  shouldUseDarkColors = false;
  themeSource: Electron.NativeTheme['themeSource'] = 'system';
}
export const nativeTheme = new FakeTheme();

export const screen = {
  displays: [{ workArea: { x: 0, y: 0, width: 1920, height: 1080 } }],
  getAllDisplays(): { workArea: Electron.Rectangle }[] {
    return this.displays;
  },
};

export const powerSaveBlocker = {
  active: new Map<number, string>(),
  next: 1,
  start(type: 'prevent-app-suspension' | 'prevent-display-sleep'): number {
    this.active.set(this.next, type);
    return this.next++;
  },
  stop(id: number): boolean {
    return this.active.delete(id);
  },
};

/** Turns the text around; nobody's secret is safe with it, but it is not what was given. */
const turned = (text: string): string => [...text].reverse().join('');
export const safeStorage = {
  available: true,
  backend: 'gnome_libsecret' as ReturnType<Electron.SafeStorage['getSelectedStorageBackend']>,
  getSelectedStorageBackend(): ReturnType<Electron.SafeStorage['getSelectedStorageBackend']> {
    return this.backend;
  },
  async isAsyncEncryptionAvailable(): Promise<boolean> {
    return this.available;
  },
  async encryptStringAsync(text: string): Promise<Buffer> {
    return Buffer.from(`locked:${turned(text)}`);
  },
  async decryptStringAsync(bytes: Buffer): Promise<{ shouldReEncrypt: boolean; result: string }> {
    const text = bytes.toString();
    if (!text.startsWith('locked:')) throw new Error('not ours');
    return { shouldReEncrypt: false, result: turned(text.slice('locked:'.length)) };
  },
};

export const systemPreferences = {
  granted: true,
  async askForMediaAccess(): Promise<boolean> {
    return this.granted;
  },
};
export const clipboard = {
  text: '',
  async writeText(text: string): Promise<void> {
    this.text = text;
  },
};
export const crashReporter = {
  started: null as Electron.CrashReporterStartOptions | null,
  start(options: Electron.CrashReporterStartOptions): void {
    this.started = options;
  },
};
export const net = {
  asked: [] as string[],
  answer: (): Response => new Response(null, { status: 404 }),
  async fetch(url: string): Promise<Response> {
    this.asked.push(url);
    return this.answer();
  },
};

class FakeUtilityProcess extends EventEmitter implements Pick<Electron.UtilityProcess, 'kill' | 'postMessage' | 'pid'> {
  pid: number | undefined;
  readonly stderr: NodeJS.ReadableStream | null;
  constructor(private readonly child: ChildProcess) {
    super();
    this.pid = child.pid;
    this.stderr = child.stderr;
    child.on('message', (message) => this.emit('message', message));
    child.once('exit', (code) => this.emit('exit', code ?? 1));
  }
  postMessage(message: unknown): void {
    this.child.send(message as object, () => undefined);
  }
  kill(): boolean {
    return this.child.kill('SIGTERM');
  }
}

export const utilityProcess = {
  /** Started in place of whatever the shell names. */
  instead: null as string | null,
  forks: [] as { readonly path: string; readonly options: Electron.ForkOptions | undefined }[],
  fork(path: string, _args?: string[], options?: Electron.ForkOptions): FakeUtilityProcess {
    this.forks.push({ path, options });
    return new FakeUtilityProcess(
      fork(this.instead ?? path, [], {
        execArgv: [],
        serialization: 'advanced',
        stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
      }),
    );
  },
};

/** The page's side, for the preload script. */
export const exposed: Record<string, unknown> = {};
export const contextBridge = {
  exposeInMainWorld: (name: string, api: unknown): void => void (exposed[name] = api),
};
class FakeIpcRenderer extends EventEmitter {
  readonly calls: {
    readonly how: 'invoke' | 'send' | 'sendSync';
    readonly channel: string;
    readonly value: unknown;
  }[] = [];
  session: unknown = { token: 'key-of-the-launch', base: 'http://127.0.0.1:1' };
  sendSync(channel: string): unknown {
    this.calls.push({ how: 'sendSync', channel, value: undefined });
    return this.session;
  }
  async invoke(channel: string, value?: unknown): Promise<null> {
    this.calls.push({ how: 'invoke', channel, value });
    return null;
  }
  send(channel: string, value?: unknown): void {
    this.calls.push({ how: 'send', channel, value });
  }
}
export const ipcRenderer = new FakeIpcRenderer();
