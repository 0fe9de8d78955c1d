import type { ChangeSet, Text } from '@codemirror/state';
import { Remembered, reconcile, type Cue } from './identity.ts';
import { AT_START, parseLineCached, parseLines, speakersOf, type Speaking } from './parse.ts';

/** A script as it is understood: its cues, and who speaks in it. */
export interface Reading {
  readonly cues: readonly Cue[];
  readonly speakers: ReadonlyMap<string, string>;
  readonly remembered: Remembered;
}

export function readScript(doc: Text): Reading {
  const { cues } = parseLines(doc.iterLines(), 1, AT_START);
  const remembered = new Remembered();
  return { cues: reconcile([], cues, remembered), speakers: speakersOf(cues), remembered };
}

/** Reads again only the lines that an edit touched, and those whose speaker hangs on them. */
export function rereadScript(reading: Reading, before: Text, after: Text, changes: ChangeSet): Reading {
  let [oldTo, newFrom, newTo] = [-1, Infinity, -1];
  changes.iterChangedRanges((_, toA, fromB, toB) => {
    oldTo = Math.max(oldTo, toA);
    newFrom = Math.min(newFrom, fromB);
    newTo = Math.max(newTo, toB);
  });
  if (newTo < 0) return reading;
  const first = after.lineAt(newFrom).number;
  let oldLast = before.lineAt(oldTo).number;
  let newLast = after.lineAt(newTo).number;
  const speaking = speakingBefore(after, first);
  let middle = parseLines(linesOf(after, first, newLast), first, speaking);
  // Lines below that have no name of their own may have changed hands.
  const from = firstAfter(reading.cues, first - 1);
  const spoke = speakingBefore(before, oldLast + 1);
  if (middle.after.speaker !== spoke.speaker || middle.after.name !== spoke.name) {
    const stretch = unnamedLines(after, newLast + 1);
    oldLast += stretch;
    newLast += stretch;
    middle = parseLines(linesOf(after, first, newLast), first, speaking);
  }
  const to = firstAfter(reading.cues, oldLast);
  const head = reading.cues.slice(0, from);
  const shift = newLast - oldLast;
  const rest = reading.cues.slice(to);
  const tail = shift === 0 ? rest : rest.map((cue) => ({ ...cue, line: cue.line + shift }));
  let known: Set<string> | null = null;
  const inUse = (id: string): boolean => (known ??= new Set([...head, ...tail].map((cue) => cue.id))).has(id);
  const changed = reconcile(reading.cues.slice(from, to), middle.cues, reading.remembered, inUse);
  const cues = head.concat(changed, tail);
  const speakers = speakersOf(cues);
  return {
    cues,
    speakers: equal(speakers, reading.speakers) ? reading.speakers : speakers,
    remembered: reading.remembered,
  };
}

/** Index of the first cue that lies below line `line`. */
function firstAfter(cues: readonly Cue[], line: number): number {
  let [low, high] = [0, cues.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (cues[middle]!.line <= line) low = middle + 1;
    else high = middle;
  }
  return low;
}

function* linesOf(doc: Text, first: number, last: number): Iterable<string> {
  for (let number = first; number <= last; number++) yield doc.line(number).text;
}

/** Who speaks where line `line` begins. */
function speakingBefore(doc: Text, line: number): Speaking {
  for (let number = line - 1; number >= 1; number--) {
    const mark = parseLineCached(doc.line(number).text).parts.findLast((part) => part.mark !== null)?.mark;
    if (mark) return { speaker: mark.key, name: mark.name };
  }
  return AT_START;
}

/** How many lines from `line` on begin without a name, up to the first that has one. */
function unnamedLines(doc: Text, line: number): number {
  let number = line;
  while (number <= doc.lines) {
    const [first] = parseLineCached(doc.line(number).text).parts;
    if (first?.mark) break;
    number += 1;
    // A tag in the middle of a line names whoever speaks below it.
    if (first && parseLineCached(doc.line(number - 1).text).parts.some((part) => part.mark)) break;
  }
  return number - line;
}

function equal(a: ReadonlyMap<string, string>, b: ReadonlyMap<string, string>): boolean {
  return a.size === b.size && [...a.keys()].every((key, i) => [...b.keys()][i] === key && a.get(key) === b.get(key));
}
