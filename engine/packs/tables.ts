import { z } from 'zod';
import { ENVELOPE_BINS } from '../contract/voice-card.ts';

const numbers = z.array(z.number());

/** One base speaker: where it lies among the others, and what its speech is like on average. */
export const SpeakerTable = z.object({
  name: z.string().min(1),
  embedding: numbers.min(1),
  /** Natural log of Hz over voiced frames. */
  logF0Mean: z.number(),
  logF0Sd: z.number().positive(),
  /** Scales of the prosody tokens' energy and F0 for this speaker. */
  energyScale: z.number(),
  f0Scale: z.number(),
  /** Mean natural log of frames for each phone of the pack's inventory. */
  logDurationMean: numbers.min(1),
  /** Long-term average spectrum of voiced frames, dB per mel bin. */
  spectrum: numbers.length(ENVELOPE_BINS),
});
export type SpeakerTable = z.output<typeof SpeakerTable>;

/** The pack's phones. Ids are positions in `symbols`; id `symbols.length` is "any phone", known by its features alone. */
export const PhoneTable = z.object({
  symbols: z.array(z.string().min(1)).min(1),
  /** Articulatory features of each symbol. */
  features: z.array(numbers.min(1)).min(1),
  /** Phone class (0 to 11) of each symbol, for envelope offsets by class. */
  classes: z.array(z.number().int().min(0).max(11)),
  /** Features and class of symbols that the model never met under that name. */
  others: z.record(z.string(), z.object({ features: numbers.min(1), class: z.number().int().min(0).max(11) })),
});
export type PhoneTable = z.output<typeof PhoneTable>;

/** What the prosody model's numbers mean. */
export const ProsodyTable = z.object({
  /** One row per token: log duration deviation, three F0 points, energy; all relative to the speaker's statistics. */
  codebook: z.array(numbers.length(5)).min(1),
  /** Language subtags in the order of the model's embedding; the last serves all others. */
  languages: z.array(z.string()).min(1),
  /** Widths of the encoder's output and of the recurrent state. */
  encoded: z.number().int().positive(),
  state: z.number().int().positive(),
});
export type ProsodyTable = z.output<typeof ProsodyTable>;

/** What the acoustic model's numbers mean. */
export const AcousticTable = z.object({
  encoded: z.number().int().positive(),
  /** Frames that the decoder sees before and after a frame. */
  context: z.number().int().min(0),
  /** Factor on the aperiodicity of voiced frames: measured to sound closest to the teachers. */
  aperiodicityScale: z.number().min(0).max(2),
});
export type AcousticTable = z.output<typeof AcousticTable>;

/** `tables.json` of a starter pack. */
export const StarterTables = z
  .object({
    speakers: z.array(SpeakerTable).min(1),
    phones: PhoneTable,
    prosody: ProsodyTable,
    acoustic: AcousticTable,
  })
  .refine(
    ({ speakers }) => speakers.every(({ embedding }) => embedding.length === speakers[0]!.embedding.length),
    'the embeddings of the speakers differ in size',
  )
  .refine(
    ({ speakers }) => speakers.every((s) => s.logDurationMean.length === speakers[0]!.logDurationMean.length),
    'the speakers have different numbers of phones',
  );
export type StarterTables = z.output<typeof StarterTables>;
