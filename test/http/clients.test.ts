import { FishAudioClient, RealtimeEvents } from 'fish-audio';
import OpenAI from 'openai';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { EngineHost } from '../../main/engine-host/index.ts';
import { serveReal, decibels } from './support/real-engine.ts';
import type { Served } from './support/serve.ts';
import { readEvents } from './support/sse.ts';

vi.setConfig({ testTimeout: 120_000 });

/** The public clients as they are, against the real engine: only the address and the key are ours. */
let served: Served<EngineHost>;
let fish: FishAudioClient;
let openai: OpenAI;
beforeAll(async () => {
  served = await serveReal();
  fish = new FishAudioClient({ apiKey: served.key, baseUrl: served.url });
  openai = new OpenAI({ apiKey: served.key, baseURL: `${served.url}/v1`, maxRetries: 0 });
}, 120_000);
afterAll(() => served.close());

/** The client's types know only older names; what it sends is what it is given. */
const S2 = 's2-pro' as 's1';

const text = 'The kettle is on. Would you like some tea?';

async function collect(stream: ReadableStream<Uint8Array>): Promise<{ bytes: Buffer; parts: number }> {
  const parts: Uint8Array[] = [];
  for await (const part of stream as unknown as AsyncIterable<Uint8Array>) parts.push(part);
  return { bytes: Buffer.concat(parts), parts: parts.length };
}

describe('fish-audio', () => {
  it('streams speech of a house voice, and the same seed gives the same bytes', async () => {
    const ask = async (): Promise<{ bytes: Buffer; parts: number }> => {
      const request = { text, reference_id: 'nora', format: 'pcm' as const, sample_rate: 24000, seed: 11 };
      return collect(await fish.textToSpeech.convert(request, S2));
    };
    const first = await ask();
    expect(first.parts).toBeGreaterThan(1);
    expect(first.bytes.length / 48000).toBeGreaterThan(1.5);
    expect(decibels(first.bytes)).toBeGreaterThan(-40);
    expect((await ask()).bytes.equals(first.bytes)).toBe(true);
  });

  it('speaks with the voice of reference audio', async () => {
    const spoken = await served.post('/v1/tts', {
      text: 'A sample of my voice, long enough to know it by, I should think.',
      reference_id: 'nora',
      format: 'wav',
      sample_rate: 24000,
    });
    const sample = new File([await spoken.arrayBuffer()], 'sample.wav');
    const references = [{ audio: sample, text: 'A sample of my voice, long enough to know it by, I should think.' }];
    const stream = await fish.textToSpeech.convert({ text, references, format: 'mp3' }, 's1');
    const { bytes } = await collect(stream);
    expect(bytes.length).toBeGreaterThan(16_000);
  });

  it('reads our errors', async () => {
    const stranger = new FishAudioClient({ apiKey: 'wrong', baseUrl: served.url });
    await expect(stranger.textToSpeech.convert({ text })).rejects.toMatchObject({
      statusCode: 401,
      body: { status: 401, message: expect.any(String) as string },
    });
    await expect(fish.textToSpeech.convert({ text, temperature: 3 })).rejects.toMatchObject({
      statusCode: 422,
      body: { detail: expect.any(Array) as unknown },
    });
    await expect(fish.textToSpeech.convert({ text, reference_id: 'nobody' })).rejects.toMatchObject({
      statusCode: 400,
    });
  });

  it('speaks live, from a stream of pieces', async () => {
    async function* pieces(): AsyncGenerator<string> {
      yield* ['The kettle ', 'is on. ', 'Would you ', 'like some tea?'];
    }
    const connection = await fish.textToSpeech.convertRealtime(
      { text: '', format: 'pcm', sample_rate: 24000 },
      pieces(),
      S2,
    );
    const parts: Uint8Array[] = [];
    await new Promise<void>((resolve, reject) => {
      connection.on(RealtimeEvents.AUDIO_CHUNK, (audio: unknown) => parts.push(audio as Uint8Array));
      connection.on(RealtimeEvents.ERROR, reject);
      connection.on(RealtimeEvents.CLOSE, () => resolve());
    });
    const pcm = Buffer.concat(parts);
    expect(pcm.length / 48000).toBeGreaterThan(1.5);
    expect(decibels(pcm)).toBeGreaterThan(-40);
  });

  it('hears of errors while it speaks live', async () => {
    async function* pieces(): AsyncGenerator<string> {
      yield 'Hello.';
    }
    const connection = await fish.textToSpeech.convertRealtime({ text: '', reference_id: 'nobody' }, pieces());
    const error = await new Promise((resolve) => connection.on(RealtimeEvents.ERROR, resolve));
    expect(String(error)).toContain('there is no voice "nobody"');
  });

  it('reads the wallet', async () => {
    expect(await fish.user.get_api_credit()).toMatchObject({ credit: expect.stringMatching(/^\d+$/) as string });
    expect(await fish.user.get_package()).toMatchObject({ balance: expect.any(Number) as number });
  });
});

describe('openai', () => {
  it.each(['mp3', 'opus', 'wav', 'pcm'] as const)('gets %s, whole', async (format) => {
    const response = await openai.audio.speech.create({
      model: 'tts-1',
      voice: 'alloy',
      input: text,
      response_format: format,
    });
    const bytes = Buffer.from(await response.arrayBuffer());
    const magic = { mp3: /^(ID3|\xff[\xf2-\xfb])/, opus: /^OggS/, wav: /^RIFF/, pcm: /^/ }[format];
    expect(bytes.toString('latin1', 0, 4)).toMatch(magic);
    expect(bytes.length).toBeGreaterThan(4000);
    expect(response.headers.get('x-dramatis-notice')).toContain('voice_stands_in');
    if (format === 'wav') expect(bytes.readUInt32LE(24)).toBe(24000);
  });

  it('streams', async () => {
    const response = await openai.audio.speech.create({
      model: 'gpt-4o-mini-tts',
      voice: 'clara',
      input: text,
      response_format: 'pcm',
      instructions: 'calmly',
    });
    const { bytes, parts } = await collect(response.body as ReadableStream<Uint8Array>);
    expect(parts).toBeGreaterThan(1);
    expect(decibels(bytes)).toBeGreaterThan(-40);
  });

  it('gets events when it asks for them, with the same audio', async () => {
    const response = await openai.audio.speech.create({
      model: 'tts-1',
      voice: { id: 'clara' },
      input: text,
      response_format: 'pcm',
      stream_format: 'sse',
    });
    const events = readEvents(await response.text());
    expect(events.at(-1)).toMatchObject({
      event: 'speech.audio.done',
      data: { type: 'speech.audio.done', usage: { input_tokens: text.length } },
    });
    const audio = events
      .filter(({ event }) => event === 'speech.audio.delta')
      .map(({ data }) => Buffer.from(data['audio'] as string, 'base64'));
    expect(Buffer.concat(audio).length / 48000).toBeGreaterThan(1.5);
  });

  it('is faster at a higher speed', async () => {
    const seconds = async (speed: number): Promise<number> => {
      const response = await openai.audio.speech.create({
        model: 'tts-1',
        voice: 'clara',
        input: text,
        response_format: 'pcm',
        speed,
      });
      return (await response.arrayBuffer()).byteLength / 48000;
    };
    expect((await seconds(0.5)) / (await seconds(2))).toBeGreaterThan(2.5);
  });

  it.each<[string, object, string]>([
    ['aac', { response_format: 'aac' }, 'response_format'],
    ['flac', { response_format: 'flac' }, 'response_format'],
    ['speed 0.25', { speed: 0.25 }, 'speed'],
    ['speed 4', { speed: 4 }, 'speed'],
    ['an unknown voice', { voice: 'nobody' }, 'voice'],
    ['an empty input', { input: '' }, 'input'],
  ])('is refused %s in words that it reads', async (_name, fields, named) => {
    const call = openai.audio.speech.create({ model: 'tts-1', voice: 'alloy', input: text, ...fields });
    const error = (await call.then(
      () => null,
      (thrown: unknown) => thrown,
    )) as InstanceType<typeof OpenAI.APIError>;
    expect(error).toBeInstanceOf(OpenAI.APIError);
    expect(error.status).toBeGreaterThanOrEqual(400);
    expect(error.status).toBeLessThan(500);
    expect(error.message).toContain(`${named}:`);
  });

  it('is refused an unknown model and a wrong key by the errors of its own', async () => {
    await expect(
      openai.audio.speech.create({ model: 'whisper-1', voice: 'alloy', input: text }),
    ).rejects.toBeInstanceOf(OpenAI.NotFoundError);
    const stranger = new OpenAI({ apiKey: 'wrong', baseURL: `${served.url}/v1`, maxRetries: 0 });
    await expect(stranger.models.list()).rejects.toBeInstanceOf(OpenAI.AuthenticationError);
  });

  it('lists models, and voices as other programs read them', async () => {
    const ids = (await openai.models.list()).data.map(({ id }) => id);
    expect(ids).toEqual(
      expect.arrayContaining(['s1', 's2-pro', 's2.1-pro', 's2.1-pro-free', 'tts-1', 'tts-1-hd', 'gpt-4o-mini-tts']),
    );
    const { voices } = (await (await served.fetch('/v1/audio/voices')).json()) as {
      voices: { id: string; name: string }[];
    };
    expect(voices.length).toBeGreaterThanOrEqual(12);
    for (const { id, name } of voices) expect([id, name]).toEqual([expect.any(String), expect.any(String)]);
  });
});
