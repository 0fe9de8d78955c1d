/** Where a set of values lies and how far it spreads, without being led astray by a few wrong ones. */
export interface Spread {
  readonly median: number;
  /** From the 10th to the 90th percentile. */
  readonly range: number;
}

export function spreadOf(values: ArrayLike<number>): Spread {
  const sorted = Float64Array.from(values).sort();
  const at = (share: number): number => sorted[Math.min(Math.floor(share * sorted.length), sorted.length - 1)] ?? 0;
  return { median: at(0.5), range: at(0.9) - at(0.1) };
}

/** Logs of the frames that have a voice. */
export function logPitch(tracks: readonly ArrayLike<number>[]): Float64Array {
  return Float64Array.from(
    tracks.flatMap((track) =>
      Array.from(track)
        .filter((hz) => hz > 0)
        .map(Math.log),
    ),
  );
}

export const clamp = (x: number, low: number, high: number): number => Math.min(Math.max(x, low), high);

export const round = (x: number, digits: number): number => Math.round(x * 10 ** digits) / 10 ** digits;
