/**
 * `npm start [-- --headless] [options of the server]`: set-up, build, then the desktop window where there can be one, and
 * otherwise the same studio in the browser. Then the server runs in this very process, so signals reach it unharmed.
 */
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { fetchElectron } from './electron.mjs';
import { root, setUp } from './setup.mjs';

/**
 * Why there can be no desktop window here, whether Electron is there or not; null when there can be one.
 * @param {string} folder the checkout
 * @param {NodeJS.Platform} platform
 * @param {Readonly<Record<string, string | undefined>>} env
 * @param {number} [user] its number; 0 is root
 */
export function desktopObstacle(folder, platform, env, user = process.getuid?.()) {
  if (!existsSync(join(folder, 'dist', 'main', 'electron.js'))) return 'this version has no desktop shell';
  if (platform === 'linux' && !env.DISPLAY && !env.WAYLAND_DISPLAY) return 'there is no display';
  if (platform === 'linux' && user === 0) return 'Electron does not run as root';
  return null;
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
  if (!args.includes('--headless')) {
    const obstacle = desktopObstacle(root, process.platform, process.env);
    const electron = obstacle === null ? await fetchElectron(root, process.env) : { obstacle };
    if ('binary' in electron) {
      openWindow(electron.binary, args);
      return;
    }
    console.error(`No desktop window: ${electron.obstacle}. The studio opens in a browser, at the address below.`);
    // Read by the headless shell.
    process.argv.push('--open');
  }
  await import(pathToFileURL(join(root, 'dist', 'main', 'headless.js')).href);
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) await start();
