import { VoiceCard } from '../../contract/voice-card.ts';
import type { SpeakerTable } from '../../packs/tables.ts';
import { BIN_HZ, warpSpectrum } from './spectrum.ts';
import { clamp } from './statistics.ts';

/** Statistics of one speaker's recordings. */
export interface Measured {
  /** Natural log of Hz over voiced frames. */
  readonly logF0Mean: number;
  readonly logF0Sd: number;
  /** dB per mel bin, voiced frames. */
  readonly spectrum: Float64Array;
  /** Seconds that are not silence. */
  readonly speechSeconds: number;
}

/**
 * Word error rates of the base speakers themselves (models/starter/EVALUATION.md), as shares: what a clone is made of is
 * heard in what it says. Speakers who are not listed count as the mean of those who are.
 */
const ERRORS: Readonly<Record<string, number>> = {
  slt: 0.249,
  rms: 0.148,
  awb: 0.181,
  hts: 0.21,
  kal16: 0.226,
  ked: 0.29,
  dita: 0.321,
  krb: 0.704,
  lj: 0.263,
  lp: 0.422,
  machac: 0.243,
  mv: 0.339,
  nsh: 0.31,
  ona: 0.282,
  pc: 0.289,
  ph: 0.356,
};
const MEAN_ERRORS = Object.values(ERRORS).reduce((a, b) => a + b, 0) / Object.keys(ERRORS).length;
/** What a base speaker who is never understood counts against, dB of spectrum. */
const UNCLEAR = 12;
/** What a shift of the pitch counts against, dB of spectrum for each squared semitone: an octave makes a man no woman. */
const SHIFTED = 0.02;

const TRACTS = Array.from({ length: 15 }, (_, i) => 0.82 + i * 0.03);

/** A first card: the base speaker whose long-term spectrum comes nearest, with the pitch and the tract for it, if it speaks clearly. */
export function estimateCard(measured: Measured, speakers: readonly SpeakerTable[], pack: string): VoiceCard {
  let best = { score: Infinity, speaker: speakers[0]!, tract: 1 };
  for (const speaker of speakers) {
    const semitones = (12 / Math.LN2) * (measured.logF0Mean - speaker.logF0Mean);
    for (const tract of TRACTS) {
      const gap = difference(measured.spectrum, warpSpectrum(speaker.spectrum, tract));
      const score =
        shape(gap) +
        SHIFTED * semitones ** 2 +
        6 * Math.abs(Math.log(tract)) +
        UNCLEAR * (ERRORS[speaker.name] ?? MEAN_ERRORS);
      if (score < best.score) best = { score, speaker, tract };
    }
  }
  const { speaker, tract } = best;
  return VoiceCard.parse({
    pack,
    speaker: { mix: { [speaker.name]: 1 } },
    pitch: {
      semitones: clamp((12 / Math.LN2) * (measured.logF0Mean - speaker.logF0Mean), -24, 24),
      range: clamp(measured.logF0Sd / speaker.logF0Sd, 0.4, 2.5),
    },
    tract,
  });
}

/** `a - b` without the difference of level (measured from 200 Hz to 5 kHz). */
function difference(a: Float64Array, b: Float64Array): Float64Array {
  const gap = a.map((x, i) => x - b[i]!);
  const speech = gap.filter((_, i) => BIN_HZ[i]! > 200 && BIN_HZ[i]! < 5000);
  const level = speech.reduce((sum, x) => sum + x, 0) / speech.length;
  return gap.map((x, i) => (BIN_HZ[i]! < 80 ? 0 : x - level));
}

/** Mean absolute difference of two spectra, level aside, dB. */
export const shapeGap = (a: Float64Array, b: Float64Array): number => shape(difference(a, b));

/** Mean absolute difference in dB, 100 Hz to 6 kHz. */
function shape(gap: Float64Array): number {
  const speech = gap.filter((_, i) => BIN_HZ[i]! > 100 && BIN_HZ[i]! < 6000);
  return speech.reduce((sum, x) => sum + Math.abs(x), 0) / speech.length;
}
