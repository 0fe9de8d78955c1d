import type { ProsodyPlan } from '../types.ts';

/** Decoder inputs per frame beside the encoding: place in the phone (7), F0, its slope, energy. */
export const FRAME_FEATURES = 10;
const SMOOTHING = [0.1, 0.2, 0.4, 0.2, 0.1];

export interface FrameInputs {
  /** Frames in all. */
  readonly frames: number;
  /** Phone of each frame. */
  readonly index: Int32Array;
  /** Log F0 minus the speaker's mean, a smooth line through all frames. */
  readonly line: Float64Array;
  /** `frames * FRAME_FEATURES`. */
  readonly features: Float32Array;
}

/** Spreads a plan over its frames. Mirrors `frame_features` in models/training/voice/acoustic.py. */
export function frameInputs(plan: ProsodyPlan): FrameInputs {
  const { durations, f0, energy } = plan;
  const frames = durations.reduce((sum, d) => sum + d, 0);
  const index = new Int32Array(frames);
  const rough = new Float64Array(frames);
  for (let i = 0, q = 0; i < durations.length; i++) {
    const [a, b, c] = [f0[i * 3]!, f0[i * 3 + 1]!, f0[i * 3 + 2]!];
    for (let p = 0; p < durations[i]!; p++, q++) {
      const u = (p + 0.5) / durations[i]!;
      index[q] = i;
      rough[q] = u < 0.5 ? a + (b - a) * 2 * u : b + (c - b) * (2 * u - 1);
    }
  }
  const line = new Float64Array(frames);
  for (let q = 0; q < frames; q++) {
    let sum = 0;
    for (let j = -2; j <= 2; j++) sum += SMOOTHING[j + 2]! * rough[Math.min(Math.max(q + j, 0), frames - 1)]!;
    line[q] = sum;
  }
  const features = new Float32Array(frames * FRAME_FEATURES);
  for (let i = 0, q = 0; i < durations.length; i++) {
    const d = durations[i]!;
    for (let p = 0; p < d; p++, q++) {
      const u = (p + 0.5) / d;
      const at = q * FRAME_FEATURES;
      features[at] = u;
      features[at + 1] = 1 - u;
      features[at + 2] = Math.abs(2 * u - 1);
      features[at + 3] = Math.log(p + 1) / 3;
      features[at + 4] = Math.log(d - p) / 3;
      features[at + 5] = Math.log(d) / 3;
      features[at + 6] = Math.min(p, 4) / 4;
      features[at + 7] = line[q]! * 4;
      features[at + 8] = slope(line, q) * 40;
      features[at + 9] = energy[i]! * 0.5;
    }
  }
  return { frames, index, line, features };
}

function slope(line: Float64Array, q: number): number {
  const last = line.length - 1;
  if (last < 1) return 0;
  if (q === 0) return line[1]! - line[0]!;
  if (q === last) return line[q]! - line[q - 1]!;
  return (line[q + 1]! - line[q - 1]!) / 2;
}
