import { BrowserWindow, nativeTheme, screen, type BrowserWindowConstructorOptions, type Rectangle } from 'electron';
import { APP_PAGE } from './protocol.ts';
import { prefer, type Bounds, type PreferenceFile, type Preferences } from './preferences.ts';

const SIZE = { width: 1360, height: 860 };
const SMALLEST = { minWidth: 900, minHeight: 560 };
/** Of a window's title bar so much must be on a screen that a hand can take hold of it. */
const GRIP = { width: 120, height: 40 };
const SAVE_AFTER_MS = 400;
/** As in renderer/styles/tokens.css, so that nothing flashes before the first paint. */
const BACKGROUND = { light: '#fdfcf9', dark: '#191614' };

/** How the studio's window is made. Its page is a stranger to the machine: isolated, sandboxed, without Node. */
export function windowOptions(
  preferences: Preferences,
  displays: readonly Rectangle[],
  preload: string,
  icon: string,
): BrowserWindowConstructorOptions {
  return {
    ...SIZE,
    ...reachable(preferences.bounds, displays),
    ...SMALLEST,
    show: false,
    title: 'Dramatis',
    icon,
    backgroundColor: background(),
    webPreferences: {
      preload,
      contextIsolation: true,
      sandbox: true,
      nodeIntegration: false,
      nodeIntegrationInWorker: false,
      nodeIntegrationInSubFrames: false,
      webSecurity: true,
      allowRunningInsecureContent: false,
      webviewTag: false,
      navigateOnDragDrop: false,
      safeDialogs: true,
      spellcheck: false,
    },
  };
}

/** Opens the studio, where it was the last time, and remembers where it goes. */
export function openWindow(preferences: PreferenceFile, preload: string, icon: string): BrowserWindow {
  const remembered = preferences.read();
  const displays = screen.getAllDisplays().map(({ workArea }) => workArea);
  const window = new BrowserWindow(windowOptions(remembered, displays, preload, icon));
  window.once('ready-to-show', () => {
    if (remembered.maximized) window.maximize();
    if (remembered.fullScreen) window.setFullScreen(true);
    window.show();
  });
  remember(window, preferences);
  followTheme(window);
  bringBack(window);
  void window.loadURL(APP_PAGE);
  return window;
}

/** The bounds, when the screens of today still show enough of them; nothing otherwise. */
export function reachable(bounds: Bounds | null, displays: readonly Rectangle[]): Partial<Bounds> {
  if (!bounds) return {};
  const overlap = (start: number, length: number, from: number, size: number): number =>
    Math.min(start + length, from + size) - Math.max(start, from);
  const seen = displays.some(
    (area) =>
      overlap(bounds.x, bounds.width, area.x, area.width) >= GRIP.width &&
      overlap(bounds.y, GRIP.height, area.y, area.height) >= GRIP.height / 2,
  );
  return seen ? bounds : { width: bounds.width, height: bounds.height };
}

function remember(window: BrowserWindow, preferences: PreferenceFile): void {
  let timer: NodeJS.Timeout | undefined;
  const save = (): void => {
    clearTimeout(timer);
    if (window.isDestroyed()) return;
    const state = {
      bounds: window.getNormalBounds(),
      maximized: window.isMaximized(),
      fullScreen: window.isFullScreen(),
    };
    // Losing it costs a person a second; stopping for it would cost them the window.
    prefer(preferences, state).catch(() => undefined);
  };
  const soon = (): void => {
    clearTimeout(timer);
    timer = setTimeout(save, SAVE_AFTER_MS);
  };
  window.on('resize', soon);
  window.on('move', soon);
  window.on('close', save);
  window.on('closed', () => clearTimeout(timer));
}

const background = (): string => (nativeTheme.shouldUseDarkColors ? BACKGROUND.dark : BACKGROUND.light);

function followTheme(window: BrowserWindow): void {
  const follow = (): void => window.setBackgroundColor(background());
  nativeTheme.on('updated', follow);
  window.on('closed', () => void nativeTheme.off('updated', follow));
}

/** A page whose process died is loaded again; its edits are in the journal. One that dies at once stays gone. */
function bringBack(window: BrowserWindow): void {
  let last = -Infinity;
  window.webContents.on('render-process-gone', (_event, { reason }) => {
    const now = performance.now();
    if (reason === 'clean-exit' || now - last < 10_000) return;
    last = now;
    window.webContents.reload();
  });
}
