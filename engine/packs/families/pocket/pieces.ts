import type { PackToken, SpokenSpan } from '../family.ts';

/** Words that are said in one go, and how they are written for the model. */
export interface TextPiece {
  readonly tokens: readonly PackToken[];
  readonly text: string;
}

const SENTENCE = /[.?!…]$/u;
const CLAUSE = /[,;:-]$/u;

/** A word with its mark, as the model reads it. */
export function written({ text, mark, raw, spelled }: PackToken): string {
  const word = raw ?? (spelled === true ? text.toUpperCase() : text);
  return mark === '-' ? `${word} -` : word + mark;
}

/**
 * Cuts words into pieces of at most `most` ids: behind a sentence, else behind a clause, else between words. A single word
 * that is longer stays whole. `count` says how many ids a word has.
 */
export function piecesOf(
  tokens: readonly PackToken[],
  most: number,
  count: (text: string) => number,
): readonly (readonly PackToken[])[] {
  const pieces: (readonly PackToken[])[] = [];
  const sizes = tokens.map((token) => count(written(token)));
  for (let from = 0; from < tokens.length;) {
    let to = from;
    for (let size = 0; to < tokens.length && (to === from || size + sizes[to]! <= most); to++) size += sizes[to]!;
    if (to < tokens.length) to = goodPlace(tokens, from, to);
    pieces.push(tokens.slice(from, to));
    from = to;
  }
  return pieces;
}

/** Behind the last sentence before `to`, else behind the last clause in the last two thirds. */
function goodPlace(tokens: readonly PackToken[], from: number, to: number): number {
  const least = from + (to - from) / 3;
  for (const [mark, first] of [
    [SENTENCE, from],
    [CLAUSE, least],
  ] as const)
    for (let at = to; at > first; at--) if (mark.test(tokens[at - 1]!.mark)) return at;
  return to;
}

/** A piece as the model was trained to read it: it begins with a capital and ends with a mark. */
export function promptOf(
  tokens: readonly PackToken[],
  { padded, semicolons }: { readonly padded: boolean; readonly semicolons: boolean },
): string {
  const joined = tokens.map(written).join(' ');
  const text = semicolons ? joined : joined.replaceAll(';', ',');
  const capital = text.replace(/^\p{Ll}/u, (letter) => letter.toUpperCase());
  const ended = /[\p{L}\p{N}]$/u.test(capital) ? `${capital}.` : capital;
  return padded && tokens.length < 5 ? ' '.repeat(8) + ended : ended;
}

/** Letters that are said in a second, about. */
const PACE = 14;
/** Seconds that a word has at least, where the sound ends sooner than it should. */
const LEAST = 0.005;

/** Tells words as they are said, by how far the sound has come: the model tells no times. */
export class WordClock {
  private next = 0;
  /** Seconds. */
  private at = 0;

  constructor(private readonly tokens: readonly PackToken[]) {}

  /** The words that begin before `seconds`, where they have their usual length. */
  until(seconds: number): SpokenSpan[] {
    const spans: SpokenSpan[] = [];
    while (this.next < this.tokens.length && this.at < seconds) {
      const end = this.at + lengthOf(this.tokens[this.next]!) / PACE;
      spans.push(this.span(end, seconds));
    }
    return spans;
  }

  /** The words that are left, in the time that is left of `seconds`. */
  rest(seconds: number): SpokenSpan[] {
    const left = this.tokens.slice(this.next);
    this.at = Math.min(this.at, seconds - LEAST * left.length);
    const pace = (seconds - this.at) / left.reduce((sum, token) => sum + lengthOf(token), 0);
    return left.map((token) => this.span(this.at + pace * lengthOf(token), seconds));
  }

  private span(end: number, most: number): SpokenSpan {
    const { text, from, to } = this.tokens[this.next++]!;
    const span = { text, from, to, start: this.at, end: Math.min(end, most) };
    this.at = end;
    return span;
  }
}

function lengthOf(token: PackToken): number {
  return written(token).length + 1;
}
