import { z } from 'zod';
import { LIMITS } from './limits.ts';

/** Mel bins of the starter pack's spectral envelope; an envelope offset has one value (dB) per bin. */
export const ENVELOPE_BINS = 72;
/** Phone classes of a cloned voice's envelope transform: see engine/voice. */
export const PHONE_CLASSES = 12;

const offset = z.array(z.number().min(-40).max(40)).length(ENVELOPE_BINS);

/**
 * A voice card: everything that makes a voice, small and readable. House voices, designed voices, clones and the
 * sliders of the studio all are cards. Every control has a neutral value, so `{pack, speaker}` is a card.
 */
export const VoiceCard = z.strictObject({
  version: z.literal(1).default(1),
  pack: z.string().default('starter'),
  /**
   * Weights of the pack's base speakers (they are normalised to sum 1), or an embedding of the pack's own size, or
   * recordings of a person, by their SHA-256 (hex) and in their order: the pack makes its speaker of them when it speaks.
   */
  speaker: z.union([
    z.strictObject({ mix: z.record(z.string(), z.number().min(0).max(1)) }),
    z.strictObject({ embedding: z.array(z.number()).min(1).max(512) }),
    z.strictObject({
      recordings: z
        .array(z.string().regex(/^[0-9a-f]{64}$/))
        .min(1)
        .max(LIMITS.voices.samples),
    }),
  ]),
  /** `semitones` shifts the median F0 of the base speaker; `range` scales F0 movement around it (1 = as the base speaker). */
  pitch: z
    .strictObject({ semitones: z.number().min(-24).max(24).default(0), range: z.number().min(0).max(3).default(1) })
    .prefault({}),
  /** Speaking rate; 1 is the base speaker's own. */
  rate: z.number().min(0.4).max(2.5).default(1),
  /** Formant scale: above 1 a shorter vocal tract (higher formants), below 1 a longer one. */
  tract: z.number().min(0.6).max(1.6).default(1),
  /** 0 = as the base speaker, 1 = whisper (no voicing at all). */
  breathiness: z.number().min(0).max(1).default(0),
  /** Spectral tilt in dB per octave around 1 kHz, applied to the source. */
  tilt: z.number().min(-12).max(12).default(0),
  /** Vocal effort in dB. */
  energy: z.number().min(-20).max(20).default(0),
  /** Irregular pulses (creak, growl): 0 none, 1 strong. */
  roughness: z.number().min(0).max(1).default(0),
  /** dB per mel bin added to every envelope, or null. */
  envelopeOffset: offset.nullable().default(null),
  /** dB per mel bin for each phone class (clones), or null. */
  classOffsets: z.array(offset).length(PHONE_CLASSES).nullable().default(null),
  /** BCP 47 tag of the accent in which the voice reads when the text does not say otherwise, as `en-US`, `en-GB-scotland`. */
  accent: z.string().max(40).default('en-US'),
});
export type VoiceCard = z.output<typeof VoiceCard>;

/** The recordings that a card's speaker is made of, by their SHA-256; null for one that is told in numbers. */
export const recordingsOf = ({ speaker }: Pick<VoiceCard, 'speaker'>): readonly string[] | null =>
  'recordings' in speaker ? speaker.recordings : null;

/** A named voice that ships with a pack (`voices.json`), or is saved in the library. */
export const HouseVoice = z.strictObject({
  id: z.string().regex(/^[a-z0-9-]{2,64}$/),
  name: z.string().min(1).max(80),
  description: z.string().max(400),
  sex: z.enum(['female', 'male', 'neutral']),
  age: z.enum(['child', 'young', 'adult', 'elderly']),
  tags: z.array(z.string().max(40)).max(24),
  card: VoiceCard,
});
export type HouseVoice = z.output<typeof HouseVoice>;
