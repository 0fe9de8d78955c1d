/**
 * `npm run bench [-- --quick] [--json FILE]`: how fast the server is, beside espeak-ng and flite on the same texts.
 * Prints tables; the figures as JSON go to FILE, or to standard output after the tables.
 */
import { writeFileSync } from 'node:fs';
import { cpus, totalmem } from 'node:os';
import { parseArgs } from 'node:util';
import { buildIfStale } from '../../scripts/build.mjs';
import { measureDelays, measureSpeeds, measureStart, type Delay } from './measure.ts';
import type { Speaker } from './measured.ts';
import { PROGRAMS } from './program.ts';
import { BenchServer } from './server.ts';
import { table } from './statistics.ts';
import { TEXT_NAMES, TEXTS } from './texts.ts';

/** Asked of two cores: docs/architecture.md. */
const WANTED = { realTimeFactor: 0.03, firstSampleP50: 30, firstSampleP95: 60 };

const { values } = parseArgs({ options: { quick: { type: 'boolean' }, json: { type: 'string' } } });
const runs = values.quick ? { delays: 10, speeds: 2, starts: 1 } : { delays: 60, speeds: 7, starts: 5 };

// So that `exit` is heard of, and the servers end.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, () => process.exit(1));

await buildIfStale();
const start = await measureStart(runs.starts);
const server = await BenchServer.start();
const programs = PROGRAMS.filter((program) => program.isThere);
const systems: Speaker[] = [server, ...programs];
const missing = PROGRAMS.filter((program) => !program.isThere).map(({ name }) => name);
if (missing.length > 0) console.error(`Not installed, so not measured: ${missing.join(', ')}.`);
try {
  const delays = await measureDelays(systems, TEXT_NAMES, runs.delays);
  const speeds = await measureSpeeds(systems, TEXTS.page, runs.speeds);
  const memory = systems.map((system) => ({ system: system.name, peakMiB: Math.round(system.peakMemory()) }));
  const [{ model } = { model: 'unknown' }] = cpus();
  const machine = {
    processor: model,
    cores: cpus().length,
    memoryGiB: Math.round(totalmem() / 2 ** 30),
    node: process.version,
    platform: `${process.platform} ${process.arch}`,
  };
  report();

  function report(): void {
    const ms = (value: number): string => value.toFixed(1);
    console.log(`${machine.processor}, ${machine.cores} cores, Node ${machine.node}, ${machine.platform}\n`);
    console.log(`Time to the first sample of WAV, ms (at most ${runs.delays} runs each, in turn)`);
    const rows = delays.map((d) => [
      characters(d),
      d.system,
      ms(d.firstSampleP50),
      ms(d.firstSampleP95),
      ms(d.firstByteP50),
      String(d.runs),
    ]);
    console.log(table(['text', 'system', 'p50', 'p95', 'first byte p50', 'runs'], rows));
    console.log(`\nReal-time factor, ${TEXTS.page.length} characters (${runs.speeds} runs each, in turn)`);
    const factors = speeds.map((s) => [
      s.system,
      s.realTimeFactor.toFixed(4),
      s.processorFactor.toFixed(4),
      s.audioSeconds.toFixed(0),
    ]);
    console.log(table(['system', 'factor', 'of the processor', 'audio s'], factors));
    console.log('\nPeak memory, MiB (dramatis: server and engine)');
    console.log(
      table(
        ['system', 'MiB'],
        memory.map((m) => [m.system, String(m.peakMiB)]),
      ),
    );
    console.log(`\nStart: listening after ${ms(start.listening)} ms, first sample after ${ms(start.firstSample)} ms`);
    console.log(
      `Wanted on two cores: factor ${WANTED.realTimeFactor}, first sample p50 ${WANTED.firstSampleP50} ms, p95 ${WANTED.firstSampleP95} ms`,
    );
    const json = JSON.stringify({ machine, start, delays, speeds, memory, wanted: WANTED }, null, 1);
    if (values.json === undefined) console.log(`\n${json}`);
    else writeFileSync(values.json, `${json}\n`);
  }
} finally {
  await server.stop();
}

function characters({ text }: Delay): string {
  return `${TEXTS[text].length} characters`;
}
