import { spawn } from 'node:child_process';

/** The program that opens an address in the default browser, or null where nobody would see it. */
export function browserCommand(
  url: string,
  platform: NodeJS.Platform = process.platform,
  env: NodeJS.ProcessEnv = process.env,
): readonly [program: string, ...args: string[]] | null {
  switch (platform) {
    case 'darwin':
      return ['open', url];
    case 'win32':
      // Not `start`: the shell would take the ends of words in the address for its own.
      return ['rundll32', 'url.dll,FileProtocolHandler', url];
    default:
      return env['DISPLAY'] || env['WAYLAND_DISPLAY'] ? ['xdg-open', url] : null;
  }
}

/** Tries to open the default browser. The address is printed anyhow, so that a failure costs no more than a click. */
export function openInBrowser(url: string): void {
  const command = browserCommand(url);
  if (!command) return;
  const [program, ...args] = command;
  const child = spawn(program, args, { stdio: 'ignore', detached: true });
  child.once('error', () => undefined);
  child.unref();
}
