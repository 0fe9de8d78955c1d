import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import type { SpeechEvent } from '../../../engine/contract/speech.ts';
import { TtsRequest } from '../../../engine/contract/tts-request.ts';
import type { ServerContext } from '../context.ts';
import { SPEECH_MODELS } from '../profiles.ts';
import { clientSignal, speechHeaders, SSE_HEADERS, stream } from '../response.ts';
import { MODEL_HEADER, SPEECH_ERRORS, SPEECH_HEADERS, type RouteDoc } from '../route-doc.ts';
import { orderSpeech, startSpeech, type Speech } from '../speech.ts';
import { modelOf } from './tts.ts';

export const TimestampEvent = z
  .strictObject({
    audio_base64: z.string().describe('Encoded audio; concatenated in order, the events give the whole.'),
    content: z.string().describe('Text of the chunk that is spoken.'),
    alignment: z
      .strictObject({
        segments: z.array(
          z.strictObject({
            text: z.string(),
            start: z.number().describe("Seconds from the chunk's start."),
            end: z.number().describe("Seconds from the chunk's start."),
          }),
        ),
        audio_duration: z.number().describe('Seconds of the chunk.'),
      })
      .nullable()
      .describe('All words of the chunk: replaces what came before with the same `chunk_seq`.'),
    chunk_seq: z.int().describe('Number of the chunk, from 0.'),
    chunk_audio_offset_sec: z.number().describe("Seconds from the start of the whole to the chunk's start."),
  })
  .meta({ id: 'TimestampEvent', title: 'TimestampEvent' });
type TimestampEvent = z.output<typeof TimestampEvent>;
type Chunk = Extract<SpeechEvent, { type: 'chunk' }>;

const doc: RouteDoc = {
  summary: 'Text to speech with the times of its words',
  description:
    'Takes the body of /v1/tts and answers server-sent events named `message`, each with a JSON object (TimestampEvent). ' +
    'The times are exact: this engine decides them before it speaks.',
  tag: 'Speech',
  headers: MODEL_HEADER(SPEECH_MODELS),
  consumes: ['application/json', 'application/msgpack'],
  success: {
    description: 'The events, each a `TimestampEvent`.',
    headers: SPEECH_HEADERS,
    body: ['text/event-stream'],
    example:
      'event: message\ndata: {"audio_base64":"UklGRv...","content":"Hello there.","alignment":{"segments":[{"text":"Hello",' +
      '"start":0.04,"end":0.41},{"text":"there.","start":0.41,"end":0.79}],"audio_duration":0.99},"chunk_seq":0,' +
      '"chunk_audio_offset_sec":0}\n\n',
  },
  errors: SPEECH_ERRORS,
};

/** `POST /v1/tts/stream/with-timestamp` */
export function registerTimestamps(app: FastifyInstance, context: ServerContext): void {
  const route = { schema: { body: TtsRequest }, config: { doc } };
  app.post<{ Body: TtsRequest }>('/v1/tts/stream/with-timestamp', route, async (request, reply) => {
    const signal = clientSignal(reply.raw);
    const order = orderSpeech(context, request.body, modelOf(request.headers), context.callerOf(request));
    const speech = await startSpeech(context, order, signal);
    await stream(reply, speech, { ...SSE_HEADERS, ...speechHeaders(speech) }, context, messages);
    return reply;
  });
}

async function* messages({ events }: Speech): AsyncGenerator<string> {
  let chunk: Chunk | undefined;
  let told = true;
  for await (const event of events) {
    if (event.type === 'chunk') {
      // Two chunks without audio between them: the first must not go unsaid.
      if (chunk && !told) yield message(chunk, '');
      chunk = event;
      told = false;
    } else if (event.type === 'audio') {
      yield message(chunk, Buffer.from(event.bytes).toString('base64'));
      told = true;
    }
  }
}

function message(chunk: Chunk | undefined, audio: string): string {
  const offset = chunk?.offsetSeconds ?? 0;
  const data: TimestampEvent = {
    audio_base64: audio,
    content: chunk?.text ?? '',
    alignment: chunk
      ? {
          segments: chunk.words.map(({ text, start, end }) => ({
            text,
            start: seconds(start - offset),
            end: seconds(end - offset),
          })),
          audio_duration: seconds(chunk.durationSeconds),
        }
      : null,
    chunk_seq: chunk?.index ?? 0,
    chunk_audio_offset_sec: seconds(offset),
  };
  return `event: message\ndata: ${JSON.stringify(data)}\n\n`;
}

/** Rounded to the microsecond, far below a sample, so that 0.1 + 0.2 reads well. */
function seconds(value: number): number {
  return Math.round(value * 1e6) / 1e6;
}
