import type { SpokenSpan } from './family.ts';

/** One symbol of a model's alphabet, and the token that it belongs to; -1 for what stands between tokens. */
export interface Unit {
  readonly symbol: string;
  readonly token: number;
}

const SENTENCE_END = /^[.!?…。！？]$/u;
const CLAUSE_END = /^[,;:—，、；：-]$/u;

/**
 * Cuts symbols into pieces of at most `most`: behind a sentence, else behind a clause, else at a space, else where the
 * limit is. All symbols but the spaces at the cuts are in the pieces, in order; a piece that has
 * no token of its own has nothing to be said.
 */
export function cutUnits(units: readonly Unit[], most: number): Unit[][] {
  const pieces: Unit[][] = [];
  let rest = units;
  while (rest.length > most) {
    const at = cutAt(rest, most);
    pieces.push(trim(rest.slice(0, at)));
    rest = rest.slice(at);
  }
  pieces.push(trim(rest));
  return pieces.filter((piece) => piece.some(({ token }) => token >= 0));
}

/** The sentences of some symbols, each with its mark: for models that were trained on one at a time. */
export function sentencesOf(units: readonly Unit[]): Unit[][] {
  const sentences: Unit[][] = [[]];
  units.forEach((unit, i) => {
    sentences.at(-1)!.push(unit);
    const next = units[i + 1]?.symbol ?? '';
    if (SENTENCE_END.test(unit.symbol) && !SENTENCE_END.test(next)) sentences.push([]);
  });
  return sentences.filter((sentence) => sentence.length > 0);
}

/** Behind the last good place in the first `most` units. A sentence or clause counts from a third of the limit on. */
function cutAt(units: readonly Unit[], most: number): number {
  const last = (test: (symbol: string) => boolean, least: number): number => {
    for (let i = most; i > least; i--) if (test(units[i - 1]!.symbol)) return i;
    return 0;
  };
  return (
    last((symbol) => SENTENCE_END.test(symbol), most / 3) ||
    last((symbol) => CLAUSE_END.test(symbol), most / 3) ||
    last((symbol) => symbol === ' ', 0) ||
    most
  );
}

function trim(units: readonly Unit[]): Unit[] {
  let from = 0;
  let to = units.length;
  while (from < to && units[from]!.symbol === ' ') from++;
  while (to > from && units[to - 1]!.symbol === ' ') to--;
  return units.slice(from, to);
}

/**
 * When each token is said. `owners` has the token of each id, -1 for none; `lengths` what each id takes, in any unit:
 * the model's own durations, or 1 for each where the model tells none. They are scaled to `seconds`.
 */
export function spansOf(
  tokens: readonly Pick<SpokenSpan, 'text' | 'from' | 'to'>[],
  owners: readonly number[],
  lengths: ArrayLike<number>,
  seconds: number,
): SpokenSpan[] {
  let total = 0;
  for (let i = 0; i < owners.length; i++) total += lengths[i]!;
  const scale = total > 0 ? seconds / total : 0;
  const spans = new Map<number, { start: number; end: number }>();
  let at = 0;
  owners.forEach((owner, i) => {
    const start = at * scale;
    at += lengths[i]!;
    if (owner < 0) return;
    const span = spans.get(owner);
    if (span) span.end = at * scale;
    else spans.set(owner, { start, end: at * scale });
  });
  return Array.from(spans, ([owner, { start, end }]) => {
    const { text, from, to } = tokens[owner]!;
    return { text, from, to, start, end };
  });
}
