import { abbreviationKind, startsSentence } from './abbreviations.ts';

/** A range of the text: `from` inclusive, `to` exclusive, UTF-16. */
export interface Range {
  readonly from: number;
  readonly to: number;
}

/** A sentence with the white space behind it. Its clauses cover it; sentences cover the text. */
export interface Sentence extends Range {
  readonly clauses: readonly Range[];
}

/** A text without any mark is cut into "sentences" of at most so many characters, so that no stage meets a huge one. */
const LONGEST = 1000;

/** Given phonemes and bracketed directions: nothing inside them ends a sentence. */
const WHOLE = String.raw`<\|phoneme_start\|>[^]{0,2000}?<\|phoneme_end\|>|<\|[^|<>\n]{0,60}\|>|\[[^\][\n]{1,200}\]`;
const CLOSERS = String.raw`["'”’»›)\]}」』）】》〉〕］｝〞]`;
/**
 * A place where a sentence may end: marks with what closes behind them, or the end of a line. A line's blanks are looked at from
 * the first of them only, so that a long row of them takes time in proportion.
 */
const CANDIDATE = new RegExp(
  `${WHOLE}|(?<marks>[\\p{Sentence_Terminal}…‥⁇⁈⁉]+|[—–](?=["”’]))(?<closers>${CLOSERS}*)|(?<line>(?<![^\\S\\n\\r])[^\\S\\n\\r]*(?:\\r\\n|[\\n\\r\\u2028\\u2029]))`,
  'gu',
);
const SPACE = /[\s\p{Cf}]*/uy;
const CLAUSE = new RegExp(
  `${WHOLE}|[,;:،؛…][”"’')\\]»]*(?=\\s)\\s*|[，、；：︰﹐﹑；：][」』”’）]*\\s*|(?:…{2}|——|――)[」』”’）]*|\\s?[—–―]\\s?|\\s-{1,3}\\s|(?<=\\S)\\s+(?=[(（])`,
  'gu',
);

/**
 * The sentences of a text, one after another. Each is found by looking at its own characters and a few behind it, so the
 * first is there at once however long the text is. They add up to the text.
 */
export function* sentences(text: string, language?: string): Generator<Sentence> {
  let from = 0;
  for (const to of boundaries(text, language)) {
    while (to - from > LONGEST) {
      const cut = emergencyCut(text, from);
      yield sentence(text, from, cut);
      from = cut;
    }
    if (to > from) yield sentence(text, from, to);
    from = to;
  }
}

function sentence(text: string, from: number, to: number): Sentence {
  return { from, to, clauses: clauses(text, from, to) };
}

function clauses(text: string, from: number, to: number): Range[] {
  const result: Range[] = [];
  const part = text.slice(from, to);
  let start = 0;
  for (const match of part.matchAll(CLAUSE)) {
    const end = match.index + match[0].length;
    if (match[0].startsWith('<') || match[0].startsWith('[')) continue;
    if (part.slice(start, end).trim() === '' || part.slice(end).trim() === '') continue;
    result.push({ from: from + start, to: from + end });
    start = end;
  }
  if (part.length > start) result.push({ from: from + start, to });
  return result;
}

function* boundaries(text: string, language: string | undefined): Generator<number> {
  let from = 0;
  const candidate = new RegExp(CANDIDATE);
  for (let match = candidate.exec(text); match; match = candidate.exec(text)) {
    const { marks, line } = match.groups ?? {};
    const closers = (match.groups?.closers ?? '') + (marks === undefined ? '' : quoteClosers(text, match));
    const end = match.index + (marks === undefined ? match[0].length : marks.length + closers.length);
    const ends =
      marks !== undefined
        ? endsAfterMarks(text, from, match.index, marks, closers, language)
        : line !== undefined && endsAfterLine(text, from, match.index, end);
    if (!ends) {
      // A sentence without an end is handed on in parts, so that nothing waits for the end of a long text.
      if (end - from > 2 * LONGEST) yield (from = emergencyCut(text, from));
      continue;
    }
    SPACE.lastIndex = end;
    from = end + (SPACE.exec(text)?.[0].length ?? 0);
    candidate.lastIndex = from;
    yield from;
  }
  if (from < text.length) yield text.length;
}

/** Signs that open in one language and close in another, each with the one that opens before it: "« Où ? »", "»Wo?«", "„Wo?“". */
const OPENS: Readonly<Record<string, string>> = { '»': '«', '«': '»', '›': '‹', '‹': '›', '“': '„', '‘': '‚' };

/** What closes behind a match, told by what has opened before it in the paragraph. */
function quoteClosers(text: string, match: RegExpExecArray): string {
  let end = match.index + match[0].length;
  const first = end;
  for (;;) {
    const [found = '', quote = ''] = /^[ \u00a0\u202f]?([»›])|^([«‹“‘])/u.exec(text.slice(end, end + 2)) ?? [];
    const sign = quote === '' ? found : quote;
    if (sign === '' || !isOpen(text, OPENS[sign] ?? '', sign, match.index)) return text.slice(first, end);
    end += found.length;
  }
}

/** Whether more of `opener` than of `closer` stand before, and `opener` is the one that opens here: the first. */
function isOpen(text: string, opener: string, closer: string, at: number): boolean {
  const said = text.slice(Math.max(0, at - LONGEST), at);
  const paragraph = said.slice(said.lastIndexOf('\n') + 1);
  const count = (quote: string): number => paragraph.split(quote).length - 1;
  const [opened, closed] = [paragraph.indexOf(opener), paragraph.indexOf(closer)];
  return opened >= 0 && (closed < 0 || opened < closed) && count(opener) > count(closer);
}

/** Names that end with an exclamation mark. */
const NAMED_WITH_MARK = /\b(?:Yahoo|Jeopardy|Wham|Oklahoma|Mamma Mia|Joomla|Yum)$/u;
const CJK_END = /[。！？｡．]/u;
const CJK = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}「『（《“]/u;

function endsAfterMarks(
  text: string,
  from: number,
  at: number,
  marks: string,
  closers: string,
  language: string | undefined,
): boolean {
  const end = at + marks.length + closers.length;
  const next = text.slice(end, end + 80);
  const follower = next.trimStart();
  if (/^[，、；：,;]/u.test(next)) return false;
  if (CJK_END.test(marks)) return !(closers !== '' && /^(?:と|って|という|などと)/u.test(follower));
  if (follower === '') return true;
  const spaced = /^[\s\p{Cf}]/u.test(next);
  if (!spaced && !CJK.test(next[0] ?? '')) return false;
  // "—¿Vienes? —preguntó ella.": who speaks, behind a dash.
  const lower = /^(?:["'“‘«»„‚(\[]*|[—–]\s?)\p{Ll}/u.test(follower);
  // "“But—” “No!”": another breaks in.
  if (/^[—–]$/u.test(marks)) return closers !== '' && /^["“‘«„]/u.test(follower);
  if (/^[…‥.]{2,}$|^…$/u.test(marks)) return !lower && spaced && /^["'“‘«¿¡(—–-]*[\p{Lu}\p{Lo}\p{N}]/u.test(follower);
  if (lower && (/^[—–]/u.test(follower) || NAMED_WITH_MARK.test(text.slice(Math.max(from, at - 20), at)))) return false;
  if (!marks.includes('.') || marks.length > 1) return !(closers !== '' && lower);
  if (closers !== '') return !lower;
  return endsAfterStop(text.slice(Math.max(from, at - 40), at), follower, lower, language);
}

/** Whether a single full stop after `before` ends the sentence; `follower` is what comes after the space. */
function endsAfterStop(before: string, follower: string, lower: boolean, language: string | undefined): boolean {
  const word = /[^\s"'“‘«»„‚(\[—–¿¡-]+$/u.exec(before)?.[0] ?? '';
  const lineStart = /(?:^|[\n\r])[^\S\n\r]*$/u.test(before.slice(0, before.length - word.length));
  // "1. Open the box", "b. Close it": the mark of a list belongs to its item.
  if (lineStart && /^(?:\d{1,3}|[a-zA-Z]|[ivxIVX]{1,4})$/u.test(word)) return false;
  if (/^\d{1,2}$/.test(word) && language?.startsWith('de')) return false;
  // "z. B.", "p. ej.", "c. d.": letters that stand together.
  if (/^\p{Ll}$/u.test(word) && /^\p{L}{1,2}\./u.test(follower)) return false;
  if (word === 'n' && /^\d/.test(follower)) return false;
  const next = /^["'“‘«»„‚(\[]*([\p{L}\p{N}'’]+)/u.exec(follower)?.[1] ?? '';
  if (/^\p{Lu}$/u.test(word) && word !== 'I') return endsAfterInitial(before, next);
  switch (abbreviationKind(word)) {
    case 'leading':
      // "On Main St. It was late": a street, not a saint.
      if (/^(?:St|Dr)$/.test(word) && /\p{Lu}\p{Ll}+\s(?:St|Dr)$/u.test(before)) return !lower && startsSentence(next);
      return /^no$/i.test(word) && !/^\d/.test(next) && /^\p{Lu}/u.test(next);
    case 'trailing':
      if (lower || /^\d/.test(next)) return false;
      return startsSentence(next) || (/^(?:etc|usw|ecc|[ap]\.?m)$/i.test(word) && !isCalendarWord(next));
    case 'none':
      return !lower || word.length >= 3;
  }
}

/** "J. Smith" goes on; "plan B. Then" ends. */
function endsAfterInitial(before: string, next: string): boolean {
  const afterCommonWord = /\b\p{Ll}+\s+\p{Lu}$/u.test(before);
  return startsSentence(next) && (afterCommonWord || next.length > 1);
}

function isCalendarWord(word: string): boolean {
  return /^(?:mon|tues|wednes|thurs|fri|satur|sun)day$|^(?:[ECMP][SD]?T|GMT|UTC|BST)$/i.test(word);
}

const LIST_ITEM = /^[^\S\n\r]*(?:[-–—*•‣▪◦·●○►]\s|#{1,6}\s|\(?(?:\d{1,3}|[a-zA-Z])[.)]\s|[-–—―«»“"„‹「『])/u;

/** A line ends a sentence before a blank line, a list item or a speech, after a heading, and where no line was full. */
function endsAfterLine(text: string, from: number, at: number, end: number): boolean {
  const rest = text.slice(end, end + 120);
  if (/^\s*$/u.test(text.slice(from, at))) return false;
  if (/^[^\S\n\r]*(?:[\n\r\u2028\u2029]|$)/u.test(rest) || LIST_ITEM.test(rest)) return true;
  const near = text.slice(Math.max(from, at - LONGEST), at);
  const line = near.slice(Math.max(near.lastIndexOf('\n'), near.lastIndexOf('\r')) + 1);
  if (LIST_ITEM.test(line) && !/^\s*\p{Ll}/u.test(rest)) return true;
  if (/^\s*\p{Ll}/u.test(rest) || /[,;，、；-]\s*$/u.test(line)) return false;
  return line.length < 50 || /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]\s*$/u.test(line);
}

/** Where to cut a sentence that is too long: after a clause, else a space, else a whole character. */
function emergencyCut(text: string, from: number): number {
  const part = text.slice(from, from + LONGEST);
  const clause = Math.max(
    part.lastIndexOf(', '),
    part.lastIndexOf('; '),
    part.lastIndexOf('，'),
    part.lastIndexOf('、'),
  );
  if (clause > LONGEST / 2) return from + clause + (part[clause + 1] === ' ' ? 2 : 1);
  const space = part.search(/\s\S*$/u);
  if (space > LONGEST / 2) return from + space + 1;
  const low = text.charCodeAt(from + LONGEST);
  return from + (low >= 0xdc00 && low <= 0xdfff ? LONGEST - 1 : LONGEST);
}
