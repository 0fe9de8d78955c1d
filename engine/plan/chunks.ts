import { cut } from './cut.ts';
import { type Turn, turns } from './turns.ts';

/** What ends with a chunk, from the smallest break to the largest. */
export type ChunkEnd = 'letter' | 'word' | 'clause' | 'sentence' | 'paragraph' | 'turn';

/** A part of the text that is planned as one: at most `chunkLength` characters, white space at its end not counted. */
export interface TextChunk {
  readonly index: number;
  readonly speaker: number;
  /** `text` is the request's own text from `from` to `to`, white space and all. */
  readonly text: string;
  readonly from: number;
  readonly to: number;
  readonly end: ChunkEnd;
}

export interface ChunkOptions {
  /** Most characters of a chunk. */
  readonly chunkLength: number;
  /** A chunk is not ended at a sentence before it has so many. */
  readonly minChunkLength: number;
  readonly latency: 'low' | 'normal' | 'balanced';
}

interface Range {
  readonly from: number;
  readonly to: number;
}

/** Finds the sentences of a text and their clauses, lazily; the ranges cover it without gaps. */
export type SentenceSplitter = (text: string) => Iterable<Range & { readonly clauses: readonly Range[] }>;

/**
 * The first sound waits for the phonemes and the prosody of the whole first chunk, so the first chunk is short whatever
 * the text's length (characters): it ends with the first sentence, or at a clause of it that is not shorter than `least`.
 * Where several speakers talk, a turn's sentence stays whole: there it ends with the first sentence.
 */
const OPENING = {
  low: { most: 48, least: 12 },
  balanced: { most: 72, least: 30 },
  normal: { most: 90, least: 40 },
} as const;

/**
 * Cuts a text into chunks, lazily: speaker turns, then as many whole sentences as fit; a sentence is cut (at a clause,
 * else a word) only where it is longer than a chunk, or where less than `minChunkLength` stands before it. The chunks of
 * a turn, put together, are its text.
 */
export function* planChunks(text: string, options: ChunkOptions, sentences: SentenceSplitter): Generator<TextChunk> {
  let index = 0;
  for (const turn of turns(text)) {
    const opens = index > 0 ? null : turn.to < text.length ? 'sentence' : 'clause';
    for (const part of cutTurn(text, turn, options, sentences, opens)) {
      yield { ...part, index: index++, speaker: turn.speaker };
    }
  }
}

type Part = Omit<TextChunk, 'index' | 'speaker'>;

function* cutTurn(
  text: string,
  turn: Turn,
  options: ChunkOptions,
  sentences: SentenceSplitter,
  opens: 'clause' | 'sentence' | null,
): Generator<Part> {
  let from = turn.from;
  let opening = opens !== null;
  const part = (to: number, end: ChunkEnd): Part => {
    const made = { text: text.slice(from, to), from, to, end: to === turn.to ? 'turn' : end };
    from = to;
    opening = false;
    return made;
  };
  const first = { ...OPENING[options.latency], ...(opens === 'sentence' ? { most: options.chunkLength } : {}) };
  const most = (): number => (opening ? Math.min(first.most, options.chunkLength) : options.chunkLength);
  const least = (): number => (opening ? Math.min(first.least, options.minChunkLength) : options.minChunkLength);
  const length = (to: number): number => text.slice(from, to).trim().length;

  let to = from;
  for (const sentence of sentences(text.slice(turn.from, turn.to))) {
    if (turn.from + sentence.to <= to) continue;
    // White space goes with the sentence before it: some splitters make it a sentence of its own.
    const end = skipSpace(text, turn.from + sentence.to, turn.to);
    // What has been gathered goes on its own if the sentence does not fit behind it.
    if (to > from && length(end) > most() && length(to) >= least()) yield part(to, 'sentence');
    while (length(end) > most()) {
      const shortest = opening ? first.least : Math.max(options.minChunkLength, most() / 3);
      const clauses = sentence.clauses.map((clause) => turn.from + clause.to - from).filter((at) => at > 0);
      const { at, kind } = cut(text.slice(from, end), clauses, shortest, most());
      if (from + at >= end) break;
      yield part(from + at, kind);
    }
    to = end;
    if (length(to) < least()) continue;
    if (endsParagraph(text.slice(from, to))) yield part(to, 'paragraph');
    else if (opening) yield part(to, 'sentence');
  }
  if (from < turn.to) yield part(turn.to, 'turn');
}

function skipSpace(text: string, from: number, to: number): number {
  let at = from;
  while (at < to && /\s/u.test(text[at]!)) at++;
  return at;
}

function endsParagraph(text: string): boolean {
  return text.slice(text.trimEnd().length).split('\n').length > 2;
}
