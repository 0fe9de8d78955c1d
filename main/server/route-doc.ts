import type { z } from 'zod';
import type { ErrorReason } from '../../engine/contract/errors.ts';

/** What the documentation says of a route beside its schemas. Every public route has one, in its `config`. */
export interface RouteDoc {
  readonly summary: string;
  readonly description?: string;
  readonly tag: 'Speech' | 'Voices' | 'OpenAI' | 'Wallet' | 'About';
  /** Request headers beside Authorization and Content-Type. */
  readonly headers?: Readonly<Record<string, { readonly description: string; readonly values?: readonly string[] }>>;
  /** Content types of the request body; application/json where it is not said. */
  readonly consumes?: readonly string[];
  readonly success: {
    readonly description: string;
    readonly status?: number;
    readonly headers?: Readonly<Record<string, string>>;
    /** Schema of a JSON body, or a list of content types of a binary or text body. */
    readonly body: z.ZodType | readonly string[];
    /** A JSON body, or a text body as it is sent. */
    readonly example?: unknown;
  };
  /** Errors that the route may answer, beside those that every route may. */
  readonly errors?: readonly ErrorReason[];
  /** No key is needed. */
  readonly open?: boolean;
}

declare module 'fastify' {
  interface FastifyContextConfig {
    readonly doc?: RouteDoc;
    /** Errors also carry `error: {message, type, param, code}`, which OpenAI clients read. */
    readonly openAiErrors?: boolean;
  }
}

/** Request header of the speech routes. */
export const MODEL_HEADER = (models: readonly string[]): NonNullable<RouteDoc['headers']> => ({
  model: { description: 'Model; an absent or unknown one is taken as s2.1-pro.', values: models },
});

export const SPEECH_HEADERS = {
  'X-Dramatis-Synthetic':
    'The program that made this speech. Files carry the same mark, and the voice, in their metadata.',
  'X-Dramatis-Seed': 'The seed that the speech was drawn with: send it as `seed` to get the same bytes again.',
  'X-Generation-Id': 'Identifier of this generation.',
  'X-Dramatis-Notice':
    'JSON array of {code, message}: what the request asked for and the voice could not do, or only nearly. What comes ' +
    'up after the first sound (a chunk that `max_new_tokens` ended) follows the body as a trailer of this name.',
} as const;

/** What a speech route may answer when it does not speak. */
export const SPEECH_ERRORS: readonly ErrorReason[] = [
  'invalid_parameter',
  'unknown_voice',
  'invalid_reference_audio',
  'speaker_out_of_range',
  'nothing_to_say',
  'unsupported_by_model',
  'insufficient_credit',
  'payload_too_large',
  'unsupported_media_type',
  'validation_failed',
  'too_many_requests',
  'engine_crashed',
  'engine_unavailable',
];
