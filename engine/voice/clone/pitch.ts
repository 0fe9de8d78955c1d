import { resample } from '../../audio/resample.ts';
import { loadFfts } from '../../vocoder/fft.ts';
import { breathe } from './rehearsal.ts';

/** Frames a second of every analysis: 10 ms. */
export const FRAME_RATE = 100;
const RATE = 8000;
const SIZE = 1024;
const LOW = 60;
const HIGH = 480;
/** Candidates per frame; the last is "unvoiced". */
const CANDIDATES = 6;
/** Strength of the unvoiced candidate, cost of a change of voicing, cost of a jump by an octave. */
const VOICING = 0.45;
const SWITCH = 0.14;
const JUMP = 0.35;

/**
 * F0 in Hz per 10 ms frame, 0 where unvoiced: candidates from the normalised autocorrelation (Boersma 1993), joined by
 * the cheapest path. `samples` in [-1, 1] at `sampleRate` Hz.
 */
export async function trackPitch(samples: Float32Array, sampleRate: number): Promise<Float32Array> {
  return (await trackVoice(samples, sampleRate)).f0;
}

/** F0 as `trackPitch`, and how periodic each frame is, 0..1 (0 where unvoiced). */
export async function trackVoice(
  samples: Float32Array,
  sampleRate: number,
  abort?: AbortSignal,
): Promise<{ readonly f0: Float32Array; readonly periodicity: Float32Array }> {
  const signal = resample(samples, sampleRate, RATE);
  const fft = (await loadFfts()).get(SIZE)!;
  const half = Math.round((1.5 / LOW) * RATE);
  const length = 2 * half + 1;
  const window = Float64Array.from({ length }, (_, i) => 0.5 - 0.5 * Math.cos((2 * Math.PI * (i + 1)) / (length + 1)));
  const autocorrelation = (fill: (i: number) => number): Float64Array => {
    fft.signal.fill(0);
    for (let i = 0; i < length; i++) fft.signal[i] = fill(i);
    fft.forward();
    const s = fft.spectrum;
    s[0] = s[0]! ** 2;
    s[1] = s[1]! ** 2;
    for (let k = 2; k < SIZE; k += 2) {
      s[k] = s[k]! ** 2 + s[k + 1]! ** 2;
      s[k + 1] = 0;
    }
    fft.inverse();
    return Float64Array.from(fft.signal.subarray(0, SIZE / 2));
  };
  const own = autocorrelation((i) => window[i]!);
  const peak = signal.reduce((most, x) => Math.max(most, Math.abs(x)), 1e-9);
  const frames = Math.floor((samples.length / sampleRate) * FRAME_RATE) + 1;
  const frequency = new Float64Array(frames * CANDIDATES);
  const strength = new Float64Array(frames * CANDIDATES).fill(-1000);
  for (let t = 0; t < frames; t++) {
    if (t % 128 === 127) await breathe(abort);
    const centre = Math.round((t * RATE) / FRAME_RATE);
    const at = (i: number): number => signal[centre - half + i] ?? 0;
    let mean = 0;
    let local = 0;
    for (let i = 0; i < length; i++) {
      mean += at(i) / length;
      local = Math.max(local, Math.abs(at(i)));
    }
    const r = autocorrelation((i) => (at(i) - mean) * window[i]!);
    const scale = r[0]! + 1e-9;
    for (let i = 0; i < r.length; i++) r[i] = r[i]! / scale / Math.max(own[i]! / own[0]!, 0.05);
    peaks(r, (rank, hz, height) => {
      frequency[t * CANDIDATES + rank] = hz;
      strength[t * CANDIDATES + rank] = height;
    });
    strength[t * CANDIDATES + CANDIDATES - 1] = VOICING + Math.max(0, 2 - local / peak / (0.03 / (1 + VOICING)));
  }
  return path(frequency, strength, frames);
}

/** The highest peaks of an autocorrelation in the range of F0, best first, refined by a parabola. */
function peaks(r: Float64Array, found: (rank: number, hz: number, height: number) => void): void {
  const list: { hz: number; height: number }[] = [];
  for (let lag = Math.floor(RATE / HIGH); lag <= Math.min(Math.ceil(RATE / LOW), r.length - 2); lag++) {
    const [a, b, c] = [r[lag - 1]!, r[lag]!, r[lag + 1]!];
    if (b <= a || b < c || b <= 0) continue;
    const bend = a - 2 * b + c;
    const shift = Math.abs(bend) > 1e-12 ? Math.min(Math.max((0.5 * (a - c)) / bend, -0.5), 0.5) : 0;
    const top = Math.min(b - 0.25 * (a - c) * shift, 1);
    list.push({ hz: RATE / (lag + shift), height: top - 0.01 * Math.log2((LOW * lag) / RATE) });
  }
  list.sort((x, y) => y.height - x.height);
  list.slice(0, CANDIDATES - 1).forEach(({ hz, height }, rank) => found(rank, hz, height));
}

/** Viterbi over candidates. */
function path(
  frequency: Float64Array,
  strength: Float64Array,
  frames: number,
): { readonly f0: Float32Array; readonly periodicity: Float32Array } {
  const back = new Uint8Array(frames * CANDIDATES);
  let score = strength.slice(0, CANDIDATES);
  for (let t = 1; t < frames; t++) {
    const next = new Float64Array(CANDIDATES);
    for (let b = 0; b < CANDIDATES; b++) {
      const to = frequency[t * CANDIDATES + b]!;
      let best = -Infinity;
      for (let a = 0; a < CANDIDATES; a++) {
        const from = frequency[(t - 1) * CANDIDATES + a]!;
        const cost =
          from === 0 && to === 0 ? 0 : from === 0 || to === 0 ? SWITCH : JUMP * Math.abs(Math.log2(from / to));
        if (score[a]! - cost > best) {
          best = score[a]! - cost;
          back[t * CANDIDATES + b] = a;
        }
      }
      next[b] = best + strength[t * CANDIDATES + b]!;
    }
    score = next;
  }
  let state = score.indexOf(Math.max(...score));
  const f0 = new Float32Array(frames);
  const periodicity = new Float32Array(frames);
  for (let t = frames - 1; t >= 0; t--) {
    f0[t] = frequency[t * CANDIDATES + state]!;
    if (f0[t]! > 0) periodicity[t] = strength[t * CANDIDATES + state]!;
    state = back[t * CANDIDATES + state]!;
  }
  return { f0, periodicity };
}
