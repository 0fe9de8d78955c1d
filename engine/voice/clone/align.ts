import { breathe } from './rehearsal.ts';

/** Pairs of frames that say the same, and what they cost. */
export interface Alignment {
  readonly ours: Int32Array;
  readonly theirs: Int32Array;
  /** Distance of each pair. */
  readonly costs: Float32Array;
  /** Mean distance of the path's frames. */
  readonly cost: number;
}

export interface AlignOptions {
  /** The second track from its end to its beginning: frames that meet only by chance. */
  readonly backwards?: boolean;
  /** Keeps near this path, which was found on every second frame of the same tracks. */
  readonly near?: Alignment;
  readonly signal?: AbortSignal;
}

/** How far from the straight line the path may go: a share of the length, and frames on top. */
const BAND = 0.2;
const LEEWAY = 60;
/** How far from a path that is known already, frames. */
const NEAR = 24;

/**
 * Dynamic time warping of two tracks of features (Sakoe and Chiba 1978, symmetric steps of weights 2, 1, 1, within a
 * band). `width` values a frame; frames from..to (exclusive) of each are aligned from end to end.
 */
export async function align(
  a: Float32Array,
  b: Float32Array,
  width: number,
  [aFrom, aTo]: readonly [number, number],
  [bFrom, bTo]: readonly [number, number],
  { backwards = false, near, signal }: AlignOptions = {},
): Promise<Alignment> {
  const n = aTo - aFrom;
  const m = bTo - bFrom;
  const reach = near ? NEAR : Math.ceil(BAND * m) + LEEWAY;
  const span = 2 * reach + 1;
  const back = new Uint8Array(n * span);
  let before = new Float64Array(span).fill(Infinity);
  let row = new Float64Array(span).fill(Infinity);
  const guide = near && finer(near, [aFrom, n], [bFrom, m]);
  const centre = (i: number): number => guide?.[i] ?? Math.round((i * (m - 1)) / Math.max(n - 1, 1));
  for (let i = 0; i < n; i++) {
    if (i % 128 === 127) await breathe(signal);
    const shift = i === 0 ? 0 : centre(i) - centre(i - 1);
    const middle = centre(i);
    row.fill(Infinity);
    for (let s = 0; s < span; s++) {
      const j = middle - reach + s;
      if (j < 0 || j >= m) continue;
      const cost = distance(a, (aFrom + i) * width, b, (backwards ? bTo - 1 - j : bFrom + j) * width, width);
      // In the row before, the same j lies `shift` further on.
      const diagonal = i === 0 ? Infinity : (before[s + shift - 1] ?? Infinity);
      const up = i === 0 ? Infinity : (before[s + shift] ?? Infinity);
      const left = s === 0 ? Infinity : row[s - 1]!;
      let best = diagonal + 2 * cost;
      let step = 0;
      if (up + cost < best) [best, step] = [up + cost, 1];
      if (left + cost < best) [best, step] = [left + cost, 2];
      if (i === 0 && j === 0) best = 2 * cost;
      row[s] = best;
      back[i * span + s] = step;
    }
    [before, row] = [row, before];
  }
  const total = before[m - 1 - centre(n - 1) + reach]!;
  const ours: number[] = [];
  const theirs: number[] = [];
  const costs: number[] = [];
  for (let i = n - 1, j = m - 1; i >= 0 && j >= 0;) {
    ours.push(aFrom + i);
    theirs.push(backwards ? bTo - 1 - j : bFrom + j);
    costs.push(distance(a, ours.at(-1)! * width, b, theirs.at(-1)! * width, width));
    if (i === 0 && j === 0) break;
    const step = i === 0 ? 2 : back[i * span + j - centre(i) + reach]!;
    if (step !== 2) i--;
    if (step !== 1) j--;
  }
  return {
    ours: Int32Array.from(ours.reverse()),
    theirs: Int32Array.from(theirs.reverse()),
    costs: Float32Array.from(costs.reverse()),
    cost: total / (n + m),
  };
}

/** Every second frame of a track. */
export function coarser(track: Float32Array, width: number): Float32Array {
  const frames = Math.floor(track.length / width / 2);
  const out = new Float32Array(frames * width);
  for (let t = 0; t < frames; t++) out.set(track.subarray(2 * t * width, (2 * t + 1) * width), t * width);
  return out;
}

/** For each frame of a track the frame of the other that a path on every second frame leads to, both from their start. */
function finer(
  { ours, theirs }: Alignment,
  [aFrom, n]: readonly [number, number],
  [bFrom, m]: readonly [number, number],
): Int32Array {
  const guide = new Int32Array(n).fill(-1);
  ours.forEach((i, at) => {
    for (const k of [2 * i - aFrom, 2 * i + 1 - aFrom]) {
      if (k >= 0 && k < n) guide[k] = Math.min(Math.max(2 * theirs[at]! - bFrom, 0), m - 1);
    }
  });
  for (let k = 1; k < n; k++) if (guide[k]! < guide[k - 1]!) guide[k] = guide[k - 1]!;
  if (guide[0]! < 0) guide[0] = 0;
  guide[n - 1] = m - 1;
  return guide;
}

function distance(a: Float32Array, aAt: number, b: Float32Array, bAt: number, width: number): number {
  let sum = 0;
  for (let c = 0; c < width; c++) {
    const d = a[aAt + c]! - b[bAt + c]!;
    sum += d * d;
  }
  return Math.sqrt(sum);
}

/** First active frame and the one after the last. */
export function bounds(active: Uint8Array): readonly [number, number] {
  const first = active.indexOf(1);
  const last = active.lastIndexOf(1);
  return first < 0 ? [0, active.length] : [first, last + 1];
}
