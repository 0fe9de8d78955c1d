/**
 * Picks `count` of several draws that fit a description and differ from one another: of those whose fit (natural log) is
 * at most `tolerance` below the best one's, two that lie as far apart as any, then always the one that lies farthest from
 * all picked so far (Gonzalez 1985). Returns indices, in the order of how well they fit.
 */
export function pickDiverse(
  fits: readonly number[],
  distance: (a: number, b: number) => number,
  count: number,
  tolerance: number,
): number[] {
  const ranked = [...fits.keys()].sort((a, b) => fits[b]! - fits[a]! || a - b);
  const best = fits[ranked[0]!] ?? 0;
  const good = ranked.filter((i, rank) => rank < count || fits[i]! > best - tolerance);
  const farthest = (from: readonly number[]): number => {
    const nearest = (i: number): number => Math.min(...from.map((other) => distance(i, other)));
    return good.filter((i) => !from.includes(i)).reduce((far, i) => (nearest(i) > nearest(far) ? i : far));
  };
  const picked = count > 1 && good.length > 1 ? farPair(good, distance) : good.slice(0, 1);
  while (picked.length < Math.min(count, good.length)) picked.push(farthest(picked));
  return picked.sort((a, b) => ranked.indexOf(a) - ranked.indexOf(b));
}

/** Under the usual guidance a draw is left out that is less than 0.84 times as likely as the best to be heard as described. */
const TOLERANCE = 0.17;
const USUAL_GUIDANCE = 2;
/** Without guidance it is one that is half as likely. */
const MOST_TOLERANCE = Math.log(2);

/**
 * By how much candidates may fit worse than the best draw, natural log: guidance pulls draws towards the description
 * (`drawPoints`), and what is left of them by what the judge makes of that, as a power of its probability would (P. Dhariwal,
 * A. Nichol, "Diffusion Models Beat GANs on Image Synthesis", 2021, section 4.1, there in each step).
 */
export function toleranceUnder(guidance: number, instructGuidance: number): number {
  return Math.min((TOLERANCE * USUAL_GUIDANCE) / (guidance + instructGuidance), MOST_TOLERANCE);
}

/** The widest pair of all. */
function farPair(good: readonly number[], distance: (a: number, b: number) => number): number[] {
  let widest: readonly [number, number] = [good[0]!, good[1]!];
  let most = -1;
  for (const [k, a] of good.entries()) {
    for (const b of good.slice(k + 1)) {
      const far = distance(a, b);
      if (far > most) [widest, most] = [[a, b], far];
    }
  }
  return [...widest];
}

/** Numbers of what is foretold of a voice that are neither voicing nor spectrum, and those that only voiced sound has. */
const PLAIN = 7;
const OF_PITCH = [0, 4];
const VOICED = 0.45;

/**
 * By how many plainly heard steps two voices are to differ, of what the model's ear foretells of each: F0, tract, pace,
 * harmonics to noise, roughness, brightness and level, the share of voiced sound, then the spectrum's bands.
 */
export function heardApart(a: Float32Array, b: Float32Array): number {
  const pitched = Math.min(a[PLAIN]!, b[PLAIN]!) > VOICED;
  let squares = 0;
  for (let k = 0; k < PLAIN; k++) if (pitched || !OF_PITCH.includes(k)) squares += (a[k]! - b[k]!) ** 2;
  let gaps = 0;
  for (let k = PLAIN + 1; k < a.length; k++) gaps += Math.abs(a[k]! - b[k]!);
  return Math.sqrt(squares + (gaps / (a.length - PLAIN - 1)) ** 2);
}
