/**
 * Picks `count` of several draws that fit a description and differ from one another: of those that fit nearly as well as
 * the best, the best first, then always the one that lies farthest from all picked so far (Gonzalez 1985).
 * Returns indices, in the order of how well they fit.
 */
export function pickDiverse(
  fits: readonly number[],
  distance: (a: number, b: number) => number,
  count: number,
): number[] {
  const ranked = [...fits.keys()].sort((a, b) => fits[b]! - fits[a]! || a - b);
  const best = fits[ranked[0]!] ?? 0;
  const good = ranked.filter((i, rank) => rank < count || fits[i]! > best - LEAST_FIT);
  const picked = good.slice(0, 1);
  while (picked.length < Math.min(count, good.length)) {
    const left = good.filter((i) => !picked.includes(i));
    const nearest = (i: number): number => Math.min(...picked.map((other) => distance(i, other)));
    picked.push(left.reduce((far, i) => (nearest(i) > nearest(far) ? i : far)));
  }
  return picked.sort((a, b) => ranked.indexOf(a) - ranked.indexOf(b));
}

/** Natural log: a draw that is less than 0.6 times as likely as the best to be heard as described is left out. */
const LEAST_FIT = 0.5;
