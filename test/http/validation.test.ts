import { encode } from '@msgpack/msgpack';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { LIMITS } from '../../engine/contract/limits.ts';
import type { FakeEngine } from './support/fake-engine.ts';
import { serveFake, type Served } from './support/serve.ts';

let served: Served<FakeEngine>;
beforeAll(async () => {
  served = await serveFake();
});
afterAll(() => served.close());

interface ErrorBody {
  status: number;
  message: string;
  reason: string;
  detail?: { loc: (string | number)[]; msg: string; in: string }[];
}

async function refusal(body: unknown, headers: Record<string, string> = {}): Promise<ErrorBody> {
  const response = await served.post('/v1/tts', body, headers);
  const error = (await response.json()) as ErrorBody;
  expect(error.status).toBe(response.status);
  return error;
}

async function msgpack(body: unknown, headers: Record<string, string> = {}): Promise<Response> {
  const init = {
    method: 'POST',
    body: new Uint8Array(encode(body)),
    headers: { 'Content-Type': 'application/msgpack', ...headers },
  };
  return served.fetch('/v1/tts', init);
}

const text = 'Hi.';
const { tts } = LIMITS;
const outside = (field: string, { min, max }: { min: number; max: number }): [string, unknown, string][] => [
  [field, min - 1, `from ${min} to ${max}`],
  [field, max + 1, `from ${min} to ${max}`],
];

describe('a field of /v1/tts that is not allowed', () => {
  it.each<[string, unknown, string]>([
    ['text', undefined, 'a text of 1 to 200000 characters'],
    ['text', '', 'a text of 1 to 200000 characters'],
    ['text', 5, 'a text of 1 to 200000 characters'],
    ['text', null, 'a text of 1 to 200000 characters'],
    ...outside('temperature', tts.temperature),
    ...outside('top_p', tts.topP),
    ...outside('chunk_length', tts.chunkLength),
    ...outside('min_chunk_length', tts.minChunkLength),
    ...outside('max_new_tokens', tts.maxNewTokens),
    ...outside('repetition_penalty', tts.repetitionPenalty),
    ...outside('early_stop_threshold', tts.earlyStopThreshold),
    ...outside('seed', tts.seed),
    ['temperature', '0.5', 'a number from 0 to 1'],
    ['temperature', null, 'a number from 0 to 1'],
    ['chunk_length', 150.5, 'an integer from 100 to 300'],
    ['seed', 1.5, 'an integer from 0 to 4294967295'],
    ['normalize', 'yes', 'true or false'],
    ['normalize', null, 'true or false'],
    ['condition_on_previous_chunks', 1, 'true or false'],
    ['format', 'flac', 'one of wav, pcm, mp3, opus'],
    ['format', 'WAV', 'one of wav, pcm, mp3, opus'],
    ['sample_rate', '44100', 'a sample rate in Hz'],
    ['sample_rate', 48000, 'one of 32000, 44100 when format is mp3'],
    ['mp3_bitrate', 100, 'one of 64, 128, 192'],
    ['mp3_bitrate', 128000, 'one of 64, 128, 192'],
    ['opus_bitrate', 32, 'one of -1000, 24000, 32000, 48000, 64000'],
    ['latency', 'fast', 'one of low, normal, balanced'],
    ['features', 'quality-guard', 'an array of feature names'],
    ['features', [1], 'a feature name'],
    ['prosody', 1, 'an object with speed, volume and normalize_loudness, or null'],
    ['reference_id', 5, 'a voice id'],
    ['reference_id', [], 'at least one voice id'],
    ['language', 'english please', 'a BCP 47 language tag'],
    ['language', 5, 'a BCP 47 language tag'],
  ])('%s: %j is a 422 that says what is allowed', async (field, value, allowed) => {
    const error = await refusal({ text, [field]: value });
    expect(error).toMatchObject({ status: 422, reason: 'validation_failed' });
    expect(error.message).toContain(field);
    expect(error.message).toContain(allowed);
    if (typeof value === 'string') expect(error.message).toContain(JSON.stringify(value));
    if (typeof value === 'number') expect(error.message).toContain(String(value));
    expect(error.detail?.[0]).toMatchObject({ loc: expect.arrayContaining(['body', field]) as unknown, in: 'body' });
  });

  it.each<[string, unknown, string]>([
    ['speed', 0.4, '0.5 to 2'],
    ['speed', 2.1, '0.5 to 2'],
    ['volume', 99, '-40 to 20 dB'],
    ['normalize_loudness', 'no', 'true or false'],
    ['pitch', 1, 'there is no such field'],
  ])('prosody.%s: %j', async (field, value, allowed) => {
    const error = await refusal({ text, prosody: { [field]: value } });
    expect(error.message).toContain(`prosody.${field}`);
    expect(error.message).toContain(allowed);
  });

  it.each([
    ['wav', [8000, 16000, 24000, 32000, 44100]],
    ['pcm', [8000, 16000, 24000, 32000, 44100]],
    ['mp3', [32000, 44100]],
    ['opus', [48000]],
  ])('sample_rate for %s: exactly the rates of the contract', async (format, rates) => {
    for (const rate of [8000, 11025, 16000, 22050, 24000, 32000, 44100, 48000, 96000, 0, -1]) {
      const response = await served.post('/v1/tts', { text, format, sample_rate: rate });
      expect([format, rate, response.status]).toEqual([format, rate, rates.includes(rate) ? 200 : 422]);
      await response.arrayBuffer();
    }
  });

  it('names a field that there is not, and every problem at once', async () => {
    const error = await refusal({ text, temprature: 0.5, top_p: 2, format: 'ogg' });
    expect(error.detail?.map(({ loc }) => loc.join('.')).sort()).toEqual([
      'body.format',
      'body.temprature',
      'body.top_p',
    ]);
  });

  it.each([[[]], ['text'], [5], [null], [true]])('a body of %j', async (body) => {
    expect((await refusal(body)).status).toBe(422);
  });

  it('a text of white space alone', async () => {
    expect(await refusal({ text: ' \n\t ' })).toMatchObject({ status: 400, reason: 'nothing_to_say' });
  });

  it('malformed JSON', async () => {
    const response = await served.fetch('/v1/tts', {
      method: 'POST',
      body: '{"text":',
      headers: { 'Content-Type': 'application/json' },
    });
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({
      reason: 'invalid_parameter',
      message: expect.stringContaining('not valid JSON') as string,
    });
  });
});

describe('voices and speakers', () => {
  const lines = '<|speaker:0|>One. <|speaker:1|>Two.';
  const sample = { audio: new Uint8Array([1, 2, 3]), text: 'words' };

  it('an unknown voice is a 400 that names it', async () => {
    expect(await refusal({ text, reference_id: 'nobody' })).toMatchObject({
      status: 400,
      reason: 'unknown_voice',
      message: expect.stringContaining('"nobody"') as string,
    });
    expect(await refusal({ text, reference_id: ['first', 'nobody'] })).toMatchObject({
      reason: 'unknown_voice',
      message: expect.stringContaining('reference_id[1]') as string,
    });
  });

  it('an array of ids gives one voice for each speaker', async () => {
    await (await served.post('/v1/tts', { text: lines, reference_id: ['second', 'first'] })).arrayBuffer();
    const [first, second] = served.engine.voices();
    expect(served.engine.requests.at(-1)?.voices).toEqual([
      { card: second?.card, name: 'Second' },
      { card: first?.card, name: 'First' },
    ]);
  });

  it('a tag beyond the speakers is a 400 that says which there are', async () => {
    const error = await refusal({ text: 'Zero. <|speaker:2|>Two.', reference_id: ['first', 'second'] });
    expect(error).toMatchObject({ status: 400, reason: 'speaker_out_of_range' });
    expect(error.message).toContain('<|speaker:2|>');
    expect(error.message).toContain('<|speaker:0|> to <|speaker:1|>');
    expect(await refusal({ text: lines })).toMatchObject({ reason: 'speaker_out_of_range' });
    expect(await refusal({ text: '<|speaker:99999999999|>Hi.' })).toMatchObject({ status: 400 });
    expect(await refusal({ text: '<|speaker:x|>Hi.' })).toMatchObject({
      status: 400,
      message: expect.stringContaining('is not a speaker tag') as string,
    });
  });

  it('s1 refuses tags and several speakers, and takes one', async () => {
    const s1 = { model: 's1' };
    expect(await refusal({ text: lines, reference_id: ['first', 'second'] }, s1)).toMatchObject({
      status: 400,
      reason: 'unsupported_by_model',
    });
    expect(await refusal({ text: '<|speaker:0|>One.' }, s1)).toMatchObject({ reason: 'unsupported_by_model' });
    expect(await refusal({ text, reference_id: ['first', 'second'] }, s1)).toMatchObject({
      reason: 'unsupported_by_model',
    });
    expect((await served.post('/v1/tts', { text, reference_id: ['first'] }, s1)).status).toBe(200);
  });

  it('references in JSON are refused with the way out; null and an empty array are none', async () => {
    const error = await refusal({ text, references: [{ audio: 'UklGRg==', text: 'words' }] });
    expect(error.status).toBe(422);
    expect(error.message).toContain('MessagePack');
    expect((await served.post('/v1/tts', { text, references: null })).status).toBe(200);
    expect((await served.post('/v1/tts', { text, references: [] })).status).toBe(200);
  });

  it('references in MessagePack reach the engine: one speaker, or one for each inner array', async () => {
    await (await msgpack({ text, references: [sample, sample] })).arrayBuffer();
    expect(served.engine.requests.at(-1)?.voices).toEqual([{ references: [sample, sample] }]);
    await (
      await msgpack({ text: lines, references: [[sample], [sample]], reference_id: ['any', 'name'] })
    ).arrayBuffer();
    expect(served.engine.requests.at(-1)?.voices).toEqual([{ references: [sample] }, { references: [sample] }]);
    await (await msgpack({ text: lines, references: [[sample], []], reference_id: ['any', 'second'] })).arrayBuffer();
    expect(served.engine.requests.at(-1)?.voices).toEqual([
      { references: [sample] },
      { card: served.engine.voices()[1]?.card, name: 'Second' },
    ]);
  });

  it.each<[string, unknown]>([
    ['references[0].text', { text, references: [{ audio: sample.audio }] }],
    ['references[0].audio', { text, references: [{ audio: 'base64', text: 'words' }] }],
    ['references[0].audio', { text, references: [{ audio: new Uint8Array(), text: 'words' }] }],
    ['references[1][0].text', { text: lines, references: [[sample], [{ audio: sample.audio, text: 5 }]] }],
    ['references', { text, references: Array.from({ length: 9 }, () => sample) }],
    ['references', { text, references: 'no' }],
    ['reference_id', { text: lines, references: [[sample], [sample]], reference_id: ['one'] }],
    ['reference_id', { text: lines, references: [[sample], [sample]], reference_id: 'one' }],
    ['reference_id', { text: lines, references: [sample], reference_id: ['one', 'two'] }],
    ['references[1]', { text: lines, references: [[sample], []] }],
  ])('%s is named when it does not fit', async (field, body) => {
    const response = await msgpack(body);
    const error = (await response.json()) as ErrorBody;
    expect(response.status).toBe(422);
    expect(error.message.startsWith(`${field}:`)).toBe(true);
  });
});

describe('POST /v1/voice-design', () => {
  it.each<[string, unknown]>([
    ['instruction', undefined],
    ['instruction', ''],
    ['instruction', 'x'.repeat(2001)],
    ['reference_text', 'x'.repeat(301)],
    ['n', 0],
    ['n', 5],
    ['n', 1.5],
    ['speed', 0],
    ['speed', 3.1],
    ['num_step', 0],
    ['num_step', 129],
    ['guidance_scale', -0.1],
    ['instruct_guidance_scale', -1],
    ['seed', 'x'],
    ['features', []],
    ['features_json_file', 'x'],
    ['include_audio_base64', true],
    ['references', []],
  ])('%s: %j is refused and named', async (field, value) => {
    const response = await served.post('/v1/voice-design', { instruction: 'A calm voice', [field]: value });
    expect(response.status).toBe(422);
    expect(((await response.json()) as ErrorBody).message).toContain(field);
  });

  it('takes JSON alone, and one model', async () => {
    for (const type of ['application/msgpack', 'multipart/form-data; boundary=x']) {
      const response = await served.fetch('/v1/voice-design', {
        method: 'POST',
        body: '{"instruction":"x"}',
        headers: { 'Content-Type': type },
      });
      expect(response.status).toBe(415);
    }
    expect((await served.post('/v1/voice-design', { instruction: 'x' }, { model: 's1' })).status).toBe(422);
  });

  it('says so where no pack can design voices', async () => {
    const response = await served.post(
      '/v1/voice-design',
      { instruction: 'A calm voice' },
      { model: 'voice-design-1' },
    );
    expect(response.status).toBe(503);
    expect(await response.json()).toMatchObject({ reason: 'engine_unavailable' });
  });
});
