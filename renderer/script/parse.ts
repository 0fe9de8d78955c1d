/**
 * A scene's text, read as a script. The rules, as a writer meets them:
 *
 *     # Heading          not spoken            // note          not spoken
 *     (She leaves.)      a line in brackets alone is a stage direction, not spoken
 *     ANNA: Hello.       a name and a colon: who speaks
 *     ANNA (tired): Hi.  how the line is said
 *     And more.          no name: whoever spoke last goes on
 *     <|speaker:1|> Yes  the tag of the speech interface does the same as a name
 *     \Note: this        a backslash keeps a colon from making a speaker
 */

/** One thing that is said: a stretch of one line by one speaker. Columns count UTF-16 units from the line's start. */
export interface ParsedCue {
  /** Line number, from 1. */
  readonly line: number;
  /** Column where the cue begins (its name or tag included). */
  readonly column: number;
  /** Columns of the spoken words. */
  readonly textFrom: number;
  readonly textTo: number;
  readonly speaker: string;
  /** The speaker's name as written here, or where they were last named. */
  readonly name: string;
  /** The spoken words as written, inline tags included. */
  readonly text: string;
  readonly direction: string;
}

/** A name as written at the start of a line, or a speaker tag. */
export interface NameMark {
  readonly from: number;
  readonly to: number;
  readonly name: string;
  readonly key: string;
  readonly direction: string;
  readonly directionFrom: number;
  readonly directionTo: number;
}

export type LineKind = 'blank' | 'heading' | 'note' | 'speech';

/** A line by itself. `parts` are its stretches of speech; the first has no mark when the line has no name. */
export interface ParsedLine {
  readonly kind: LineKind;
  readonly parts: readonly { readonly mark: NameMark | null; readonly from: number; readonly to: number }[];
}

export const NARRATOR = 'NARRATOR';

const NAME =
  /^(\s*)(\p{L}[\p{L}\p{M}\p{N} .'’&-]{0,39}?)[ \t]*(?:([([（【])([^)\]）】]{1,200})[)\]）】][ \t]*)?(?::(?=\s|$)|：)/u;
const SPEAKER_TAG = /<\|speaker:(\d{1,4})\|>/g;
const STAGE = /^\s*[(（][^()（）]*[)）]\s*$/u;
const SPEAKABLE = /[\p{L}\p{N}]/u;

/** The key under which a speaker is known: case and spacing of the name do not matter. */
export function speakerKey(name: string): string {
  return name.normalize('NFKC').trim().replace(/\s+/g, ' ').toUpperCase();
}

/** Name of the speaker of tag `<|speaker:N|>`. */
export function tagSpeaker(number: number): string {
  return `Speaker ${number}`;
}

/** Every word of a name begins with a capital, a digit or a letter that has no case. */
function looksLikeName(name: string): boolean {
  const words = name.split(' ').filter(Boolean);
  return (
    words.length <= 4 &&
    words.every((word) => word[0] === word[0]?.toUpperCase() || /^(of|the|von|van|de|der|la)$/.test(word))
  );
}

/** The name that a line begins with, or null. */
export function nameOf(line: string): NameMark | null {
  const match = NAME.exec(line);
  if (!match) return null;
  const [whole, indent = '', name = '', , direction = ''] = match;
  if (!looksLikeName(name)) return null;
  const directionTo = direction === '' ? 0 : whole.lastIndexOf(direction) + direction.length;
  return {
    from: indent.length,
    to: whole.length,
    name,
    key: speakerKey(name),
    direction: direction.trim(),
    directionFrom: directionTo - direction.length,
    directionTo,
  };
}

export function parseLine(line: string): ParsedLine {
  const trimmed = line.trim();
  if (trimmed === '') return { kind: 'blank', parts: [] };
  if (/^#{1,6}\s/.test(trimmed) || /^([-*_=])\1{2,}$/.test(trimmed)) return { kind: 'heading', parts: [] };
  if (trimmed.startsWith('//') || STAGE.test(line)) return { kind: 'note', parts: [] };
  const named = nameOf(line);
  const parts: { mark: NameMark | null; from: number; to: number }[] = [];
  let mark = named;
  let from = named?.to ?? /^\s*\\/.exec(line)?.[0].length ?? 0;
  for (const tag of line.matchAll(SPEAKER_TAG)) {
    if (tag.index < from) continue;
    parts.push({ mark, from, to: tag.index });
    const name = tagSpeaker(Number(tag[1]));
    from = tag.index + tag[0].length;
    mark = { from: tag.index, to: from, name, key: speakerKey(name), direction: '', directionFrom: 0, directionTo: 0 };
  }
  parts.push({ mark, from, to: line.length });
  return {
    kind: 'speech',
    parts: parts.filter((part) => part.mark !== null || line.slice(part.from, part.to).trim() !== ''),
  };
}

/** Lines met before: most lines of a long script stay as they are from one keystroke to the next. */
const seen = new Map<string, ParsedLine>();

export function parseLineCached(line: string): ParsedLine {
  const known = seen.get(line);
  if (known) return known;
  if (seen.size > 60_000) seen.clear();
  const parsed = parseLine(line);
  seen.set(line, parsed);
  return parsed;
}

/** Who goes on speaking on a line that has no name. */
export interface Speaking {
  readonly speaker: string;
  readonly name: string;
}

export const AT_START: Speaking = { speaker: NARRATOR, name: 'Narrator' };

/** The cues of consecutive lines, the first of which has number `first`, and who speaks after them. */
export function parseLines(
  lines: Iterable<string>,
  first: number,
  before: Speaking,
): { cues: ParsedCue[]; after: Speaking } {
  const cues: ParsedCue[] = [];
  let speaking = before;
  let number = first - 1;
  for (const line of lines) {
    number += 1;
    for (const part of parseLineCached(line).parts) {
      if (part.mark) speaking = { speaker: part.mark.key, name: part.mark.name };
      const raw = line.slice(part.from, part.to);
      if (!SPEAKABLE.test(raw)) continue;
      const textFrom = part.from + (raw.length - raw.trimStart().length);
      const text = raw.trim();
      cues.push({
        line: number,
        column: part.mark?.from ?? part.from,
        textFrom,
        textTo: textFrom + text.length,
        speaker: speaking.speaker,
        name: speaking.name,
        text,
        direction: part.mark?.direction ?? '',
      });
    }
  }
  return { cues, after: speaking };
}

/** Names of the speakers as first written, by key, in order of appearance. */
export function speakersOf(cues: readonly ParsedCue[]): Map<string, string> {
  const speakers = new Map<string, string>();
  for (const { speaker, name } of cues) if (!speakers.has(speaker)) speakers.set(speaker, name);
  return speakers;
}

export function parseScript(lines: Iterable<string>): { cues: ParsedCue[]; speakers: Map<string, string> } {
  const { cues } = parseLines(lines, 1, AT_START);
  return { cues, speakers: speakersOf(cues) };
}
