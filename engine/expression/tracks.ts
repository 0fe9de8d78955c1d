import type { FrameBlock, Manner, ProsodyPlan } from '../types.ts';
import type { Delivery } from './delivery.ts';
import { PLAIN, type Style } from './style.ts';

/** Emphasis of strength 1: semitones and dB. */
const EMPHASIS = { semitones: 2.6, energy: 2.5, tilt: 0.5 };
/** Weights over the frames around one: styles meet within 90 ms. */
const WINDOW = [1, 2, 3, 4, 5, 4, 3, 2, 1].map((weight) => weight / 25);
const HALF = (WINDOW.length - 1) / 2;
const FIELDS = ['semitones', 'range', 'energy', 'breathiness', 'tilt', 'roughness', 'tract'] as const;
type Field = (typeof FIELDS)[number];
/** dB of level that a tilt of 1 dB per octave takes from speech, whose power lies mostly below 1 kHz: effort is what is asked for. */
const TILT_LEVEL = 2;
/**
 * A whisper has no pitch to move: listeners hear its pitch in the formants (Higashikawa and Minifie 1999), which speakers
 * shift by about a quarter of what they would shift F0.
 */
const WHISPERED_SHIFT = 0.25;
const F0_BOUNDS = [45, 1000] as const;

/** The styles of a delivery, frame by frame, smooth where they meet. Null where all is as the voice is. */
export class StyleTracks {
  private readonly tracks: Readonly<Record<Field, Float64Array>>;

  private constructor(rough: Readonly<Record<Field, Float64Array>>) {
    // Breath spreads before it is smoothed, so that the first sound of a whisper has no voice in it.
    const breathiness = dilate(rough.breathiness);
    this.tracks = mapFields((field) => smooth(field === 'breathiness' ? breathiness : rough[field]));
  }

  /** `breathiness` is the voice's own: at 1 it whispers whatever it says. */
  static of(plan: ProsodyPlan, delivery: Delivery, breathiness = 0): StyleTracks | null {
    const { styles, emphasis } = delivery;
    if (styles.every((style) => style === null) && emphasis.every((strength) => strength === 0)) return null;
    const frames = plan.durations.reduce((sum, count) => sum + count, 0);
    const rough = mapFields((field) => new Float64Array(frames).fill(PLAIN[field]));
    const write = (style: Style | null, strength: number, from: number, to: number): void => {
      for (const field of FIELDS) {
        const added = field === 'semitones' || field === 'energy' || field === 'tilt' ? EMPHASIS[field] * strength : 0;
        const level = field === 'energy' ? TILT_LEVEL * (style?.tilt ?? 0) : 0;
        rough[field].fill((style?.[field] ?? PLAIN[field]) + added + level, from, to);
      }
      if (breathiness + (style?.breathiness ?? 0) >= 1) {
        const shift = (style?.semitones ?? 0) + EMPHASIS.semitones * strength;
        rough.tract.fill((style?.tract ?? 1) * 2 ** ((WHISPERED_SHIFT * shift) / 12), from, to);
      }
    };
    let at = 0;
    let word = -1;
    plan.sequence.phones.forEach((phone, i) => {
      const end = at + plan.durations[i]!;
      if (phone.word >= 0) {
        word = phone.word;
        write(styles[word] ?? null, emphasis[word] ?? 0, at, end);
      } else {
        // A pause belongs half to the word before it, half to the word behind it.
        const middle = word < 0 ? at : word + 1 >= styles.length ? end : (at + end) >> 1;
        if (word >= 0) write(styles[word] ?? null, 0, at, middle);
        write(styles[word + 1] ?? null, 0, middle, end);
      }
      at = end;
    });
    return new StyleTracks(rough);
  }

  /** Moves the block's F0 around `base` (natural log of Hz); `start` is the block's first frame in the plan. */
  bendPitch(block: FrameBlock, start: number, base: number): Float32Array {
    const { semitones, range } = this.tracks;
    return block.f0.map((hz, i) => {
      if (hz <= 0) return hz;
      const [shift, scale] = [semitones[start + i]!, range[start + i]!];
      if (shift === 0 && scale === 1) return hz;
      const bent = Math.exp(base + (Math.log(hz) - base) * scale + (shift * Math.LN2) / 12);
      return Math.min(Math.max(bent, F0_BOUNDS[0]), F0_BOUNDS[1]);
    });
  }

  /** What the vocoder changes in a frame; null: nothing. */
  manner(frame: number): Manner | null {
    const { energy, breathiness, tilt, roughness, tract } = this.tracks;
    const manner: Manner = {
      energy: energy[frame]!,
      breathiness: breathiness[frame]!,
      tilt: tilt[frame]!,
      roughness: roughness[frame]!,
      tract: tract[frame]!,
    };
    const plain = manner.energy === 0 && manner.breathiness === 0 && manner.tilt === 0 && manner.roughness === 0;
    return plain && manner.tract === 1 ? null : manner;
  }
}

function mapFields(make: (field: Field) => Float64Array): Record<Field, Float64Array> {
  return Object.fromEntries(FIELDS.map((field) => [field, make(field)])) as Record<Field, Float64Array>;
}

const inside = (i: number, track: Float64Array): number => track[Math.min(Math.max(i, 0), track.length - 1)]!;

/** The strongest value, up or down, of the frames around each. */
function dilate(track: Float64Array): Float64Array {
  return track.map((_, i) => {
    let best = 0;
    for (let j = -HALF; j <= HALF; j++) {
      const value = inside(i + j, track);
      if (Math.abs(value) > Math.abs(best)) best = value;
    }
    return best;
  });
}

/** In steps of a thousandth, so that a style that holds is one value and not many that are nearly equal. */
function smooth(track: Float64Array): Float64Array {
  return track.map((_, i) => {
    let sum = 0;
    for (let j = -HALF; j <= HALF; j++) sum += WINDOW[j + HALF]! * inside(i + j, track);
    return Math.round(sum * 1000) / 1000;
  });
}
