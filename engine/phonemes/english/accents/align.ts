import type { EspeakPhone } from '../../espeak/parse.ts';
import type { EnglishPhone } from '../arpabet.ts';

/** A phone of the American reading beside what another accent has in its place. */
export interface Paired extends EnglishPhone {
  /** IPA of the other accent's phone; null where it has none, as for a coda r. */
  readonly other: string | null;
  /** Phones that the other accent has before this one and American has not, as the /j/ of "new". */
  readonly inserted: readonly string[];
}

const GAP = 3;

function changeCost(a: EnglishPhone, b: EspeakPhone): number {
  if (a.ipa === b.ipa) return 0;
  if (a.vowel !== b.vowel) return 8;
  return a.vowel ? (a.stress > 0 === b.stress > 0 ? 1 : 2) : 4;
}

/** Pairs the phones of two readings of a word where they align best (edit distance; vowels with vowels). */
export function pair(american: readonly EnglishPhone[], other: readonly EspeakPhone[]): Paired[] {
  const width = other.length + 1;
  const cost = new Int32Array((american.length + 1) * width);
  const at = (i: number, j: number): number => cost[i * width + j] ?? 0;
  american.forEach((_, i) => (cost[(i + 1) * width] = GAP * (i + 1)));
  other.forEach((_, j) => (cost[j + 1] = GAP * (j + 1)));
  american.forEach((a, i) => {
    other.forEach((b, j) => {
      const change = at(i, j) + changeCost(a, b);
      cost[(i + 1) * width + j + 1] = Math.min(change, at(i, j + 1) + GAP, at(i + 1, j) + GAP);
    });
  });
  const result: Paired[] = [];
  let j = other.length;
  let inserted: string[] = [];
  for (let i = american.length; i > 0; i--) {
    const phone = american[i - 1];
    if (!phone) break;
    while (j > 0 && at(i, j) === at(i, j - 1) + GAP) {
      inserted.unshift(other[--j]?.ipa ?? '');
      const behind = result[0];
      if (behind) result[0] = { ...behind, inserted };
    }
    inserted = [];
    const same = j > 0 ? other[j - 1] : undefined;
    const changed = same !== undefined && at(i, j) === at(i - 1, j - 1) + changeCost(phone, same);
    if (changed) j--;
    result.unshift({ ...phone, other: changed ? same.ipa : null, inserted: [] });
  }
  const first = result[0];
  if (first && j > 0) result[0] = { ...first, inserted: other.slice(0, j).map(({ ipa }) => ipa) };
  return result;
}
