import { z } from 'zod';
import { LIMITS } from './limits.ts';

/**
 * The body of `POST /v1/audio/speech`, as clients of the OpenAI API send it. What this engine cannot do is refused with
 * a sentence, never quietly left out: aac and flac are no formats of this server, and speeds beyond 0.5 to 2 are not
 * speech any more.
 */

const { speed, textLength } = LIMITS.tts;
const input = `a text of ${textLength.min} to ${textLength.max} characters`;
const voice = 'the name or id of a voice, or an object with its id';
const speeds = `a number from ${speed.min} to ${speed.max} (this engine goes no further, though the OpenAI API does)`;
const instructions = `at most ${LIMITS.strings.instructions} characters`;
const voiceName = z.string(voice).min(1, voice).max(LIMITS.strings.voiceId, voice);

export const OpenAiSpeechRequest = z
  .strictObject(
    {
      model: z
        .string('the name of a model')
        .min(1, 'the name of a model')
        .max(200, 'the name of a model')
        .describe(
          'tts-1, tts-1-hd and gpt-4o-mini-tts stand for s2.1-pro; the names of GET /v1/models are themselves.',
        ),
      input: z.string(input).min(textLength.min, input).max(textLength.max, input).describe('Text to speak.'),
      voice: z
        .union([voiceName, z.strictObject({ id: voiceName }, voice)], { error: voice })
        .describe(
          "A voice of GET /v1/audio/voices by id or name, or one of OpenAI's names, which stands for a voice like it.",
        ),
      response_format: z
        .literal(['mp3', 'opus', 'wav', 'pcm'], 'one of mp3, opus, wav, pcm (this server does not write aac and flac)')
        .default('mp3')
        .describe('pcm is 24 kHz, 16 bit, mono, as OpenAI clients expect.'),
      speed: z
        .number(speeds)
        .min(speed.min, speeds)
        .max(speed.max, speeds)
        .default(speed.default)
        .describe('Speaking rate as a factor.'),
      instructions: z
        .string(instructions)
        .max(LIMITS.strings.instructions, instructions)
        .optional()
        .describe('How to say it; becomes an expression in square brackets before the text.'),
      stream_format: z
        .literal(['audio', 'sse'], 'one of audio, sse')
        .default('audio')
        .describe('`sse`: events `speech.audio.delta` with base64 audio, then `speech.audio.done`.'),
    },
    'an object',
  )
  .meta({
    id: 'OpenAISpeechRequest',
    title: 'OpenAISpeechRequest',
    examples: [{ model: 'tts-1', voice: 'alloy', input: 'Hello from your own computer.' }],
  });
export type OpenAiSpeechRequest = z.output<typeof OpenAiSpeechRequest>;
