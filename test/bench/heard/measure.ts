import { loadFfts } from '../../../engine/vocoder/fft.ts';
import { trackPitch, type PitchTrack } from './pitch.ts';

/** What is measured on the sound of a voice that reads a line. Nothing here knows the card that made it. */
export interface Heard {
  /** Median F0 of the voiced frames, Hz; 0 when nothing is voiced. */
  readonly f0: number;
  /** 10th to 90th percentile of F0, semitones. */
  readonly range: number;
  /** Voiced share of the frames that sound. */
  readonly voiced: number;
  /** Phones a second from the first sound to the last, pauses included. */
  readonly pace: number;
  /** Harmonics to noise below 4 kHz, upper harmonics emphasised, dB, mean of the loud frames: breath pulls it down. */
  readonly hnr: number;
  /** By how much two cycles are more alike than one and the next, median: what is heard as creak and roughness. */
  readonly roughness: number;
  /** Power of 1 to 5 kHz over that below 1 kHz, dB: the brightness. */
  readonly brightness: number;
  /** Mean power of the frames that sound, dB relative to full scale. */
  readonly level: number;
  /** Long-term spectrum of the loud frames, dB per mel band without mean and slope. */
  readonly spectrum: readonly number[];
}

const SIZE = 1024;
const HOP_SECONDS = 0.01;
export const SPECTRUM_BANDS = 40;
const LOW_HZ = 200;
const HIGH_HZ = 8000;

/** Measures mono samples at `sampleRate` Hz in which `phones` phones are said. */
export async function measure(samples: Float32Array, sampleRate: number, phones: number): Promise<Heard> {
  const track = await trackPitch(samples, sampleRate);
  const loudest = track.level.reduce((a, b) => Math.max(a, b), -120);
  const sounding = [...track.level.keys()].filter((t) => track.level[t]! > loudest - 35);
  const voiced = sounding.filter((t) => track.f0[t]! > 0);
  const pitches = voiced.map((t) => track.f0[t]!).sort((a, b) => a - b);
  const at = (share: number): number => pitches[Math.min(pitches.length - 1, Math.floor(share * pitches.length))] ?? 0;
  const seconds = sounding.length === 0 ? 0 : (sounding.at(-1)! - sounding[0]! + 1) * HOP_SECONDS;
  const power = sounding.reduce((sum, t) => sum + 10 ** (track.level[t]! / 10), 0) / Math.max(sounding.length, 1);
  const spectrum = await longTerm(samples, sampleRate, loudFrames(track, loudest));
  return {
    f0: at(0.5),
    range: pitches.length > 10 ? 12 * Math.log2(at(0.9) / at(0.1)) : 0,
    voiced: voiced.length / Math.max(sounding.length, 1),
    pace: seconds > 0 ? phones / seconds : 0,
    hnr: mean(loudFrames(track, loudest).map((t) => harmonicity(track.strength[t]!))),
    roughness: middle(steady(track, voiced).map((t) => track.doubling[t]!)),
    brightness: spectrum.brightness,
    level: 10 * Math.log10(power + 1e-12),
    spectrum: spectrum.shape,
  };
}

/** Mostly vowels: within 15 dB of the loudest frame. */
function loudFrames(track: PitchTrack, loudest: number): number[] {
  return [...track.level.keys()].filter((t) => track.level[t]! > loudest - 15);
}

/** Frames at whose sides the pitch hardly moves: a glide would look like an irregular cycle. */
function steady({ f0 }: PitchTrack, frames: readonly number[]): number[] {
  return frames.filter((t) => {
    const [before, after] = [f0[t - 1] ?? 0, f0[t + 1] ?? 0];
    return before > 0 && after > 0 && Math.abs(Math.log(after / before)) < 0.02;
  });
}

const middle = (values: readonly number[]): number => values.toSorted((a, b) => a - b)[values.length >> 1] ?? 0;

const harmonicity = (r: number): number => {
  const held = Math.min(Math.max(r, 0.05), 0.995);
  return 10 * Math.log10(held / (1 - held));
};

const mean = (values: readonly number[]): number =>
  values.length === 0 ? 0 : values.reduce((a, b) => a + b, 0) / values.length;

async function longTerm(
  samples: Float32Array,
  sampleRate: number,
  frames: readonly number[],
): Promise<{ shape: number[]; brightness: number }> {
  const fft = (await loadFfts()).get(SIZE)!;
  const total = new Float64Array(SIZE / 2);
  for (const t of frames) {
    const start = Math.round(t * HOP_SECONDS * sampleRate) - SIZE / 2;
    for (let i = 0; i < SIZE; i++) {
      fft.signal[i] = (samples[start + i] ?? 0) * (0.5 - 0.5 * Math.cos((2 * Math.PI * i) / SIZE));
    }
    fft.forward();
    for (let k = 1; k < SIZE / 2; k++) total[k]! += fft.spectrum[2 * k]! ** 2 + fft.spectrum[2 * k + 1]! ** 2;
  }
  const hz = (k: number): number => (k * sampleRate) / SIZE;
  const between = (low: number, high: number): number =>
    total.reduce((sum, p, k) => (hz(k) >= low && hz(k) < high ? sum + p : sum), 1e-12);
  return {
    shape: shapeOf(total, hz),
    brightness: 10 * Math.log10(between(1000, 5000) / between(60, 1000)),
  };
}

/** dB in mel bands, less the straight line that fits best: what is left are the formants' places. */
function shapeOf(power: Float64Array, hz: (k: number) => number): number[] {
  const mel = (f: number): number => 1127 * Math.log1p(f / 700);
  const step = (mel(HIGH_HZ) - mel(LOW_HZ)) / (SPECTRUM_BANDS + 1);
  const bands = Array.from({ length: SPECTRUM_BANDS }, (_, j) => {
    const centre = mel(LOW_HZ) + (j + 1) * step;
    let sum = 0;
    let weights = 0;
    for (let k = 1; k < power.length; k++) {
      const weight = 1 - Math.abs(mel(hz(k)) - centre) / (1.5 * step);
      if (weight <= 0) continue;
      sum += weight * power[k]!;
      weights += weight;
    }
    return 10 * Math.log10(sum / Math.max(weights, 1e-9) + 1e-12);
  });
  const centre = (SPECTRUM_BANDS - 1) / 2;
  const level = mean(bands);
  const slope =
    bands.reduce((sum, b, j) => sum + (j - centre) * (b - level), 0) /
    bands.reduce((sum, _, j) => sum + (j - centre) ** 2, 0);
  return bands.map((b, j) => b - level - slope * (j - centre));
}
