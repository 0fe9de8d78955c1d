import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Heard } from './measure.ts';

/**
 * What a listener would call a voice, decided from the measured sound. The thresholds were set from the base speakers and
 * from the literature (adult men about 85 to 155 Hz, women 165 to 255 Hz, children above 240 Hz with a tract a fifth
 * shorter than a man's or more) before the design model was trained, and are used twice: with a margin to say which
 * cards of the training may be called what, and without one to judge what the model draws.
 */
export const BANDS = {
  sex: ['male', 'female'],
  age: ['child', 'young', 'adult', 'elderly'],
  pitch: ['low', 'mid', 'high'],
  pace: ['slow', 'normal', 'fast'],
  breath: ['clear', 'breathy', 'whisper'],
  roughness: ['regular', 'rough'],
  brightness: ['dark', 'neutral', 'bright'],
  level: ['soft', 'normal', 'loud'],
  melody: ['flat', 'normal', 'lively'],
} as const;
export type Attribute = keyof typeof BANDS;
/** The band of each attribute, null where the sound does not say (the pitch of a whisper) or lies between two. */
export type Bands = { readonly [A in Attribute]: (typeof BANDS)[A][number] | null };

/** What bands are decided from, beside the tract. */
type Measures = Omit<Heard, 'spectrum'>;

/** Hz between low, middle and high pitch: of a man, a woman, a child. */
const PITCH = { male: [104, 136], female: [183, 222], child: [262, 305] } as const;
/** A voice's F0 and tract that lie exactly between man and woman. */
const BETWEEN_SEXES = { f0: 160, tract: 0.13 } as const;
const CHILD = { f0: 236, tract: 0.315 } as const;
/** The middle of the adults, from which young voices differ upwards. */
const ADULT = { male: { f0: 112, tract: 0.03, harmony: 9 }, female: { f0: 195, tract: 0.21, harmony: 11.5 } } as const;
/** Below this share of voiced frames there is no pitch to speak of. */
const VOICED = 0.45;

const tracts = JSON.parse(readFileSync(join(import.meta.dirname, 'tract.json'), 'utf8')) as {
  readonly weights: readonly number[];
  readonly bias: number;
};

/**
 * The length of the vocal tract from the long-term spectrum, as natural log of the factor on the formants of the
 * reference speaker (a man): 0 his own, 0.2 a woman's, 0.35 a child's. Ridge regression on cards whose tract is known.
 */
export function tractOf(heard: Heard): number {
  const features = featuresOf(heard);
  return tracts.weights.reduce((sum, w, i) => sum + w * features[i]!, tracts.bias);
}

/** The spectrum's shape, its squares and its neighbours' products, brightness and breath (models/training/design/fit.py). */
function featuresOf({ spectrum: s, brightness, hnr }: Heard): number[] {
  const squares = s.map((x) => x ** 2 / 50);
  const products = s.slice(1).map((x, i) => (x * s[i]!) / 50);
  return [...s, ...squares, ...products, brightness, hnr];
}

/** `margin` 0: every voice has a band. 1: only voices that lie well inside one. */
export function bandsOf(heard: Measures, tract: number, margin: 0 | 1): Bands {
  const pitched = heard.voiced >= VOICED;
  // Octave jumps of the tracker, as two unequal cycles cause them, make a pitch that cannot be trusted.
  const steady = pitched && (margin === 0 || heard.range < 11);
  const maleness = pitched
    ? Math.log(heard.f0 / BETWEEN_SEXES.f0) / 0.2 + (tract - BETWEEN_SEXES.tract) / 0.12
    : (tract - BETWEEN_SEXES.tract) / 0.09;
  const heardSex = split(maleness, [0], margin * 0.5, BANDS.sex);
  const clearPitch = margin === 0 || !pitched || heard.f0 <= 155 || heard.f0 >= 168;
  const sex = pitched && !steady ? null : clearPitch ? heardSex : null;
  const group = maleness < 0 ? 'male' : 'female';
  const childlike = childlikeness(heard, tract, pitched);
  const age =
    childlike > margin ? 'child' : childlike > -margin ? null : adultAge(heard, tract, group, pitched, margin);
  const edges = PITCH[childlike > 0 ? 'child' : group];
  const known = steady && sex !== null && Math.abs(childlike) >= margin;
  const ratio = 1 + 0.04 * margin;
  return {
    sex,
    age,
    pitch: known ? splitRatio(heard.f0, edges, ratio, BANDS.pitch) : null,
    pace: splitRatio(heard.pace, [9.3, 13.1], 1 + 0.045 * margin, BANDS.pace),
    breath: breathOf(heard, group, margin),
    roughness: pitched ? split(heard.roughness, [0.005], 0.007 * margin, BANDS.roughness) : null,
    brightness: pitched ? split(heard.brightness, [-19, -10.5], 1.2 * margin, BANDS.brightness) : null,
    level: split(heard.level, [-23.5, -15.2], 1.1 * margin, BANDS.level),
    melody: steady ? splitRatio(heard.range, [2.7, 6], 1 + 0.1 * margin, BANDS.melody) : null,
  };
}

/** Above 0 a child: high and with a short tract. */
function childlikeness(heard: Measures, tract: number, pitched: boolean): number {
  return pitched
    ? Math.min(Math.log(heard.f0 / CHILD.f0) / 0.06, (tract - CHILD.tract) / 0.03)
    : (tract - CHILD.tract - 0.02) / 0.03;
}

function adultAge(
  heard: Measures,
  tract: number,
  group: 'male' | 'female',
  pitched: boolean,
  margin: 0 | 1,
): 'young' | 'adult' | 'elderly' | null {
  const old = oldness(heard, group, pitched);
  if (old > 2 + 0.3 * margin) return 'elderly';
  if (old > 2 - 0.5 * margin) return null;
  const middle = ADULT[group];
  const youth =
    (pitched ? Math.log(heard.f0 / middle.f0) / 0.25 : 0) + (tract - middle.tract) / 0.12 + 0.25 * (heard.pace - 11.3);
  return split(youth, [0.75], 0.25 * margin, ['adult', 'young'] as const);
}

/** Irregular, breathy and slow: each counts up to 1.5 and about 1 where it is plain. A regular voice is not old. */
function oldness(heard: Measures, group: 'male' | 'female', pitched: boolean): number {
  if (!pitched) return 0;
  const up = (x: number, low: number): number => Math.min(Math.max(x, low), 1.5);
  const rough = up((heard.roughness + 0.012) / 0.02, 0);
  if (rough < 0.5) return 0;
  const breathy = up((ADULT[group].harmony - 1 - harmonyOf(heard)) / 3, 0);
  const slow = up((11 - heard.pace) / 2, -1);
  return rough + breathy + slow;
}

/** Harmonics to noise as they would be in a regular voice of neutral brightness: treble and irregular cycles lower them. */
function harmonyOf({ hnr, brightness, roughness }: Measures): number {
  return hnr + 0.45 * (brightness + 14.5) + Math.min(Math.max(roughness, 0) * 25, 2.5);
}

function breathOf(heard: Measures, group: 'male' | 'female', margin: 0 | 1): Bands['breath'] {
  return split(harmonyOf(heard), [2.4, group === 'male' ? 6.4 : 7.6], 0.6 * margin, [
    'whisper',
    'breathy',
    'clear',
  ] as const);
}

/** Which of the parts that `edges` divide holds `x`; null within `gap` of an edge. */
function split<const Name extends string>(
  x: number,
  edges: readonly number[],
  gap: number,
  names: readonly Name[],
): Name | null {
  if (gap > 0 && edges.some((edge) => Math.abs(x - edge) < gap)) return null;
  return names[edges.filter((edge) => x >= edge).length]!;
}

function splitRatio<const Name extends string>(
  x: number,
  edges: readonly number[],
  ratio: number,
  names: readonly Name[],
): Name | null {
  return split(
    Math.log(x),
    edges.map((edge) => Math.log(edge)),
    Math.log(ratio),
    names,
  );
}
