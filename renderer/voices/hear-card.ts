/** Lets a card speak at once: what is asked for last is what is heard. */
import { createStore } from 'zustand/vanilla';
import { STUDIO_RATE } from '../api/speech.ts';
import type { Pronunciation } from '../../engine/contract/speech.ts';
import { speakCard, speakEntry, type Speaking } from '../api/voices.ts';
import { fingerprint } from '../store/fingerprint.ts';
import { report } from '../store/notices.ts';
import { settings } from '../store/settings.ts';
import { previewText } from './prompts.ts';
import { clipOf, playClip, silence, sounding, type Clip } from './sound.ts';

/** The id of what is being made and not yet heard. */
export const awaited = createStore<{ readonly id: string | null }>(() => ({ id: null }));

const KEPT = 40;
const clips = new Map<string, Clip>();
let running: AbortController | null = null;

export function stopCard(): void {
  running?.abort();
  running = null;
  awaited.setState({ id: null });
  silence();
}

/** Always the same seed, so that two cards differ by their numbers and by nothing else. */
const SEED = 7;

/** Speaks `text`, or a sentence of the interface's language, with a card. */
export function hearCard(id: string, card: Speaking, text = previewText(settings.getState().language)): void {
  stopCard();
  const key = fingerprint(JSON.stringify([card, text]));
  const kept = clips.get(key);
  if (kept) return playClip(id, kept);
  hearWhenMade(id, key, (signal) => speakCard(card, text, SEED, null, signal));
}

/** Has something spoken and plays it, unless something else was asked for meanwhile. */
function hearWhenMade(id: string, key: string, make: (signal: AbortSignal) => Promise<Int16Array<ArrayBuffer>>): void {
  const abort = new AbortController();
  running = abort;
  awaited.setState({ id });
  make(abort.signal)
    .then((samples) => {
      const clip = clipOf(samples, STUDIO_RATE);
      clips.set(key, clip);
      for (const oldest of clips.keys()) if (clips.size > KEPT) clips.delete(oldest);
      if (!abort.signal.aborted) playClip(id, clip);
    })
    .catch((error: unknown) => {
      if (!abort.signal.aborted) report(error);
    })
    .finally(() => {
      if (running !== abort) return;
      running = null;
      awaited.setState({ id: null });
    });
}

/** Plays a word as an entry of the lexicon has it, or stops it. */
export function toggleEntry(id: string, entry: Pronunciation): void {
  const stopping = sounding.getState().id === id || awaited.getState().id === id;
  stopCard();
  if (stopping) return;
  const key = fingerprint(JSON.stringify(entry));
  const kept = clips.get(key);
  if (kept) playClip(id, kept);
  else hearWhenMade(id, key, (signal) => speakEntry(entry, signal));
}

/** Plays what is not playing, and stops what is. */
export function toggleCard(id: string, card: Speaking, text?: string): void {
  if (sounding.getState().id === id || awaited.getState().id === id) stopCard();
  else hearCard(id, card, text);
}
