import type { GivenPhonemes } from '../../types.ts';
import type { Context, Rule } from './rule.ts';

/** Rules of a language, by the character that a token begins with, in the order in which they are tried. */
export interface RuleSet {
  readonly digit: readonly Rule[];
  readonly letter: readonly Rule[];
  readonly sign: readonly Rule[];
  /** A word that no rule says anything about; sticky. */
  readonly word: RegExp;
  /** Plain words that need no rule: most of every text. */
  readonly isPlain: (word: string, following: string) => boolean;
  /** Figures one by one. */
  readonly spell: (digits: string) => string;
}

/** A written token and how it is said. */
export interface Piece {
  /** In the notation of `Rule.say`; a plain word as it is written. */
  readonly words: string;
  readonly plain: boolean;
  readonly from: number;
  readonly to: number;
  readonly phonemes?: GivenPhonemes;
}

export interface ScanOptions {
  readonly from: number;
  readonly to: number;
  readonly british: boolean;
  /** What comes before all rules: tags, silent ranges, words of the user's lexicon. */
  readonly given: (at: number) => Piece | null;
  /** Whether such a word may begin inside another, as in scripts without spaces. */
  readonly unspaced: boolean;
}

/** How far back rules may ask for what was said. */
const MEMORY = 8;

/** The spoken tokens of `text` between `from` and `to`. Each character is looked at by few rules: time grows with length alone. */
export function* scan(text: string, rules: RuleSet, options: ScanOptions): Generator<Piece> {
  const said: string[] = [];
  let at = options.from;
  while (at < options.to) {
    const piece = isSpace(text.charCodeAt(at)) ? null : (options.given(at) ?? readAt(text, rules, at, options, said));
    if (piece === null) {
      at += (text.codePointAt(at) ?? 0) > 0xffff ? 2 : 1;
      continue;
    }
    remember(said, piece);
    if (piece.words !== '') yield piece;
    at = Math.max(piece.to, at + 1);
  }
}

function readAt(text: string, rules: RuleSet, at: number, options: ScanOptions, said: readonly string[]): Piece | null {
  const { to, british } = options;
  const kind = isDigit(text.charCodeAt(at)) ? 'digit' : isLetterAt(text, at) ? 'letter' : 'sign';
  const word = kind === 'letter' ? wordAt(text, rules, at) : '';
  const wordEnd = options.unspaced ? firstGiven(at, at + word.length, options) : at + word.length;
  const plain: Piece | null =
    word === ''
      ? null
      : { words: text.slice(at, Math.min(wordEnd, to)), plain: true, from: at, to: Math.min(wordEnd, to) };
  if (plain && rules.isPlain(word, text.slice(wordEnd, wordEnd + 2))) return plain;
  if (isTangled(text, at)) return plain ?? (kind === 'digit' ? figures(text, rules, at, to) : null);
  for (const { pattern, say } of rules[kind]) {
    pattern.lastIndex = at;
    const match = pattern.exec(text);
    const end = at + (match?.[0].length ?? 0);
    if (match === null || end === at || end > to) continue;
    const context: Context = { text, at, end, british, said };
    const words = say(match, context);
    if (words !== null) return { words, plain: false, from: at, to: end };
  }
  return plain ?? (kind === 'digit' ? figures(text, rules, at, to) : null);
}

/** Where the first given word inside a run of characters begins; its end where there is none. */
function firstGiven(from: number, to: number, { given }: ScanOptions): number {
  for (let at = from + 1; at < to; at++) if (given(at)) return at;
  return to;
}

/**
 * A run without spaces so long that it is no token of any class: rules would only compare it again and again. Its
 * words and figures are read one by one.
 */
const TANGLE = /[\x21-\x7e]{200}/y;

function isTangled(text: string, at: number): boolean {
  TANGLE.lastIndex = at;
  return TANGLE.test(text);
}

function figures(text: string, rules: RuleSet, at: number, to: number): Piece {
  let end = at;
  while (end < to && isDigit(text.charCodeAt(end))) end++;
  return { words: rules.spell(text.slice(at, end)), plain: false, from: at, to: end };
}

function wordAt(text: string, rules: RuleSet, at: number): string {
  rules.word.lastIndex = at;
  return rules.word.exec(text)?.[0] ?? '';
}

function remember(said: string[], piece: Piece): void {
  for (const word of piece.words.split(/[\s,]+/))
    if (word !== '') said.unshift(piece.plain ? word.toLowerCase() : word);
  if (said.length > MEMORY) said.length = MEMORY;
}

function isSpace(code: number): boolean {
  return code === 32 || (code >= 9 && code <= 13) || code === 0x3000;
}

function isDigit(code: number): boolean {
  return code >= 48 && code <= 57;
}

const LETTER = /\p{L}/uy;

function isLetterAt(text: string, at: number): boolean {
  const code = text.charCodeAt(at);
  if (code < 128) return (code >= 65 && code <= 90) || (code >= 97 && code <= 122);
  LETTER.lastIndex = at;
  return LETTER.test(text);
}
