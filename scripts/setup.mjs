/**
 * Set-up of a checkout, shared by `npm start`, `npm test` and `npm run build`. It runs before any package is there,
 * so it may import nothing but Node itself.
 */
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

/** The repository's root folder. */
export const root = dirname(dirname(fileURLToPath(import.meta.url)));

const NODE_MINIMUM = [20, 19];

/**
 * Leaves `node_modules` as `package-lock.json` says. Does nothing, and needs no network, when it is so already.
 * @param {string} [folder] the checkout
 */
export function setUp(folder = root) {
  checkNode(process.versions.node);
  const lock = readFileSync(join(folder, 'package-lock.json'), 'utf8');
  const stamp = join(folder, 'node_modules', '.dramatis-lock');
  const hash = createHash('sha256').update(lock).digest('hex');
  if (readIfThere(stamp) === hash) return;
  // npm's own record of what it installed: a developer who ran `npm install` by hand is not made to wait again.
  const installed = readIfThere(join(folder, 'node_modules', '.package-lock.json'));
  if (installed === null || !isComplete(lock, installed)) installPackages(folder);
  writeFileSync(stamp, hash);
}

/**
 * Whether an installation has every package of the lock file at its version. Optional packages may be absent: most of
 * them are binaries for other platforms.
 * @param {string} lock text of package-lock.json
 * @param {string} installed text of node_modules/.package-lock.json
 */
export function isComplete(lock, installed) {
  const there = readPackages(installed);
  return Object.entries(readPackages(lock)).every(([path, wanted]) => {
    if (path === '') return true;
    const found = there[path];
    if (!found) return wanted.optional === true;
    return found.version === wanted.version && found.integrity === wanted.integrity;
  });
}

/**
 * @typedef {{ version?: string, integrity?: string, optional?: boolean }} LockedPackage
 * @param {string} lock text of a lock file
 * @returns {Record<string, LockedPackage>} by path in the checkout, as `node_modules/zod`
 */
function readPackages(lock) {
  return /** @type {{ packages: Record<string, LockedPackage> }} */ (JSON.parse(lock)).packages;
}

/** @param {string} version of Node, as `20.19.0` */
function checkNode(version) {
  const [major = 0, minor = 0] = version.split('.').map(Number);
  const [needMajor = 0, needMinor = 0] = NODE_MINIMUM;
  if (major > needMajor || (major === needMajor && minor >= needMinor)) return;
  stop(`Dramatis needs Node ${NODE_MINIMUM.join('.')} or newer; this is Node ${version} (${process.execPath}).`);
}

/** @param {string} folder */
function installPackages(folder) {
  console.error('Installing packages (npm ci) ...');
  // The npm that started us, if it is one: on some machines it is the only one that works.
  const npm = process.env.npm_execpath;
  const viaNode = npm?.endsWith('npm-cli.js') ? [npm] : [];
  const command = viaNode.length > 0 ? process.execPath : 'npm';
  const result = spawnSync(command, [...viaNode, 'ci', '--no-audit', '--no-fund', '--loglevel=error'], {
    cwd: folder,
    // Standard output stays free for what the command that needs the set-up prints.
    stdio: ['ignore', 2, 2],
    shell: process.platform === 'win32' && command === 'npm',
    // onnxruntime-node brings its CPU binaries along; its script would fetch CUDA libraries, which are not used here.
    env: { ...process.env, ONNXRUNTIME_NODE_INSTALL: 'skip' },
  });
  if (result.error) stop(`npm could not be started: ${result.error.message}`);
  if (result.status !== 0) stop('The packages could not be installed: see the message of npm above.');
}

/** @param {string} path */
function readIfThere(path) {
  return existsSync(path) ? readFileSync(path, 'utf8') : null;
}

/**
 * @param {string} message
 * @returns {never}
 */
function stop(message) {
  console.error(message);
  process.exit(1);
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) setUp();
