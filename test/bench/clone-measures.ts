/** How far two voices that speak the same sentences lie apart, measured on their sound alone. */
import { resample } from '../../engine/audio/resample.ts';
import { trackPitch } from '../../engine/voice/clone/pitch.ts';

const RATE = 16000;
const HOP = 160;
const SIZE = 512;
const BANDS = 40;
const ORDER = 24;
const DECIBELS = 10 / Math.LN10;

/** One utterance, analysed. */
export interface Heard {
  readonly frames: number;
  /** Natural log of power in 40 mel bands, 60 Hz to 7.6 kHz, 32 ms windows every 10 ms. */
  readonly mel: Float64Array;
  /** Mel cepstra 1 to 24. */
  readonly cepstra: Float64Array;
  readonly active: Uint8Array;
  /** Hz, 0 unvoiced. */
  readonly f0: Float32Array;
}

export interface Distance {
  /** Semitones between the medians of F0, and between the ranges from the 10th to the 90th percentile. */
  readonly f0: number;
  readonly range: number;
  /** Mean absolute difference of the long-term spectra in 40 mel bands, level aside, dB. */
  readonly spectrum: number;
  /** Mel-cepstral distance of frames aligned by dynamic time warping (Kubichek 1993), dB. */
  readonly cepstral: number;
  /** Length of the speech, ours over theirs. */
  readonly pace: number;
}

const mel = (hz: number): number => 2595 * Math.log10(1 + hz / 700);
const EDGES = Array.from(
  { length: BANDS + 2 },
  (_, i) => 700 * (10 ** ((mel(60) + ((mel(7600) - mel(60)) * i) / (BANDS + 1)) / 2595) - 1),
);
const FILTERS = Array.from({ length: BANDS }, (_, b) =>
  Float64Array.from({ length: SIZE / 2 + 1 }, (_w, k) => {
    const hz = (k * RATE) / SIZE;
    const rising = (hz - EDGES[b]!) / (EDGES[b + 1]! - EDGES[b]!);
    const falling = (EDGES[b + 2]! - hz) / (EDGES[b + 2]! - EDGES[b + 1]!);
    return Math.max(0, Math.min(rising, falling));
  }),
);

/** Radix-2 FFT power of a real frame. */
function power(frame: Float64Array): Float64Array {
  const n = frame.length;
  const re = Float64Array.from(frame);
  const im = new Float64Array(n);
  for (let i = 1, j = 0; i < n; i++) {
    let bit = n >> 1;
    for (; j & bit; bit >>= 1) j ^= bit;
    j ^= bit;
    if (i < j) [re[i], re[j]] = [re[j]!, re[i]!];
  }
  for (let size = 2; size <= n; size <<= 1) {
    const half = size / 2;
    for (let k = 0; k < half; k++) {
      const [c, s] = [Math.cos((-2 * Math.PI * k) / size), Math.sin((-2 * Math.PI * k) / size)];
      for (let i = k; i < n; i += size) {
        const j = i + half;
        const [x, y] = [re[j]! * c - im[j]! * s, re[j]! * s + im[j]! * c];
        [re[j], im[j]] = [re[i]! - x, im[i]! - y];
        re[i]! += x;
        im[i]! += y;
      }
    }
  }
  return Float64Array.from({ length: n / 2 + 1 }, (_, k) => (re[k]! ** 2 + im[k]! ** 2) / n);
}

export async function hear(samples: Float32Array, rate: number): Promise<Heard> {
  const at16 = resample(samples, rate, RATE);
  const f0 = await trackPitch(samples, rate);
  const frames = Math.min(Math.floor(at16.length / HOP), f0.length);
  const out = new Float64Array(frames * BANDS);
  const level = new Float64Array(frames);
  const frame = new Float64Array(SIZE);
  for (let t = 0; t < frames; t++) {
    for (let i = 0; i < SIZE; i++) {
      const window = 0.5 - 0.5 * Math.cos((2 * Math.PI * i) / (SIZE - 1));
      frame[i] = (at16[t * HOP - SIZE / 2 + i] ?? 0) * window;
    }
    const spectrum = power(frame);
    for (let b = 0; b < BANDS; b++) {
      let sum = 0;
      const filter = FILTERS[b]!;
      for (let k = 0; k <= SIZE / 2; k++) sum += filter[k]! * spectrum[k]!;
      out[t * BANDS + b] = Math.log(sum + 1e-10);
      level[t]! += sum;
    }
  }
  const top = level.reduce((a, b) => Math.max(a, b), 0);
  const cepstra = new Float64Array(frames * ORDER);
  for (let t = 0; t < frames; t++) {
    for (let c = 0; c < ORDER; c++) {
      let sum = 0;
      for (let b = 0; b < BANDS; b++) sum += out[t * BANDS + b]! * COSINES[c * BANDS + b]!;
      cepstra[t * ORDER + c] = sum;
    }
  }
  return { frames, mel: out, cepstra, active: Uint8Array.from(level, (x) => (x > top * 1e-4 ? 1 : 0)), f0 };
}

/** Scaled so that squares of the cepstra sum to a mean square over the bands. */
const COSINES = Float64Array.from({ length: ORDER * BANDS }, (_, i) => {
  const [c, b] = [Math.floor(i / BANDS) + 1, i % BANDS];
  return (Math.sqrt(2 / BANDS) * Math.cos((Math.PI * c * (b + 0.5)) / BANDS)) / Math.sqrt(BANDS);
});

/** Two voices over the same utterances, in the same order. */
export function apart(ours: readonly Heard[], theirs: readonly Heard[]): Distance {
  const pitch = (all: readonly Heard[]): number[] =>
    all
      .flatMap(({ f0 }) => Array.from(f0).filter((hz) => hz > 0))
      .map((hz) => 12 * Math.log2(hz))
      .sort((a, b) => a - b);
  const [a, b] = [pitch(ours), pitch(theirs)];
  const at = (sorted: number[], share: number): number => sorted[Math.floor(sorted.length * share)] ?? 0;
  const range = (sorted: number[]): number => at(sorted, 0.9) - at(sorted, 0.1);
  const [p, q] = [longTerm(ours), longTerm(theirs)];
  return {
    f0: Math.abs(at(a, 0.5) - at(b, 0.5)),
    range: Math.abs(range(a) - range(b)),
    spectrum: p.reduce((sum, x, k) => sum + Math.abs(x - q[k]!), 0) / BANDS,
    cepstral: ours.reduce((sum, one, i) => sum + warped(one, theirs[i]!), 0) / ours.length,
    pace: speechFrames(ours) / speechFrames(theirs),
  };
}

const speechFrames = (all: readonly Heard[]): number =>
  all.reduce((sum, { active }) => sum + active.reduce((n, x) => n + x, 0), 0);

function longTerm(all: readonly Heard[]): Float64Array {
  const sum = new Float64Array(BANDS);
  for (const { frames, mel: rows, active } of all) {
    for (let t = 0; t < frames; t++) {
      if (active[t] === 1) for (let b = 0; b < BANDS; b++) sum[b]! += Math.exp(rows[t * BANDS + b]!);
    }
  }
  const decibels = sum.map((x) => 10 * Math.log10(x + 1e-12));
  const mean = decibels.reduce((x, y) => x + y, 0) / BANDS;
  return decibels.map((x) => x - mean);
}

function warped(a: Heard, b: Heard): number {
  const [i0, i1] = [a.active.indexOf(1), a.active.lastIndexOf(1) + 1];
  const [j0, j1] = [b.active.indexOf(1), b.active.lastIndexOf(1) + 1];
  const [n, m] = [i1 - i0, j1 - j0];
  const cost = (i: number, j: number): number => {
    let sum = 0;
    for (let c = 0; c < ORDER; c++) sum += (a.cepstra[(i0 + i) * ORDER + c]! - b.cepstra[(j0 + j) * ORDER + c]!) ** 2;
    return Math.sqrt(sum);
  };
  const total = new Float64Array((n + 1) * (m + 1)).fill(Infinity);
  const costs = new Float64Array(n * m);
  total[0] = 0;
  for (let i = 0; i < n; i++) {
    for (let j = 0; j < m; j++) {
      const own = (costs[i * m + j] = cost(i, j));
      const at = (i + 1) * (m + 1) + j + 1;
      total[at] = own + Math.min(total[at - m - 2]!, total[at - m - 1]!, total[at - 1]!);
    }
  }
  let sum = 0;
  let count = 0;
  for (let i = n, j = m; i > 0 && j > 0;) {
    if (a.active[i0 + i - 1] === 1 && b.active[j0 + j - 1] === 1) {
      sum += costs[(i - 1) * m + j - 1]!;
      count++;
    }
    const at = i * (m + 1) + j;
    const [diagonal, up, left] = [total[at - m - 2]!, total[at - m - 1]!, total[at - 1]!];
    if (diagonal <= up && diagonal <= left) [i, j] = [i - 1, j - 1];
    else if (up <= left) i--;
    else j--;
  }
  return (DECIBELS * sum) / Math.max(count, 1);
}
