import { SAMPLE_RATE } from './grid.ts';

/** Between these frequencies the delay falls evenly over the octaves. */
const LOW_HZ = 250;
const HIGH_HZ = 3500;
/** The longest delay: a share of the period, and seconds. */
const OF_PERIOD = 0.3;
const LONGEST_SECONDS = 0.003;
/** dB of effort at which pulses begin to spread, and over which they come to spread wholly. */
const EFFORT_FROM = 2;
const EFFORT_RISE = 8;

/**
 * Radians of phase per second of spread for each of `size / 2 + 1` bins: high partials begin that much before low ones. Speech
 * made with effort would leave the limiter little room as minimum-phase pulses, all of whose partials peak at once. Spread
 * over the cycle (M. R. Schroeder, "Synthesis of Low-Peak-Factor Signals and Binary Sequences with Low Autocorrelation",
 * 1970) it is as loud with a lower peak, and its spectrum stays the same.
 */
export function dispersion(size: number): Float64Array {
  const step = SAMPLE_RATE / size;
  let phase = 0;
  return Float64Array.from({ length: size / 2 + 1 }, (_, k) => {
    const octaves = Math.log(Math.max(k * step, LOW_HZ) / LOW_HZ) / Math.log(HIGH_HZ / LOW_HZ);
    phase += 2 * Math.PI * step * Math.min(octaves, 1);
    return phase;
  });
}

/** Seconds by which the partials of a pulse are to be spread, at an effort in dB and an F0 in Hz. */
export function spreadSeconds(effort: number, f0: number): number {
  const share = Math.min(Math.max((effort - EFFORT_FROM) / EFFORT_RISE, 0), 1);
  return share * Math.min(OF_PERIOD / f0, LONGEST_SECONDS);
}
