import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { FakeEngine } from './support/fake-engine.ts';
import { serveFake, type Served } from './support/serve.ts';
import { readEvents } from './support/sse.ts';

let served: Served<FakeEngine>;
beforeAll(async () => {
  served = await serveFake();
});
afterAll(() => served.close());

describe('POST /v1/tts/stream/with-timestamp', () => {
  it('answers events named message whose audio is that of /v1/tts and whose times add up', async () => {
    const body = { text: 'Words with times.', format: 'pcm', sample_rate: 8000, seed: 1 };
    const whole = Buffer.from(await (await served.post('/v1/tts', body)).arrayBuffer());
    const response = await served.post('/v1/tts/stream/with-timestamp', body);
    expect(response.headers.get('content-type')).toBe('text/event-stream; charset=utf-8');
    expect(response.headers.get('x-dramatis-seed')).toBe('1');
    const events = readEvents(await response.text());
    expect(new Set(events.map(({ event }) => event))).toEqual(new Set(['message']));
    expect(Buffer.concat(events.map(({ data }) => Buffer.from(data['audio_base64'] as string, 'base64')))).toEqual(
      whole,
    );
    expect(events[0]?.data).toMatchObject({
      content: body.text,
      alignment: { segments: [{ text: body.text, start: 0, end: 0.5 }], audio_duration: 0.5 },
      chunk_seq: 0,
      chunk_audio_offset_sec: 0,
    });
  });

  it('refuses what /v1/tts refuses', async () => {
    expect((await served.post('/v1/tts/stream/with-timestamp', { text: 'Hi.', speed: 2 })).status).toBe(422);
    expect((await served.post('/v1/tts/stream/with-timestamp', { text: 'Hi.' }, { Authorization: '' })).status).toBe(
      401,
    );
  });
});
