import { z } from 'zod';
import { FORMATS, MP3_BITRATES, OPUS_BITRATES, type FormatName, type OutputFormat } from './formats.ts';
import { LIMITS } from './limits.ts';

/**
 * The body of `POST /v1/tts`, field by field, as the service interface gives it. The error text of every schema says
 * what is allowed; the server puts the field and the value before it. OpenAPI is generated from these schemas.
 */

const tts = LIMITS.tts;
interface Bound {
  readonly min: number;
  readonly max: number;
}

function number({ min, max }: Bound, unit = '') {
  const allowed = `a number from ${min} to ${max}${unit}`;
  return z.number(allowed).min(min, allowed).max(max, allowed);
}

function integer({ min, max }: Bound) {
  const allowed = `an integer from ${min} to ${max}`;
  return z.int(allowed).min(min, allowed).max(max, allowed);
}

function oneOf<const T extends readonly (string | number)[]>(values: T) {
  return z.literal([...values] as T[number][], `one of ${values.join(', ')}`);
}

const flag = () => z.boolean('true or false');

const voiceId = () => {
  const allowed = `a voice id of 1 to ${LIMITS.strings.voiceId} characters`;
  return z.string(allowed).min(1, allowed).max(LIMITS.strings.voiceId, allowed);
};

export const ReferenceAudio = z
  .strictObject(
    {
      audio: z
        .instanceof(Uint8Array, { error: 'the raw bytes of a WAV, MP3, FLAC or Ogg Opus recording (MessagePack bin)' })
        .refine((bytes) => bytes.byteLength > 0 && bytes.byteLength <= LIMITS.reference.maxBytes, {
          error: `1 to ${LIMITS.reference.maxBytes} bytes of audio`,
        })
        .meta({
          type: 'string',
          format: 'binary',
          description: 'Voice sample: WAV, MP3, FLAC or Ogg Opus. 10 to 30 clean seconds serve best. MessagePack bin.',
        }),
      text: z
        .string(`the transcript, at most ${LIMITS.strings.transcript} characters`)
        .max(LIMITS.strings.transcript, `the transcript, at most ${LIMITS.strings.transcript} characters`)
        .describe('Exact transcript of the speech in `audio`.'),
    },
    'an object with audio and text',
  )
  .meta({ id: 'ReferenceAudio', title: 'ReferenceAudio' });
export type ReferenceAudio = z.output<typeof ReferenceAudio>;

export const ProsodyControl = z
  .strictObject(
    {
      speed: number(tts.speed).default(tts.speed.default).describe('Speaking rate as a factor; 1 is normal.'),
      volume: number(tts.volume, ' dB').default(tts.volume.default).describe('Volume change in dB.'),
      normalize_loudness: flag()
        .default(true)
        .describe('Brings the output to one loudness. Has an effect on models that say so (`s2-pro`).'),
    },
    'an object with speed, volume and normalize_loudness, or null',
  )
  .meta({ id: 'ProsodyControl', title: 'ProsodyControl' });

const samplesOfOne = z
  .array(ReferenceAudio, 'an array of {audio, text}')
  .max(tts.referencesPerSpeaker.max, `at most ${tts.referencesPerSpeaker.max} samples for one speaker`);

const speakersAtMost = `at most ${tts.speakers.max} speakers`;

const fields = {
  text: z
    .string(`a text of ${tts.textLength.min} to ${tts.textLength.max} characters`)
    .min(tts.textLength.min, `a text of ${tts.textLength.min} to ${tts.textLength.max} characters`)
    .max(tts.textLength.max, `a text of ${tts.textLength.min} to ${tts.textLength.max} characters`)
    .describe('Text to speak. `<|speaker:0|>`, `<|speaker:1|>`, … mark changes of speaker.'),
  temperature: number(tts.temperature)
    .default(tts.temperature.default)
    .describe('Higher is more varied, lower is more consistent.'),
  top_p: number(tts.topP).default(tts.topP.default).describe('Nucleus sampling: share of the probability drawn from.'),
  references: z
    .union(
      [
        samplesOfOne,
        z.array(samplesOfOne, 'an array of arrays of {audio, text}').max(tts.speakers.max, speakersAtMost),
      ],
      { error: 'null, an array of {audio, text}, or an array of such arrays, one for each speaker' },
    )
    .nullable()
    .default(null)
    .describe('Inline voice references; MessagePack bodies only. An array of arrays has one inner array per speaker.'),
  reference_id: z
    .union(
      [
        voiceId(),
        z
          .array(voiceId(), 'an array of voice ids')
          .min(1, 'at least one voice id')
          .max(tts.speakers.max, speakersAtMost),
      ],
      {
        error: 'null, a voice id, or an array with one voice id for each speaker',
      },
    )
    .nullable()
    .default(null)
    .describe('A voice id, or one id per speaker. Without it the default voice speaks.'),
  prosody: ProsodyControl.nullable().default(null).describe('Speed and volume.'),
  chunk_length: integer(tts.chunkLength)
    .default(tts.chunkLength.default)
    .describe('Longest stretch of text worked on at once, in characters.'),
  normalize: flag().default(true).describe('Writes out numbers, dates, units and the like in English and Chinese.'),
  format: oneOf(Object.keys(FORMATS) as FormatName[])
    .default('mp3')
    .describe('Audio format of the response.'),
  sample_rate: z
    .int('null or a sample rate in Hz that the format allows')
    .nullable()
    .default(null)
    .describe(
      'Hz; null: 44100, for opus 48000. wav, pcm: 8000, 16000, 24000, 32000, 44100. mp3: 32000, 44100. opus: 48000.',
    ),
  mp3_bitrate: oneOf(MP3_BITRATES).default(128).describe('kbps; applies to mp3.'),
  opus_bitrate: oneOf(OPUS_BITRATES).default(-1000).describe('bps; -1000 is automatic; applies to opus.'),
  latency: oneOf(['low', 'normal', 'balanced'])
    .default('normal')
    .describe('`normal` is the best quality, `low` the fastest.'),
  max_new_tokens: integer(tts.maxNewTokens)
    .default(tts.maxNewTokens.default)
    .describe('Most audio tokens of one chunk.'),
  repetition_penalty: number(tts.repetitionPenalty)
    .default(tts.repetitionPenalty.default)
    .describe('Above 1 the prosody repeats itself less.'),
  min_chunk_length: integer(tts.minChunkLength)
    .default(tts.minChunkLength.default)
    .describe('Fewest characters before a new chunk begins.'),
  condition_on_previous_chunks: flag().default(true).describe('A chunk goes on from where the one before it ended.'),
  early_stop_threshold: number(tts.earlyStopThreshold)
    .default(tts.earlyStopThreshold.default)
    .describe('Share of a batch of candidates that must be finished before the batch ends.'),
  features: z
    .array(
      z
        .string('a feature name')
        .min(1, 'a feature name')
        .max(LIMITS.strings.feature, `a feature name of at most ${LIMITS.strings.feature} characters`),
      'an array of feature names',
    )
    .max(LIMITS.strings.features, `at most ${LIMITS.strings.features} feature names`)
    .default([])
    .describe('Feature flags for this request; `quality-guard` is known.'),
  seed: integer(tts.seed)
    .nullable()
    .default(null)
    .describe('Extension. Same request, same seed: same bytes. null: a fresh one, told in X-Dramatis-Seed.'),
  language: z
    .string('null or a BCP 47 language tag, as en-US, zh, de')
    .max(LIMITS.strings.language, `a BCP 47 language tag of at most ${LIMITS.strings.language} characters`)
    .regex(/^[A-Za-z]{2,8}(-[A-Za-z0-9]{1,8})*$/, 'null or a BCP 47 language tag, as en-US, zh, de')
    .nullable()
    .default(null)
    .describe('Extension. Language of the text; null: found from the text.'),
};

/** The rate must be one that the format has. (A bitrate is checked on its own: it applies to its format only.) */
function rateFitsFormat(
  request: { readonly format: FormatName; readonly sample_rate: number | null },
  context: z.RefinementCtx,
): void {
  const { rates } = FORMATS[request.format];
  if (request.sample_rate === null || (rates as readonly number[]).includes(request.sample_rate)) return;
  context.addIssue({
    code: 'custom',
    path: ['sample_rate'],
    message: `one of ${rates.join(', ')} when format is ${request.format}`,
    input: request.sample_rate,
  });
}

export const TtsRequest = z
  .strictObject(fields, 'an object')
  .superRefine(rateFitsFormat)
  .meta({
    id: 'TTSRequest',
    title: 'TTSRequest',
    examples: [
      { text: 'Hello from your own computer.' },
      { text: 'Once more, as a wave file.', format: 'wav', seed: 7 },
      {
        text: '<|speaker:0|>Is it late? <|speaker:1|>[whisper] Very late.',
        reference_id: ['clara', 'theo'],
        prosody: { speed: 0.9 },
      },
    ],
  });
export type TtsRequest = z.output<typeof TtsRequest>;

/** The request of a live stream's `start` event: the same fields, but its text may be empty, for text follows. */
export const LiveTtsRequest = z
  .strictObject(
    {
      ...fields,
      text: z
        .string(`a text of at most ${tts.textLength.max} characters`)
        .max(tts.textLength.max, `a text of at most ${tts.textLength.max} characters`)
        .default('')
        .describe('Usually empty: the text follows in `text` events.'),
    },
    'an object',
  )
  .superRefine(rateFitsFormat)
  .meta({ id: 'LiveTTSRequest', title: 'LiveTTSRequest' });

/** The encoder that a request asks for. */
export function outputFormatOf(request: TtsRequest): OutputFormat {
  const sampleRate = request.sample_rate ?? FORMATS[request.format].defaultRate;
  switch (request.format) {
    case 'wav':
    case 'pcm':
      return { format: request.format, sampleRate };
    case 'mp3':
      return { format: 'mp3', sampleRate, bitrate: request.mp3_bitrate };
    case 'opus':
      return { format: 'opus', sampleRate: 48000, bitrate: request.opus_bitrate };
  }
}
