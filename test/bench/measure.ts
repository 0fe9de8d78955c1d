import { setTimeout as sleep } from 'node:timers/promises';
import { EngineSpeed } from './engine-speed.ts';
import type { Measured, Speaker } from './measured.ts';
import { BenchServer } from './server.ts';
import { median, quantile } from './statistics.ts';
import { TEXTS, type TextName } from './texts.ts';

/** Between two measurements: whoever was left before the end stops its work. */
const REST_MS = 150;
/** What takes longer than the first is not asked more than `SLOW_RUNS` times, longer than the second only once. */
const SLOW_MS = 2000;
const VERY_SLOW_MS = 10_000;
const SLOW_RUNS = 3;
const THREADS = [1, 2];

export interface Delay {
  readonly text: TextName;
  readonly system: string;
  readonly runs: number;
  readonly firstSampleP50: number;
  readonly firstSampleP95: number;
  readonly firstByteP50: number;
}

export interface Speed {
  readonly system: string;
  readonly runs: number;
  /** Time over the length of the audio, median. */
  readonly realTimeFactor: number;
  /** Processor time over the length of the audio, median; does not change when the machine is busy with other things. */
  readonly processorFactor: number;
  readonly audioSeconds: number;
}

export interface Start {
  readonly runs: number;
  /** ms to the line `Listening on`, median. */
  readonly listening: number;
  /** ms to the first sample of a request sent at once, median. */
  readonly firstSample: number;
}

/** Time to the first sample: the systems take turns, text by text, `runs` times after one round that does not count. */
export async function measureDelays(
  systems: readonly Speaker[],
  texts: readonly TextName[],
  runs: number,
): Promise<Delay[]> {
  const trials = texts.flatMap((text) =>
    systems.map((system) => ({ text, system, limit: runs, all: [] as Measured[] })),
  );
  for (const trial of trials) {
    const { system, all } = trial;
    let first = await system.speak(TEXTS[trial.text], false);
    // Once more: the very first may have waited for the disk.
    if (first.totalMs > SLOW_MS && first.totalMs <= VERY_SLOW_MS) first = await system.speak(TEXTS[trial.text], false);
    if (first.totalMs > SLOW_MS) trial.limit = Math.min(runs, SLOW_RUNS);
    if (first.totalMs > VERY_SLOW_MS) {
      trial.limit = 0;
      all.push(first);
    }
    await sleep(REST_MS);
  }
  for (let round = 0; round < runs; round++) {
    for (const { text, system, limit, all } of trials) {
      if (round >= limit) continue;
      all.push(await system.speak(TEXTS[text], false));
      await sleep(REST_MS);
    }
  }
  return trials.map(({ text, system, all }) => {
    const samples = all.map(({ firstSampleMs }) => firstSampleMs);
    return {
      text,
      system: system.name,
      runs: all.length,
      firstSampleP50: median(samples),
      firstSampleP95: quantile(samples, 0.95),
      firstByteP50: median(all.map(({ firstByteMs }) => firstByteMs)),
    };
  });
}

/** Real-time factor of the whole path on one text: the systems take turns, and the engine alone by threads. */
export async function measureSpeeds(systems: readonly Speaker[], text: string, runs: number): Promise<Speed[]> {
  const engines = await Promise.all(THREADS.map((threads) => EngineSpeed.start(threads)));
  try {
    const trials = [...systems, ...engines].map((system) => ({ system, all: [] as Measured[], cpu: [] as number[] }));
    for (let round = -1; round < runs; round++) {
      for (const { system, all, cpu } of trials) {
        const before = system.cpuSeconds();
        const once = await system.speak(text, true);
        if (round < 0) continue;
        all.push(once);
        cpu.push((system.cpuSeconds() - before) / once.audioSeconds);
      }
    }
    return trials.map(({ system, all, cpu }) => ({
      system: system.name,
      runs,
      realTimeFactor: median(all.map(({ totalMs, audioSeconds }) => totalMs / 1000 / audioSeconds)),
      processorFactor: median(cpu),
      audioSeconds: median(all.map(({ audioSeconds }) => audioSeconds)),
    }));
  } finally {
    await Promise.all(engines.map((engine) => engine.stop()));
  }
}

/** Starts the server again and again. */
export async function measureStart(runs: number): Promise<Start> {
  const listening: number[] = [];
  const heard: number[] = [];
  for (let i = 0; i < runs; i++) {
    const before = performance.now();
    const server = await BenchServer.start();
    listening.push(server.listeningMs);
    await server.speak(TEXTS.short, false);
    heard.push(performance.now() - before);
    await sleep(REST_MS);
    await server.stop();
  }
  return { runs, listening: median(listening), firstSample: median(heard) };
}
