/**
 * `npm start [-- --headless] [options of the server]`: set-up, build, then the desktop window where there can be one,
 * and otherwise the same server without it. The server runs in this very process, so signals reach it unharmed.
 */
import { spawn } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { root, setUp } from './setup.mjs';

/**
 * Why there can be no desktop window here, or null when there can.
 * @param {string} folder the checkout
 * @param {NodeJS.Platform} platform
 * @param {Readonly<Record<string, string | undefined>>} env
 */
export function desktopObstacle(folder, platform, env) {
  if (!existsSync(join(folder, 'dist', 'main', 'electron.js'))) return 'this version has no desktop shell yet';
  if (!electronBinary(folder)) return 'Electron is not downloaded (npx install-electron does it)';
  if (platform === 'linux' && !env.DISPLAY && !env.WAYLAND_DISPLAY) return 'there is no display';
  return null;
}

/**
 * Electron's own index downloads the binary when it is missing, so it is not asked: its files are.
 * @param {string} folder the checkout
 * @returns {string | null} path of the binary, or null where it was never downloaded
 */
function electronBinary(folder) {
  const package_ = join(folder, 'node_modules', 'electron');
  const pathFile = join(package_, 'path.txt');
  if (!existsSync(pathFile)) return null;
  const binary = join(package_, 'dist', readFileSync(pathFile, 'utf8').trim());
  return existsSync(binary) ? binary : null;
}

/**
 * @param {string} binary
 * @param {readonly string[]} args
 */
function openWindow(binary, args) {
  const child = spawn(binary, [root, ...args], { stdio: 'inherit' });
  for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP']))
    process.on(signal, () => child.kill(signal));
  child.on('exit', (code, signal) => process.exit(signal ? 1 : (code ?? 1)));
  child.on('error', (error) => {
    console.error(`Electron could not be started: ${error.message}`);
    process.exit(1);
  });
}

/**
 * npm gives a SIGTERM to the shell between itself and this process, and that shell dies without passing it on. So the
 * end of the parent counts as one. Not where a person started the script: then it may outlive its shell.
 */
function endWithParent() {
  if (process.env.npm_lifecycle_event !== 'start') return;
  const parent = process.ppid;
  const watch = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(watch);
    process.kill(process.pid, 'SIGTERM');
  }, 100);
  watch.unref();
}

async function start() {
  endWithParent();
  const args = process.argv.slice(2);
  setUp();
  const { buildIfStale } = await import('./build.mjs');
  await buildIfStale();
  const obstacle = args.includes('--headless') ? '' : desktopObstacle(root, process.platform, process.env);
  const binary = obstacle === null ? electronBinary(root) : null;
  if (binary) {
    openWindow(binary, args);
    return;
  }
  if (obstacle) console.error(`No desktop window: ${obstacle}. Going on headless.`);
  await import(pathToFileURL(join(root, 'dist', 'main', 'headless.js')).href);
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) await start();
