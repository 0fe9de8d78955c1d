import { loadFfts } from '../../../engine/vocoder/fft.ts';

/** One recording of a word. */
export interface Recording {
  readonly samples: Float32Array;
  readonly rate: number;
}

/** A word as the recogniser sees it: rows of numbers, 20 ms apart. */
export type Features = readonly Float32Array[];

const FFT = 1024;
const BANDS = 26;
const CEPSTRA = 13;
const [LOW, HIGH] = [100, 7000];
/** Below the loudest band of the word by so much, dB, there is nothing. */
const FLOOR = 45;

const mel = (hz: number): number => 2595 * Math.log10(1 + hz / 700);
const hertz = (m: number): number => 700 * (10 ** (m / 2595) - 1);

/**
 * Mel-frequency cepstra (the first is the level) with their slopes, of all words of one speaker; each dimension has mean 0
 * and deviation 1 over them, which takes away most of what is the speaker's and the synthesizer's own. `warp`: factor on the
 * frequencies that are looked at, for a tract of another length.
 */
export async function featuresOf(recordings: readonly Recording[], warp = 1): Promise<Features[]> {
  const words: Float32Array[][] = [];
  for (const recording of recordings) words.push(withSlopes(await cepstra(recording, warp)));
  const all = words.flat();
  const size = 2 * CEPSTRA;
  const mean = new Float64Array(size);
  const deviation = new Float64Array(size);
  for (const row of all) row.forEach((x, d) => (mean[d]! += x / all.length));
  for (const row of all) row.forEach((x, d) => (deviation[d]! += (x - mean[d]!) ** 2 / all.length));
  const scale = deviation.map((square) => 1 / Math.sqrt(square + 1e-9));
  // Every second row: their slopes tell what lies between.
  return words.map((rows) =>
    rows.filter((_, i) => i % 2 === 0).map((row) => row.map((x, d) => (x - mean[d]!) * scale[d]!)),
  );
}

async function cepstra({ samples, rate }: Recording, warp: number): Promise<Float32Array[]> {
  const fft = (await loadFfts()).get(FFT)!;
  const width = Math.round(0.025 * rate);
  const step = Math.round(0.01 * rate);
  const edges = Array.from(
    { length: BANDS + 2 },
    (_, i) => hertz(mel(LOW) + ((mel(HIGH) - mel(LOW)) * i) / (BANDS + 1)) * warp,
  );
  const frames: Float64Array[] = [];
  for (let at = 0; at + width <= samples.length; at += step) {
    fft.signal.fill(0);
    for (let i = 1; i < width; i++) {
      const x = samples[at + i]! - 0.97 * samples[at + i - 1]!;
      fft.signal[i] = x * (0.54 - 0.46 * Math.cos((2 * Math.PI * i) / (width - 1)));
    }
    fft.forward();
    const bands = new Float64Array(BANDS);
    for (let k = 1; k < FFT / 2; k++) {
      const hz = (k * rate) / FFT;
      const power = fft.spectrum[2 * k]! ** 2 + fft.spectrum[2 * k + 1]! ** 2;
      for (let b = 0; b < BANDS; b++) {
        const [left, middle, right] = [edges[b]!, edges[b + 1]!, edges[b + 2]!];
        if (hz > left && hz < right)
          bands[b]! += power * (hz < middle ? (hz - left) / (middle - left) : (right - hz) / (right - middle));
      }
    }
    frames.push(bands);
  }
  // One floor for all: a synthesizer's closed mouth is silence to the last bit, another's is faint noise, and both are nothing.
  const most = frames.reduce((top, bands) => Math.max(top, ...bands), 0);
  const floored = frames.map((bands) => bands.map((power) => 10 * Math.log10(power / most + 10 ** (-FLOOR / 10))));
  const rows = floored.map((bands) =>
    Float32Array.from({ length: CEPSTRA }, (_, c) =>
      bands.reduce((sum, decibels, b) => sum + decibels * Math.cos((Math.PI * c * (b + 0.5)) / BANDS), 0),
    ),
  );
  const heard = floored.map((bands) => Math.max(...bands) > -FLOOR + 10);
  return rows.slice(heard.indexOf(true), heard.lastIndexOf(true) + 1);
}

function withSlopes(rows: readonly Float32Array[]): Float32Array[] {
  const at = (i: number): Float32Array => rows[Math.min(Math.max(i, 0), rows.length - 1)]!;
  return rows.map((row, i) =>
    Float32Array.from({ length: 2 * CEPSTRA }, (_, d) => {
      if (d < CEPSTRA) return row[d]!;
      const c = d - CEPSTRA;
      return at(i + 1)[c]! - at(i - 1)[c]! + 2 * (at(i + 2)[c]! - at(i - 2)[c]!);
    }),
  );
}

/** Mean distance of two words along the best way to lay one's time on the other's (Sakoe and Chiba 1978, symmetric). */
function distance(a: Features, b: Features): number {
  const columns = b.length;
  let previous = new Float64Array(columns + 1).fill(Infinity);
  let current = new Float64Array(columns + 1);
  previous[0] = 0;
  for (const row of a) {
    current.fill(Infinity);
    for (let j = 1; j <= columns; j++) {
      const other = b[j - 1]!;
      let cost = 0;
      for (let d = 0; d < 2 * CEPSTRA; d++) {
        const by = row[d]! - other[d]!;
        cost += by * by;
      }
      cost = Math.sqrt(cost);
      current[j] = Math.min(previous[j - 1]! + 2 * cost, previous[j]! + cost, current[j - 1]! + cost);
    }
    [previous, current] = [current, previous];
  }
  return previous[columns]! / (a.length + columns);
}

/** Tracts of women and men, against each other. */
const WARPS = [0.88, 0.94, 1, 1.06, 1.12, 1.18];
/** So many words tell how long a tract is. */
const SOUNDED = 12;

/** The words of a speaker, as of a tract of the length with which they come nearest to the teachers' words, whatever these are. */
export async function adapted(
  recordings: readonly Recording[],
  templates: readonly (readonly Features[])[],
): Promise<Features[]> {
  let [best, least]: [Features[], number] = [[], Infinity];
  for (const warp of WARPS) {
    const features = await featuresOf(recordings, warp);
    const near = features
      .slice(0, SOUNDED)
      .map((word) => Math.min(...templates.flatMap((teacher) => teacher.map((one) => distance(word, one)))));
    const sum = near.reduce((a, b) => a + b, 0);
    if (sum < least) [best, least] = [features, sum];
  }
  return best;
}

/**
 * For each word of a speaker, the word that it is most like, as any of the teachers says it. Some words are like everything
 * that a strange voice says, so each is compared with how like it the speaker's words are on the whole.
 */
export function recognise(spoken: readonly Features[], templates: readonly (readonly Features[])[]): number[] {
  const count = templates[0]!.length;
  const near = spoken.map((word) =>
    Array.from({ length: count }, (_, j) => Math.min(...templates.map((teacher) => distance(word, teacher[j]!)))),
  );
  const columns = Array.from({ length: count }, (_, j) => {
    const column = near.map((row) => row[j]!);
    const mean = column.reduce((a, b) => a + b, 0) / column.length;
    const deviation = Math.sqrt(column.reduce((sum, x) => sum + (x - mean) ** 2, 0) / column.length);
    return { mean, deviation };
  });
  return near.map((row) => {
    const scores = row.map((x, j) => (x - columns[j]!.mean) / columns[j]!.deviation);
    return scores.indexOf(Math.min(...scores));
  });
}
