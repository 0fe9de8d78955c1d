import { request as httpRequest, type IncomingMessage } from 'node:http';
import { connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { engineCrash } from './support/fake-engine.ts';
import { serveFake, type Served } from './support/serve.ts';
import type { FakeEngine } from './support/fake-engine.ts';

let served: Served<FakeEngine>;
beforeEach(async () => {
  served = await serveFake();
});
afterEach(() => served.close());

const pcm = { text: 'Hello there, this is a sentence.', format: 'pcm', sample_rate: 8000 };

/** Resolves when `check` holds; fails the test when it never does. */
async function until(check: () => boolean, ms = 3000): Promise<void> {
  const end = performance.now() + ms;
  while (!check()) {
    if (performance.now() > end) throw new Error(`not within ${ms} ms: ${check.toString()}`);
    await sleep(5);
  }
}

/** A raw POST whose response the test reads at its own pace. */
function open(body: unknown): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    const request = httpRequest(`${served.url}/v1/tts`, {
      method: 'POST',
      agent: false,
      headers: { 'Content-Type': 'application/json', Authorization: `Bearer ${served.key}` },
    });
    request.on('response', resolve).on('error', reject).end(JSON.stringify(body));
  });
}

describe('POST /v1/tts', () => {
  it('streams the audio, chunked, with the headers of its format', async () => {
    const response = await served.post('/v1/tts', pcm);
    expect(response.status).toBe(200);
    expect(response.headers.get('transfer-encoding')).toBe('chunked');
    expect(response.headers.get('content-type')).toBe('audio/pcm');
    expect(response.headers.get('content-disposition')).toBe('attachment; filename="speech.pcm"');
    expect(response.headers.get('x-dramatis-seed')).toMatch(/^\d+$/);
    expect(response.headers.get('x-dramatis-synthetic')).toMatch(/^Dramatis \d/);
    expect(response.headers.get('x-generation-id')).toMatch(/^[0-9a-f-]{36}$/);
    expect((await response.arrayBuffer()).byteLength).toBe(served.engine.made * 800 * 2);
    expect(served.engine.working).toBe(0);
  });

  it('takes a request with only text, and fills in every default of the contract', async () => {
    await (await served.post('/v1/tts', { text: 'Hi.' })).arrayBuffer();
    expect(served.engine.requests[0]).toMatchObject({
      text: 'Hi.',
      voices: [{ card: served.engine.voices()[0]?.card }],
      output: { format: 'mp3', sampleRate: 44100, bitrate: 128 },
      profile: { name: 's2.1-pro', priority: 0 },
      temperature: 0.7,
      topP: 0.7,
      repetitionPenalty: 1.2,
      maxNewTokens: 1024,
      chunkLength: 300,
      minChunkLength: 50,
      conditionOnPreviousChunks: true,
      earlyStopThreshold: 1,
      latency: 'normal',
      normalize: true,
      speed: 1,
      volume: 0,
      normalizeLoudness: true,
      features: [],
      language: null,
    });
  });

  it('hands every field on', async () => {
    const body = {
      text: 'All of it.',
      temperature: 0.1,
      top_p: 0.2,
      reference_id: 'second',
      prosody: { speed: 1.5, volume: -3, normalize_loudness: false },
      chunk_length: 120,
      normalize: false,
      format: 'opus',
      sample_rate: 48000,
      opus_bitrate: 48000,
      latency: 'low',
      max_new_tokens: 300,
      repetition_penalty: 1.5,
      min_chunk_length: 20,
      condition_on_previous_chunks: false,
      early_stop_threshold: 0.5,
      features: ['quality-guard'],
      seed: 4294967295,
      language: 'en-GB',
    };
    const response = await served.post('/v1/tts', body, { model: 's2-pro' });
    expect(response.headers.get('x-dramatis-seed')).toBe('4294967295');
    await response.arrayBuffer();
    expect(served.engine.requests[0]).toMatchObject({
      voices: [{ card: served.engine.voices()[1]?.card }],
      output: { format: 'opus', sampleRate: 48000, bitrate: 48000 },
      profile: { name: 's2-pro', loudness: true },
      temperature: 0.1,
      topP: 0.2,
      repetitionPenalty: 1.5,
      maxNewTokens: 300,
      chunkLength: 120,
      minChunkLength: 20,
      conditionOnPreviousChunks: false,
      earlyStopThreshold: 0.5,
      latency: 'low',
      normalize: false,
      speed: 1.5,
      volume: -3,
      normalizeLoudness: false,
      features: ['quality-guard'],
      seed: 4294967295,
      language: 'en-GB',
    });
  });

  it('draws a fresh seed for each request that gives none', async () => {
    const seeds = new Set<string | null>();
    for (let i = 0; i < 4; i++) {
      const response = await served.post('/v1/tts', pcm);
      seeds.add(response.headers.get('x-dramatis-seed'));
      await response.arrayBuffer();
    }
    expect(seeds.size).toBe(4);
  });

  it.each([
    ['s1', 's1'],
    ['s2.1-pro-free', 's2.1-pro-free'],
    ['something-else', 's2.1-pro'],
  ])('maps the model header %s to %s', async (header, profile) => {
    await (await served.post('/v1/tts', pcm, { model: header })).arrayBuffer();
    expect(served.engine.requests[0]?.profile.name).toBe(profile);
  });

  it('tells the notices of the engine in a header', async () => {
    served.engine.behaviour = { notices: [{ code: 'no_tag', message: 'The tag “whisper” was not understood.' }] };
    const response = await served.post('/v1/tts', pcm);
    expect(JSON.parse(response.headers.get('x-dramatis-notice') ?? '')).toEqual(served.engine.behaviour.notices);
    await response.arrayBuffer();
  });

  it('tells notices that come up after the first sound in a trailer of the same name', async () => {
    const [early, late] = [
      { code: 'no_tag', message: 'Before.' },
      { code: 'max_new_tokens', message: 'Später.' },
    ];
    served.engine.behaviour = { notices: [early], lateNotices: [late] };
    const response = await open(pcm);
    expect(response.headers).toMatchObject({ trailer: 'X-Dramatis-Notice', 'transfer-encoding': 'chunked' });
    expect(JSON.parse(String(response.headers['x-dramatis-notice']))).toEqual([early]);
    let bytes = 0;
    for await (const part of response as AsyncIterable<Buffer>) bytes += part.length;
    expect(bytes).toBe(served.engine.made * 1600);
    expect(JSON.parse(response.trailers['x-dramatis-notice'] ?? '')).toEqual([late]);
    served.engine.behaviour = {};
    const plain = await open(pcm);
    for await (const _ of plain);
    expect(plain.trailers).toEqual({});
  });

  it('answers an error before the first sound with JSON', async () => {
    served.engine.behaviour = { failAfter: { blocks: 0, error: engineCrash() } };
    const response = await served.post('/v1/tts', pcm);
    expect(response.status).toBe(502);
    expect(await response.json()).toEqual({ status: 502, reason: 'engine_crashed', message: engineCrash().message });
  });

  it('hides the insides of a bug and reports it', async () => {
    served.engine.behaviour = { failAfter: { blocks: 0, error: new TypeError('secret detail') } };
    const response = await served.post('/v1/tts', pcm);
    expect(response.status).toBe(500);
    expect(await response.text()).not.toContain('secret detail');
    expect(served.reports.join()).toContain('secret detail');
  });

  it('cuts the connection when the engine fails after the first sound: never a short body that looks whole', async () => {
    served.engine.behaviour = { blocks: 20, blockMs: 5, failAfter: { blocks: 3, error: engineCrash() } };
    const response = await served.post('/v1/tts', pcm);
    expect(response.status).toBe(200);
    await expect(response.arrayBuffer()).rejects.toThrow();
  });

  it('stops the synthesis when the client leaves', async () => {
    served.engine.behaviour = { blocks: 10_000, blockMs: 5 };
    const response = await open(pcm);
    await until(() => served.engine.made > 3);
    response.destroy();
    await until(() => served.engine.aborted === 1);
    expect(served.engine.working).toBe(0);
    expect(served.engine.made).toBeLessThan(500);
  });

  it('stops the synthesis when the client leaves before the first sound', async () => {
    served.engine.behaviour = { blocks: 10, blockMs: 500 };
    const socket = connect(served.port, '127.0.0.1');
    const body = JSON.stringify(pcm);
    socket.write(
      `POST /v1/tts HTTP/1.1\r\nHost: 127.0.0.1:${served.port}\r\nAuthorization: Bearer ${served.key}\r\n` +
        `Content-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}`,
    );
    await until(() => served.engine.working === 1);
    socket.destroy();
    await until(() => served.engine.aborted === 1);
    expect(served.engine.made).toBe(0);
    expect(served.reports).toEqual([]);
  });

  it('holds back the synthesis for a slow reader, and lets others work meanwhile', async () => {
    await served.close();
    served = await serveFake({ queue: { active: 1 } });
    // 44.1 kHz, 8.8 kB a block: 176 MB in all, far beyond what sockets hold.
    served.engine.behaviour = { blocks: 20_000 };
    const slow = await open({ ...pcm, sample_rate: 44100 });
    let made = -1;
    while (made !== served.engine.made) {
      made = served.engine.made;
      await sleep(200);
    }
    expect(made).toBeLessThan(2000);
    served.engine.behaviour = { blocks: 2 };
    expect((await (await served.post('/v1/tts', pcm)).arrayBuffer()).byteLength).toBe(3200);
    slow.destroy();
    await until(() => served.engine.working === 0);
  });

  it('cuts off a reader that stalls', async () => {
    await served.close();
    served = await serveFake({ limits: { stalledWriterMs: 300 } });
    served.engine.behaviour = { blocks: 20_000 };
    const stalled = await open({ ...pcm, sample_rate: 44100 });
    stalled.on('error', () => undefined);
    await until(() => served.engine.endedAt.length === 1, 10_000);
    expect(served.reports.join()).toContain('cut off');
    stalled.destroy();
  });

  it('answers 503 with Retry-After while the engine restarts', async () => {
    served.engine.state = 'restarting';
    const response = await served.post('/v1/tts', pcm);
    expect(response.status).toBe(503);
    expect(response.headers.get('retry-after')).toBe('1');
    expect(await response.json()).toMatchObject({ status: 503, reason: 'engine_unavailable' });
  });

  it('closes within two seconds with requests at work', async () => {
    served.engine.behaviour = { blocks: 10_000, blockMs: 20 };
    const response = await open(pcm);
    response.on('error', () => undefined);
    await until(() => served.engine.made > 1);
    const start = performance.now();
    await served.server.close();
    expect(performance.now() - start).toBeLessThan(2000);
    await until(() => served.engine.working === 0);
  });

  it('says so for a method or an address that is not there', async () => {
    expect((await served.fetch('/v1/tts')).status).toBe(405);
    const missing = await served.fetch('/v1/nothing');
    expect(missing.status).toBe(404);
    expect(await missing.json()).toMatchObject({ status: 404, reason: 'not_found' });
    expect((await served.fetch('/v1/%zz')).status).toBe(404);
  });
});
