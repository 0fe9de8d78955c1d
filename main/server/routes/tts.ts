import type { FastifyInstance } from 'fastify';
import { FORMATS } from '../../../engine/contract/formats.ts';
import { TtsRequest } from '../../../engine/contract/tts-request.ts';
import type { ServerContext } from '../context.ts';
import { SPEECH_MODELS } from '../profiles.ts';
import { audioHeaders, audioOf, clientSignal, stream } from '../response.ts';
import { MODEL_HEADER, SPEECH_ERRORS, SPEECH_HEADERS, type RouteDoc } from '../route-doc.ts';
import { orderSpeech, startSpeech } from '../speech.ts';

const doc: RouteDoc = {
  summary: 'Text to speech',
  description:
    'Streams encoded speech from the first sound on. A request with only `text` is valid. What fails after the first ' +
    'byte cuts the connection: a body that ended properly is whole.',
  tag: 'Speech',
  headers: MODEL_HEADER(SPEECH_MODELS),
  consumes: ['application/json', 'application/msgpack'],
  success: {
    description: 'The audio, chunked. A streamed WAV carries placeholder sizes, for its length is not known yet.',
    headers: { ...SPEECH_HEADERS, 'Content-Disposition': 'A file name that fits the format.' },
    body: [...new Set(Object.values(FORMATS).map(({ contentType }) => contentType))],
  },
  errors: SPEECH_ERRORS,
};

/** `POST /v1/tts`: text in, encoded speech out, streamed from the first sound. */
export function registerTts(app: FastifyInstance, context: ServerContext): void {
  app.post<{ Body: TtsRequest }>(
    '/v1/tts',
    { schema: { body: TtsRequest }, config: { doc } },
    async (request, reply) => {
      const signal = clientSignal(reply.raw);
      const order = orderSpeech(context, request.body, modelOf(request.headers), context.callerOf(request));
      const speech = await startSpeech(context, order, signal);
      await stream(reply, speech, audioHeaders(speech), context, audioOf);
      return reply;
    },
  );
}

/** The `model` header; an absent or unknown one falls back. */
export function modelOf(headers: Readonly<Record<string, string | string[] | undefined>>): string | undefined {
  const { model } = headers;
  return typeof model === 'string' ? model : undefined;
}
