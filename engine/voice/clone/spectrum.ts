import { ENVELOPE_BINS } from '../../contract/voice-card.ts';
import { loadFfts } from '../../vocoder/fft.ts';
import { MAX_HZ, SAMPLE_RATE } from '../../vocoder/grid.ts';

const SIZE = 1024;
export const mel = (hz: number): number => 1127 * Math.log1p(hz / 700);
export const MEL_STEP = mel(MAX_HZ) / (ENVELOPE_BINS - 1);
/** Centre of each mel bin, Hz. */
export const BIN_HZ = Float64Array.from({ length: ENVELOPE_BINS }, (_, i) => 700 * Math.expm1((i * MEL_STEP) / 1127));

/**
 * Long-term average spectrum of the voiced frames, dB per mel bin (an arbitrary level). The comb of harmonics is smoothed
 * away over one `medianF0`. `samples` at 24 kHz; `f0` per 10 ms.
 */
export async function voicedSpectrum(samples: Float32Array, f0: Float32Array, medianF0: number): Promise<Float64Array> {
  const fft = (await loadFfts()).get(SIZE)!;
  const power = new Float64Array(SIZE / 2 + 1);
  for (let t = 0; t < f0.length; t++) {
    if (f0[t] === 0) continue;
    const start = t * 240 - SIZE / 2;
    for (let i = 0; i < SIZE; i++) {
      fft.signal[i] = (samples[start + i] ?? 0) * (0.5 - 0.5 * Math.cos((2 * Math.PI * i) / SIZE));
    }
    fft.forward();
    power[0]! += fft.spectrum[0]! ** 2;
    power[SIZE / 2]! += fft.spectrum[1]! ** 2;
    for (let k = 1; k < SIZE / 2; k++) power[k]! += fft.spectrum[2 * k]! ** 2 + fft.spectrum[2 * k + 1]! ** 2;
  }
  const width = Math.max(1, Math.round(medianF0 / (SAMPLE_RATE / SIZE) / 2));
  const smooth = power.map((_, k) => {
    let sum = 0;
    for (let j = -width; j <= width; j++) sum += power[Math.min(Math.abs(k + j), SIZE / 2)]!;
    return sum / (2 * width + 1);
  });
  return Float64Array.from(BIN_HZ, (hz, bin) => {
    const at = (hz / SAMPLE_RATE) * SIZE;
    const reach = Math.max(1, ((BIN_HZ[Math.min(bin + 1, ENVELOPE_BINS - 1)]! - hz) / SAMPLE_RATE) * SIZE);
    let sum = 0;
    let weight = 0;
    for (let k = Math.max(0, Math.ceil(at - reach)); k <= Math.min(SIZE / 2, at + reach); k++) {
      const w = Math.max(1 - Math.abs(k - at) / reach, 1e-3);
      sum += w * smooth[k]!;
      weight += w;
    }
    return 10 * Math.log10(sum / weight + 1e-12);
  });
}

/** A spectrum with its formants scaled by `factor` (above 1: upwards), as the vocoder's tract control does. */
export function warpSpectrum(spectrum: ArrayLike<number>, factor: number): Float64Array {
  return Float64Array.from(BIN_HZ, (hz) => {
    const position = Math.min(mel(Math.min(hz / factor, MAX_HZ)) / MEL_STEP, ENVELOPE_BINS - 1.001);
    const j = Math.floor(position);
    return spectrum[j]! + (position - j) * (spectrum[j + 1]! - spectrum[j]!);
  });
}
