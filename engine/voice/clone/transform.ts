import { ENVELOPE_BINS, PHONE_CLASSES } from '../../contract/voice-card.ts';
import { MAX_HZ } from '../../vocoder/grid.ts';
import type { Envelopes } from './envelope.ts';
import { BIN_HZ, mel, MEL_STEP } from './spectrum.ts';

/** dB per mel bin for each phone class. */
export type ClassTransform = Float64Array[];

/** A rehearsal and a recording of the same words, frame by frame. */
export interface Compared {
  /** Phone class of each frame of the rehearsal. */
  readonly classes: Uint8Array;
  readonly ours: Envelopes;
  readonly theirs: Envelopes;
  /** Frames that say the same, and sound in both. */
  readonly pairs: readonly (readonly [ours: number, theirs: number])[];
}

/** Offsets beyond this are no voice but a recording's fault, dB. */
const MOST = 24;
/** A class counts half against the mean of all classes when it was heard in so many frames. */
const TRUSTED = 25;
export const TRACTS = Array.from({ length: 25 }, (_, i) => 0.8 * 1.02 ** i);
const SPEECH = [BIN_HZ.findIndex((hz) => hz > 150), BIN_HZ.findIndex((hz) => hz > 5500)] as const;

export function noTransform(): ClassTransform {
  return Array.from({ length: PHONE_CLASSES }, () => new Float64Array(ENVELOPE_BINS));
}

/** How the recordings differ from the rehearsals in each phone class, without a difference in level. */
export function difference(all: readonly Compared[], limitHz: number): ClassTransform {
  const sums = noTransform();
  const counts = new Float64Array(PHONE_CLASSES);
  for (const { classes, ours, theirs, pairs } of all) {
    for (const [i, j] of pairs) {
      const row = sums[classes[i]!]!;
      counts[classes[i]!]!++;
      for (let k = 0; k < ENVELOPE_BINS; k++) {
        row[k]! += theirs.envelope[j * ENVELOPE_BINS + k]! - ours.envelope[i * ENVELOPE_BINS + k]!;
      }
    }
  }
  const total = counts.reduce((a, b) => a + b, 0);
  const mean = new Float64Array(ENVELOPE_BINS);
  for (const row of sums) for (let k = 0; k < ENVELOPE_BINS; k++) mean[k]! += row[k]! / Math.max(total, 1);
  const level = average(mean, ...SPEECH);
  return sums.map((row, c) => {
    const share = counts[c]! / (counts[c]! + TRUSTED);
    // A pause sounds of the room, not of the speaker.
    const own = c === 0 || counts[c] === 0 ? mean : row.map((sum) => sum / counts[c]!);
    return extended(smooth(own.map((x, k) => share * x + (1 - share) * mean[k]! - level)), limitHz);
  });
}

/** How the recordings' long-term spectra (mean power of what sounds) differ from the rehearsals', level aside. */
export function longTermDifference(all: readonly Compared[], limitHz: number): Float64Array {
  const power = (of: (one: Compared) => Envelopes): Float64Array => {
    const sum = new Float64Array(ENVELOPE_BINS);
    for (const one of all) {
      const { frames, envelope, active } = of(one);
      for (let t = 0; t < frames; t++) {
        if (active[t] === 0) continue;
        for (let k = 0; k < ENVELOPE_BINS; k++) sum[k]! += 10 ** (envelope[t * ENVELOPE_BINS + k]! / 10);
      }
    }
    return sum.map((x) => 10 * Math.log10(x + 1e-12));
  };
  const ours = power((one) => one.ours);
  const apart = power((one) => one.theirs).map((x, k) => x - ours[k]!);
  const level = average(apart, ...SPEECH);
  return extended(smooth(apart.map((x) => x - level)), limitHz);
}

/** `a + share * b`, held to what a voice may have. */
export function plus(a: ClassTransform, b: readonly Float64Array[], share: number): ClassTransform {
  return a.map((row, c) => row.map((x, k) => Math.min(Math.max(x + share * b[c]![k]!, -MOST), MOST)));
}

/**
 * The scale of the rehearsal's formants that brings its frames nearest to the recordings', when each phone class may have
 * a colour of its own: vocal-tract length normalisation (Lee and Rose 1998) on aligned frames.
 */
export function bestTract(all: readonly Compared[], limitHz: number): number {
  let best = { index: 0, score: Infinity };
  const look = (indices: readonly number[]): void => {
    for (const index of indices) {
      const tract = TRACTS[index];
      if (tract === undefined) continue;
      const score = misfit(all, tract, limitHz) * (1 + 0.3 * Math.log(tract) ** 2);
      if (score < best.score) best = { index, score };
    }
  };
  // The misfit is smooth over the tract: every third is looked at, then the neighbours of the best.
  look(TRACTS.map((_, i) => i).filter((i) => i % 3 === 0));
  look([best.index - 2, best.index - 1, best.index + 1, best.index + 2]);
  return TRACTS[best.index]!;
}

/** Variance of the difference that a colour for each class leaves, dB². */
function misfit(all: readonly Compared[], tract: number, limitHz: number): number {
  const from = SPEECH[0];
  const to = Math.min(
    SPEECH[1],
    BIN_HZ.findIndex((hz) => hz > Math.min(limitHz, 7000)),
  );
  const { index, weight } = warp(tract);
  const sum = noTransform();
  const squares = noTransform();
  const counts = new Float64Array(PHONE_CLASSES);
  for (const { classes, ours, theirs, pairs } of all) {
    for (const [i, j] of pairs) {
      const c = classes[i]!;
      counts[c]!++;
      const row = i * ENVELOPE_BINS;
      for (let k = from; k < to; k++) {
        const at = row + index[k]!;
        const own = ours.envelope[at]! + weight[k]! * (ours.envelope[at + 1]! - ours.envelope[at]!);
        const d = theirs.envelope[j * ENVELOPE_BINS + k]! - own;
        sum[c]![k]! += d;
        squares[c]![k]! += d * d;
      }
    }
  }
  let left = 0;
  for (let c = 1; c < PHONE_CLASSES; c++) {
    for (let k = from; k < to; k++) left += squares[c]![k]! - sum[c]![k]! ** 2 / Math.max(counts[c]!, 1);
  }
  // A colour for each class hides a wrong tract, so that the colour itself counts a little.
  for (let c = 1; c < PHONE_CLASSES; c++) {
    const mean = sum[c]!.map((x) => x / Math.max(counts[c]!, 1));
    const level = average(mean, from, to);
    for (let k = from; k < to; k++) left += 0.3 * counts[c]! * (mean[k]! - level) ** 2;
  }
  return left;
}

/** Envelopes with their formants scaled by `tract`, and a class's offset added: what the vocoder would make of them. */
export function transformed(
  { classes, ours }: Pick<Compared, 'classes' | 'ours'>,
  tract: number,
  offsets: ClassTransform,
): Envelopes {
  const { index, weight } = warp(tract);
  const envelope = new Float32Array(ours.envelope.length);
  for (let t = 0; t < ours.frames; t++) {
    const row = t * ENVELOPE_BINS;
    const offset = offsets[classes[t]!]!;
    for (let k = 0; k < ENVELOPE_BINS; k++) {
      const at = row + index[k]!;
      envelope[row + k] = ours.envelope[at]! + weight[k]! * (ours.envelope[at + 1]! - ours.envelope[at]!) + offset[k]!;
    }
  }
  return { ...ours, envelope };
}

function warp(tract: number): { readonly index: Uint8Array; readonly weight: Float64Array } {
  const position = Array.from(BIN_HZ, (hz) =>
    Math.min(mel(Math.min(hz / tract, MAX_HZ)) / MEL_STEP, ENVELOPE_BINS - 1.001),
  );
  return {
    index: Uint8Array.from(position, Math.floor),
    weight: Float64Array.from(position, (p) => p - Math.floor(p)),
  };
}

/** Above the band of the recording nothing is known: the last that is known goes on. */
function extended(x: Float64Array, limitHz: number): Float64Array {
  const end = BIN_HZ.findIndex((hz) => hz > limitHz);
  if (end < 4) return x;
  return x.fill(average(x, end - 3, end), end);
}

function smooth(x: Float64Array): Float64Array {
  return x.map((_, i) => 0.25 * x[Math.max(0, i - 1)]! + 0.5 * x[i]! + 0.25 * x[Math.min(x.length - 1, i + 1)]!);
}

function average(x: Float64Array, from: number, to: number): number {
  let sum = 0;
  for (let k = from; k < to; k++) sum += x[k]!;
  return sum / Math.max(to - from, 1);
}
