import { detectLanguage, KANA, languageOfRun } from '../language.ts';
import type { UserLexicon } from '../lexicon.ts';
import { tagAt } from '../markup.ts';
import { sentences, type Range } from '../segment/index.ts';
import type { NormalizedText, SpokenToken } from '../../types.ts';
import { ENGLISH } from './en/index.ts';
import { EUROPEAN } from './european.ts';
import { fold } from './fold.ts';
import { JAPANESE } from './ja/index.ts';
import { markBehind } from './marks.ts';
import { AS_WRITTEN, PLAIN_ENGLISH, PLAIN_MANDARIN } from './plain.ts';
import { scan, type Piece, type RuleSet } from './scan.ts';
import { toTokens } from './tokens.ts';
import { MANDARIN } from './zh/index.ts';

export interface NormalizeOptions {
  /** BCP 47 of the stretch; null (default): found sentence by sentence. */
  readonly language?: string | null;
  /** What a sentence is taken for that says nothing of its language; English by default. */
  readonly fallbackLanguage?: string;
  /** Range of `text` to read, UTF-16; the whole of it by default. What lies around is context. */
  readonly from?: number;
  readonly to?: number;
  /** Whether numbers, abbreviations and symbols of English and Chinese are written out; true by default. */
  readonly normalize?: boolean;
  /** The user's own pronunciations. */
  readonly lexicon?: UserLexicon;
  /** Ranges of `text` that are not read: stage directions and expression tags that another stage acts on. */
  readonly silent?: readonly Range[];
}

/** Characters around the range that rules may look at. */
const MARGIN = 200;

/** The words of a stretch of text, as they are spoken, each with its place in the text. Never throws on any text. */
export function normalizeText(text: string, options: NormalizeOptions = {}): NormalizedText {
  const { from = 0, to = text.length } = options;
  const base = Math.max(0, from - MARGIN);
  const window = fold(text.slice(base, to + MARGIN));
  const silent = options.silent?.map((range) => ({ from: range.from - base, to: range.to - base }));
  const inner = normalizeWindow(window, from - base, to - base, { ...options, ...(silent ? { silent } : {}) });
  if (base === 0) return inner;
  return {
    ...inner,
    tokens: inner.tokens.map((token) => ({ ...token, from: token.from + base, to: token.to + base })),
  };
}

function normalizeWindow(text: string, from: number, to: number, options: NormalizeOptions): NormalizedText {
  const language = options.language ?? detectLanguage(text.slice(from, to), options.fallbackLanguage);
  const { parts, ends } = readSentences(text, from, to, language);
  const tokens: SpokenToken[] = [];
  for (const part of parts) {
    const spoken = options.language ?? detectLanguage(text.slice(part.from, part.to), language);
    const pieces = readRuns(text, part, spoken, options);
    pieces.forEach(({ piece, language: own }, i) => {
      const next = pieces[i + 1]?.piece.from ?? part.to;
      const lastOfSentence = i === pieces.length - 1;
      const mark = markBehind(text.slice(piece.to, next), lastOfSentence && part.ends, part.to < to);
      tokens.push(...toTokens(piece, mark, own, own === language ? undefined : own));
    });
  }
  return { language, tokens, endsSentence: ends };
}

interface Part extends Range {
  /** Whether a sentence ends here, not just the range. */
  readonly ends: boolean;
}

/** The sentences inside a range, cut at its ends, and whether one ends with the range. What follows decides about the last. */
function readSentences(
  text: string,
  from: number,
  to: number,
  language: string,
): { readonly parts: Part[]; readonly ends: boolean } {
  const parts: Part[] = [];
  let start = from;
  for (const sentence of sentences(text.slice(from, to + 80), language)) {
    const end = from + sentence.to;
    // White space that the sentence takes in behind the range does not matter.
    const complete = end <= to || text.slice(to, end).trim() === '';
    if (Math.min(end, to) > start) parts.push({ from: start, to: Math.min(end, to), ends: complete });
    start = end;
    if (end >= to) break;
  }
  return { parts, ends: parts.at(-1)?.ends ?? true };
}

interface RunPiece {
  readonly piece: Piece;
  readonly language: string;
}

/** The pieces of a sentence; letters of another script are read as their own language. */
function readRuns(text: string, part: Range, language: string, options: NormalizeOptions): RunPiece[] {
  const kana = KANA.test(text.slice(part.from, part.to));
  const result: RunPiece[] = [];
  for (const run of runs(text, part, language, kana)) {
    const given = (at: number): Piece | null => givenAt(text, at, run.language, options);
    const scanned = scan(text, ruleSet(run.language, options.normalize ?? true), {
      from: run.from,
      to: run.to,
      british: /^en-(?:gb|au|nz|ie|za|in)\b/i.test(run.language),
      given,
      unspaced: options.lexicon?.isEmpty === false && /^(?:cmn|zh|ja)\b/i.test(run.language),
    });
    for (const piece of scanned) result.push({ piece, language: run.language });
  }
  return result;
}

interface Run extends Range {
  readonly language: string;
}

const TAGGED = /<\|phoneme_start\|>[^]{0,2000}?<\|phoneme_end\|>|<\|[^|<>\n]{0,60}\|>/gu;
const FOREIGN =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}ー々〆〇][\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}ー々〆〇\p{N}，。、！？：；（）《》“”「」…·%％.]*|\p{Script=Hangul}[\p{Script=Hangul}\s]*|\p{Script=Cyrillic}[\p{Script=Cyrillic}\p{M}\s'-]*|\p{Script=Greek}{2,}[\p{Script=Greek}\s]*|\p{Script=Arabic}[\p{Script=Arabic}\p{M}\s]*|\p{Script=Hebrew}[\p{Script=Hebrew}\p{M}\s]*|\p{Script=Devanagari}[\p{Script=Devanagari}\p{M}\s]*/gu;

/** A sentence cut where the script is another language's. In Chinese and Japanese, Latin words are found word by word later. */
function runs(text: string, part: Range, language: string, kana: boolean): Run[] {
  const sentence = text.slice(part.from, part.to);
  const result: Run[] = [];
  let start = part.from;
  const add = (from: number, to: number, own: string): void => {
    if (to > from) result.push({ from, to, language: own });
  };
  const tagged = Array.from(sentence.matchAll(TAGGED), (m) => [m.index, m.index + m[0].length] as const);
  for (const match of sentence.matchAll(FOREIGN)) {
    const own = languageOfRun(match[0], language, kana);
    if (own === null || tagged.some(([from, to]) => match.index >= from && match.index < to)) continue;
    add(start, part.from + match.index, language);
    start = part.from + match.index + match[0].length;
    add(part.from + match.index, start, own);
  }
  add(start, part.to, language);
  return result;
}

function ruleSet(language: string, normalize: boolean): RuleSet {
  if (/^en\b/i.test(language)) return normalize ? ENGLISH : PLAIN_ENGLISH;
  if (/^(?:cmn|zh)\b/i.test(language)) return normalize ? MANDARIN : PLAIN_MANDARIN;
  // Figures have no other reading there, so they become words whatever the request says.
  if (/^ja\b/i.test(language)) return JAPANESE;
  return (normalize ? EUROPEAN[language.toLowerCase().split('-')[0] ?? ''] : undefined) ?? AS_WRITTEN;
}

/** What stands before all rules: silent ranges, tags, and the user's words. */
function givenAt(text: string, at: number, language: string, options: NormalizeOptions): Piece | null {
  const silent = options.silent?.find((range) => at >= range.from && at < range.to);
  if (silent) return { words: '', plain: false, from: at, to: silent.to };
  const tag = tagAt(text, at, language);
  if (tag) {
    const words = tag.phonemes?.value ?? '';
    return { words, plain: true, from: at, to: at + tag.length, ...(tag.phonemes ? { phonemes: tag.phonemes } : {}) };
  }
  const entry = options.lexicon?.find(text, at, language);
  if (!entry) return null;
  const end = at + entry.length;
  return { words: text.slice(at, end), plain: true, from: at, to: end, phonemes: entry.phonemes };
}

/** A text as lower-case spoken words, separated by spaces (Chinese: without spaces between Hanzi). */
export function normalizeForDisplay(text: string, language: string): string {
  const tag = /^(?:zh|cmn)\b/i.test(language) ? 'cmn' : language;
  const line: string[] = [];
  let previous = '';
  let name = false;
  for (const token of normalizeText(text, { language: tag }).tokens) {
    if (token.phonemes) continue;
    const word = token.text.toLowerCase();
    const joined =
      tag === 'cmn' &&
      (/^\p{Script=Han}|\p{Script=Han}$/u.test(word) ||
        /\p{Script=Han}$/u.test(previous) ||
        (token.spelled === true && name));
    if (previous !== '' && !joined) line.push(' ');
    line.push(word);
    previous = word;
    // Letters join letters and figures, not a word before them: "type c".
    name = token.spelled === true || /\p{Script=Han}$/u.test(word);
  }
  return line.join('');
}
