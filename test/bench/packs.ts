import { type ChildProcess, execFileSync, fork } from 'node:child_process';
import { once } from 'node:events';
import { copyFile, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { existsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { probePack } from '../../engine/packs/probe.ts';
import { engineEnvironment } from '../../main/engine-host/engine-child.ts';
import { throughTsx } from '../../main/engine-host/entry-point.ts';
import { PackStore } from '../../main/library/packs/index.ts';
import { unpackEspeakData } from '../unit/packs/families/espeak-data.ts';
import { median, table } from './statistics.ts';
import type { OurModel } from './packs-ours.ts';
import type { Run, Task } from './packs-run.ts';

/**
 * Packs against sherpa-onnx, on the same graphs with the layers of Piper's medium voices and of Kokoro-82M (random weights,
 * made by packs-graphs.py, which takes Python with onnx and NumPy). Both say the same text in turns; the figures are
 * medians, ratios ours to theirs. One process is as much as 5 % faster than the next one that does the same, by where its
 * memory happens to lie: so both are started anew in each round. `--rounds N`, `--runs N`, `--threads 1,2`, `--only piper`.
 */
const TEXT =
  'The lamp in the harbour was lit at seven, and by eight the whole street had come out to see who would be on the boat. ' +
  'Nobody had slept much, and the children were still in their coats. When the horn sounded at last, far behind the ' +
  'breakwater, an old man took off his hat and began to count.';

const FIXTURES = fileURLToPath(new URL('../fixtures/packs', import.meta.url));
const { values } = parseArgs({
  options: {
    rounds: { type: 'string', default: '5' },
    runs: { type: 'string', default: '3' },
    threads: { type: 'string', default: '1,2' },
    only: { type: 'string' },
    python: { type: 'string', default: 'python3' },
    graphs: { type: 'string', default: join(tmpdir(), 'dramatis-bench-packs') },
  },
});

async function main(): Promise<void> {
  if (!existsSync(join(values.graphs, 'kokoro', 'voices.bin'))) {
    await mkdir(values.graphs, { recursive: true });
    execFileSync(values.python, [fileURLToPath(new URL('packs-graphs.py', import.meta.url)), values.graphs]);
  }
  const work = await mkdtemp(join(tmpdir(), 'bench-packs-'));
  try {
    console.log(`${TEXT.length} characters; medians of ${values.rounds} x ${values.runs} runs each, in turns`);
    for (const family of ['piper', 'kokoro'])
      if (values.only === undefined || values.only === family)
        for (const threads of values.threads.split(',').map(Number)) await compare(family, threads, work);
  } finally {
    await rm(work, { recursive: true });
  }
}

async function compare(family: string, threads: number, work: string): Promise<void> {
  const { folder } = await new PackStore(await mkdtemp(join(work, 'packs-'))).add(
    [join(values.graphs, family)],
    probePack,
  );
  const model = await sherpaModel(family, threads, work);
  const ours: Run[] = [];
  const theirs: Run[] = [];
  for (let round = 0; round < Number(values.rounds); round++) {
    const our = start('packs-ours.ts', engineEnvironment());
    const their = start('packs-sherpa.ts', process.env);
    // The first of each opens the graphs.
    await runOf(our, { text: TEXT, model: { folder, threads } satisfies OurModel });
    await runOf(their, { text: TEXT, model });
    for (let i = 0; i < Number(values.runs); i++) {
      ours.push(await runOf(our, { text: TEXT }));
      theirs.push(await runOf(their, { text: TEXT }));
    }
    our.kill();
    their.kill();
  }
  report(`${family}, ${threads} thread${threads === 1 ? '' : 's'}`, ours, theirs);
}

function start(program: string, env: NodeJS.ProcessEnv): ChildProcess {
  const { path, execArgv } = throughTsx(fileURLToPath(new URL(program, import.meta.url)));
  return fork(path, [], { execArgv: [...execArgv], env });
}

function report(name: string, ours: readonly Run[], theirs: readonly Run[]): void {
  const of = (runs: readonly Run[], value: (run: Run) => number): number => median(runs.map(value));
  const row = (label: string, mine: number, other: number, unit: string): string[] => [
    label,
    `${mine.toFixed(3)} ${unit}`,
    `${other.toFixed(3)} ${unit}`,
    (mine / other).toFixed(2),
  ];
  const factor = ({ seconds, audioSeconds }: Run): number => seconds / audioSeconds;
  const bare = ({ seconds, masteringSeconds, audioSeconds }: Run): number =>
    (seconds - masteringSeconds) / audioSeconds;
  const cpu = ({ cpuSeconds, audioSeconds }: Run): number => cpuSeconds / audioSeconds;
  const first = of(ours, ({ firstMs }) => firstMs / 1000);
  console.log(
    `\n${table(
      [name, 'ours', 'sherpa-onnx', 'ratio'],
      [
        row('real-time factor', of(ours, factor), of(theirs, factor), ''),
        row('the same, to the model’s bare samples', of(ours, bare), of(theirs, bare), ''),
        row('computing per second of sound', of(ours, cpu), of(theirs, cpu), 's'),
        row(
          'first sound, by its first sentence',
          first,
          of(theirs, ({ firstMs }) => firstMs / 1000),
          's',
        ),
        row(
          'first sound, by its whole text',
          first,
          of(theirs, ({ seconds }) => seconds),
          's',
        ),
      ],
    )}`,
  );
}

async function runOf(child: ChildProcess, task: Task): Promise<Run> {
  child.send(task);
  const [run] = (await once(child, 'message')) as [Run];
  return run;
}

/** The files that sherpa-onnx wants beside the same graph. */
async function sherpaModel(family: string, threads: number, work: string): Promise<object> {
  const folder = await mkdtemp(join(work, 'sherpa-'));
  const [tokens, dataDir] = [join(folder, 'tokens.txt'), await unpackEspeakData(folder)];
  const common = { tokens, dataDir, model: join(values.graphs, family, 'model.onnx') };
  const lines = Object.entries(await symbols(family)).map(([symbol, id]) => `${symbol} ${id}`);
  await writeFile(tokens, `${lines.join('\n')}\n`);
  const settings = { numThreads: threads, provider: 'cpu', debug: false };
  if (family === 'piper') return { ...settings, vits: common };
  const voices = join(folder, 'voices.bin');
  await copyFile(join(values.graphs, family, 'voices.bin'), voices);
  return { ...settings, kokoro: { ...common, voices } };
}

async function symbols(family: string): Promise<Readonly<Record<string, number>>> {
  const read = async (name: string): Promise<unknown> => JSON.parse(await readFile(join(FIXTURES, name), 'utf8'));
  if (family === 'kokoro') {
    const { vocab } = (await read('kokoro-vocabulary.json')) as { vocab: Record<string, number> };
    return vocab;
  }
  const { phoneme_id_map: ids } = (await read('piper-one.onnx.json')) as { phoneme_id_map: Record<string, [number]> };
  return Object.fromEntries(Object.entries(ids).map(([symbol, [id]]) => [symbol, id]));
}

await main();
