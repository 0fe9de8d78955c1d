import { randomInt, randomUUID } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import { DramatisError } from '../../../engine/contract/errors.ts';
import { LIMITS } from '../../../engine/contract/limits.ts';
import {
  type DesignedVoice,
  type DesignOrder,
  type VoiceCandidate,
  VoiceDesignRequest,
  VoiceDesignResponse,
} from '../../../engine/contract/voice-design-request.ts';
import type { Caller, ServerContext } from '../context.ts';
import { type DesignProfile, PROFILES } from '../profiles.ts';
import { clientSignal, noticeHeader } from '../response.ts';
import type { RouteDoc } from '../route-doc.ts';
import { checkEngine } from '../speech.ts';
import { problem, validationError } from '../validation.ts';
import { modelOf } from './tts.ts';

const MODELS = PROFILES.design.map(({ name }) => name);

const doc: RouteDoc = {
  summary: 'Voices from a description',
  description:
    'Draws candidate voices and has each speak. Stateless; JSON only; charged once (UTF-8 bytes of the instruction), ' +
    'however many candidates, and only when it succeeds. Each WAV carries the card of its voice: sent back as a ' +
    'reference, it gives exactly that voice.',
  tag: 'Voices',
  headers: { model: { description: 'voice-design-1; may be left out.', values: MODELS } },
  success: {
    description: 'The candidates, in the order of the model: what fits the description best comes first.',
    headers: {
      'X-Dramatis-Seed': 'The seed that the voices were drawn with: send it as `seed` to get the same bytes again.',
      'X-Generation-Id': 'Identifier of this generation.',
      'X-Dramatis-Notice': 'JSON array of {code, message}: a `speed` below what the voices can do.',
    },
    body: VoiceDesignResponse,
  },
  errors: [
    'unsupported_by_model',
    'nothing_to_say',
    'insufficient_credit',
    'payload_too_large',
    'unsupported_media_type',
    'validation_failed',
    'too_many_requests',
    'engine_crashed',
    'engine_unavailable',
  ],
};

/** `POST /v1/voice-design` */
export function registerVoiceDesign(app: FastifyInstance, context: ServerContext): void {
  const atWork = new AtWork();
  app.post<{ Body: VoiceDesignRequest }>(
    '/v1/voice-design',
    { schema: { body: VoiceDesignRequest }, config: { doc } },
    async (request, reply) => {
      const profile = designProfile(modelOf(request.headers));
      const caller = context.callerOf(request);
      const order = orderOf(request.body);
      const leave = atWork.enter();
      try {
        const voices = await designVoices(context, profile, caller, order, clientSignal(reply.raw));
        void reply.header('X-Dramatis-Seed', String(order.seed)).header('X-Generation-Id', randomUUID());
        if (voices.some(({ card }) => order.speed * card.rate < LIMITS.voiceDesign.leastRate)) {
          const message = `speed: ${order.speed} is slower than these voices can speak; they speak as slowly as they can.`;
          void reply.header('X-Dramatis-Notice', noticeHeader([{ code: 'speed_held', message }]));
        }
        return { candidates: voices.map((voice, index) => candidate(voice, index, order)) };
      } finally {
        leave();
      }
    },
  );
}

/** Waits for a place, has the engine draw and speak, and charges once when there is something to give. */
async function designVoices(
  context: ServerContext,
  profile: DesignProfile,
  caller: Caller,
  order: DesignOrder,
  signal: AbortSignal,
): Promise<readonly DesignedVoice[]> {
  const { engine, queue, credit } = context;
  checkEngine(context);
  if (!engine.design) throw new DramatisError('engine_unavailable', 'This engine cannot design voices.');
  const charge = credit.reserve(caller, Buffer.byteLength(order.instruction, 'utf8') * profile.price);
  try {
    const slot = await queue.enter(caller.id, profile.priority, signal);
    try {
      const voices = await engine.design(profile.pack, order, signal);
      if (voices.length === 0) throw new DramatisError('internal_error', 'The engine drew no voice.');
      charge.commit();
      return voices;
    } finally {
      slot.release();
    }
  } finally {
    // What was charged stays so; anything else is given back.
    charge.release();
  }
}

function designProfile(model: string | undefined): DesignProfile {
  const found = PROFILES.design.find(({ name }) => name === (model ?? MODELS[0]));
  if (found) return found;
  throw validationError([problem(['model'], model, `one of ${MODELS.join(', ')}, or left out`, 'header')]);
}

function orderOf(body: VoiceDesignRequest): DesignOrder {
  return {
    instruction: body.instruction,
    referenceText: body.reference_text,
    language: body.language,
    count: body.n,
    speed: body.speed,
    steps: body.num_step,
    guidance: body.guidance_scale,
    instructGuidance: body.instruct_guidance_scale,
    seed: body.seed ?? randomInt(LIMITS.tts.seed.max + 1),
  };
}

function candidate(voice: DesignedVoice, index: number, { instruction, seed }: DesignOrder): VoiceCandidate {
  return {
    id: `voice-${seed}-${index}`,
    index,
    audio_base64: Buffer.from(voice.wav).toString('base64'),
    sample_rate: voice.sampleRate,
    duration_ms: Math.round(voice.seconds * 1000),
    text: voice.text,
    language: voice.language,
    instruct: instruction,
  };
}

/** Requests at work. Drawing voices is short and heavy: what comes beyond is sent away at once instead of waiting. */
class AtWork {
  private count = 0;

  /** @throws DramatisError too_many_requests */
  enter(): () => void {
    const { concurrent } = LIMITS.voiceDesign;
    if (this.count >= concurrent) {
      throw new DramatisError(
        'too_many_requests',
        `Voice design works on ${concurrent} requests at a time, and as many are at work; try again soon.`,
        { retryAfterSeconds: 2 },
      );
    }
    this.count++;
    return () => void this.count--;
  }
}
