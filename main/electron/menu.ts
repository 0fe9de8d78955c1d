import { app, Menu, type MenuItemConstructorOptions } from 'electron';
import type { Ask } from './bridge.ts';
import { startsAtLogin } from './login.ts';
import { say, type ShellString } from './strings.ts';
import type { RecentScene } from './studio-server.ts';

/** What the menus can do beside the studio's own commands. */
export interface ShellActions {
  ask(ask: Ask): void;
  openFromFolder(): void;
  openScene(path: string): void;
  showWindow(): void;
  openInBrowser(): void;
  openDocs(): void;
  copyAddress(): void;
  setLogin(on: boolean): void;
  setKeepServing(on: boolean): void;
  setCheckForUpdates(on: boolean): void;
  showLicences(): void;
  showAbout(): void;
  showCrashes(): void;
}

export interface MenuState {
  readonly recent: readonly RecentScene[];
  readonly keepServing: boolean;
  /** null: this build knows no place where releases are. */
  readonly checkForUpdates: boolean | null;
}

type Item = MenuItemConstructorOptions;
const LINE: Item = { type: 'separator' };

/** The menu of the application, in the order and with the names that each platform is used to. */
export function menuTemplate(platform: NodeJS.Platform, state: MenuState, act: ShellActions): Item[] {
  const mac = platform === 'darwin';
  /**
   * A command of the studio. Its key is shown here and handled by the page, which knows where the cursor is; on a Mac
   * the page is asked first anyway.
   */
  const command = (label: ShellString, id: string, accelerator?: string): Item => ({
    id,
    label: say(label),
    ...(accelerator === undefined ? {} : { accelerator, registerAccelerator: false }),
    click: () => act.ask({ kind: 'command', id }),
  });
  const recent: Item = mac
    ? { label: say('file.recent'), role: 'recentDocuments', submenu: [{ role: 'clearRecentDocuments' }] }
    : { label: say('file.recent'), submenu: recentItems(state.recent, act) };
  const file: Item = {
    label: say('file.menu'),
    submenu: [
      command('file.new', 'new', 'Alt+N'),
      command('file.projects', 'open', 'CmdOrCtrl+O'),
      { label: say('file.open'), accelerator: 'CmdOrCtrl+Shift+O', click: () => act.openFromFolder() },
      recent,
      LINE,
      command('file.save', 'save', 'CmdOrCtrl+S'),
      command('file.saveAs', 'saveAs', 'CmdOrCtrl+Shift+S'),
      { label: say('file.saveTo'), accelerator: 'CmdOrCtrl+Alt+S', click: () => act.ask({ kind: 'saveTo' }) },
      LINE,
      command('file.import', 'import', 'CmdOrCtrl+I'),
      command('file.export', 'export', 'CmdOrCtrl+E'),
      LINE,
      mac ? { role: 'close' } : { role: 'quit', label: say('app.quit') },
    ],
  };
  const edit: Item = {
    label: say('edit.menu'),
    submenu: [
      command('edit.undo', 'undo', 'CmdOrCtrl+Z'),
      command('edit.redo', 'redo', 'CmdOrCtrl+Shift+Z'),
      LINE,
      { role: 'cut' },
      { role: 'copy' },
      { role: 'paste' },
      { role: 'pasteAndMatchStyle' },
      { role: 'selectAll' },
      LINE,
      command('edit.find', 'find', 'CmdOrCtrl+F'),
    ],
  };
  const play: Item = {
    label: say('play.menu'),
    submenu: [
      command('play.scene', 'play', 'CmdOrCtrl+Shift+Enter'),
      command('play.start', 'playStart', 'CmdOrCtrl+Alt+Enter'),
      command('play.line', 'playLine', 'CmdOrCtrl+Enter'),
      command('play.pause', 'pause', 'CmdOrCtrl+.'),
      LINE,
      command('play.take', 'newTake', 'Alt+Enter'),
      command('play.renderAll', 'renderAll', 'Alt+R'),
    ],
  };
  const view: Item = {
    label: say('view.menu'),
    submenu: [
      command('view.palette', 'palette', 'CmdOrCtrl+K'),
      LINE,
      command('view.cast', 'cast', 'Alt+C'),
      command('view.line', 'line', 'Alt+V'),
      command('view.check', 'check', 'Alt+K'),
      LINE,
      command('view.voices', 'voices', 'Alt+S'),
      command('view.models', 'models'),
      ...(mac ? [] : [command('app.settings', 'settings', 'CmdOrCtrl+,')]),
      LINE,
      { role: 'resetZoom' },
      { role: 'zoomIn' },
      { role: 'zoomOut' },
      LINE,
      { role: 'togglefullscreen' },
      ...(app.isPackaged ? [] : [LINE, { role: 'toggleDevTools' } as Item]),
    ],
  };
  const server: Item = {
    label: say('server.menu'),
    submenu: [
      { label: say('server.browser'), click: () => act.openInBrowser() },
      { label: say('server.docs'), click: () => act.openDocs() },
      { label: say('server.copy'), click: () => act.copyAddress() },
      LINE,
      ...serverSwitches(state, act),
    ],
  };
  const help: Item = {
    role: 'help',
    label: say('help.menu'),
    submenu: [
      command('help.shortcuts', 'shortcuts', 'CmdOrCtrl+/'),
      { label: say('app.licences'), click: () => act.showLicences() },
      { label: say('help.crashes'), click: () => act.showCrashes() },
      ...(state.checkForUpdates === null
        ? []
        : [
            {
              label: say('help.updates'),
              type: 'checkbox',
              checked: state.checkForUpdates,
              click: ({ checked }) => act.setCheckForUpdates(checked),
            } satisfies Item,
          ]),
      ...(mac ? [] : [LINE, { label: say('app.about'), click: () => act.showAbout() }]),
    ],
  };
  const appMenu: Item = {
    label: app.name,
    submenu: [
      { label: say('app.about'), click: () => act.showAbout() },
      LINE,
      command('app.settings', 'settings', 'CmdOrCtrl+,'),
      LINE,
      { role: 'services' },
      LINE,
      { role: 'hide', label: say('app.hide') },
      { role: 'hideOthers' },
      { role: 'unhide' },
      LINE,
      { role: 'quit', label: say('app.quit') },
    ],
  };
  return [
    ...(mac ? [appMenu] : []),
    file,
    edit,
    play,
    view,
    server,
    ...(mac ? [{ role: 'windowMenu' } as Item] : []),
    help,
  ];
}

/** The two switches of the server, for the menu and for the tray. */
export function serverSwitches({ keepServing }: Pick<MenuState, 'keepServing'>, act: ShellActions): Item[] {
  return [
    {
      label: say('server.login'),
      type: 'checkbox',
      checked: startsAtLogin(),
      click: ({ checked }) => act.setLogin(checked),
    },
    {
      label: say('server.keep'),
      type: 'checkbox',
      checked: keepServing,
      click: ({ checked }) => act.setKeepServing(checked),
    },
  ];
}

function recentItems(recent: readonly RecentScene[], act: ShellActions): Item[] {
  if (recent.length === 0) return [{ label: say('file.recent.none'), enabled: false }];
  return recent.map(({ path, title }) => ({
    // An ampersand would mark the next letter as the item's key.
    label: (title === '' ? path : title).replaceAll('&', '&&'),
    sublabel: path,
    click: () => act.openScene(path),
  }));
}

export function showMenu(platform: NodeJS.Platform, state: MenuState, act: ShellActions): void {
  Menu.setApplicationMenu(Menu.buildFromTemplate(menuTemplate(platform, state, act)));
}
