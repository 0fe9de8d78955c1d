/** Audio of takes: rendered once, kept in memory while there is room, and on the server's disk for good. */
import { createStore } from 'zustand/vanilla';
import type { SceneSpeaker, SceneTake } from '../../engine/contract/scene.ts';
import { STUDIO_RATE, speak, type LineRequest, type Word } from '../api/speech.ts';
import { loadTake, storeTake } from '../api/studio.ts';
import type { Cue } from '../script/identity.ts';
import { cueOf, scene, setCue } from '../store/document.ts';
import { basisOf, guessSeconds, requestOf, takeKey } from '../store/lines.ts';
import { report } from '../store/notices.ts';
import { flawsOf, peaksOf, powersOf, type Flaw } from './measure.ts';

/** What is shown of a take; small, so it stays when the samples are let go. */
export interface TakeView {
  readonly seconds: number;
  readonly peaks: Float32Array;
  readonly powers: Float64Array;
  readonly words: readonly Word[];
  readonly flaws: readonly Flaw[];
}

export const takeViews = createStore<{
  readonly views: ReadonlyMap<string, TakeView>;
  /** Takes that are being rendered, by key, with the seconds made so far. */
  readonly rendering: ReadonlyMap<string, { readonly cue: string; readonly seconds: number }>;
}>(() => ({ views: new Map(), rendering: new Map() }));

/** 30 minutes of speech. */
const ROOM = 30 * 60 * STUDIO_RATE;
const samplesOf = new Map<string, Int16Array>();

function keep(key: string, samples: Int16Array): void {
  samplesOf.delete(key);
  samplesOf.set(key, samples);
  let total = 0;
  for (const kept of samplesOf.values()) total += kept.length;
  for (const [oldest, kept] of samplesOf) {
    if (total <= ROOM || oldest === key) break;
    samplesOf.delete(oldest);
    total -= kept.length;
  }
}

function show(key: string, samples: Int16Array, words: readonly Word[], expected: number): TakeView {
  const view: TakeView = {
    seconds: samples.length / STUDIO_RATE,
    peaks: peaksOf(samples, STUDIO_RATE),
    powers: powersOf(samples, STUDIO_RATE),
    words,
    flaws: flawsOf(samples, STUDIO_RATE, expected),
  };
  takeViews.setState(({ views }) => ({ views: new Map(views).set(key, view) }));
  return view;
}

/** A take in the making. Any number of listeners may follow it, from its first sample on. */
export class Rendering {
  readonly #blocks: Int16Array[] = [];
  readonly #waiting = new Set<() => void>();
  #finished = false;
  #error: unknown = null;
  words: readonly Word[] = [];
  readonly done: Promise<Int16Array>;

  constructor(
    readonly key: string,
    request: LineRequest,
    readonly signal: AbortSignal,
    progress: (seconds: number) => void,
  ) {
    this.done = this.#run(request, signal, progress);
    this.done.catch(() => undefined);
  }

  async #run(request: LineRequest, signal: AbortSignal, progress: (seconds: number) => void): Promise<Int16Array> {
    let length = 0;
    try {
      for await (const piece of speak(request, signal)) {
        if (piece.type === 'words') this.words = piece.words;
        else {
          this.#blocks.push(piece.samples);
          length += piece.samples.length;
          progress(length / STUDIO_RATE);
        }
        this.#wake();
      }
      signal.throwIfAborted();
    } catch (error) {
      this.#error = error;
      throw error;
    } finally {
      this.#finished = true;
      this.#wake();
    }
    const samples = new Int16Array(length);
    let at = 0;
    for (const block of this.#blocks) {
      samples.set(block, at);
      at += block.length;
    }
    return samples;
  }

  #wake(): void {
    for (const wake of this.#waiting) wake();
    this.#waiting.clear();
  }

  /** Every block from the first on. @throws what ended the rendering. */
  async *blocks(): AsyncIterable<Int16Array> {
    for (let i = 0; ; i++) {
      while (i >= this.#blocks.length && !this.#finished) await new Promise<void>((wake) => this.#waiting.add(wake));
      const block = this.#blocks[i];
      if (block) yield block;
      else if (this.#error instanceof Error) throw this.#error;
      else if (this.#error !== null) throw new Error('the rendering ended early', { cause: this.#error });
      else return;
    }
  }
}

/** Takes that are not on the disk yet. */
const unstored = new Map<string, { readonly samples: Int16Array; readonly words: readonly Word[] }>();
const storing = new Map<string, Promise<void>>();

function store(key: string): Promise<void> {
  const running = storing.get(key);
  if (running) return running;
  const take = unstored.get(key);
  if (!take) return Promise.resolve();
  const done = storeTake(key, take.samples, [...take.words])
    .then(() => void unstored.delete(key))
    .finally(() => storing.delete(key));
  storing.set(key, done);
  return done;
}

/** Resolves when the audio of every take is on the disk; what failed before is tried again. */
export async function storeEverything(): Promise<void> {
  await Promise.all([...unstored.keys()].map(store));
}

const inFlight = new Map<string, Rendering>();

/** Renders a line with a seed, or joins the rendering that is under way. The take is added to the line when done. */
export function render(cue: Cue, speaker: SceneSpeaker, seed: number, signal: AbortSignal, choose = false): Rendering {
  const basis = basisOf(cue, speaker);
  const key = takeKey(basis, seed);
  const running = inFlight.get(key);
  if (running && !running.signal.aborted) return running;
  const setProgress = (seconds: number | null): void => {
    const rendering = new Map(takeViews.getState().rendering);
    if (seconds === null) rendering.delete(key);
    else rendering.set(key, { cue: cue.id, seconds });
    takeViews.setState({ rendering });
  };
  const request = requestOf(cue, speaker, seed);
  const rendering = new Rendering(key, request, signal, setProgress);
  inFlight.set(key, rendering);
  setProgress(0);
  void rendering.done
    .then((samples) => {
      keep(key, samples);
      const view = show(key, samples, rendering.words, guessSeconds(cue, speaker.pace));
      const take: SceneTake = {
        key,
        basis,
        seed,
        voice: speaker.voice,
        direction: cue.direction,
        said: { text: request.text, voice: request.voice, speed: request.speed },
        seconds: view.seconds,
        made: Date.now(),
      };
      addTake(cue.id, take, choose);
      unstored.set(key, { samples, words: rendering.words });
      store(key).catch(report);
    })
    .catch(() => undefined)
    .finally(() => {
      inFlight.delete(key);
      setProgress(null);
    });
  return rendering;
}

function addTake(id: string, take: SceneTake, choose: boolean): void {
  const state = cueOf(scene.getState().meta, id);
  const takes = state.takes.some(({ key }) => key === take.key) ? state.takes : [...state.takes, take];
  setCue(id, { takes, ...(choose && !state.locked ? { chosen: take.key } : {}) }, true);
}

/** Samples and words of a take that was rendered before; null when its audio is gone. */
export async function fetchTake(
  take: SceneTake,
  cue: Cue,
  pace: number,
  signal: AbortSignal,
): Promise<{ samples: Int16Array; words: readonly Word[] } | null> {
  const view = takeViews.getState().views.get(take.key);
  const kept = samplesOf.get(take.key);
  if (kept && view) {
    keep(take.key, kept);
    return { samples: kept, words: view.words };
  }
  const loaded = await loadTake(take.key, signal);
  if (!loaded) return null;
  keep(take.key, loaded.samples);
  if (!view) show(take.key, loaded.samples, loaded.info.words, guessSeconds(cue, pace));
  return { samples: loaded.samples, words: loaded.info.words };
}
