/**
 * Picks `count` of several draws that fit a description and differ from one another: of those that fit nearly as well as
 * the best, two that lie as far apart as any, then always the one that lies farthest from all picked so far (Gonzalez
 * 1985). Returns indices, in the order of how well they fit.
 */
export function pickDiverse(
  fits: readonly number[],
  distance: (a: number, b: number) => number,
  count: number,
): number[] {
  const ranked = [...fits.keys()].sort((a, b) => fits[b]! - fits[a]! || a - b);
  const best = fits[ranked[0]!] ?? 0;
  const good = ranked.filter((i, rank) => rank < count || fits[i]! > best - LEAST_FIT);
  const farthest = (from: readonly number[]): number => {
    const nearest = (i: number): number => Math.min(...from.map((other) => distance(i, other)));
    return good.filter((i) => !from.includes(i)).reduce((far, i) => (nearest(i) > nearest(far) ? i : far));
  };
  const picked = count > 1 && good.length > 1 ? farPair(good, distance, farthest) : good.slice(0, 1);
  while (picked.length < Math.min(count, good.length)) picked.push(farthest(picked));
  return picked.sort((a, b) => ranked.indexOf(a) - ranked.indexOf(b));
}

/** Natural log: a draw that is less than 0.8 times as likely as the best to be heard as described is left out. */
const LEAST_FIT = 0.2;
/** From how many draws the farthest pair is sought. Comparing every two would cost too much. */
const STARTS = 4;

/** From some of the best to what lies farthest from each and on to what lies farthest from that: the widest such pair. */
function farPair(
  good: readonly number[],
  distance: (a: number, b: number) => number,
  farthest: (from: readonly number[]) => number,
): number[] {
  const pairs = good.slice(0, STARTS).map((start) => {
    const one = farthest([start]);
    return [one, farthest([one])] as const;
  });
  return [...pairs.reduce((wide, pair) => (distance(...pair) > distance(...wide) ? pair : wide))];
}
