import type { ModelProfile } from '../contract/speech.ts';
import { sentences } from '../text/index.ts';
import { isS1Tag } from './s1.ts';
import { pauseSeconds } from './sounds.ts';
import { blend, type Style } from './style.ts';
import { type Direction, understand } from './understand.ts';

/** A tag of the text with what it does. `from`, `to` index the request's text, brackets included. */
export interface Tag {
  readonly from: number;
  readonly to: number;
  readonly text: string;
  readonly direction: Direction;
}

/** Words between `from` and `to` are said so. */
export interface StyleSpan {
  readonly from: number;
  readonly to: number;
  readonly style: Style;
}

/** A text and its directions. */
export interface Script {
  /** The text as it is read: as long as the request's, with each tag blanked out, so that all places stay. */
  readonly text: string;
  readonly tags: readonly Tag[];
  readonly spans: StyleSpans;
}

/** Stands where a sound is made, so that a turn or a line that is nothing but a sound is not taken for blank. */
const SOUND = '\u2060';
/** Control tags and given phonemes hold no directions; a direction stays on its line. */
const TAG =
  /<\|phoneme_start\|>[^]{0,2000}?<\|phoneme_end\|>|<\|[^|<>\n]{0,60}\|>|[[［](?<square>[^[\]［］\n]{0,400})[\]］]|[(（](?<round>[^()（）\n]{1,40})[)）]/gu;
const WORD = /[\p{L}\p{N}]|<\|phoneme_start/u;

/**
 * Finds the directions of a text: s2 has them in square brackets, free; s1 has a list in parentheses. Pauses are known in
 * both spellings by both. Never throws; time grows with the text's length alone.
 */
export function readScript(text: string, grammar: ModelProfile['grammar']): Script {
  const tags: Tag[] = [];
  let read = '';
  let at = 0;
  for (const match of text.matchAll(TAG)) {
    const words = directionIn(match.groups ?? {}, grammar);
    if (words === null) continue;
    const from = match.index;
    const to = from + match[0].length;
    const direction = understand(words);
    tags.push({ from, to, text: match[0], direction });
    read += text.slice(at, from) + (direction.kind === 'effect' ? SOUND : ' ').padEnd(to - from);
    at = to;
  }
  const spoken = read + text.slice(at);
  return { text: spoken, tags, spans: new StyleSpans(tags, spoken) };
}

function directionIn(groups: Partial<Record<string, string>>, grammar: ModelProfile['grammar']): string | null {
  const { square, round } = groups;
  if (square !== undefined) return grammar === 's2' || pauseSeconds(square) !== null ? square.trim() : null;
  if (round === undefined) return null;
  if (grammar === 's1' && isS1Tag(round)) return round;
  // "(1 s)" may be part of the text; the pauses by name are not.
  return /^\s*(?:(?:long|short)[- ])?(?:break|pause)\s*$/iu.test(round) ? round : null;
}

function styleIn({ direction }: Tag): Style | null {
  return direction.kind === 'style' || direction.kind === 'effect' ? direction.style : null;
}

/**
 * Where styles hold: until their sentence ends or another begins; tags with nothing between them act together. Found as
 * far into the text as it is asked for, so that the first sound of a long text does not wait for its last tag.
 */
export class StyleSpans {
  private readonly spans: StyleSpan[] = [];
  private readonly tags: readonly Tag[];
  private next = 0;

  constructor(
    tags: readonly Tag[],
    private readonly text: string,
  ) {
    this.tags = tags.filter((tag) => styleIn(tag) !== null);
  }

  /** The spans that begin at `at` or before, in order; they do not overlap. */
  upTo(at: number): readonly StyleSpan[] {
    const { tags, text, spans } = this;
    while (this.next < tags.length && tags[this.next]!.from <= at) {
      const group = [tags[this.next++]!];
      while (tags[this.next] && !WORD.test(text.slice(group.at(-1)!.to, tags[this.next]!.from)))
        group.push(tags[this.next++]!);
      const from = group.at(-1)!.to;
      const to = sentenceEnd(text, from, tags[this.next]?.from ?? text.length);
      const style = blend(group.map((tag) => ({ style: styleIn(tag)!, weight: 1 })));
      if (to > from) spans.push({ from, to, style });
    }
    return spans;
  }
}

/** Characters of a sentence, at most. */
const LONGEST = 8000;

/** Where the sentence ends whose words begin behind `at`, or `next` if that comes first. */
function sentenceEnd(text: string, at: number, next: number): number {
  const rest = text.slice(at, Math.min(at + LONGEST, next));
  const turn = rest.search(/<\|speaker:/u);
  const within = turn < 0 ? rest : rest.slice(0, turn);
  // A tag that stands behind the last word of its sentence has nothing left to act on.
  for (const sentence of sentences(within)) {
    const part = within.slice(sentence.from, sentence.to);
    if (WORD.test(part)) return at + sentence.to;
    if (/[\p{Sentence_Terminal}…]/u.test(part)) return at;
  }
  return at + within.length;
}

/** The style at a place of the text, or null. */
export function styleAt(known: StyleSpans, at: number): Style | null {
  const spans = known.upTo(at);
  let low = 0;
  let high = spans.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (spans[middle]!.to <= at) low = middle + 1;
    else high = middle;
  }
  const span = spans[low];
  return span && span.from <= at ? span.style : null;
}

/** The tags that begin at `from` or behind it, before `to`. Tags are in order. */
export function tagsBetween(tags: readonly Tag[], from: number, to: number): readonly Tag[] {
  let low = 0;
  let high = tags.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (tags[middle]!.from < from) low = middle + 1;
    else high = middle;
  }
  let end = low;
  while (end < tags.length && tags[end]!.from < to) end++;
  return tags.slice(low, end);
}

/** Whether the first thing behind `at` is a pause: before any word and any sound. */
export function pauseLeads({ tags, text }: Script, at: number): boolean {
  const next = tagsBetween(tags, at, text.length + 1).find(
    ({ direction: { kind } }) => kind === 'pause' || kind === 'effect',
  );
  return next?.direction.kind === 'pause' && !WORD.test(text.slice(at, next.from).replace(/<\|speaker:\d+\|>/gu, ''));
}
