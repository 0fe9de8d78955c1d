import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { dirname, join } from 'node:path';
import { app } from 'electron';

/** The switch with which the server starts without a window. */
export const HIDDEN = '--hidden';

/** Whether the server starts, without a window, when the user logs in. */
export function startsAtLogin(): boolean {
  if (process.platform === 'linux') return existsSync(autostartFile());
  return app.getLoginItemSettings({ args: [HIDDEN] }).openAtLogin;
}

export function setStartAtLogin(on: boolean): void {
  if (process.platform !== 'linux') {
    // macOS starts it without arguments and tells it, once it runs, that this was at login.
    app.setLoginItemSettings({ openAtLogin: on, args: [HIDDEN] });
    return;
  }
  // Electron leaves this to the desktop's own convention on Linux (XDG Autostart).
  const file = autostartFile();
  if (!on) {
    rmSync(file, { force: true });
    return;
  }
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, autostartEntry(process.env['APPIMAGE'] ?? process.execPath));
}

/** Whether this very start was the one at login. */
export function wasStartedAtLogin(): boolean {
  return process.platform === 'darwin' && app.getLoginItemSettings().wasOpenedAtLogin;
}

/** @param program an AppImage is started by its file, not by the folder that it unfolds itself into */
export function autostartEntry(program: string): string {
  const quoted = program.replace(/["\\`$]/g, (sign) => `\\${sign}`).replaceAll('%', '%%');
  return [
    '[Desktop Entry]',
    'Type=Application',
    'Name=Dramatis',
    'Comment=Speech server',
    `Exec="${quoted}" ${HIDDEN}`,
    'Icon=dramatis',
    'Terminal=false',
    'X-GNOME-Autostart-enabled=true',
    '',
  ].join('\n');
}

function autostartFile(): string {
  const config = process.env['XDG_CONFIG_HOME'] ?? join(homedir(), '.config');
  return join(config, 'autostart', 'dramatis.desktop');
}
