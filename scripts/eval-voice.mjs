/**
 * `npm run eval:voice [-- --sentences 60 --voices slt,rms --work DIR ...]`: measures the voices of the starter pack
 * beside their teachers, espeak-ng and flite, and writes models/starter/EVALUATION.md and evaluation.json.
 * Ends with 1 when the voices miss their bars. Options: `python -m evaluate.evaluation --help` in models/training.
 */
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { root, setUp } from './setup.mjs';

const training = join(root, 'models', 'training');
const requirements = join(training, 'evaluate', 'requirements.txt');
const modules = ['numpy', 'scipy', 'matplotlib', 'pocketsphinx'];
const programs = { 'espeak-ng': 'espeak-ng', flite: 'flite' };

/**
 * Runs a program in models/training with its output on the terminal.
 * @param {string} command
 * @param {readonly string[]} args
 * @returns {number} its exit status; 127 where it cannot be started
 */
function run(command, args) {
  const result = spawnSync(command, args, { cwd: training, stdio: 'inherit' });
  return result.error ? 127 : (result.status ?? 1);
}

/**
 * @param {string} command
 * @param {readonly string[]} args
 * @param {string} otherwise what to say when it fails
 */
function must(command, args, otherwise) {
  if (run(command, args) === 0) return;
  console.error(otherwise);
  process.exit(2);
}

/** @param {string} python */
function hasModules(python) {
  const result = spawnSync(python, ['-c', `import ${modules.join(', ')}`], { stdio: 'ignore' });
  return result.status === 0;
}

/**
 * A Python with what the measures need: the system's if it has it, else one of our own in the work folder.
 * @param {string} work
 */
function findPython(work) {
  const own = join(work, '.venv', 'bin', 'python');
  const found = ['python3', own].find(hasModules);
  if (found) return found;
  console.error(`Installing ${modules.join(', ')} into ${join(work, '.venv')} ...`);
  must('python3', ['-m', 'venv', join(work, '.venv')], 'Python 3.11 or newer with venv is needed (python3-venv).');
  must(
    own,
    ['-m', 'pip', 'install', '--quiet', '-r', requirements],
    'pip could not install what is needed: see above.',
  );
  return own;
}

function installPrograms() {
  const missing = Object.entries(programs)
    .filter(([program]) => spawnSync(program, ['--version'], { stdio: 'ignore' }).error)
    .map(([, name]) => name);
  if (missing.length === 0) return;
  const how = `apt-get install ${missing.join(' ')}`;
  if (process.getuid?.() !== 0) {
    console.error(`These programs are measured too and are not there; as root: ${how}`);
    process.exit(2);
  }
  run('apt-get', ['update', '-qq']);
  must('apt-get', ['install', '-y', '--no-install-recommends', ...missing], `Failed: ${how}`);
}

const args = process.argv.slice(2);
const given = args.indexOf('--work');
const work = resolve(given >= 0 ? (args[given + 1] ?? '') : join(training, 'work'));
const rest = given >= 0 ? args.toSpliced(given, 2) : args;

setUp();
if (!existsSync(join(root, 'models', 'starter', 'pack.json'))) {
  console.error('models/starter holds no pack yet: models/training/README.md says how it is made.');
  process.exit(2);
}
installPrograms();
const python = findPython(work);
const asRoot = process.getuid?.() === 0 ? ['--install'] : [];
must(
  python,
  ['-m', 'evaluate.held', '--work', work, ...asRoot],
  'The held-out speech of the teachers could not be made.',
);
process.exit(run(python, ['-m', 'evaluate.evaluation', '--work', work, ...rest]));
