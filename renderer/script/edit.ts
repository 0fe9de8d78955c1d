/**
 * What a writer does to whole lines: split, join, move, give to another speaker, say how. Each takes the script and its
 * cues and gives text changes, so that every one of them is an edit like any other: undone, redone, kept in the journal.
 */
import { nameOf, parseLine, speakerKey, type ParsedCue } from './parse.ts';

/** Replace the text from `from` up to `to` (offsets in the whole script). */
export interface TextChange {
  readonly from: number;
  readonly to: number;
  readonly insert: string;
}

/** The part of CodeMirror's `Text` that edits need. Line numbers count from 1. */
export interface ScriptText {
  readonly lines: number;
  line(number: number): { readonly from: number; readonly to: number; readonly text: string };
}

export type DisplayName = (speaker: string) => string;

export function cueRange(doc: ScriptText, cue: ParsedCue): { from: number; textFrom: number; textTo: number } {
  const { from } = doc.line(cue.line);
  return { from: from + cue.column, textFrom: from + cue.textFrom, textTo: from + cue.textTo };
}

/** Index of the cue that holds line `line`, column `column`, or the nearest one before it, or 0; -1 without cues. */
export function cueIndexAt(cues: readonly ParsedCue[], line: number, column: number): number {
  let low = 0;
  let high = cues.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    const cue = cues[middle]!;
    if (cue.line < line || (cue.line === line && cue.column <= column)) low = middle + 1;
    else high = middle;
  }
  return cues.length === 0 ? -1 : Math.max(0, low - 1);
}

function hasOwnName(doc: ScriptText, cue: ParsedCue): boolean {
  return parseLine(doc.line(cue.line).text).parts.some((part) => part.mark !== null && part.mark.from === cue.column);
}

/** Cuts a line in two at `at`, an offset within its words. Both halves stay with its speaker. */
export function split(doc: ScriptText, cue: ParsedCue, at: number): TextChange[] {
  const { textFrom, textTo } = cueRange(doc, cue);
  if (at <= textFrom || at >= textTo) return [];
  const { text, from } = doc.line(cue.line);
  let left = at;
  let right = at;
  while (left > textFrom && /\s/.test(text[left - 1 - from] ?? '')) left -= 1;
  while (right < textTo && /\s/.test(text[right - from] ?? '')) right += 1;
  return [{ from: left, to: right, insert: '\n' }];
}

/** Puts the words of the cue after `index` behind those of `index`. */
export function join(doc: ScriptText, cues: readonly ParsedCue[], index: number): TextChange[] {
  const first = cues[index];
  const second = cues[index + 1];
  if (!first || !second) return [];
  const { textTo } = cueRange(doc, first);
  const { textFrom } = cueRange(doc, second);
  const spaceless = /[\u3000-\u9fff\uff00-\uffef]$/.test(first.text);
  return [{ from: textTo, to: textFrom, insert: spaceless ? '' : ' ' }];
}

/** Writes the speaker's name on a line that so far only went on from the line before. */
function nameLine(doc: ScriptText, cue: ParsedCue, name: string): TextChange[] {
  if (hasOwnName(doc, cue)) return [];
  const { textFrom } = cueRange(doc, cue);
  return [{ from: doc.line(cue.line).from + cue.column, to: textFrom, insert: `${name}: ` }];
}

/** Gives the cue at `index` to another speaker. A following line without a name stays with the old one. */
export function reassign(
  doc: ScriptText,
  cues: readonly ParsedCue[],
  index: number,
  name: string,
  display: DisplayName,
): TextChange[] {
  const cue = cues[index];
  if (!cue || speakerKey(name) === cue.speaker) return [];
  const line = doc.line(cue.line);
  const mark = parseLine(line.text).parts.find((part) => part.mark?.from === cue.column)?.mark;
  const changes: TextChange[] = [];
  if (!mark) changes.push(...nameLine(doc, cue, name));
  else if (line.text.startsWith('<|', mark.from)) {
    const opening = mark.from === 0 ? '' : '\n';
    changes.push({ from: line.from + mark.from, to: line.from + cue.textFrom, insert: `${opening}${name}: ` });
  } else changes.push({ from: line.from + mark.from, to: line.from + mark.from + mark.name.length, insert: name });
  const next = cues[index + 1];
  if (next && next.speaker === cue.speaker) changes.push(...nameLine(doc, next, display(cue.speaker)));
  return changes;
}

/** Says how a line is spoken (`ANNA (tired): …`); an empty direction takes it away. */
export function direct(doc: ScriptText, cue: ParsedCue, direction: string, display: DisplayName): TextChange[] {
  const line = doc.line(cue.line);
  const clean = direction
    .replace(/[()[\]\n]/g, ' ')
    .replace(/\s+/g, ' ')
    .trim();
  const mark = nameOf(line.text);
  const opening = clean === '' ? '' : ` (${clean})`;
  if (!mark || mark.from !== cue.column) {
    if (clean === '') return [];
    const { from, textFrom } = cueRange(doc, cue);
    return [{ from, to: textFrom, insert: `${cue.column > 0 ? '\n' : ''}${display(cue.speaker)}${opening}: ` }];
  }
  const nameEnd = line.from + mark.from + mark.name.length;
  return [{ from: nameEnd, to: line.from + cue.textFrom, insert: `${opening}: ` }];
}

/** Moves a whole line over its neighbour. Lines that went on from the line before get their speaker's name written out. */
export function move(
  doc: ScriptText,
  cues: readonly ParsedCue[],
  index: number,
  by: -1 | 1,
  display: DisplayName,
): { changes: TextChange[]; line: number } | null {
  const first = cues[by === 1 ? index : index - 1];
  const upper = first && doc.line(first.line);
  const second = upper && cues.find((cue, i) => i > cues.indexOf(first) && cue.line > first.line);
  if (!upper || !second) return null;
  const lower = doc.line(second.line);
  const written = (cue: ParsedCue, text: string): string =>
    hasOwnName(doc, cue) ? text : `${display(cue.speaker)}: ${text.slice(cue.textFrom)}`;
  const firstOfUpper = cues.find((cue) => cue.line === first.line) ?? first;
  const firstOfLower = cues.find((cue) => cue.line === second.line) ?? second;
  const changes: TextChange[] = [
    { from: upper.from, to: upper.to, insert: written(firstOfLower, lower.text) },
    { from: lower.from, to: lower.to, insert: written(firstOfUpper, upper.text) },
  ];
  const after = cues.find((cue) => cue.line > second.line);
  const lastOfUpper = [...cues].reverse().find((cue) => cue.line === first.line) ?? first;
  if (after && !hasOwnName(doc, after) && after.speaker !== lastOfUpper.speaker)
    changes.push(...nameLine(doc, after, display(after.speaker)));
  return { changes, line: by === 1 ? second.line : first.line };
}

/** Writes another name on every line of a speaker. */
export function rename(doc: ScriptText, key: string, name: string): TextChange[] {
  const changes: TextChange[] = [];
  for (let number = 1; number <= doc.lines; number++) {
    const line = doc.line(number);
    for (const { mark } of parseLine(line.text).parts) {
      if (mark?.key !== key) continue;
      const isTag = line.text.startsWith('<|', mark.from);
      const end = isTag ? mark.to : mark.from + mark.name.length;
      const opening = isTag && mark.from > 0 ? '\n' : '';
      changes.push({ from: line.from + mark.from, to: line.from + end, insert: isTag ? `${opening}${name}: ` : name });
    }
  }
  return changes;
}

/** Applies changes to a plain string; for tests and for importers. Changes must not overlap. */
export function applyChanges(text: string, changes: readonly TextChange[]): string {
  return [...changes]
    .sort((a, b) => b.from - a.from)
    .reduce((result, { from, to, insert }) => result.slice(0, from) + insert + result.slice(to), text);
}

/** A string as `ScriptText`. */
export function textOf(text: string): ScriptText {
  const lines = text.split('\n');
  const starts: number[] = [];
  let at = 0;
  for (const line of lines) {
    starts.push(at);
    at += line.length + 1;
  }
  return {
    lines: lines.length,
    line: (number) => {
      const value = lines[number - 1] ?? '';
      const from = starts[number - 1] ?? 0;
      return { from, to: from + value.length, text: value };
    },
  };
}
