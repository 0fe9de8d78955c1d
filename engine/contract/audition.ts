import { z } from 'zod';
import { LIMITS } from './limits.ts';
import { VoiceCard } from './voice-card.ts';

const { voiceDesign, tts, strings } = LIMITS;

/** 16 hexadecimal digits. */
export const AuditionId = z.string().regex(/^[0-9a-f]{16}$/, 'an id of 16 hexadecimal digits');

/** What voice design was asked for, so that the same can be asked again. Bounds as in VoiceDesignRequest. */
export const AuditionRequest = z.strictObject({
  prompt: z.string().max(voiceDesign.instruction.max),
  language: z.string().max(strings.language).nullable(),
  text: z.string().max(voiceDesign.referenceText.max),
  count: z.int().min(voiceDesign.n.min).max(voiceDesign.n.max),
  seed: z.int().min(tts.seed.min).max(tts.seed.max),
  steps: z.int().min(voiceDesign.numStep.min).max(voiceDesign.numStep.max),
  guidance: z.number().min(voiceDesign.guidanceScale.min),
  promptGuidance: z.number().min(voiceDesign.instructGuidanceScale.min),
});
export type AuditionRequest = z.output<typeof AuditionRequest>;

/**
 * A voice that was heard in the studio, one node of the tree of what came from what. Its audio lies beside it.
 * `how`: drawn from a prompt; from its parent's prompt with other words and the same seed; near its parent; its parent's
 * numbers moved by hand; between two voices; or a voice of the library to begin with.
 */
export const AuditionNode = z.strictObject({
  id: AuditionId,
  parent: AuditionId.nullable(),
  how: z.enum(['prompt', 'words', 'like', 'sliders', 'mix', 'voice']),
  /** The same for all candidates of one request. */
  batch: AuditionId,
  /** Position among them, from 0. */
  index: z
    .int()
    .min(0)
    .max(voiceDesign.n.max - 1),
  request: AuditionRequest,
  card: VoiceCard,
  seconds: z.number().min(0),
  kept: z.boolean(),
  /** Place in the last blind comparison, from 1; null: never compared. */
  rank: z.int().min(1).max(voiceDesign.n.max).nullable(),
  /** The voices that it was made of: one for `voice`, two for `mix`. */
  of: z.array(z.string().max(strings.voiceId)).max(2),
  /** Milliseconds since 1970. */
  made: z.number().min(0),
});
export type AuditionNode = z.output<typeof AuditionNode>;
