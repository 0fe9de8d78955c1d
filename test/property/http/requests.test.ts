import { encode } from '@msgpack/msgpack';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { FORMATS } from '../../../engine/contract/formats.ts';
import { LIMITS } from '../../../engine/contract/limits.ts';
import { TtsRequest } from '../../../engine/contract/tts-request.ts';
import type { FakeEngine } from '../../http/support/fake-engine.ts';
import { serveFake, type Served } from '../../http/support/serve.ts';

vi.setConfig({ testTimeout: 180_000 });

let served: Served<FakeEngine>;
beforeAll(async () => {
  served = await serveFake();
});
afterAll(() => served.close());

/** Sends anything and demands an answer in time: audio, or an error of the contract's shape that is not a 5xx. */
async function answer(
  path: string,
  body: Uint8Array | string,
  type: string,
  headers: Record<string, string> = {},
): Promise<number> {
  const init = {
    method: 'POST',
    body: typeof body === 'string' ? body : new Uint8Array(body),
    signal: AbortSignal.timeout(20_000),
  };
  const response = await served.fetch(path, { ...init, headers: { 'Content-Type': type, ...headers } });
  if (response.status === 200) await response.arrayBuffer();
  else {
    const error = (await response.json()) as { status: number; message: string; reason: string };
    expect(error).toMatchObject({
      status: response.status,
      message: expect.any(String) as string,
      reason: expect.any(String) as string,
    });
    expect(error.message.length).toBeLessThan(2000);
  }
  expect(response.status === 503 && path === '/v1/voice-design' ? 400 : response.status).toBeLessThan(500);
  expect(served.reports).toEqual([]);
  return response.status;
}

const { tts } = LIMITS;
const NAMES = Object.keys(TtsRequest.shape);
const within = ({ min, max }: { min: number; max: number }): fc.Arbitrary<number> =>
  fc.double({ min, max, noNaN: true });
const whole = ({ min, max }: { min: number; max: number }): fc.Arbitrary<number> => fc.integer({ min, max });

/** Requests that the contract allows. */
const valid = fc
  .record(
    {
      text: fc
        .string({ minLength: 1, maxLength: 60, unit: 'grapheme' })
        .filter((text) => text.trim() !== '' && !text.includes('<|')),
      temperature: within(tts.temperature),
      top_p: within(tts.topP),
      references: fc.constantFrom(null, []),
      reference_id: fc.constantFrom(null, 'first', 'second', ['first'], ['second', 'first']),
      prosody: fc.option(
        fc.record(
          { speed: within(tts.speed), volume: within(tts.volume), normalize_loudness: fc.boolean() },
          { requiredKeys: [] },
        ),
      ),
      chunk_length: whole(tts.chunkLength),
      normalize: fc.boolean(),
      format: fc.constantFrom(...(Object.keys(FORMATS) as (keyof typeof FORMATS)[])),
      mp3_bitrate: fc.constantFrom(64, 128, 192),
      opus_bitrate: fc.constantFrom(-1000, 24000, 32000, 48000, 64000),
      latency: fc.constantFrom('low', 'normal', 'balanced'),
      max_new_tokens: whole(tts.maxNewTokens),
      repetition_penalty: within(tts.repetitionPenalty),
      min_chunk_length: whole(tts.minChunkLength),
      condition_on_previous_chunks: fc.boolean(),
      early_stop_threshold: within(tts.earlyStopThreshold),
      features: fc.array(fc.string({ minLength: 1, maxLength: 20 }), { maxLength: 3 }),
      seed: fc.option(whole(tts.seed)),
      language: fc.constantFrom(null, 'en', 'en-US', 'zh', 'zh-Hant-TW'),
    },
    { requiredKeys: ['text'] },
  )
  .chain((request) => {
    const { rates } = FORMATS[request.format ?? 'mp3'];
    return fc
      .constantFrom(undefined, null, ...rates)
      .map((rate) => (rate === undefined ? request : { ...request, sample_rate: rate }));
  });

/** Values that look like what the fields want and are not. */
const odd = fc.oneof(
  fc.jsonValue({ maxDepth: 3 }),
  fc.double(),
  fc.bigInt({ min: -(2n ** 53n), max: 2n ** 53n }).map(Number),
  fc.constantFrom('', '\u0000', '__proto__', '<|speaker:0|>', '<|speaker:', '\ud800', [], {}, [[]], [[], []], [null]),
);

/** What MessagePack has beyond JSON, and references of every shape. */
const binary = fc.oneof(
  fc.uint8Array({ maxLength: 40 }),
  fc.date({ noInvalidDate: true }),
  fc.constantFrom(NaN, Infinity, -Infinity, -0, 2 ** 53, undefined),
);
const sample = fc.record(
  { audio: fc.oneof(fc.uint8Array({ maxLength: 40 }), odd), text: fc.oneof(fc.string({ maxLength: 20 }), odd) },
  { requiredKeys: [] },
);
const references = fc.oneof(
  fc.array(sample, { maxLength: 10 }),
  fc.array(fc.oneof(fc.array(sample, { maxLength: 3 }), sample), { maxLength: 4 }),
);

describe('any body', () => {
  it('of the contract is spoken, in both forms', async () => {
    await fc.assert(
      fc.asyncProperty(valid, fc.boolean(), async (request, asJson) => {
        const status = asJson
          ? await answer('/v1/tts', JSON.stringify(request), 'application/json')
          : await answer('/v1/tts', encode(request), 'application/msgpack');
        expect([status, request]).toEqual([200, request]);
      }),
      { numRuns: 150 },
    );
  });

  it('with fields of any value is spoken or refused, never a failure of ours', async () => {
    const bodies = fc.dictionary(fc.oneof(fc.constantFrom(...NAMES), fc.string({ maxLength: 12 })), odd, {
      maxKeys: 6,
    });
    const withText = fc.tuple(bodies, fc.boolean()).map(([body, has]) => (has ? { text: 'Hi.', ...body } : body));
    const paths = fc.constantFrom('/v1/tts', '/v1/tts/stream/with-timestamp');
    await fc.assert(
      fc.asyncProperty(withText, paths, fc.boolean(), async (body, path, asJson) => {
        await (asJson
          ? answer(path, JSON.stringify(body), 'application/json')
          : answer(path, encode(body), 'application/msgpack'));
      }),
      { numRuns: 300 },
    );
  });

  it('of MessagePack with binary, dates and references of any shape is spoken or refused', async () => {
    const bodies = fc.record(
      {
        text: fc.oneof(fc.constant('<|speaker:0|>Hi. <|speaker:1|>Ho.'), fc.constant('Hi.'), binary),
        references: fc.oneof(references, binary),
        reference_id: fc.oneof(fc.constantFrom('a', ['a'], ['a', 'b'], 'first', null), odd),
        prosody: fc.oneof(fc.record({ speed: fc.oneof(fc.constant(1), binary) }), binary),
        seed: fc.oneof(fc.constant(1), binary),
        features: fc.array(fc.oneof(fc.constant('quality-guard'), binary), { maxLength: 2 }),
      },
      { requiredKeys: ['text'] },
    );
    await fc.assert(
      fc.asyncProperty(bodies, fc.constantFrom('s1', 's2-pro', 's2.1-pro-free'), async (body, model) => {
        await answer('/v1/tts', encode(body), 'application/msgpack', { model });
      }),
      { numRuns: 200 },
    );
  });

  it('of any bytes is refused', async () => {
    const types = fc.constantFrom('application/json', 'application/msgpack');
    await fc.assert(
      fc.asyncProperty(fc.uint8Array({ maxLength: 300 }), types, async (bytes, type) => {
        expect(await answer('/v1/tts', bytes, type)).toBeGreaterThanOrEqual(400);
      }),
      { numRuns: 300 },
    );
  });

  it('of the other endpoints is answered too', async () => {
    const names = [
      'model',
      'input',
      'voice',
      'response_format',
      'speed',
      'instructions',
      'stream_format',
      'instruction',
      'n',
      'seed',
    ];
    const bodies = fc.dictionary(
      fc.constantFrom(...names),
      fc.oneof(odd, fc.constantFrom('tts-1', 'alloy', 'first', 'pcm', 1)),
      { maxKeys: 7 },
    );
    await fc.assert(
      fc.asyncProperty(bodies, fc.constantFrom('/v1/audio/speech', '/v1/voice-design'), async (body, path) => {
        await answer(path, JSON.stringify(body), 'application/json');
      }),
      { numRuns: 200 },
    );
  });
});
