import { z } from 'zod';
import { LIMITS } from './limits.ts';
import type { VoiceCard } from './voice-card.ts';

/** The body of `POST /v1/voice-design` (JSON only; unknown fields are refused) and the shape of its answer. */

const design = LIMITS.voiceDesign;
const instruction = `a description of ${design.instruction.min} to ${design.instruction.max} characters`;
const referenceText = `null or a text of at most ${design.referenceText.max} characters`;
const candidates = `an integer from ${design.n.min} to ${design.n.max}`;
const speed = `a number above ${design.speed.minExclusive}, at most ${design.speed.max}`;
const steps = `an integer from ${design.numStep.min} to ${design.numStep.max}`;
const guidance = 'a number of at least 0';
const seed = `null or an integer from ${LIMITS.tts.seed.min} to ${LIMITS.tts.seed.max}`;
const language = 'null or a BCP 47 language tag, as en, zh, ja';

export const VoiceDesignRequest = z
  .strictObject(
    {
      instruction: z
        .string(instruction)
        .min(design.instruction.min, instruction)
        .max(design.instruction.max, instruction)
        .describe('The voice in words: voice, age, delivery, tone, accent, pacing, context.'),
      reference_text: z
        .string(referenceText)
        .max(design.referenceText.max, referenceText)
        .nullable()
        .default(null)
        .describe('Preview text that every candidate reads.'),
      language: z
        .string(language)
        .max(LIMITS.strings.language, language)
        .regex(/^[A-Za-z]{2,8}(-[A-Za-z0-9]{1,8})*$/, language)
        .nullable()
        .default(null)
        .describe('Language hint, for example `en`, `zh`, `ja`.'),
      n: z
        .int(candidates)
        .min(design.n.min, candidates)
        .max(design.n.max, candidates)
        .default(design.n.default)
        .describe('Number of candidates.'),
      speed: z
        .number(speed)
        .gt(design.speed.minExclusive, speed)
        .max(design.speed.max, speed)
        .default(design.speed.default)
        .describe('Speaking rate as a factor.'),
      num_step: z
        .int(steps)
        .min(design.numStep.min, steps)
        .max(design.numStep.max, steps)
        .default(design.numStep.default)
        .describe('Diffusion steps.'),
      guidance_scale: z
        .number(guidance)
        .min(design.guidanceScale.min, guidance)
        .default(design.guidanceScale.default)
        .describe('Higher follows the prompt more strongly.'),
      instruct_guidance_scale: z
        .number(guidance)
        .min(design.instructGuidanceScale.min, guidance)
        .default(design.instructGuidanceScale.default)
        .describe('Extra guidance towards the prompt alone.'),
      seed: z
        .int(seed)
        .min(LIMITS.tts.seed.min, seed)
        .max(LIMITS.tts.seed.max, seed)
        .nullable()
        .default(null)
        .describe('Same request, same seed: same candidates. null: a fresh one.'),
    },
    'an object',
  )
  .meta({
    id: 'VoiceDesignRequest',
    title: 'VoiceDesignRequest',
    examples: [{ instruction: 'An elderly man with a deep, gravelly voice, unhurried, telling a bedtime story', n: 2 }],
  });
export type VoiceDesignRequest = z.output<typeof VoiceDesignRequest>;

export const VoiceCandidate = z
  .strictObject({
    id: z.string().describe('Stable within this response.'),
    index: z.int().min(0).describe("Position in the model's own order."),
    audio_base64: z.string().describe('WAV bytes as base64.'),
    sample_rate: z.int().describe('Hz.'),
    duration_ms: z.int().describe('Milliseconds.'),
    text: z.string().optional(),
    language: z.string().optional(),
    instruct: z.string().nullable().optional(),
  })
  .meta({ id: 'VoiceCandidate', title: 'VoiceCandidate' });
export type VoiceCandidate = z.output<typeof VoiceCandidate>;

export const VoiceDesignResponse = z
  .strictObject({ candidates: z.array(VoiceCandidate) })
  .meta({ id: 'VoiceDesignResponse', title: 'VoiceDesignResponse' });
export type VoiceDesignResponse = z.output<typeof VoiceDesignResponse>;

/** A validated request for voices, as the engine takes it. */
export interface DesignOrder {
  readonly instruction: string;
  /** What every candidate reads; null or blank: a line that suits the description. */
  readonly referenceText: string | null;
  /** BCP 47; null: that of the reference text or of the description. */
  readonly language: string | null;
  /** Number of candidates. */
  readonly count: number;
  /** Factor on the pace of the audio; the cards keep their own. */
  readonly speed: number;
  /** Steps of diffusion. */
  readonly steps: number;
  /** Classifier-free guidance towards description and language. */
  readonly guidance: number;
  /** Extra guidance towards the description alone. */
  readonly instructGuidance: number;
  readonly seed: number;
}

/** A voice that was drawn, and a WAV in which it reads. */
export interface DesignedVoice {
  readonly card: VoiceCard;
  /** 16 bit mono, with the card in a chunk of its own. */
  readonly wav: Uint8Array;
  readonly sampleRate: number;
  readonly seconds: number;
  readonly text: string;
  readonly language: string;
}
