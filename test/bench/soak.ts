/**
 * `npm run soak -- --minutes N [--clients N]`: a server under mixed requests of several clients, every fifth of which
 * leaves early. Prints memory, open handles and latency over time, then compares the first quarter with the last: a
 * leak or a slow-down shows as growth. Then it prints how soon the engine stops for a reader that leaves, and how soon it
 * is back when its process is killed. Exit status 1 where something grew, or a request failed that should not have.
 */
import { spawn, type ChildProcess } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { setTimeout as sleep } from 'node:timers/promises';
import { buildIfStale } from '../../scripts/build.mjs';
import { Random, randomRequest, type Outcome } from './soak-requests.ts';
import { processFigures } from './process-figures.ts';
import { measureLeaving, measureRestart } from './resilience.ts';

const { values } = parseArgs({
  options: {
    minutes: { type: 'string', default: '5' },
    clients: { type: 'string', default: '4' },
    seed: { type: 'string', default: '1' },
  },
});
const minutes = Number(values.minutes);
const clients = Number(values.clients);
if (!(minutes > 0) || !(clients > 0)) throw new TypeError('--minutes and --clients must be numbers above 0.');

const KEY = 'key-of-the-soak';
/** Time in which a process is there that stands by for the engine, ms. */
const STANDBY_MS = 8000;
/** Growth from the first quarter to the last that is still called flat. */
const FLAT = { memory: 1.15, handles: 1.2, latency: 1.5 };

interface Row {
  readonly memory: number;
  readonly handles: number;
  /** NaN where no request of the time had a first byte. */
  readonly p50: number;
}

async function main(): Promise<void> {
  const data = await mkdtemp(join(tmpdir(), 'dramatis-soak-'));
  await buildIfStale();
  const server = spawn(process.execPath, ['scripts/start.mjs', '--headless', '--port', '0', '--data', data], {
    env: { ...process.env, DRAMATIS_API_KEY: KEY },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  try {
    const url = await addressOf(server);
    const rows = await soak(url, server.pid ?? 0);
    process.exitCode = verdict(rows) && failures.size === 0 ? 0 : 1;
    for (const wait of [STANDBY_MS, 0]) {
      await sleep(wait);
      const { ms, cpu, cpuBefore } = await measureRestart(url, server.pid ?? 0);
      const before = cpuBefore > 0 ? `, ${cpuBefore.toFixed(2)} s before it, standing by` : ', nothing stood by';
      console.log(`engine killed: ready after ${ms.toFixed(0)} ms (${cpu.toFixed(2)} s of processor time${before})`);
    }
  } finally {
    server.kill('SIGTERM');
    await new Promise((resolve) => server.once('exit', resolve));
    await rm(data, { recursive: true, force: true });
  }
  const { ms, blocksAfter } = await measureLeaving(20);
  const figures = [0.5, 1].map((share) => quantile(ms, share).toFixed(1)).join(' / ');
  console.log(
    `reader leaves: the engine stops after ${figures} ms (median / most), ${blocksAfter} blocks at most after it`,
  );
}

const failures = new Map<string, number>();

async function soak(url: string, pid: number): Promise<Row[]> {
  const end = performance.now() + minutes * 60_000;
  const every = Math.max(2000, Math.min(30_000, (minutes * 60_000) / 24));
  let window: Outcome[] = [];
  const running = Array.from({ length: clients }, async (_, i) => {
    const random = new Random(Number(values.seed) * 1000 + i);
    while (performance.now() < end) {
      const outcome = await randomRequest(url, KEY, random);
      window.push(outcome);
      if (outcome.failure) failures.set(outcome.failure, (failures.get(outcome.failure) ?? 0) + 1);
    }
  });
  const rows: Row[] = [];
  const start = performance.now();
  console.log('   time  requests  left  failed  server MB  engine MB  handles  first byte p50/p95 ms');
  while (performance.now() < end) {
    await sleep(Math.min(every, Math.max(0, end - performance.now())));
    const taken = window;
    window = [];
    const { server, engine, handles } = processFigures(pid);
    const first = taken
      .flatMap(({ firstByteMs }) => (firstByteMs === undefined ? [] : [firstByteMs]))
      .sort((a, b) => a - b);
    const p50 = first.length > 0 ? quantile(first, 0.5) : NaN;
    rows.push({ memory: server + engine, handles, p50 });
    const cells = [
      `${((performance.now() - start) / 1000).toFixed(0)} s`.padStart(7),
      String(taken.length).padStart(9),
      String(taken.filter(({ left }) => left).length).padStart(5),
      String(taken.filter(({ failure }) => failure).length).padStart(7),
      server.toFixed(0).padStart(10),
      engine.toFixed(0).padStart(10),
      String(handles).padStart(8),
      (first.length > 0 ? `${p50.toFixed(0)}/${quantile(first, 0.95).toFixed(0)}` : '-').padStart(14),
    ];
    console.log(cells.join(' '));
  }
  await Promise.all(running);
  return rows;
}

/** Compares the second eighth to quarter of the run (after warming up) with its last quarter. */
function verdict(rows: readonly Row[]): boolean {
  const quarter = Math.max(1, Math.floor(rows.length / 4));
  const [early, late] = [rows.slice(Math.floor(quarter / 2), Math.floor(quarter / 2) + quarter), rows.slice(-quarter)];
  let flat = true;
  for (const [name, field, allowed] of [
    ['memory, MB', 'memory', FLAT.memory],
    ['handles', 'handles', FLAT.handles],
    ['first byte p50, ms', 'p50', FLAT.latency],
  ] as const) {
    const middle = (part: readonly Row[]): number =>
      quantile(
        part
          .map((row) => row[field])
          .filter((value) => !Number.isNaN(value))
          .sort((a, b) => a - b),
        0.5,
      );
    const measured = (part: readonly Row[]): boolean => part.some((row) => !Number.isNaN(row[field]));
    if (!measured(early) || !measured(late)) {
      console.log(`${name}: too few requests to tell`);
      flat = false;
      continue;
    }
    const [before, after] = [middle(early), middle(late)];
    const grew = after > before * allowed;
    flat &&= !grew;
    console.log(`${name}: ${before.toFixed(0)} at first, ${after.toFixed(0)} at last: ${grew ? 'GREW' : 'flat'}`);
  }
  for (const [failure, count] of failures) console.log(`FAILED ${count} times: ${failure}`);
  return flat;
}

function quantile(sorted: readonly number[], share: number): number {
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
}

function addressOf({ stdout }: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    let text = '';
    stdout?.on('data', (data: Buffer) => {
      text += data.toString();
      const found = /^Listening on (\S+)$/m.exec(text);
      if (found?.[1]) resolve(found[1]);
    });
    stdout?.on('end', () => reject(new Error('The server ended before it listened.')));
  });
}

await main();
