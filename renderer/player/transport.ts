/** Plays the scene: line after line from the cursor, each heard as soon as its first samples are there. */
import { createStore } from 'zustand/vanilla';
import type { SceneTake } from '../../engine/contract/scene.ts';
import type { Word } from '../api/speech.ts';
import { cueOf, scene } from '../store/document.ts';
import { castNewcomers, speakerFor } from '../store/cast.ts';
import { basisOf, currentTake, freshSeed, isSpeakable, naturalGap } from '../store/lines.ts';
import { report } from '../store/notices.ts';
import { Output } from './output.ts';
import { fetchTake, render } from './takes.ts';
import { placeWords, wordAt, type PlacedWord } from './words.ts';

export interface Playback {
  readonly state: 'idle' | 'loading' | 'playing' | 'paused';
  /** The line being heard. */
  readonly cue: string | null;
  /** Seconds into that line. */
  readonly seconds: number;
  readonly word: { readonly from: number; readonly to: number } | null;
  /** The take that is heard by itself, when it is not the scene that plays. */
  readonly alone: string | null;
}

const IDLE: Playback = { state: 'idle', cue: null, seconds: 0, word: null, alone: null };
export const playback = createStore<Playback>(() => IDLE);
export const output = new Output();

/** A line that was handed to the sound card. Times of the audio clock. */
interface Scheduled {
  readonly cue: string;
  start: number;
  end: number;
  /** Seconds of the line that were skipped at its start. */
  readonly skipped: number;
  words: readonly Word[];
  placed: readonly PlacedWord[];
  readonly text: string;
  finished: boolean;
}

let session: { abort: AbortController; lines: Scheduled[] } | null = null;

/** Rendering ahead of what is heard; longer would only waste work when the writer stops. */
const AHEAD_SECONDS = 6;

export interface PlayOptions {
  /** Where to begin, an index of the scene's lines. */
  readonly from: number;
  readonly offset?: number;
  /** Only this line; `take`: this one of its takes. */
  readonly only?: boolean;
  readonly take?: SceneTake;
}

export function play(options: PlayOptions): void {
  stop();
  // Whoever was named a moment ago speaks with their own voice from the first word on.
  castNewcomers();
  const abort = new AbortController();
  session = { abort, lines: [] };
  const first = scene.getState().cues[options.from];
  if (!first) return;
  playback.setState({
    ...IDLE,
    state: 'loading',
    cue: first.id,
    alone: options.take?.key ?? (options.only ? first.id : null),
  });
  output.wake();
  requestAnimationFrame(tick);
  run(options, session).catch((error: unknown) => {
    if (!abort.signal.aborted) {
      report(error);
      stop();
    }
  });
}

async function run(options: PlayOptions, mine: NonNullable<typeof session>): Promise<void> {
  const { signal } = mine.abort;
  let id: string | null = scene.getState().cues[options.from]?.id ?? null;
  let index = options.from;
  let at = 0;
  for (let count = 0; id !== null; count++) {
    const { cues } = scene.getState();
    // The script may change while it plays: the line is looked up anew, and if it is gone, whatever took its place.
    const found = cues.findIndex((cue) => cue.id === id);
    index = found >= 0 ? found : index;
    const cue = cues[index];
    if (!cue) break;
    if (!isSpeakable(cue, speakerFor(cue.speaker))) {
      index += 1;
      id = options.only ? null : (cues[index]?.id ?? null);
      continue;
    }
    const gap = cueOf(scene.getState().meta, cue.id).gap ?? naturalGap(cues[index - 1], cue);
    const start = count === 0 ? output.now() + 0.03 : Math.max(output.now() + 0.02, at + gap);
    at = await playLine(index, start, count === 0 ? (options.offset ?? 0) : 0, options.take, mine);
    if (options.only) break;
    index = scene.getState().cues.findIndex((one) => one.id === cue.id) + 1 || index + 1;
    id = scene.getState().cues[index]?.id ?? null;
    while (at - output.now() > AHEAD_SECONDS) await pause(200, signal);
  }
  while (output.now() < at) await pause(50, signal);
  if (session === mine) stop();
}

/** Hands one line to the sound card; gives the time at which it ends. */
async function playLine(
  index: number,
  start: number,
  offset: number,
  wanted: SceneTake | undefined,
  mine: NonNullable<typeof session>,
): Promise<number> {
  const { signal } = mine.abort;
  const cue = scene.getState().cues[index]!;
  const speaker = speakerFor(cue.speaker);
  const state = cueOf(scene.getState().meta, cue.id);
  const take = wanted ?? currentTake(state, basisOf(cue, speaker));
  const entry: Scheduled = {
    cue: cue.id,
    start,
    end: start,
    skipped: offset,
    words: [],
    placed: [],
    text: cue.text,
    finished: false,
  };
  const setWords = (words: readonly Word[]): void => {
    if (words === entry.words) return;
    entry.words = words;
    entry.placed = placeWords(cue.text, words);
  };
  const kept = take ? await fetchTake(take, cue, speaker.pace, signal) : null;
  signal.throwIfAborted();
  const voice = output.line(cue.speaker, speaker.level, start, offset);
  mine.lines.push(entry);
  if (kept) {
    setWords(kept.words);
    entry.end = voice.push(kept.samples);
    entry.start = start + voice.late;
  } else {
    // A take whose audio is gone is made again from its seed.
    const rendering = render(cue, speaker, take?.seed ?? freshSeed(), signal, true);
    for await (const block of rendering.blocks()) {
      signal.throwIfAborted();
      setWords(rendering.words);
      entry.end = voice.push(block);
      entry.start = start + voice.late;
    }
    setWords(rendering.words);
  }
  entry.finished = true;
  return entry.end;
}

function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => {
      signal.removeEventListener('abort', abort);
      resolve();
    }, ms);
    const abort = (): void => {
      clearTimeout(timer);
      reject(signal.reason as Error);
    };
    signal.addEventListener('abort', abort, { once: true });
    if (signal.aborted) abort();
  });
}

/** Follows the audio clock: which line and word are heard now. */
function tick(): void {
  if (!session) return;
  requestAnimationFrame(tick);
  const now = output.heard();
  const line = session.lines.findLast((one) => one.start <= now && one.end > one.start);
  const before = playback.getState();
  if (!line || before.state === 'paused') return;
  const seconds = Math.min(now, line.end) - line.start + line.skipped;
  const word = wordAt(line.placed, seconds);
  const moved = before.word?.from !== word?.from || before.word?.to !== word?.to;
  // Whoever shows the time is told twenty times a second: more is not seen, and costs more than the speech itself.
  if (!moved && before.state === 'playing' && before.cue === line.cue && Math.abs(seconds - before.seconds) < 0.05)
    return;
  playback.setState({
    state: 'playing',
    cue: line.cue,
    seconds,
    ...(moved ? { word: word && { from: word.from, to: word.to } } : {}),
  });
}

export function stop(): void {
  session?.abort.abort();
  session = null;
  output.silence();
  playback.setState(IDLE);
}

export function pauseOrResume(): void {
  const { state } = playback.getState();
  if (state === 'paused') {
    output.wake();
    playback.setState({ state: 'playing' });
  } else if (state !== 'idle') {
    output.sleep();
    playback.setState({ state: 'paused' });
  }
}
