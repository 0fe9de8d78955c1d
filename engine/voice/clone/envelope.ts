import { ENVELOPE_BINS } from '../../contract/voice-card.ts';
import { loadFfts } from '../../vocoder/fft.ts';
import { SAMPLE_RATE } from '../../vocoder/grid.ts';
import { breathe } from './rehearsal.ts';
import { BIN_HZ } from './spectrum.ts';

const SIZE = 1024;
const HALF = SIZE / 2;
const HOP = 240;
/** Width of the smoothing of frames without voice, Hz. */
const UNVOICED_WIDTH = 200;
/** Frames this much below the loudest are silence, dB. */
const SILENCE = 40;
/** Mel-cepstral coefficients that frames are compared by: 1 to here. */
const CEPSTRA = 16;
/** Values of a frame that are compared: the cepstra, the level, and whether there is voice. */
export const FEATURES = CEPSTRA + 2;
/** What a frame with voice and one without differ by on top, in dB of envelope. */
const VOICING = 5;

/** Short-time envelopes of a recording, one every 10 ms. */
export interface Envelopes {
  readonly frames: number;
  /** dB per mel bin (any level), `frames * 72`. */
  readonly envelope: Float32Array;
  /** dB, 100 Hz to 5 kHz. */
  readonly level: Float32Array;
  /** 1 where somebody speaks. */
  readonly active: Uint8Array;
}

const WINDOW = Float32Array.from({ length: SIZE }, (_, i) => 0.5 - 0.5 * Math.cos((2 * Math.PI * i) / SIZE));

/** Triangular weights from FFT bins to each mel bin. */
const FILTERS = Array.from(BIN_HZ, (hz, bin) => {
  const at = (hz / SAMPLE_RATE) * SIZE;
  const reach = Math.max(1, ((BIN_HZ[Math.min(bin + 1, ENVELOPE_BINS - 1)]! - hz) / SAMPLE_RATE) * SIZE);
  const first = Math.max(0, Math.ceil(at - reach));
  const last = Math.min(HALF, Math.floor(at + reach));
  const weights = Float64Array.from({ length: last - first + 1 }, (_, i) =>
    Math.max(1 - Math.abs(first + i - at) / reach, 1e-3),
  );
  const total = weights.reduce((a, b) => a + b, 0);
  return { first, weights: weights.map((w) => w / total) };
});
const LOW = BIN_HZ.findIndex((hz) => hz > 100);
const HIGH = BIN_HZ.findIndex((hz) => hz > 5000);

/**
 * Envelopes of `samples` (24 kHz). The comb of harmonics is smoothed away over one F0 of the frame. `f0` in Hz per 10 ms, 0
 * where unvoiced.
 */
export async function envelopesOf(samples: Float32Array, f0: Float32Array, signal?: AbortSignal): Promise<Envelopes> {
  const fft = (await loadFfts()).get(SIZE)!;
  const frames = Math.min(f0.length, Math.floor(samples.length / HOP));
  const envelope = new Float32Array(frames * ENVELOPE_BINS);
  const level = new Float32Array(frames);
  const sums = new Float64Array(HALF + 2);
  const smooth = new Float64Array(HALF + 1);
  for (let t = 0; t < frames; t++) {
    // Nobody else uses the shared transform before the next breath.
    if (t % 256 === 255) await breathe(signal);
    const start = t * HOP - HALF;
    for (let i = 0; i < SIZE; i++) fft.signal[i] = (samples[start + i] ?? 0) * WINDOW[i]!;
    fft.forward();
    const s = fft.spectrum;
    sums[0] = 0;
    for (let k = 0; k <= HALF; k++) {
      const power = k === 0 ? s[0]! ** 2 : k === HALF ? s[1]! ** 2 : s[2 * k]! ** 2 + s[2 * k + 1]! ** 2;
      sums[k + 1] = sums[k]! + power;
    }
    const width = Math.max(1, Math.round((f0[t]! > 0 ? f0[t]! : UNVOICED_WIDTH) / (SAMPLE_RATE / SIZE) / 2));
    for (let k = 0; k <= HALF; k++) {
      const from = Math.max(0, k - width);
      const to = Math.min(HALF, k + width);
      smooth[k] = (sums[to + 1]! - sums[from]!) / (to - from + 1);
    }
    let total = 0;
    for (let bin = 0; bin < ENVELOPE_BINS; bin++) {
      const { first, weights } = FILTERS[bin]!;
      let sum = 0;
      for (let i = 0; i < weights.length; i++) sum += weights[i]! * smooth[first + i]!;
      envelope[t * ENVELOPE_BINS + bin] = 10 * Math.log10(sum + 1e-10);
      if (bin >= LOW && bin < HIGH) total += sum;
    }
    level[t] = 10 * Math.log10(total + 1e-10);
  }
  const top = level.reduce((most, x) => Math.max(most, x), -Infinity);
  return { frames, envelope, level, active: Uint8Array.from(level, (x) => (x > top - SILENCE ? 1 : 0)) };
}

/** Cosines of the cepstra over the mel bins below `limitHz`. */
function cosines(limitHz: number, order: number): { readonly bins: number; readonly table: Float64Array } {
  const found = BIN_HZ.findIndex((hz) => hz > Math.min(limitHz, 8000));
  const bins = found < 0 ? ENVELOPE_BINS : found;
  const table = new Float64Array(order * bins);
  for (let c = 0; c < order; c++) {
    for (let k = 0; k < bins; k++) {
      table[c * bins + k] = (Math.sqrt(2 / bins) * Math.cos((Math.PI * (c + 1) * (k + 0.5)) / bins)) / Math.sqrt(bins);
    }
  }
  return { bins, table };
}

/** Mel cepstra 1 to `order` of each frame, dB: `frames * order`. */
export function cepstra(
  { frames, envelope }: Pick<Envelopes, 'frames' | 'envelope'>,
  limitHz: number,
  order: number,
): Float32Array {
  const { bins, table } = cosines(limitHz, order);
  const out = new Float32Array(frames * order);
  for (let t = 0; t < frames; t++) {
    for (let c = 0; c < order; c++) {
      let sum = 0;
      for (let k = 0; k < bins; k++) sum += table[c * bins + k]! * envelope[t * ENVELOPE_BINS + k]!;
      out[t * order + c] = sum;
    }
  }
  return out;
}

/**
 * What frames are aligned by, `frames * FEATURES`: mel cepstra and the level, each without its mean over the active frames,
 * so that neither the voice nor the recording counts, only what is said; and the voicing.
 */
export function features(
  { frames, envelope, level, active }: Envelopes,
  f0: Float32Array,
  limitHz: number,
): Float32Array {
  const rows = cepstra({ frames, envelope }, limitHz, CEPSTRA);
  const width = FEATURES;
  const out = new Float32Array(frames * width);
  const mean = new Float64Array(width);
  let count = 0;
  for (let t = 0; t < frames; t++) {
    // Silence is as quiet as its floor, whatever the recording's.
    for (let c = 0; c < CEPSTRA; c++) out[t * width + c] = rows[t * CEPSTRA + c]!;
    out[t * width + CEPSTRA] = 0.12 * level[t]!;
    if (active[t] === 0) continue;
    count++;
    for (let c = 0; c <= CEPSTRA; c++) mean[c]! += out[t * width + c]!;
  }
  for (let t = 0; t < frames; t++) {
    for (let c = 0; c <= CEPSTRA; c++) out[t * width + c]! -= mean[c]! / Math.max(count, 1);
    // Where nobody speaks the spectrum is noise: only the level is told.
    if (active[t] === 0) out.fill(0, t * width, t * width + CEPSTRA);
    out[t * width + CEPSTRA] = Math.max(out[t * width + CEPSTRA]!, -4);
    if (f0[t]! > 0) out[t * width + CEPSTRA + 1] = VOICING;
  }
  return out;
}
