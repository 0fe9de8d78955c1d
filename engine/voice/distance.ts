import { ENVELOPE_BINS, type VoiceCard } from '../contract/voice-card.ts';
import type { SpeakerTable } from '../packs/tables.ts';
import { weightsOf } from './cards.ts';
import { BIN_HZ, warpSpectrum } from './clone/spectrum.ts';

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
  /** Harmonics against noise, dB: what breath and tilt make of them. */
  readonly harmony: number;
  /** Power of 1 to 5 kHz against that below, dB: of base speaker, tract, tilt and envelopes. */
  readonly brightness: number;
  /** Level of the speech, dB: of effort, breath and tilt. */
  readonly loudness: number;
  /** Mean difference of the long-term spectra of base speakers and envelopes, 200 Hz to 8 kHz, without level and slope, dB. */
  readonly colour: number;
  /** All of it, in steps that are plainly heard: 1 is a voice that has moved by one such step in one respect. */
  readonly total: number;
}

type Step = 'pitch' | 'range' | 'rate' | 'harmony' | 'roughness' | 'brightness' | 'loudness' | 'colour';

/**
 * What one step is, in what reaches the ear: a control that is heard in two ways counts in both, one that another drowns
 * counts little. Fitted by least squares to distances that were measured on the sound of 100 random cards, each measure in
 * steps of about three just noticeable differences (F0 2 semitones, after 't Hart 1981; pace 15 %, after Quené 2007; 3 dB
 * of harmonics to noise, 4 dB of brightness and of level, 2.5 dB of spectrum). `npx tsx test/bench/eval-distance.ts` tells
 * how well the two agree on cards that were not fitted to.
 */
const STEP: Readonly<Record<Step, number>> = {
  pitch: 2.3,
  range: 0.85,
  rate: 17.4,
  harmony: 2.15,
  roughness: 0.15,
  brightness: 3.1,
  loudness: 3.2,
  colour: 1.64,
};

/** A base speaker, with the natural log of its formants against those of the others where that is known. */
export type HeardSpeaker = SpeakerTable & { readonly logTract?: number };

/** Distance of two cards of one pack; `speakers` are the pack's. 0 for cards that sound the same. Symmetric. */
export function voiceDistance(a: VoiceCard, b: VoiceCard, speakers: readonly HeardSpeaker[]): VoiceDistance {
  const [x, y] = [knownBase(a, speakers), knownBase(b, speakers)];
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
    harmony: apart(harmonyOf(a), harmonyOf(b)),
    brightness: apart(brightnessOf(x.spectrum, a), brightnessOf(y.spectrum, b)),
    loudness: apart(loudnessOf(a), loudnessOf(b)),
    colour: colourDifference(x.spectrum, y.spectrum),
  };
  const squares = Object.entries(STEP).map(([name, step]) => (parts[name as Step] / step) ** 2);
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
  /** dB per mel bin, the card's tract and envelopes in it. */
  readonly spectrum: readonly number[];
}

/** Natural log of the median F0 (Hz) and the long-term spectrum (dB per mel bin) that a card is made to have. */
export function expectedSound(
  card: VoiceCard,
  speakers: readonly HeardSpeaker[],
): { readonly logF0: number; readonly spectrum: Float64Array } {
  const { logF0, spectrum } = knownBase(card, speakers);
  return {
    logF0: logF0 + (card.pitch.semitones * Math.LN2) / 12,
    spectrum: Float64Array.from(spectrum, (dB, k) => dB + card.tilt * octaves[k]!),
  };
}

/** A card is compared with many others: what it says of its base is worked out once. Cards and tables never change. */
const bases = new WeakMap<readonly HeardSpeaker[], WeakMap<VoiceCard, Base>>();

function knownBase(card: VoiceCard, speakers: readonly HeardSpeaker[]): Base {
  const known = bases.get(speakers) ?? new WeakMap<VoiceCard, Base>();
  bases.set(speakers, known);
  const base = known.get(card) ?? baseOf(card, speakers);
  known.set(card, base);
  return base;
}

/** The base speaker that a card names, with what its envelopes add. */
function baseOf(card: VoiceCard, speakers: readonly HeardSpeaker[]): Base {
  const weights = speakers.map(({ name, embedding }) => weightOf(card, name, embedding));
  const total = weights.reduce((sum, weight) => sum + weight, 0) || 1;
  const mean = (value: (speaker: HeardSpeaker) => number): number =>
    speakers.reduce((sum, speaker, i) => sum + (weights[i]! / total) * value(speaker), 0);
  const classes = card.classOffsets;
  const own = Float64Array.from({ length: ENVELOPE_BINS }, (_, k) => mean((speaker) => speaker.spectrum[k]!));
  const warped = warpSpectrum(own, card.tract);
  return {
    logF0: mean((speaker) => speaker.logF0Mean),
    tract: Math.exp(mean((speaker) => speaker.logTract ?? 0)),
    sd: mean((speaker) => speaker.f0Scale),
    duration: Math.exp(mean(({ logDurationMean: d }) => d.reduce((a, b) => a + b, 0) / d.length)),
    spectrum: Array.from({ length: ENVELOPE_BINS }, (_, k) => {
      const byClass = classes ? classes.reduce((sum, row) => sum + row[k]!, 0) / classes.length : 0;
      return warped[k]! + (card.envelopeOffset?.[k] ?? 0) + byClass;
    }),
  };
}

function weightOf({ speaker }: VoiceCard, name: string, embedding: readonly number[]): number {
  if ('mix' in speaker) return weightsOf(speaker.mix)[name] ?? 0;
  // Of recordings nothing is known here: as likely one speaker as another.
  if ('recordings' in speaker) return 1;
  const squared = embedding.reduce((sum, value, i) => sum + (value - (speaker.embedding[i] ?? 0)) ** 2, 0);
  return 1 / (squared + 1e-9);
}

const octaves = Float64Array.from(BIN_HZ, (hz) => Math.log2(Math.max(hz, 100) / 1000));

/** By regression on the sound of the same 100 cards: dB of harmonics to noise that breath and tilt take away. */
const harmonyOf = ({ breathiness, tilt }: VoiceCard): number => -10 * breathiness - 0.7 * tilt;

/** By the same regression: dB. */
const loudnessOf = ({ energy, breathiness, tilt }: VoiceCard): number => 0.62 * energy - 7.2 * breathiness - 1.1 * tilt;

function brightnessOf(spectrum: readonly number[], { tilt, breathiness }: VoiceCard): number {
  const power = (from: number, to: number): number =>
    spectrum.reduce((sum, dB, k) => {
      const hz = BIN_HZ[k]!;
      if (hz <= from || hz > to) return sum;
      const width = BIN_HZ[k + 1]! - BIN_HZ[k - 1]!;
      return sum + width * 10 ** ((dB + tilt * octaves[k]!) / 10);
    }, 0);
  return 10 * Math.log10(power(1000, 5000) / power(100, 1000)) + 2.7 * breathiness;
}

/** Mel bins of 200 Hz to 8 kHz. */
const FIRST = BIN_HZ.findIndex((hz) => hz > 200);
const LAST = BIN_HZ.findIndex((hz) => hz >= 8000);

function colourDifference(a: readonly number[], b: readonly number[]): number {
  const gaps = a.slice(FIRST, LAST).map((value, i) => value - b[FIRST + i]!);
  const middle = (gaps.length - 1) / 2;
  const level = gaps.reduce((sum, gap) => sum + gap, 0) / gaps.length;
  const slope =
    gaps.reduce((sum, gap, i) => sum + (i - middle) * gap, 0) / gaps.reduce((sum, _, i) => sum + (i - middle) ** 2, 0);
  return gaps.reduce((sum, gap, i) => sum + Math.abs(gap - level - slope * (i - middle)), 0) / gaps.length;
}
