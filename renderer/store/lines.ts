/** What each line asks for, and which of its takes answers. Pure: from the scene's parts to requests. */
import type { SceneCue, SceneNotes, SceneSpeaker, SceneTake } from '../../engine/contract/scene.ts';
import type { Pronunciation } from '../../engine/contract/speech.ts';
import type { LineRequest } from '../api/speech.ts';
import type { Cue } from '../script/identity.ts';
import { inlineTags, withoutTags } from '../script/tags.ts';
import { fingerprint } from './fingerprint.ts';

export const COLORS = 12;

export function newSpeaker(name: string, color: number, voice: string | null = null): SceneSpeaker {
  return { name, voice, level: 0, pace: 1, pitch: 0, color: color % COLORS, notes: [] };
}

/** The voice id of a request: a voice, with the speaker's pitch trim in semitones behind it. */
export function voiceId(speaker: SceneSpeaker): string | null {
  if (speaker.voice === null || speaker.pitch === 0) return speaker.voice;
  return `${speaker.voice}@${speaker.pitch > 0 ? '+' : ''}${speaker.pitch}st`;
}

const escape = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');

let performsTags = true;

/** A voice model that does not act on directions would read them out, so then they stay on the page. */
export function setPerformsTags(performs: boolean): void {
  performsTags = performs;
  facts = new WeakMap();
}

let lexicon: readonly Pronunciation[] = [];

/** What the server says differently in every scene: a line that holds such a word was spoken otherwise before. */
export function setLexicon(entries: readonly Pronunciation[]): void {
  lexicon = entries;
  facts = new WeakMap();
}

let sceneNotes: SceneNotes = [];

/** What everybody in the scene says in a way of its own; the speaker's own notes go before it. */
export function setSceneNotes(notes: SceneNotes): void {
  if (notes === sceneNotes) return;
  sceneNotes = notes;
  facts = new WeakMap();
}

/** The speaker's notes, and of the scene's those that they do not contradict. */
function notesOf({ notes }: SceneSpeaker): SceneNotes {
  if (sceneNotes.length === 0) return notes;
  const own = new Set(notes.map(({ word }) => word.toLowerCase()));
  return [...notes, ...sceneNotes.filter(({ word }) => !own.has(word.toLowerCase()))];
}

/** The entries that a text has the words of. */
function entriesOf(text: string): readonly Pronunciation[] {
  if (lexicon.length === 0) return [];
  const lower = text.toLowerCase();
  return lexicon.filter(({ word }) => lower.includes(word.toLowerCase()));
}

/** Any of the noted words by itself, or a direction, which is passed over. Chinese and Japanese words stand in a row. */
function wordsOf(notes: SceneNotes): RegExp {
  const whole = [...notes]
    .sort((a, b) => b.word.length - a.word.length)
    .map(({ word }) => {
      const before = /^[\p{L}\p{N}]/u.test(word) && !SPACELESS.test(word[0] ?? '') ? '(?<![\\p{L}\\p{N}])' : '';
      const after = /[\p{L}\p{N}]$/u.test(word) && !SPACELESS.test(word.at(-1) ?? '') ? '(?![\\p{L}\\p{N}])' : '';
      return before + escape(word) + after;
    });
  return new RegExp(`\\[[^[\\]]*\\]|<\\|[^|]*\\|>|${whole.join('|')}`, 'giu');
}
const SPACELESS = /[\u3040-\u30ff\u3400-\u9fff]/;

function noted(notes: SceneNotes, found: string): string {
  const note = notes.find(({ word }) => word.toLowerCase() === found.toLowerCase());
  if (!note) return found;
  return note.arpabet ? `<|phoneme_start|>${note.say}<|phoneme_end|>` : note.say;
}

/** The words as the engine gets them: the scene's and the speaker's pronunciations put in, the direction before them. */
export function spokenText(cue: Cue, speaker: SceneSpeaker): string {
  let text = performsTags ? cue.text : withoutTags(cue.text);
  const notes = notesOf(speaker);
  if (notes.length > 0) text = text.replace(wordsOf(notes), (found) => noted(notes, found));
  return cue.direction === '' || !performsTags ? text : `[${cue.direction}] ${text}`;
}

/** Whether there is anything to speak: a line may be nothing but a direction that the voice model does not act on. */
export const isSpeakable = (cue: Cue, speaker: SceneSpeaker): boolean => factsOf(cue, speaker).speakable;

/** What is worked out for a line once: scripts are long, and the timeline asks for every line after every edit. */
interface Facts {
  readonly speaker: SceneSpeaker;
  readonly basis: string;
  readonly speakable: boolean;
  readonly seconds: number;
}

let facts = new WeakMap<Cue, Facts>();

function factsOf(cue: Cue, speaker: SceneSpeaker): Facts {
  const known = facts.get(cue);
  if (known?.speaker === speaker) return known;
  const text = spokenText(cue, speaker);
  const entries = entriesOf(text);
  const asked = [1, text, voiceId(speaker), speaker.pace, ...(entries.length > 0 ? [entries] : [])];
  const found: Facts = {
    speaker,
    basis: fingerprint(JSON.stringify(asked)),
    speakable: /[\p{L}\p{N}]/u.test(text),
    seconds: guessSeconds(cue, speaker.pace),
  };
  facts.set(cue, found);
  return found;
}

/** Fingerprint of all that a line asks for, but for the seed. */
export const basisOf = (cue: Cue, speaker: SceneSpeaker): string => factsOf(cue, speaker).basis;

/** A guess at how long the line will be when this speaker has said it. */
export const expectedSeconds = (cue: Cue, speaker: SceneSpeaker): number => factsOf(cue, speaker).seconds;

export const takeKey = (basis: string, seed: number): string => `${basis}-${seed.toString(16).padStart(8, '0')}`;

export function requestOf(cue: Cue, speaker: SceneSpeaker, seed: number): LineRequest {
  return { text: spokenText(cue, speaker), voice: voiceId(speaker), speed: speaker.pace, seed };
}

export const freshSeed = (): number => crypto.getRandomValues(new Uint32Array(1))[0] ?? 0;

/** The take that is heard when the line plays; undefined: it has to be rendered. A locked line keeps its chosen take. */
export function currentTake(state: SceneCue, basis: string): SceneTake | undefined {
  const chosen = state.takes.find((take) => take.key === state.chosen);
  if (chosen && (state.locked || chosen.basis === basis)) return chosen;
  return state.takes.findLast((take) => take.basis === basis);
}

export type LineStatus = 'empty' | 'ready' | 'stale' | 'locked';

/** `stale`: it was rendered, but its words, voice or direction have changed since. */
export function statusOf(state: SceneCue, basis: string): LineStatus {
  const take = currentTake(state, basis);
  if (take) return state.locked ? 'locked' : 'ready';
  return state.takes.length > 0 ? 'stale' : 'empty';
}

/** Seconds between two lines where the writer has said nothing. */
export function naturalGap(previous: Cue | undefined, cue: Cue): number {
  if (!previous) return 0;
  if (cue.line - previous.line > 2) return 0.9;
  return previous.speaker === cue.speaker ? 0.28 : 0.38;
}

/**
 * A guess at how long a line will be, before it is rendered: readers say about 15 letters a second or 4.5 characters of
 * Chinese, and a direction is most often a pause or a sound of its own.
 */
export function guessSeconds(cue: Cue, pace: number): number {
  const words = withoutTags(cue.text);
  const dense = (words.match(/[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]/g) ?? []).length;
  const tags = performsTags ? inlineTags(cue.text).length : 0;
  return Math.max(0.4, 0.3 + ((words.length - dense) / 15 + dense / 4.5) / pace + 0.5 * tags);
}
