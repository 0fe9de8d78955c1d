/** What can be seen and told of a take's samples without hearing them. */

export const PEAKS_PER_SECOND = 60;

/** Largest magnitude (0 to 1) of each sixtieth of a second. */
export function peaksOf(samples: Int16Array, rate: number): Float32Array {
  const step = rate / PEAKS_PER_SECOND;
  const peaks = new Float32Array(Math.ceil(samples.length / step));
  for (let i = 0; i < peaks.length; i++) {
    const end = Math.min(samples.length, Math.floor((i + 1) * step));
    let peak = 0;
    for (let n = Math.floor(i * step); n < end; n++) peak = Math.max(peak, Math.abs(samples[n]!));
    peaks[i] = peak / 32_768;
  }
  return peaks;
}

interface Biquad {
  readonly b: readonly [number, number, number];
  readonly a: readonly [number, number];
}

/** K-weighting of ITU-R BS.1770-4 at any rate: high shelf and high pass, by the bilinear transform (as in EBU's libebur128). */
function kWeighting(rate: number): [Biquad, Biquad] {
  const shelf = (): Biquad => {
    const [f, gain, q] = [1681.974450955533, 3.999843853973347, 0.7071752369554196];
    const k = Math.tan((Math.PI * f) / rate);
    const high = 10 ** (gain / 20);
    const band = high ** 0.4996667741545416;
    const a0 = 1 + k / q + k * k;
    return {
      b: [(high + (band * k) / q + k * k) / a0, (2 * (k * k - high)) / a0, (high - (band * k) / q + k * k) / a0],
      a: [(2 * (k * k - 1)) / a0, (1 - k / q + k * k) / a0],
    };
  };
  const pass = (): Biquad => {
    const [f, q] = [38.13547087602444, 0.5003270373238773];
    const k = Math.tan((Math.PI * f) / rate);
    const a0 = 1 + k / q + k * k;
    return { b: [1, -2, 1], a: [(2 * (k * k - 1)) / a0, (1 - k / q + k * k) / a0] };
  };
  return [shelf(), pass()];
}

/** Mean K-weighted power of each 100 ms, the quarters of BS.1770's 400 ms blocks. */
export function powersOf(samples: Int16Array, rate: number): Float64Array {
  const [shelf, pass] = kWeighting(rate);
  const hop = Math.round(rate / 10);
  const powers = new Float64Array(Math.floor(samples.length / hop));
  let [s1, s2, p1, p2] = [0, 0, 0, 0];
  for (let i = 0; i < powers.length; i++) {
    let sum = 0;
    for (let n = i * hop; n < (i + 1) * hop; n++) {
      // Both filters in transposed direct form II.
      const x = samples[n]! / 32_768;
      const y = shelf.b[0] * x + s1;
      s1 = shelf.b[1] * x - shelf.a[0] * y + s2;
      s2 = shelf.b[2] * x - shelf.a[1] * y;
      const z = pass.b[0] * y + p1;
      p1 = pass.b[1] * y - pass.a[0] * z + p2;
      p2 = pass.b[2] * y - pass.a[1] * z;
      sum += z * z;
    }
    powers[i] = sum / hop;
  }
  return powers;
}

/** Integrated loudness in LUFS (BS.1770-4, gated) of stretches with their gains in dB; -Infinity for silence. */
export function loudnessOf(parts: readonly { readonly powers: Float64Array; readonly gain: number }[]): number {
  const blocks: number[] = [];
  for (const { powers, gain } of parts) {
    const factor = 10 ** (gain / 10);
    // A take shorter than one block still counts, as one block.
    for (let i = 0; i + 4 <= Math.max(4, powers.length); i++) {
      const quarter = powers.subarray(i, i + 4);
      if (quarter.length > 0) blocks.push((factor * quarter.reduce((sum, power) => sum + power, 0)) / quarter.length);
    }
  }
  const mean = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0) / values.length;
  const lufs = (power: number): number => -0.691 + 10 * Math.log10(power);
  const loud = blocks.filter((power) => lufs(power) > -70);
  if (loud.length === 0) return -Infinity;
  const threshold = lufs(mean(loud)) - 10;
  return lufs(mean(loud.filter((power) => lufs(power) > threshold)));
}

export type Flaw = 'clipped' | 'silent' | 'tooLong' | 'tooShort';

/** What is probably wrong with a take. `expected`: seconds that its text should take, roughly. */
export function flawsOf(samples: Int16Array, rate: number, expected: number): Flaw[] {
  const flaws: Flaw[] = [];
  let full = 0;
  let run = 0;
  for (const sample of samples) {
    run = Math.abs(sample) >= 32_700 ? run + 1 : 0;
    if (run === 3) full += 1;
  }
  if (full > 2) flaws.push('clipped');
  if (loudnessOf([{ powers: powersOf(samples, rate), gain: 0 }]) < -50) flaws.push('silent');
  const seconds = samples.length / rate;
  // Readers differ by half and by double; beyond that words are missing, or something was said that is not there.
  if (expected > 0.6 && seconds < expected * 0.42) flaws.push('tooShort');
  if (seconds > expected * 2.6 + 1) flaws.push('tooLong');
  return flaws;
}
