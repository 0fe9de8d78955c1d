/** Where Electron's binary is, and how it gets there: npm brings the package without it. */
import { spawn } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const RELEASES = 'https://github.com/electron/electron/releases/download/';
/** A network that has not answered by then is none: whoever waits for a window must not wait in vain. */
const REACH_MS = 3000;

/**
 * Electron's own index downloads the binary when it is missing, so it is not asked: its files are.
 * @param {string} folder the checkout
 * @returns {string | null} path of the binary, or null where it was never downloaded
 */
export function electronBinary(folder) {
  const package_ = join(folder, 'node_modules', 'electron');
  const pathFile = join(package_, 'path.txt');
  if (!existsSync(pathFile)) return null;
  const binary = join(package_, 'dist', readFileSync(pathFile, 'utf8').trim());
  return existsSync(binary) ? binary : null;
}

/**
 * Downloads the binary where it is missing and can be had. Electron's installer checks it against the checksums that its
 * package brings.
 * @param {string} folder the checkout
 * @param {Readonly<Record<string, string | undefined>>} env
 * @returns {Promise<{ binary: string } | { obstacle: string }>} the obstacle completes "No desktop window: ..."
 */
export async function fetchElectron(folder, env) {
  const there = electronBinary(folder);
  if (there) return { binary: there };
  const installer = join(folder, 'node_modules', 'electron', 'install.js');
  if (!existsSync(installer)) return { obstacle: 'the package electron is not installed' };
  const from = env.ELECTRON_MIRROR ?? env.npm_config_electron_mirror ?? RELEASES;
  // Behind a proxy only the installer knows the way.
  if (!env.ELECTRON_GET_USE_PROXY && !(await canReach(from, REACH_MS)))
    return {
      obstacle: `Electron is not downloaded, and ${URL.canParse(from) ? new URL(from).host : from} cannot be reached`,
    };
  console.error('Downloading Electron, once (about 120 MB) ...');
  const code = await run(process.execPath, [installer], env);
  const binary = electronBinary(folder);
  return binary && code === 0 ? { binary } : { obstacle: 'Electron could not be downloaded (see above)' };
}

/**
 * Whether a server answers at all; what it answers does not matter.
 * @param {string} url
 * @param {number} within ms
 */
export async function canReach(url, within) {
  try {
    const response = await fetch(url, { method: 'HEAD', redirect: 'manual', signal: AbortSignal.timeout(within) });
    await response.body?.cancel();
    return true;
  } catch {
    return false;
  }
}

/**
 * @param {string} command
 * @param {readonly string[]} args
 * @param {Readonly<Record<string, string | undefined>>} env
 * @returns {Promise<number>} its exit status; 127 where it cannot be started
 */
function run(command, args, env) {
  return new Promise((resolve) => {
    // Standard output stays free for the address of the studio.
    const child = spawn(command, args, { stdio: ['ignore', 2, 2], env: { ...env } });
    child.once('error', () => resolve(127));
    child.once('exit', (code) => resolve(code ?? 1));
  });
}
