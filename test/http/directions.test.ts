import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { EngineHost } from '../../main/engine-host/index.ts';
import { houseVoices } from '../quality/support/expression.ts';
import { RATE, speak } from '../quality/support/speaking.ts';
import { serveReal } from './support/real-engine.ts';
import type { Served } from './support/serve.ts';
import { readEvents } from './support/sse.ts';

// A busy machine may take its time over real synthesis; nothing here measures it.
vi.setConfig({ testTimeout: 120_000 });

let served: Served<EngineHost>;
beforeAll(async () => {
  served = await serveReal();
}, 120_000);
afterAll(() => served.close());

const text =
  '[sad] Nobody came to the station that day. [laughing] And then [0.3s] everybody did! [whispering] Be quiet now. ' +
  'The [emphasis] last one leaves at nine, (break) they said, and [excited] we ran.';
const body = { text, format: 'pcm', sample_rate: RATE, seed: 11, chunk_length: 100, reference_id: 'clara' };

async function pcm(change: object = {}): Promise<Buffer> {
  const response = await served.post('/v1/tts', { ...body, ...change });
  expect(response.status).toBe(200);
  return Buffer.from(await response.arrayBuffer());
}

describe('speech with directions is the same however it is delivered', () => {
  it('as a stream, as events, to a slow reader, in a file, and by the engine itself', async () => {
    const streamed = await pcm();
    expect(streamed.length).toBeGreaterThan(10 * RATE);

    const events = readEvents(await (await served.post('/v1/tts/stream/with-timestamp', body)).text());
    const told = Buffer.concat(events.map(({ data }) => Buffer.from(data['audio_base64'] as string, 'base64')));
    expect(told.equals(streamed)).toBe(true);

    const slow: Uint8Array[] = [];
    const reader = (await served.post('/v1/tts', body)).body!.getReader();
    for (let part = await reader.read(); !part.done; part = await reader.read()) {
      slow.push(part.value);
      await sleep(5);
    }
    expect(Buffer.concat(slow).equals(streamed)).toBe(true);
    expect((await pcm({ format: 'wav' })).subarray(-streamed.length).equals(streamed)).toBe(true);

    const voice = houseVoices().find(({ id }) => id === 'clara')!;
    const { samples } = await speak({ text, voices: [{ card: voice.card }], seed: 11, chunkLength: 100 });
    expect(samples.length).toBe(streamed.length / 2);
    expect(samples.every((x, i) => x === streamed.readInt16LE(2 * i) / 32768)).toBe(true);
  });
});

describe('odd texts are spoken or refused with a reason', () => {
  it.each([
    ['nothing', '', 422],
    ['white space', ' \n\t\u3000', 400],
    ['tags alone', '[sad] [whispering] [emphasis]', 400],
    ['a pause alone', '[0.5s]', 400],
    ['a sound alone', '[laugh]', 200],
    ['punctuation', '... !!! ?? — “”', 400],
    ['a bracket that does not close', 'So [sad it goes.', 200],
    ['empty brackets', 'So [] it () goes.', 200],
    ['brackets in brackets', 'So [[sad] very] it goes.', 200],
    ['lone surrogates', 'So \ud83d it \ude00 goes \udbff.', 200],
    ['control characters', 'So\u0000 it\u0007 goes\u001b[31m on\u007f.', 200],
    ['control characters alone', '\u0000\u0001\u0002', 400],
    ['from right to left', 'مرحبا بالعالم and שלום.', 200],
    ['marks of direction', '\u202eSo it goes\u202c, \u2066they say\u2069.', 200],
    ['characters without width', 'S\u200bo i\u200dt g\ufeffoes\u2060.', 200],
    ['characters without width alone', '\u200b\u200d\ufeff\u2060', 400],
    ['combining marks', `Z${'\u0301'.repeat(500)}algo.`, 200],
    ['one word of 20,000 letters', 'a'.repeat(20_000), 200],
    ['200,000 characters', 'So it goes on and on. '.repeat(9_091).slice(0, 200_000), 200],
    ['200,000 characters without a space', '字'.repeat(200_000), 200],
    ['200,000 brackets', '['.repeat(200_000), 400],
    ['200,000 tags', '[sad]'.repeat(40_000), 400],
  ])('%s', async (_, odd, status) => {
    const stop = new AbortController();
    const response = await served.fetch('/v1/tts', {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', Authorization: `Bearer ${served.key}` },
      body: JSON.stringify({ text: odd, format: 'pcm', sample_rate: 8000 }),
      signal: stop.signal,
    });
    expect(response.status).toBe(status);
    if (status !== 200) {
      const { message } = (await response.json()) as { message: string };
      expect(message).toMatch(/text|word/u);
      return;
    }
    const reader = response.body!.getReader();
    const { value } = await reader.read();
    expect((value as Uint8Array).length).toBeGreaterThan(0);
    stop.abort();
  });
});
