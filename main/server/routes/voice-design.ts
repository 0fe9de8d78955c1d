import type { FastifyInstance } from 'fastify';
import { DramatisError } from '../../../engine/contract/errors.ts';
import { VoiceDesignRequest, VoiceDesignResponse } from '../../../engine/contract/voice-design-request.ts';
import { PROFILES } from '../profiles.ts';
import type { RouteDoc } from '../route-doc.ts';
import { problem, validationError } from '../validation.ts';
import { modelOf } from './tts.ts';

const MODELS = PROFILES.design.map(({ name }) => name);

const doc: RouteDoc = {
  summary: 'Voices from a description',
  description:
    'Draws candidate voices and has each speak. Stateless; JSON only; charged once, however many candidates.',
  tag: 'Voices',
  headers: { model: { description: 'voice-design-1; may be left out.', values: MODELS } },
  success: { description: 'The candidates, in the order of the model.', body: VoiceDesignResponse },
  errors: [
    'insufficient_credit',
    'payload_too_large',
    'unsupported_media_type',
    'validation_failed',
    'too_many_requests',
    'engine_unavailable',
  ],
};

/** `POST /v1/voice-design` */
export function registerVoiceDesign(app: FastifyInstance): void {
  app.post<{ Body: VoiceDesignRequest }>(
    '/v1/voice-design',
    { schema: { body: VoiceDesignRequest }, config: { doc } },
    async (request) => {
      const model = modelOf(request.headers);
      if (model !== undefined && !MODELS.includes(model)) {
        throw validationError([problem(['model'], model, `one of ${MODELS.join(', ')}, or left out`, 'header')]);
      }
      throw new DramatisError('engine_unavailable', 'No installed pack can design voices yet.');
    },
  );
}
