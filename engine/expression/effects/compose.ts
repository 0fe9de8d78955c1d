import { ENVELOPE_BINS } from '../../contract/voice-card.ts';
import type { FrameBlock } from '../../types.ts';
import { BANDS, MAX_HZ } from '../../vocoder/grid.ts';
import type { Timbre, Timbres } from './timbres.ts';

/** A moment of a sound; what lies between two is interpolated. */
export interface Key {
  /** Frames (10 ms) from the beginning. */
  readonly at: number;
  readonly timbre: Timbre;
  /** dB against the voice's open vowel as it is usually said. */
  readonly gain: number;
  /** Semitones from the voice's mean; null: no voice from here on. */
  readonly pitch: number | null;
  /** Share of breath in the voice, 0..1. */
  readonly breath: number;
  /** dB per octave around 1 kHz on top of the timbre. */
  readonly tilt: number;
}

const NEPERS = Math.LN10 / 10;
const MEL_MAX = Math.log1p(MAX_HZ / 700);
const OCTAVES = Float64Array.from({ length: ENVELOPE_BINS }, (_, k) => {
  const hz = 700 * Math.expm1((MEL_MAX * k) / (ENVELOPE_BINS - 1));
  return Math.log2(Math.max(hz, 120) / 1000);
});
const F0_BOUNDS = [40, 900] as const;

/** The frames of a sound whose keys are in order of time, from the first to the last. `base` is the mean log F0. */
export function compose(keys: readonly Key[], timbres: Timbres, base: number): FrameBlock {
  const frames = Math.max(1, Math.round(keys.at(-1)!.at));
  const f0 = new Float32Array(frames);
  const envelope = new Float32Array(frames * ENVELOPE_BINS);
  const aperiodicity = new Float32Array(frames * BANDS).fill(1);
  const reference = power(timbres.a, 0);
  let k = 0;
  for (let i = 0; i < frames; i++) {
    while (k < keys.length - 2 && keys[k + 1]!.at <= i) k++;
    const [a, b] = [keys[k]!, keys[Math.min(k + 1, keys.length - 1)]!];
    const u = b.at > a.at ? Math.min(Math.max((i - a.at) / (b.at - a.at), 0), 1) : 0;
    const between = (from: number, to: number): number => from + (to - from) * u;
    const gain = between(a.gain, b.gain);
    const tilt = between(a.tilt, b.tilt);
    const [from, to] = [timbres[a.timbre], timbres[b.timbre]];
    const level = between(power(from, tilt), power(to, tilt));
    for (let j = 0; j < ENVELOPE_BINS; j++) {
      // Tract shapes are brought to one level: how loud a moment is, its gain alone says.
      envelope[i * ENVELOPE_BINS + j] =
        between(from[j]!, to[j]!) - level + reference + (gain + tilt * OCTAVES[j]!) * NEPERS;
    }
    if (a.pitch === null) continue;
    const hz = Math.exp(base + (between(a.pitch, b.pitch ?? a.pitch) * Math.LN2) / 12);
    f0[i] = Math.min(Math.max(hz, F0_BOUNDS[0]), F0_BOUNDS[1]);
    const voiced = 1 - between(a.breath, b.breath);
    for (let band = 0; band < BANDS; band++) aperiodicity[i * BANDS + band] = 1 - voiced ** (1 + 0.7 * band);
  }
  return { frames, f0, envelope, aperiodicity };
}

/** Natural log of a tilted envelope's power over the mel grid. */
function power(envelope: Float32Array, tilt: number): number {
  return Math.log(envelope.reduce((sum, x, j) => sum + Math.exp(x + tilt * OCTAVES[j]! * NEPERS), 0));
}
