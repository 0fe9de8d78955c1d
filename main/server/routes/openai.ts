import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { DramatisError } from '../../../engine/contract/errors.ts';
import { FORMATS } from '../../../engine/contract/formats.ts';
import { OpenAiSpeechRequest } from '../../../engine/contract/openai-request.ts';
import { TtsRequest } from '../../../engine/contract/tts-request.ts';
import type { ServerContext } from '../context.ts';
import { voiceForOpenAi, type FoundVoice } from '../openai-voices.ts';
import { PROFILES, SPEECH_MODELS } from '../profiles.ts';
import { audioHeaders, audioOf, clientSignal, speechHeaders, SSE_HEADERS, stream } from '../response.ts';
import { SPEECH_ERRORS, SPEECH_HEADERS, type RouteDoc } from '../route-doc.ts';
import { orderSpeech, startSpeech, type Speech } from '../speech.ts';

/** OpenAI's names for models, all of which stand for the fallback. */
const OPENAI_MODELS = ['tts-1', 'tts-1-hd', 'gpt-4o-mini-tts', 'gpt-4o-mini-tts-2025-12-15'];
/** Hz that OpenAI clients take raw samples to have. */
const OPENAI_PCM_RATE = 24000;

const speechDoc: RouteDoc = {
  summary: 'Text to speech, as OpenAI clients ask for it',
  description: 'Every parameter is mapped or refused. With `stream_format: sse` the answer is server-sent events.',
  tag: 'OpenAI',
  success: {
    description: 'The audio, chunked, or the events.',
    headers: SPEECH_HEADERS,
    body: [...new Set(Object.values(FORMATS).map(({ contentType }) => contentType)), 'text/event-stream'],
    example:
      'event: speech.audio.delta\ndata: {"type":"speech.audio.delta","audio":"SUQzBA..."}\n\n' +
      'event: speech.audio.done\ndata: {"type":"speech.audio.done","usage":{"input_tokens":12,"output_tokens":17,' +
      '"total_tokens":29}}\n\n',
  },
  errors: [...SPEECH_ERRORS, 'not_found'],
};

const ModelList = z
  .strictObject({
    object: z.literal('list'),
    data: z.array(
      z.strictObject({
        id: z.string(),
        object: z.literal('model'),
        created: z.int(),
        owned_by: z.string(),
        description: z.string(),
      }),
    ),
  })
  .meta({ id: 'OpenAIModelList', title: 'OpenAIModelList' });
const modelsDoc: RouteDoc = {
  summary: 'Models',
  tag: 'OpenAI',
  success: {
    description: 'The models that speak.',
    body: ModelList,
    example: {
      object: 'list',
      data: [
        {
          id: 's2.1-pro',
          object: 'model',
          created: 1_790_000_000,
          owned_by: 'dramatis',
          description: 'Recommended.',
        },
      ],
    },
  },
};

const VoiceList = z
  .strictObject({
    voices: z.array(
      z.strictObject({
        id: z.string(),
        name: z.string(),
        description: z.string(),
        sex: z.string(),
        age: z.string(),
        tags: z.array(z.string()),
      }),
    ),
  })
  .meta({ id: 'VoiceList', title: 'VoiceList' });
const voicesDoc: RouteDoc = {
  summary: 'Voices',
  tag: 'Voices',
  success: {
    description: 'The voices that requests may name.',
    body: VoiceList,
    example: {
      voices: [
        {
          id: 'clara',
          name: 'Clara',
          description: 'Clear and warm.',
          sex: 'female',
          age: 'adult',
          tags: ['narration'],
        },
      ],
    },
  },
};

/** `POST /v1/audio/speech`, `GET /v1/models`, `GET /v1/audio/voices` */
export function registerOpenAi(app: FastifyInstance, context: ServerContext): void {
  const openAiErrors = true;
  const route = { schema: { body: OpenAiSpeechRequest }, config: { doc: speechDoc, openAiErrors } };
  app.post<{ Body: OpenAiSpeechRequest }>('/v1/audio/speech', route, async (request, reply) => {
    const signal = clientSignal(reply.raw);
    const { body } = request;
    const found = findVoice(body, context);
    const order = orderSpeech(
      context,
      toTtsRequest(body, found.voice.id),
      modelFor(body.model),
      context.callerOf(request),
    );
    const speech = withVoiceNotice(await startSpeech(context, order, signal), found);
    if (body.stream_format === 'sse') {
      await stream(reply, speech, { ...SSE_HEADERS, ...speechHeaders(speech) }, context, deltas);
    } else {
      await stream(reply, speech, audioHeaders(speech), context, audioOf);
    }
    return reply;
  });

  const created = Math.floor(context.clock.now().getTime() / 1000);
  app.get('/v1/models', { config: { doc: modelsDoc, openAiErrors } }, async (): Promise<z.output<typeof ModelList>> => {
    const described = new Map(PROFILES.speech.map(({ name, description }) => [name, description]));
    const aliases = OPENAI_MODELS.map((id) => [id, `Stands for ${PROFILES.fallback}.`] as const);
    const all = [...described, ...aliases];
    return {
      object: 'list',
      data: all.map(([id, description]) => ({ id, object: 'model', created, owned_by: 'dramatis', description })),
    };
  });

  app.get(
    '/v1/audio/voices',
    { config: { doc: voicesDoc, openAiErrors } },
    async (): Promise<z.output<typeof VoiceList>> => ({
      voices: context.voices
        .list()
        .map(({ id, name, description, sex, age, tags }) => ({ id, name, description, sex, age, tags })),
    }),
  );
}

function findVoice({ voice }: OpenAiSpeechRequest, { voices }: ServerContext): FoundVoice {
  const name = typeof voice === 'string' ? voice : voice.id;
  const found = voiceForOpenAi(name, voices);
  if (found) return found;
  const known = voices.list().map(({ id }) => id);
  throw new DramatisError(
    'unknown_voice',
    `voice: there is no voice ${JSON.stringify(name.slice(0, 60))}; there are ${known.join(', ')}.`,
  );
}

function modelFor(name: string): string {
  if (SPEECH_MODELS.includes(name)) return name;
  if (OPENAI_MODELS.includes(name)) return PROFILES.fallback;
  const known = [...SPEECH_MODELS, ...OPENAI_MODELS].join(', ');
  throw new DramatisError(
    'not_found',
    `model: there is no model ${JSON.stringify(name.slice(0, 60))}; there are ${known}.`,
  );
}

function toTtsRequest(body: OpenAiSpeechRequest, voice: string): TtsRequest {
  const format = body.response_format;
  return TtsRequest.parse({
    text: withInstructions(body),
    reference_id: voice,
    format,
    sample_rate: format === 'pcm' || format === 'wav' ? OPENAI_PCM_RATE : null,
    prosody: { speed: body.speed },
  });
}

/** Instructions are an expression in the model's own grammar, before the text. */
function withInstructions({ input, instructions = '', model }: OpenAiSpeechRequest): string {
  const words = instructions
    .replace(/[[\]()<>|]/g, ' ')
    .replace(/\s+/g, ' ')
    .trim();
  if (words === '') return input;
  return modelFor(model) === 's1' ? `(${words}) ${input}` : `[${words}] ${input}`;
}

function withVoiceNotice(speech: Speech, { voice, standsIn }: FoundVoice): Speech {
  if (!standsIn) return speech;
  const notice = {
    type: 'notice',
    code: 'voice_stands_in',
    message: `The voice ${voice.id} stands for the OpenAI voice that was asked for.`,
  } as const;
  return { ...speech, notices: [notice, ...speech.notices] };
}

async function* deltas({ events, order }: Speech): AsyncGenerator<string> {
  let phones = 0;
  for await (const event of events) {
    if (event.type === 'audio') {
      yield sse({ type: 'speech.audio.delta', audio: Buffer.from(event.bytes).toString('base64') });
    } else if (event.type === 'end') phones = event.stats.phones;
  }
  // Tokens, as this engine counts them: bytes of text in, one prosody token a phone out.
  const input = Buffer.byteLength(order.request.text);
  yield sse({
    type: 'speech.audio.done',
    usage: { input_tokens: input, output_tokens: phones, total_tokens: input + phones },
  });
}

function sse(data: { readonly type: string; readonly [field: string]: unknown }): string {
  return `event: ${data.type}\ndata: ${JSON.stringify(data)}\n\n`;
}
