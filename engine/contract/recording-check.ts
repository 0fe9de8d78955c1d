import { z } from 'zod';

/** What would make a voice worse, or keep it from being made. The limits: engine/voice/clone/check.ts. */
export const RecordingFinding = z.enum([
  'short',
  'brief',
  'long',
  'quiet',
  'clipped',
  'noisy',
  'reverberant',
  'narrow',
  'several_speakers',
]);
export type RecordingFinding = z.output<typeof RecordingFinding>;

/** One recording, measured before a voice is made of it. */
export const RecordingCheck = z
  .strictObject({
    seconds: z.number(),
    speechSeconds: z.number().describe('Of which somebody speaks.'),
    levelDb: z.number().describe('Mean power of the speech, dB of full scale.'),
    snrDb: z.number().describe('Speech against what sounds between the words, dB; 80 where nothing does.'),
    clippedShare: z.number().describe('0 to 1, of the samples at full scale.'),
    reverberationSeconds: z
      .number()
      .nullable()
      .describe('Estimate of the time in which a sound falls by 60 dB; null where too few words end in silence.'),
    bandwidthHz: z.number().describe('Up to here there is sound.'),
    speakers: z.union([z.literal(1), z.literal(2)]).describe('2: two or more are suspected.'),
    findings: z
      .array(RecordingFinding)
      .describe('What would make the voice worse, the worst first; empty: a good recording.'),
  })
  .meta({ id: 'RecordingCheck', title: 'RecordingCheck' });
export type RecordingCheck = z.output<typeof RecordingCheck>;

/** How near a voice comes to recordings, on the same words where they have transcripts. */
export const Nearness = z
  .strictObject({
    score: z.number().describe('0 to 100; 100 for a voice that measures as the recording itself.'),
    word: z.enum(['alike', 'similar', 'related', 'different']).describe('From 75, from 55, from 35, and below.'),
    f0Semitones: z.number().describe('Between the medians of F0.'),
    spectrumDb: z.number().describe('Mean difference of the long-term spectra, level aside.'),
    cepstralDb: z.number().nullable().describe('Mel-cepstral distance of aligned frames; null without a transcript.'),
  })
  .meta({ id: 'Nearness', title: 'Nearness' });
export type Nearness = z.output<typeof Nearness>;

export const Likeness = z
  .strictObject({
    clone: Nearness,
    nearestHouse: Nearness.extend({ id: z.string(), name: z.string() })
      .meta({ id: 'HouseNearness', title: 'HouseNearness' })
      .describe('The nearest of the voices that come with the program.'),
  })
  .meta({ id: 'Likeness', title: 'Likeness' });
export type Likeness = z.output<typeof Likeness>;

export const RecordingsReport = z
  .strictObject({
    recordings: z.array(RecordingCheck).describe('In the order sent.'),
    likeness: Likeness.nullable().describe('Null without `card`, and for a voice of a pack that was added.'),
  })
  .meta({ id: 'RecordingsReport', title: 'RecordingsReport' });
export type RecordingsReport = z.output<typeof RecordingsReport>;
