import { ENVELOPE_BINS, type VoiceCard } from '../contract/voice-card.ts';
import type { SpeakerTable } from '../packs/tables.ts';
import { weightsOf } from './cards.ts';

/** How far apart two voices are, by what is heard. Every part but `total` is in its own unit. */
export interface VoiceDistance {
  /** Semitones between the median F0s. */
  readonly pitch: number;
  /** Octaves between the amounts of F0 movement. */
  readonly range: number;
  /** Per cent between the formants. */
  readonly tract: number;
  /** Per cent between the paces. */
  readonly rate: number;
  /** Share of breath, 0 to 1. */
  readonly breathiness: number;
  /** Share of irregular cycles, 0 to 1. */
  readonly roughness: number;
  /** dB per octave. */
  readonly tilt: number;
  /** dB of effort. */
  readonly energy: number;
  /** Mean difference of the long-term spectra of base speakers and envelopes, 100 Hz to 7 kHz, dB without level. */
  readonly colour: number;
  /** All of it, in steps that are plainly heard: 1 is a voice that has moved by one such step in one respect. */
  readonly total: number;
}

/**
 * What one step is: about three just noticeable differences each, so that nobody takes two voices a step apart for the
 * same one. Pitch: 't Hart 1981 (1.5 to 2 semitones in speech); formants: Smith and Patterson 2005 (4 to 6 % of vocal
 * tract); pace: Quené 2007 (5 %). Breath, roughness and spectrum are by listening tests of other vocoders, rounded.
 */
const STEP: Omit<VoiceDistance, 'total'> = {
  pitch: 2,
  range: 0.7,
  tract: 6,
  rate: 15,
  breathiness: 0.3,
  roughness: 0.25,
  tilt: 1.5,
  energy: 4,
  colour: 2.5,
};

/** A base speaker, with the natural log of its formants against those of the others where that is known. */
export type HeardSpeaker = SpeakerTable & { readonly logTract?: number };

/** Distance of two cards of one pack; `speakers` are the pack's. 0 for cards that sound the same. Symmetric. */
export function voiceDistance(a: VoiceCard, b: VoiceCard, speakers: readonly HeardSpeaker[]): VoiceDistance {
  const [x, y] = [baseOf(a, speakers), baseOf(b, speakers)];
  // A whisper has no pitch: what its card says of it is not heard.
  const pitched = a.breathiness < 1 && b.breathiness < 1;
  const semitones = (base: Base, card: VoiceCard): number => (12 / Math.LN2) * base.logF0 + card.pitch.semitones;
  const apart = (p: number, q: number): number => Math.abs(p - q);
  const percent = (p: number, q: number): number => 100 * Math.expm1(Math.abs(Math.log(p / q)));
  const movement = ({ pitch }: VoiceCard, { sd }: Base): number => Math.log2(Math.max(pitch.range * sd, 0.01));
  const parts = {
    pitch: pitched ? apart(semitones(x, a), semitones(y, b)) : 0,
    range: pitched ? apart(movement(a, x), movement(b, y)) : 0,
    tract: percent(a.tract * x.tract, b.tract * y.tract),
    rate: percent(a.rate / x.duration, b.rate / y.duration),
    breathiness: apart(a.breathiness, b.breathiness),
    roughness: pitched ? apart(a.roughness, b.roughness) : 0,
    tilt: apart(a.tilt, b.tilt),
    energy: apart(a.energy, b.energy),
    colour: colourDifference(x.spectrum, y.spectrum),
  };
  const squares = Object.entries(STEP).map(([name, step]) => (parts[name as keyof typeof parts] / step) ** 2);
  return { ...parts, total: Math.sqrt(squares.reduce((sum, square) => sum + square, 0)) };
}

interface Base {
  readonly logF0: number;
  /** Formants against the other speakers'. */
  readonly tract: number;
  /** Of F0, natural log. */
  readonly sd: number;
  /** Mean duration of a phone, frames. */
  readonly duration: number;
  /** dB per mel bin. */
  readonly spectrum: readonly number[];
}

/** The base speaker that a card names, with what its envelopes add. */
function baseOf(card: VoiceCard, speakers: readonly HeardSpeaker[]): Base {
  const weights = speakers.map(({ name, embedding }) => weightOf(card, name, embedding));
  const total = weights.reduce((sum, weight) => sum + weight, 0) || 1;
  const mean = (value: (speaker: HeardSpeaker) => number): number =>
    speakers.reduce((sum, speaker, i) => sum + (weights[i]! / total) * value(speaker), 0);
  const classes = card.classOffsets;
  return {
    logF0: mean((speaker) => speaker.logF0Mean),
    tract: Math.exp(mean((speaker) => speaker.logTract ?? 0)),
    sd: mean((speaker) => speaker.f0Scale),
    duration: Math.exp(mean(({ logDurationMean: d }) => d.reduce((a, b) => a + b, 0) / d.length)),
    spectrum: Array.from({ length: ENVELOPE_BINS }, (_, k) => {
      const byClass = classes ? classes.reduce((sum, row) => sum + row[k]!, 0) / classes.length : 0;
      return mean((speaker) => speaker.spectrum[k]!) + (card.envelopeOffset?.[k] ?? 0) + byClass;
    }),
  };
}

function weightOf({ speaker }: VoiceCard, name: string, embedding: readonly number[]): number {
  if ('mix' in speaker) return weightsOf(speaker.mix)[name] ?? 0;
  const squared = embedding.reduce((sum, value, i) => sum + (value - (speaker.embedding[i] ?? 0)) ** 2, 0);
  return 1 / (squared + 1e-9);
}

/** Mel bins of about 100 Hz to 7 kHz. */
const FIRST = 2;
const LAST = 60;

function colourDifference(a: readonly number[], b: readonly number[]): number {
  const gaps = a.slice(FIRST, LAST).map((value, i) => value - b[FIRST + i]!);
  const level = gaps.reduce((sum, gap) => sum + gap, 0) / gaps.length;
  return gaps.reduce((sum, gap) => sum + Math.abs(gap - level), 0) / gaps.length;
}
