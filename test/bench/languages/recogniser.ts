import { loadFfts } from '../../../engine/vocoder/fft.ts';

/** One recording of a word. */
export interface Recording {
  readonly samples: Float32Array;
  readonly rate: number;
}

/** A word as the recogniser sees it: rows of DIMENSIONS numbers, 10 ms apart. */
export type Features = readonly Float32Array[];

const FFT = 1024;
const BANDS = 26;
const CEPSTRA = 13;
const [LOW, HIGH] = [100, 7000];
/** Below the loudest frame by so much, dB: the word has not begun, or is over. */
const SILENT = 45;

const mel = (hz: number): number => 2595 * Math.log10(1 + hz / 700);
const hertz = (m: number): number => 700 * (10 ** (m / 2595) - 1);

/**
 * Mel-frequency cepstra (the first is the level) with their slopes, of all words of one speaker; each dimension has mean 0
 * and deviation 1 over them, which takes away most of what is the speaker's and the synthesizer's own.
 */
export async function featuresOf(recordings: readonly Recording[]): Promise<Features[]> {
  const words: Float32Array[][] = [];
  for (const recording of recordings) words.push(withSlopes(await cepstra(recording)));
  const all = words.flat();
  const size = 2 * CEPSTRA;
  const mean = new Float64Array(size);
  const deviation = new Float64Array(size);
  for (const row of all) row.forEach((x, d) => (mean[d]! += x / all.length));
  for (const row of all) row.forEach((x, d) => (deviation[d]! += (x - mean[d]!) ** 2 / all.length));
  return words.map((rows) => rows.map((row) => row.map((x, d) => (x - mean[d]!) / Math.sqrt(deviation[d]! + 1e-9))));
}

async function cepstra({ samples, rate }: Recording): Promise<Float32Array[]> {
  const fft = (await loadFfts()).get(FFT)!;
  const width = Math.round(0.025 * rate);
  const step = Math.round(0.01 * rate);
  const edges = Array.from({ length: BANDS + 2 }, (_, i) =>
    hertz(mel(LOW) + ((mel(HIGH) - mel(LOW)) * i) / (BANDS + 1)),
  );
  const frames: { readonly row: Float32Array; readonly level: number }[] = [];
  for (let at = 0; at + width <= samples.length; at += step) {
    fft.signal.fill(0);
    for (let i = 1; i < width; i++) {
      const x = samples[at + i]! - 0.97 * samples[at + i - 1]!;
      fft.signal[i] = x * (0.54 - 0.46 * Math.cos((2 * Math.PI * i) / (width - 1)));
    }
    fft.forward();
    const bands = new Float64Array(BANDS).fill(1e-10);
    for (let k = 1; k < FFT / 2; k++) {
      const hz = (k * rate) / FFT;
      if (hz <= LOW || hz >= HIGH) continue;
      const power = fft.spectrum[2 * k]! ** 2 + fft.spectrum[2 * k + 1]! ** 2;
      for (let b = 0; b < BANDS; b++) {
        const [left, middle, right] = [edges[b]!, edges[b + 1]!, edges[b + 2]!];
        if (hz > left && hz < right)
          bands[b]! += power * (hz < middle ? (hz - left) / (middle - left) : (right - hz) / (right - middle));
      }
    }
    const row = Float32Array.from({ length: CEPSTRA }, (_, c) => {
      let sum = 0;
      bands.forEach((x, b) => (sum += Math.log(x) * Math.cos((Math.PI * c * (b + 0.5)) / BANDS)));
      return sum;
    });
    frames.push({ row, level: 10 * Math.log10(bands.reduce((a, b) => a + b, 0)) });
  }
  const loudest = frames.reduce((most, { level }) => Math.max(most, level), -Infinity);
  const first = frames.findIndex(({ level }) => level > loudest - SILENT);
  const last = frames.findLastIndex(({ level }) => level > loudest - SILENT);
  // Level against the word's loudest moment, not as the synthesizer has it; floored, so that silence is one thing.
  return frames.slice(first, last + 1).map(({ row, level }) => {
    row[0] = Math.max(level - loudest, -SILENT);
    return row;
  });
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
export function distance(a: Features, b: Features): number {
  let previous = new Float64Array(b.length + 1).fill(Infinity);
  previous[0] = 0;
  for (const row of a) {
    const current = new Float64Array(b.length + 1).fill(Infinity);
    for (let j = 1; j <= b.length; j++) {
      let cost = 0;
      const other = b[j - 1]!;
      for (let d = 0; d < row.length; d++) cost += (row[d]! - other[d]!) ** 2;
      cost = Math.sqrt(cost);
      current[j] = Math.min(previous[j - 1]! + 2 * cost, previous[j]! + cost, current[j - 1]! + cost);
    }
    previous = current;
  }
  return previous[b.length]! / (a.length + b.length);
}

/** For each word of a speaker, which word of the templates is nearest: the best two speakers of each count. */
export function recognise(spoken: readonly Features[], templates: readonly (readonly Features[])[]): number[] {
  return spoken.map((word) => {
    let [best, least] = [-1, Infinity];
    for (let i = 0; i < templates[0]!.length; i++) {
      const near = templates.map((speaker) => distance(word, speaker[i]!)).sort((x, y) => x - y);
      const score = near[0]! + (near[1] ?? near[0]!);
      if (score < least) [best, least] = [i, score];
    }
    return best;
  });
}
