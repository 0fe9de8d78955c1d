import { z } from 'zod';
import { VoiceCard } from '../contract/voice-card.ts';

const numbers = z.array(z.number());
const Base = z.strictObject({
  logF0: z.number(),
  logPace: z.number(),
  logTract: z.number(),
  brightness: z.number(),
  level: z.number(),
});

/**
 * `space.json` of a design model: the space in which it draws voices. A point holds natural logs of median F0 (Hz), of
 * the factor on F0 movement, of pace (phones a second) and of the tract (formants against those of the reference
 * speaker); breathiness, brightness (dB), level (dB), roughness; a score for each accent; a weight for each base speaker.
 */
export const DesignSpace = z.strictObject({
  controls: z.array(z.string()).length(8),
  accents: z.array(z.string()).min(1),
  speakers: z.array(z.string()).min(1),
  /** What is heard of each base speaker. */
  bases: z.record(z.string(), Base),
  /** From the model's numbers to points, and the bounds of what it has seen (in the model's numbers). */
  scale: z.strictObject({ mean: numbers, std: numbers, low: numbers, high: numbers }),
  /** Bands of each attribute, in the order of the logits of encoder and judge. */
  attributes: z.record(z.string(), z.array(z.string())),
  /** Language conditions: the first is "none", the last "any other". */
  languages: z.array(z.string()).min(2),
  buckets: z.int().min(2),
  bucketsOfWord: z.int().min(1),
});
export type DesignSpace = z.output<typeof DesignSpace>;

// The numbers below are those of models/training/design/space.py.
/** dB of brightness for a dB per octave of tilt; dB of level for a dB per octave of tilt and for a dB of energy. */
const TILT_PER_DB = 2.7;
const LEVEL_PER_TILT = -2.1;
const LEVEL_PER_ENERGY = 0.85;
/** dB of level that breathiness 1 would cost, by its square. */
const BREATH_LOSS = 9.5;
const LEAST_WEIGHT = 0.08;
const MOST_SPEAKERS = 3;

/** The voice card of a point of the space. Every control lies inside its bounds, whatever the point. */
export function toCard(point: ArrayLike<number>, space: DesignSpace, pack: string): VoiceCard {
  const { controls, accents, speakers, bases } = space;
  const x = Array.from(point);
  const scores = x.slice(controls.length, controls.length + accents.length);
  const mix = mixture(x.slice(controls.length + accents.length), speakers);
  const base = (key: keyof z.output<typeof Base>): number =>
    Object.entries(mix).reduce((sum, [name, weight]) => sum + weight * bases[name]![key], 0);
  const breath = x[4]! < 0.06 ? 0 : x[4]! > 0.97 ? 1 : x[4]!;
  const tilt = clamp((x[5]! - base('brightness')) / TILT_PER_DB, -5, 5);
  const level = x[6]! - base('level') - LEVEL_PER_TILT * tilt + BREATH_LOSS * breath * breath;
  return VoiceCard.parse({
    pack,
    speaker: { mix },
    pitch: {
      semitones: round(clamp(((x[0]! - base('logF0')) * 12) / Math.LN2, -20, 20), 2),
      range: round(clamp(Math.exp(x[1]!), 0.25, 2.4), 2),
    },
    rate: round(clamp(Math.exp(x[2]! - base('logPace')), 0.55, 1.8), 3),
    tract: round(clamp(Math.exp(x[3]! - base('logTract')), 0.7, 1.5), 3),
    breathiness: round(clamp(breath, 0, 1), 3),
    tilt: round(tilt, 2),
    energy: round(clamp(level / LEVEL_PER_ENERGY, -16, 14), 2),
    roughness: round(x[7]! < 0.05 ? 0 : clamp(x[7]!, 0, 0.8), 3),
    accent: accents[scores.indexOf(Math.max(...scores))],
  });
}

/** The point of a card of `toCard` as it is spoken: where a control was held to its bounds, the point is nearer. */
export function toPoint(card: VoiceCard, space: DesignSpace): number[] {
  const { accents, speakers, bases } = space;
  const mix = 'mix' in card.speaker ? card.speaker.mix : {};
  const base = (key: keyof z.output<typeof Base>): number =>
    Object.entries(mix).reduce((sum, [name, weight]) => sum + weight * bases[name]![key], 0);
  const { breathiness: breath, tilt } = card;
  return [
    base('logF0') + (card.pitch.semitones * Math.LN2) / 12,
    Math.log(card.pitch.range),
    base('logPace') + Math.log(card.rate),
    base('logTract') + Math.log(card.tract),
    breath,
    base('brightness') + TILT_PER_DB * tilt,
    base('level') + LEVEL_PER_ENERGY * card.energy + LEVEL_PER_TILT * tilt - BREATH_LOSS * breath * breath,
    card.roughness,
    ...accents.map((accent) => Number(accent === card.accent)),
    ...speakers.map((name) => mix[name] ?? 0),
  ];
}

/** The heaviest speakers, in hundredths that sum to 1. */
function mixture(weights: readonly number[], speakers: readonly string[]): Record<string, number> {
  const ranked = [...weights.keys()].sort((a, b) => weights[b]! - weights[a]! || a - b).slice(0, MOST_SPEAKERS);
  const heavy = ranked.filter((i) => weights[i]! > LEAST_WEIGHT);
  const kept = heavy.length > 0 ? heavy : ranked.slice(0, 1);
  const total = kept.reduce((sum, i) => sum + Math.max(weights[i]!, 1e-6), 0);
  const shares = kept.map((i) => Math.floor((100 * Math.max(weights[i]!, 1e-6)) / total + 0.5));
  shares[0]! += 100 - shares.reduce((a, b) => a + b, 0);
  return Object.fromEntries(kept.map((i, k) => [speakers[i]!, shares[k]! / 100]));
}

const clamp = (x: number, low: number, high: number): number => Math.min(Math.max(x, low), high);
const round = (x: number, digits: number): number => Math.round(x * 10 ** digits) / 10 ** digits + 0;
