import { ENVELOPE_BINS } from '../contract/voice-card.ts';

/** Fixed numbers of the vocoder's frames. Mel is 1127 ln(1 + f/700). */
export const SAMPLE_RATE = 24000;
/** Samples of a frame: 10 ms. */
export const FRAME_SAMPLES = 240;
export const FRAMES_PER_SECOND = SAMPLE_RATE / FRAME_SAMPLES;
/** The envelope's mel bins run from 0 Hz to here. */
export const MAX_HZ = 12000;
export const BANDS = 5;
/** Centres of the aperiodicity bands, Hz. */
export const BAND_CENTRES = [500, 1500, 3000, 5000, 7000] as const;

const mel = (hz: number): number => 1127 * Math.log1p(hz / 700);
const MEL_STEP = mel(MAX_HZ) / (ENVELOPE_BINS - 1);

/** Linear interpolation as a table: value = x[index] + weight * (x[index + 1] - x[index]). */
export interface Interpolation {
  readonly index: Uint8Array;
  readonly weight: Float64Array;
}

function interpolation(bins: number, position: (hz: number) => number, last: number): Interpolation {
  const index = new Uint8Array(bins);
  const weight = new Float64Array(bins);
  for (let k = 0; k < bins; k++) {
    const p = Math.min(Math.max(position((k * MAX_HZ) / (bins - 1)), 0), last);
    index[k] = Math.min(Math.floor(p), last - 1);
    weight[k] = p - index[k]!;
  }
  return { index, weight };
}

/** From the mel grid to `bins` linear frequencies 0..12 kHz, formants scaled by `tract` (above 1: upwards). */
export function melToLinear(bins: number, tract: number): Interpolation {
  return interpolation(bins, (hz) => mel(Math.min(hz / tract, MAX_HZ)) / MEL_STEP, ENVELOPE_BINS - 1);
}

/** From the aperiodicity bands to `bins` linear frequencies; constant beyond the outer centres. */
export function bandsToLinear(bins: number): Interpolation {
  return interpolation(
    bins,
    (hz) => {
      const upper = BAND_CENTRES.findIndex((centre) => hz < centre);
      if (upper === 0) return 0;
      if (upper < 0) return BANDS - 1;
      const [low, high] = [BAND_CENTRES[upper - 1]!, BAND_CENTRES[upper]!];
      return upper - 1 + (hz - low) / (high - low);
    },
    BANDS - 1,
  );
}
