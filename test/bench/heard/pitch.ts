import { resample } from '../../../engine/audio/resample.ts';
import { loadFfts } from '../../../engine/vocoder/fft.ts';

const RATE = 8000;
const HOP = 80;
const SIZE = 1024;
/** 40 ms: two and a half periods of the lowest voice. */
const HALF = 160;
const LOWEST = 62;
const HIGHEST = 520;
const CANDIDATES = 5;
/** Strength that a period must have to be a voice, cost of a change of voicing, cost of an octave's jump. */
const VOICING = 0.42;
const SWITCH = 0.14;
const JUMP = 0.4;
/** A gain by two cycles over one that no regular voice reaches by having strong even harmonics. */
const MOST_GAIN = 0.3;

/** Frames of 10 ms. */
export interface PitchTrack {
  /** Hz, 0 where unvoiced. */
  readonly f0: Float32Array;
  /** Likeness of neighbouring cycles, upper harmonics emphasised, 0 where unvoiced: 1 is perfectly periodic. */
  readonly strength: Float32Array;
  /** By how much two cycles fit better than one, 0 where unvoiced: regular voices lie a little below 0. */
  readonly doubling: Float32Array;
  /** dB of each frame relative to full scale. */
  readonly level: Float32Array;
}

/**
 * F0 by the normalised autocorrelation (Boersma 1993) and the cheapest path. It shares nothing with the analysis of
 * recordings that the engine has, so that what is measured here does not repeat its errors.
 */
export async function trackPitch(samples: Float32Array, sampleRate: number): Promise<PitchTrack> {
  const signal = resample(samples, sampleRate, RATE);
  const fft = (await loadFfts()).get(SIZE)!;
  const length = 2 * HALF + 1;
  const window = Float64Array.from({ length }, (_, i) => 0.5 - 0.5 * Math.cos((2 * Math.PI * (i + 1)) / (length + 1)));
  const correlate = (fill: (i: number) => number): Float64Array => {
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
  const own = correlate((i) => window[i]!);
  const peak = signal.reduce((most, x) => Math.max(most, Math.abs(x)), 1e-9);
  const frames = Math.floor(signal.length / HOP) + 1;
  const hertz = new Float64Array(frames * CANDIDATES);
  const score = new Float64Array(frames * CANDIDATES).fill(-1000);
  const level = new Float32Array(frames);
  for (let t = 0; t < frames; t++) {
    const at = (i: number): number => signal[t * HOP - HALF + i] ?? 0;
    let mean = 0;
    let local = 0;
    let power = 0;
    for (let i = 0; i < length; i++) {
      mean += at(i) / length;
      power += at(i) ** 2 / length;
      local = Math.max(local, Math.abs(at(i)));
    }
    level[t] = 10 * Math.log10(power + 1e-12);
    const r = correlate((i) => (at(i) - mean) * window[i]!);
    const scale = r[0]! + 1e-9;
    for (let i = 0; i < r.length; i++) r[i] = r[i]! / scale / Math.max(own[i]! / own[0]!, 0.05);
    const found = peaks(r).slice(0, CANDIDATES - 1);
    found.forEach((one, rank) => {
      hertz[t * CANDIDATES + rank] = one.hz;
      score[t * CANDIDATES + rank] = one.score;
    });
    score[t * CANDIDATES + CANDIDATES - 1] = VOICING + Math.max(0, 2 - local / peak / 0.02);
  }
  const f0 = Float32Array.from(cheapest(hertz, score, frames), (j) => hertz[j]!);
  const strength = new Float32Array(frames);
  const doubling = new Float32Array(frames);
  f0.forEach((hz, t) => {
    if (hz === 0) return;
    const [half, one, two] = [0.5, 1, 2].map((cycles) =>
      likeness(signal, t * HOP, (cycles * RATE) / hz),
    ) as unknown as Three;
    strength[t] = Math.max(one, two);
    // Where half the period fits nearly as well, the path has taken two unequal cycles for one.
    doubling[t] = hz < HIGHEST / 2 && one - half < MOST_GAIN ? one - half : two - one;
  });
  return { f0, strength, doubling, level };
}

type Three = readonly [number, number, number];

function peaks(r: Float64Array): { hz: number; height: number; score: number }[] {
  const list: { hz: number; height: number; score: number }[] = [];
  for (let lag = Math.floor(RATE / HIGHEST); lag <= Math.ceil(RATE / LOWEST); lag++) {
    const [a, b, c] = [r[lag - 1]!, r[lag]!, r[lag + 1]!];
    if (b <= a || b < c || b <= 0) continue;
    const bend = a - 2 * b + c;
    const shift = Math.abs(bend) > 1e-12 ? Math.min(Math.max((0.5 * (a - c)) / bend, -0.5), 0.5) : 0;
    const height = Math.min(b - 0.25 * (a - c) * shift, 1);
    list.push({ hz: RATE / (lag + shift), height, score: height - 0.02 * Math.log2((LOWEST * lag) / RATE) });
  }
  return list.sort((x, y) => y.score - x.score);
}

/** How alike 24 ms of differenced signal are to those about `lag` samples on: normalised correlation. */
function likeness(signal: Float32Array, centre: number, lag: number): number {
  const at = (i: number): number => (signal[i] ?? 0) - (signal[i - 1] ?? 0);
  const margin = Math.max(1, Math.round(lag * 0.03));
  let best = 0;
  for (let shift = Math.round(lag) - margin; shift <= Math.round(lag) + margin; shift++) {
    const from = centre - 96 - (shift >> 1);
    let [ab, aa, bb] = [0, 0, 0];
    for (let i = from; i < from + 192; i++) {
      const [x, y] = [at(i), at(i + shift)];
      ab += x * y;
      aa += x * x;
      bb += y * y;
    }
    best = Math.max(best, ab / Math.sqrt(aa * bb + 1e-12));
  }
  return best;
}

/** Viterbi; the index of each frame's candidate. */
function cheapest(hertz: Float64Array, score: Float64Array, frames: number): Int32Array {
  const back = new Uint8Array(frames * CANDIDATES);
  let total = score.slice(0, CANDIDATES);
  for (let t = 1; t < frames; t++) {
    const next = new Float64Array(CANDIDATES);
    for (let b = 0; b < CANDIDATES; b++) {
      const to = hertz[t * CANDIDATES + b]!;
      let best = -Infinity;
      for (let a = 0; a < CANDIDATES; a++) {
        const from = hertz[(t - 1) * CANDIDATES + a]!;
        const voiced = Number(from > 0) + Number(to > 0);
        const cost = voiced === 1 ? SWITCH : voiced === 2 ? JUMP * Math.abs(Math.log2(from / to)) : 0;
        if (total[a]! - cost > best) {
          best = total[a]! - cost;
          back[t * CANDIDATES + b] = a;
        }
      }
      next[b] = best + score[t * CANDIDATES + b]!;
    }
    total = next;
  }
  let state = total.indexOf(Math.max(...total));
  const path = new Int32Array(frames);
  for (let t = frames - 1; t >= 0; t--) {
    path[t] = t * CANDIDATES + state;
    state = back[t * CANDIDATES + state]!;
  }
  return path;
}
