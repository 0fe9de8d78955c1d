import { app, Menu, nativeImage, Tray } from 'electron';
import type { EngineState } from '../engine-host/index.ts';
import { serverSwitches, type ShellActions } from './menu.ts';
import { say, type ShellString } from './strings.ts';

export interface ServerState {
  readonly engine: EngineState;
  /** Requests that are being spoken. */
  readonly speaking: number;
  readonly base: string;
  readonly keepServing: boolean;
}

/** What the tray says of the server. */
export function stateLine({ engine, speaking, base }: ServerState): string {
  const word: ShellString =
    engine === 'ready'
      ? speaking > 0
        ? 'tray.speaking'
        : 'tray.ready'
      : engine === 'failed' || engine === 'stopped'
        ? 'tray.failed'
        : 'tray.starting';
  return `${say(word)} · ${base.replace('http://', '')}`;
}

/** The server's sign in the tray: its state, its address and its switches. */
export class ServerTray {
  private readonly tray: Tray;
  private shown = '';

  /** @param icon path of a picture of 16 points (with a `@2x` beside it); a template picture on a Mac */
  constructor(
    icon: string,
    private readonly act: ShellActions,
  ) {
    const image = nativeImage.createFromPath(icon);
    if (process.platform === 'darwin') image.setTemplateImage(true);
    this.tray = new Tray(image);
    // A Mac opens the menu at a click; elsewhere a click means the window.
    if (process.platform !== 'darwin') this.tray.on('click', () => act.showWindow());
  }

  update(state: ServerState): void {
    const line = stateLine(state);
    const what = `${line} ${state.keepServing}`;
    // A menu that is open is closed by a new one.
    if (what === this.shown) return;
    this.shown = what;
    this.tray.setToolTip(`Dramatis: ${line}`);
    this.tray.setContextMenu(
      Menu.buildFromTemplate([
        { label: line, enabled: false },
        { type: 'separator' },
        { label: say('tray.open'), click: () => this.act.showWindow() },
        { label: say('server.browser'), click: () => this.act.openInBrowser() },
        { label: say('server.copy'), click: () => this.act.copyAddress() },
        { type: 'separator' },
        ...serverSwitches(state, this.act),
        { type: 'separator' },
        { label: say('app.quit'), click: () => app.quit() },
      ]),
    );
  }

  /** Shows the switches as they are now. */
  refresh(state: ServerState): void {
    this.shown = '';
    this.update(state);
  }

  destroy(): void {
    this.tray.destroy();
  }
}
