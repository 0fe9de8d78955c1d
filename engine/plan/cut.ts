/** How good a place is to cut at: after a clause, between words, or (in a word longer than a chunk) inside one. */
export type CutKind = 'clause' | 'word' | 'letter';

export interface Cut {
  /** Length of the first part, white space after the cut included. */
  readonly at: number;
  readonly kind: CutKind;
}

/** Never cut inside: phonemes that the writer gave, an expression in brackets or parentheses, any control tag. */
const WHOLE = /<\|phoneme_start\|>.*?<\|phoneme_end\|>|<\|[^|<>]*\|>|\[[^\][]{0,200}\]|\([^()]{0,200}\)/gsu;

const words = new Intl.Segmenter(undefined, { granularity: 'word' });
const letters = new Intl.Segmenter(undefined, { granularity: 'grapheme' });

/**
 * Where to cut `text` (longer than `most` characters) so that the first part has at most `most` characters and, where
 * that can be, at least `least`: after the last of its `clauses` (ends, as offsets) that fits, else between words, else
 * between letters.
 */
export function cut(text: string, clauses: readonly number[], least: number, most: number): Cut {
  const head = text.slice(0, most + 600);
  const forbidden = Array.from(head.matchAll(WHOLE), (m) => [m.index, m.index + m[0].length] as const);
  // White space behind the cut is not spoken, so it may hang over the limit.
  const fits = (at: number): boolean =>
    at > 0 && text.slice(0, at).trimEnd().length <= most && !forbidden.some(([from, to]) => at > from && at < to);

  const clause = clauses.findLast((at) => at >= least && at < text.length && fits(at));
  if (clause !== undefined) return { at: clause, kind: 'clause' };

  const between = Array.from(words.segment(head), ({ segment, index }) =>
    /^\s/u.test(segment) ? index + segment.length : index,
  ).filter((at) => at >= least && fits(at));
  const word = between.findLast((at) => /\s/u.test(text[at - 1]!)) ?? between.at(-1);
  if (word !== undefined) return { at: word, kind: 'word' };

  const letter = Array.from(letters.segment(head), ({ index }) => index).findLast(fits);
  // One tag or one grapheme longer than a chunk stays whole.
  const whole = forbidden.find(([from, to]) => from <= most && to > most)?.[1];
  return { at: letter ?? whole ?? Math.min(most, text.length), kind: 'letter' };
}
