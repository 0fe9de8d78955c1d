/** Shape parameter of a Kaiser window for a stopband `attenuation` above 50 dB (Kaiser 1974). */
export function kaiserBeta(attenuation: number): number {
  return 0.1102 * (attenuation - 8.7);
}

/** Taps that a Kaiser lowpass needs for `attenuation` dB over a transition band of `width` cycles per sample. */
export function kaiserLength(attenuation: number, width: number): number {
  return (attenuation - 7.95) / (2.285 * 2 * Math.PI * width);
}

/**
 * A bank of fractional-delay lowpass filters: `phases + 1` rows of `taps` (even). Row p gives the value p / phases of a
 * sample after tap `taps / 2 - 1`. `cutoff` in cycles per sample. Every row sums to 1, so that a constant passes
 * exactly and carries no tone of the phase rate.
 */
export function polyphaseBank(phases: number, taps: number, cutoff: number, beta: number): Float64Array {
  const half = taps / 2;
  const rows = new Float64Array((phases + 1) * taps);
  for (let p = 0; p <= phases; p++) {
    const row = rows.subarray(p * taps, (p + 1) * taps);
    let sum = 0;
    for (let k = 0; k < taps; k++) {
      const t = k - (half - 1) - p / phases;
      row[k] = Math.abs(t) >= half ? 0 : sinc(2 * cutoff * t) * besselI0(beta * Math.sqrt(1 - (t / half) ** 2));
      sum += row[k]!;
    }
    for (let k = 0; k < taps; k++) row[k]! /= sum;
  }
  return rows;
}

function sinc(x: number): number {
  return x === 0 ? 1 : Math.sin(Math.PI * x) / (Math.PI * x);
}

/** Modified Bessel function of the first kind, order 0, by its power series. */
function besselI0(x: number): number {
  let sum = 1;
  let term = 1;
  for (let k = 1; term > sum * 1e-17; k++) {
    term *= (x / (2 * k)) ** 2;
    sum += term;
  }
  return sum;
}
