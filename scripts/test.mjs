/**
 * `npm test`: everything that says whether this checkout is sound, in one command, from a fresh clone. Every step runs
 * even when one before it failed; the runners' own summaries are printed again at the end.
 */
import { spawn, spawnSync } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { root, setUp } from './setup.mjs';

/** Commands that tests call, and the Debian package that brings each. */
const COMMANDS = {
  ffmpeg: 'ffmpeg',
  ffprobe: 'ffmpeg',
  opusinfo: 'opus-tools',
  'espeak-ng': 'espeak-ng',
  flite: 'flite',
  python3: 'python3',
};
/** Python modules that the tests of the training recipe need, and their Debian packages. */
const MODULES = { numpy: 'python3-numpy', scipy: 'python3-scipy', pytest: 'python3-pytest' };
/** Python leaves nothing of its own in the tree. */
const ENVIRONMENT = { ...process.env, PYTHONDONTWRITEBYTECODE: '1' };
const BROWSERS = ['chromium', 'chromium-browser', 'google-chrome'];

/**
 * @typedef {object} Step
 * @property {string} name
 * @property {string[]} command
 * @property {string} [folder] where it runs, when not in the root
 * @property {RegExp | null} summary lines to repeat at the end
 */

/** @returns {Step[]} the steps that this checkout has */
function steps() {
  const bin = (/** @type {string} */ name) => join(root, 'node_modules', '.bin', name);
  /** @type {Step[]} */
  const list = [
    { name: 'types', command: [bin('tsc'), '-b'], summary: null },
    { name: 'lint', command: [bin('eslint'), '.'], summary: null },
    { name: 'format', command: [bin('prettier'), '--check', '--log-level=warn', '.'], summary: null },
    { name: 'layers', command: [bin('tsx'), 'scripts/check-layers.ts'], summary: null },
    { name: 'build', command: [process.execPath, 'scripts/build.mjs'], summary: null },
  ];
  const python = pythonWith(Object.keys(MODULES));
  if (hasFiles('models/training/tests', /^test_.*\.py$/)) {
    if (python) {
      const command = [python, '-m', 'pytest', '-q', '-p', 'no:cacheprovider', 'tests'];
      list.push({
        name: 'pytest',
        command,
        folder: 'models/training',
        summary: /\b(passed|failed|error|skipped|no tests ran)\b.* in /,
      });
    } else {
      warn('SKIPPED: the tests of models/training. They need python3 with numpy, scipy and pytest.');
    }
  }
  if (hasFiles('test/e2e', /\.spec\.ts$/)) {
    list.push({
      name: 'playwright',
      command: [bin('playwright'), 'test'],
      summary: /^\s+\d+ (passed|failed|flaky|skipped)/,
    });
  }
  const summary = /^\s*(Test Files|Tests|Duration) /;
  list.push({ name: 'vitest', command: [bin('vitest'), 'run'], summary });
  return list;
}

/** Installs on Debian what is missing, where that needs no password; says what to do elsewhere. */
function installTools() {
  const missing = new Set(Object.entries(COMMANDS).flatMap(([name, pkg]) => (hasCommand(name) ? [] : [pkg])));
  if (hasFiles('models/training/tests', /^test_.*\.py$/) && !pythonWith(Object.keys(MODULES))) {
    for (const pkg of Object.values(MODULES)) missing.add(pkg);
  }
  if (hasFiles('test/e2e', /\.spec\.ts$/) && !BROWSERS.some(hasCommand)) missing.add('chromium');
  if (missing.size === 0) return;
  const packages = [...missing];
  const isRoot = process.getuid?.() === 0;
  const command = isRoot ? 'env' : 'sudo';
  const before = [...(isRoot ? [] : ['-n', 'env']), 'DEBIAN_FRONTEND=noninteractive', 'apt-get', '-q', '-y'];
  const mayInstall = hasCommand('apt-get') && (isRoot || spawnSync('sudo', ['-n', 'true']).status === 0);
  if (!mayInstall) {
    warn(
      `These are missing, and the tests that need them will fail: ${packages.join(', ')} (names of Debian packages).`,
    );
    return;
  }
  console.log(`Installing ${packages.join(', ')} ...`);
  for (const args of [['update'], ['install', '--no-install-recommends', ...packages]]) {
    const result = spawnSync(command, [...before, ...args], { encoding: 'utf8' });
    if (result.status !== 0) warn(`apt-get ${args.join(' ')} failed:\n${result.stderr}`);
  }
}

/**
 * The first Python that has the modules: Debian's own is asked too, because its packages are invisible to others.
 * @param {readonly string[]} modules
 */
function pythonWith(modules) {
  const probe = `import ${modules.join(', ')}`;
  return ['python3', '/usr/bin/python3'].find((python) => spawnSync(python, ['-c', probe]).status === 0);
}

/** @param {string} name */
function hasCommand(name) {
  return (process.env.PATH ?? '').split(':').some((folder) => existsSync(join(folder, name)));
}

/**
 * @param {string} folder
 * @param {RegExp} pattern
 */
function hasFiles(folder, pattern) {
  return existsSync(join(root, folder)) && readdirSync(join(root, folder)).some((name) => pattern.test(name));
}

/** @param {string} message */
function warn(message) {
  console.warn(`\n!! ${message}\n`);
}

/**
 * Runs one step; what it prints goes through.
 * @param {Step} step
 * @returns {Promise<{ ok: boolean, seconds: number, summary: string[] }>}
 */
async function run({ command: [program = '', ...args], folder = '.', summary }) {
  const start = performance.now();
  const child = spawn(program, args, {
    cwd: join(root, folder),
    env: ENVIRONMENT,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let output = '';
  child.stdout.on('data', (/** @type {Buffer} */ data) => {
    process.stdout.write(data);
    output += data.toString();
  });
  const code = await new Promise((resolve, reject) => child.on('error', reject).on('close', resolve));
  const lines = summary
    ? stripVTControlCharacters(output)
        .split('\n')
        .filter((line) => summary.test(line))
    : [];
  return { ok: code === 0, seconds: (performance.now() - start) / 1000, summary: lines };
}

setUp();
installTools();
const verdicts = [];
const summaries = [];
let failed = false;
for (const step of steps()) {
  console.log(`\n== ${step.name}`);
  const { ok, seconds, summary } = await run(step);
  failed ||= !ok;
  verdicts.push(`${ok ? 'ok    ' : 'FAILED'} ${step.name.padEnd(10)} ${seconds.toFixed(1).padStart(6)} s`);
  summaries.push(...summary);
}
// The runners' words come last: they say how many tests there were.
console.log(['\n== summary', ...verdicts, ...summaries].join('\n'));
process.exitCode = failed ? 1 : 0;
