import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { readCardChunk } from '../../engine/audio/wav/card.ts';
import { riffChunks } from '../../engine/audio/wav/riff.ts';
import { DramatisError } from '../../engine/contract/errors.ts';
import { VoiceCard } from '../../engine/contract/voice-card.ts';
import {
  type DesignedVoice,
  type DesignOrder,
  VoiceDesignResponse,
} from '../../engine/contract/voice-design-request.ts';
import type { EngineHost } from '../../main/engine-host/index.ts';
import { FakeEngine } from './support/fake-engine.ts';
import { serveReal } from './support/real-engine.ts';
import { serve, type Served } from './support/serve.ts';

// A busy machine may take its time over real synthesis; nothing here measures it.
vi.setConfig({ testTimeout: 120_000 });
const path = '/v1/voice-design';

/** An engine that notes what it was asked for and answers when it is let. */
class FakeDesigner extends FakeEngine {
  readonly orders: DesignOrder[] = [];
  gate: Promise<void> = Promise.resolve();
  failure: Error | null = null;
  empty = false;
  cancelled = 0;

  async design(_pack: string, order: DesignOrder, signal: AbortSignal): Promise<readonly DesignedVoice[]> {
    this.orders.push(order);
    signal.addEventListener('abort', () => this.cancelled++);
    await this.gate;
    if (this.failure) throw this.failure;
    const card = VoiceCard.parse({ speaker: { mix: { a: 1 } } });
    const voice = { card, wav: new Uint8Array([82, 73]), sampleRate: 24000, seconds: 1.5, text: 'Hm.', language: 'en' };
    return this.empty ? [] : Array.from({ length: order.count }, () => voice);
  }
}

describe('POST /v1/voice-design', () => {
  let served: Served<FakeDesigner>;
  beforeAll(async () => {
    served = await serve(new FakeDesigner());
  });
  afterAll(() => served.close());
  const design = (body: unknown, headers: Record<string, string> = {}): Promise<Response> =>
    served.post(path, body, headers);

  it('says so where the speed is slower than a voice can speak', async () => {
    const slow = await design({ instruction: 'a pirate', speed: 0.02 });
    expect(JSON.parse(slow.headers.get('x-dramatis-notice')!)).toMatchObject([{ code: 'speed_held' }]);
    const able = await design({ instruction: 'a pirate', speed: 0.5 });
    expect(able.headers.get('x-dramatis-notice')).toBeNull();
  });

  it('fills in the defaults and answers with the candidates', async () => {
    const response = await design({ instruction: 'a pirate' }, { model: 'voice-design-1' });
    expect(response.status).toBe(200);
    expect(response.headers.get('content-type')).toMatch(/^application\/json/);
    const { candidates } = VoiceDesignResponse.parse(await response.json());
    expect(candidates.map(({ index }) => index)).toEqual([0, 1]);
    expect(new Set(candidates.map(({ id }) => id)).size).toBe(2);
    expect(candidates[0]).toMatchObject({
      audio_base64: 'Ukk=',
      sample_rate: 24000,
      duration_ms: 1500,
      text: 'Hm.',
      language: 'en',
      instruct: 'a pirate',
    });
    const { seed, ...order } = served.engine.orders.at(-1)!;
    expect(order).toEqual({
      instruction: 'a pirate',
      referenceText: null,
      language: null,
      count: 2,
      speed: 1,
      steps: 32,
      guidance: 2,
      instructGuidance: 0,
    });
    expect(response.headers.get('x-dramatis-seed')).toBe(String(seed));
  });

  it('passes every field on', async () => {
    const body = {
      instruction: 'x'.repeat(2000),
      reference_text: 'y'.repeat(300),
      language: 'en-GB',
      n: 4,
      speed: 3,
      num_step: 128,
      guidance_scale: 0,
      instruct_guidance_scale: 7.5,
      seed: 12,
    };
    expect((await design(body)).status).toBe(200);
    expect(served.engine.orders.at(-1)).toEqual({
      instruction: body.instruction,
      referenceText: body.reference_text,
      language: 'en-GB',
      count: 4,
      speed: 3,
      steps: 128,
      guidance: 0,
      instructGuidance: 7.5,
      seed: 12,
    });
  });

  it('draws a fresh seed where none is given', async () => {
    const seeds = [];
    for (let i = 0; i < 3; i++) {
      await design({ instruction: 'a', seed: null });
      seeds.push(served.engine.orders.at(-1)!.seed);
    }
    expect(new Set(seeds).size).toBe(3);
  });

  it.each([
    [{}, 'instruction'],
    [{ instruction: '' }, 'instruction'],
    [{ instruction: 'x'.repeat(2001) }, 'instruction'],
    [{ instruction: 'a', reference_text: 'y'.repeat(301) }, 'reference_text'],
    [{ instruction: 'a', language: 'no language' }, 'language'],
    [{ instruction: 'a', n: 0 }, 'n'],
    [{ instruction: 'a', n: 5 }, 'n'],
    [{ instruction: 'a', n: 1.5 }, 'n'],
    [{ instruction: 'a', speed: 0 }, 'speed'],
    [{ instruction: 'a', speed: 3.1 }, 'speed'],
    [{ instruction: 'a', num_step: 0 }, 'num_step'],
    [{ instruction: 'a', num_step: 129 }, 'num_step'],
    [{ instruction: 'a', guidance_scale: -1 }, 'guidance_scale'],
    [{ instruction: 'a', instruct_guidance_scale: -0.1 }, 'instruct_guidance_scale'],
    [{ instruction: 'a', seed: 1.5 }, 'seed'],
    [{ instruction: 'a', features: ['x'] }, 'features'],
    [{ instruction: 'a', features_json_file: 'x' }, 'features_json_file'],
    [{ instruction: 'a', include_audio_base64: true }, 'include_audio_base64'],
    [{ instruction: 'a', references: [] }, 'references'],
    [{ instruction: 'a', colour: 'red' }, 'colour'],
  ])('refuses %j', async (body, field) => {
    const before = served.engine.orders.length;
    const response = await design(body);
    expect(response.status).toBe(422);
    const answer = (await response.json()) as { message: string; detail: { loc: string[] }[] };
    expect(answer.detail.some(({ loc }) => loc.at(-1) === field)).toBe(true);
    expect(served.engine.orders.length).toBe(before);
  });

  it('takes JSON alone, with a key, for its own model', async () => {
    const send = (type: string, authorization = `Bearer ${served.key}`): Promise<Response> =>
      fetch(served.url + path, {
        method: 'POST',
        headers: { 'Content-Type': type, Authorization: authorization },
        body: '{"instruction":"a"}',
      });
    expect((await send('application/msgpack')).status).toBe(415);
    expect((await send('multipart/form-data; boundary=x')).status).toBe(415);
    expect((await send('application/json', 'Bearer wrong')).status).toBe(401);
    expect((await design({ instruction: 'a' }, { model: 's1' })).status).toBe(422);
  });

  it('charges once a request, and only when there are candidates', async () => {
    const created = await served.library.keys.create('small', 100, new Date());
    const key = { Authorization: `Bearer ${created.secret}` };
    const spent = (): number => served.library.keys.spent(created.record.id);
    expect((await design({ instruction: 'a pirate', n: 4 }, key)).status).toBe(200);
    expect(spent()).toBe(8);
    expect((await design({ instruction: 'a', n: 9 }, key)).status).toBe(422);
    served.engine.failure = new DramatisError('engine_crashed', 'Gone.');
    expect((await design({ instruction: 'a pirate' }, key)).status).toBe(502);
    served.engine.failure = null;
    served.engine.empty = true;
    expect((await design({ instruction: 'a pirate' }, key)).status).toBe(500);
    served.engine.empty = false;
    expect(spent()).toBe(8);
    expect((await design({ instruction: 'x'.repeat(93) }, key)).status).toBe(402);
    expect(spent()).toBe(8);
  });

  it('works on two requests at a time and sends a third away', async () => {
    let open = (): void => undefined;
    served.engine.gate = new Promise((resolve) => (open = resolve));
    const before = served.engine.orders.length;
    const first = [design({ instruction: 'a' }), design({ instruction: 'b' })];
    await vi.waitFor(() => expect(served.engine.orders.length).toBe(before + 2));
    const third = await design({ instruction: 'c' });
    expect(third.status).toBe(429);
    expect(Number(third.headers.get('retry-after'))).toBeGreaterThan(0);
    open();
    for (const response of await Promise.all(first)) expect(response.status).toBe(200);
    served.engine.gate = Promise.resolve();
    expect((await design({ instruction: 'd' })).status).toBe(200);
  });

  it('stops working for a client that has left', async () => {
    let open = (): void => undefined;
    served.engine.gate = new Promise((resolve) => (open = resolve));
    const before = served.engine.orders.length;
    const leaving = new AbortController();
    const request = fetch(served.url + path, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', Authorization: `Bearer ${served.key}` },
      body: '{"instruction":"a"}',
      signal: leaving.signal,
    });
    await vi.waitFor(() => expect(served.engine.orders.length).toBe(before + 1));
    leaving.abort();
    await expect(request).rejects.toThrow();
    await vi.waitFor(() => expect(served.engine.cancelled).toBe(1));
    open();
    served.engine.gate = Promise.resolve();
  });
});

describe('POST /v1/voice-design with the real engine', () => {
  let served: Served<EngineHost>;
  beforeAll(async () => {
    served = await serveReal();
  }, 120_000);
  afterAll(() => served.close());

  async function design(body: object): Promise<VoiceDesignResponse['candidates']> {
    const response = await served.post(path, { instruction: 'an old man with a deep voice', seed: 5, ...body });
    expect(response.status).toBe(200);
    return VoiceDesignResponse.parse(await response.json()).candidates;
  }
  const wavOf = (candidate: { audio_base64: string } | undefined): Buffer =>
    Buffer.from(candidate?.audio_base64 ?? '', 'base64');

  it('gives WAVs that say what they are and carry the voice', async () => {
    const candidates = await design({ n: 3, reference_text: 'Good evening to you all.' });
    expect(candidates).toHaveLength(3);
    const cards = candidates.map((candidate) => readCardChunk(wavOf(candidate)));
    expect(new Set(cards.map((card) => JSON.stringify(card))).size).toBe(3);
    for (const candidate of candidates) {
      const data = [...riffChunks(wavOf(candidate))].find(({ id }) => id === 'data');
      expect(data?.size).toBe(data?.body.length);
      expect(candidate.duration_ms).toBe(Math.round((data!.size / 2 / candidate.sample_rate) * 1000));
      expect(wavOf(candidate).includes('synthetic speech')).toBe(true);
      expect(candidate.text).toBe('Good evening to you all.');
    }
  });

  it('repeats itself for a seed, and only for that', async () => {
    const short = { reference_text: 'Hello there.', n: 1, num_step: 4 };
    const [first, again, other] = [await design(short), await design(short), await design({ ...short, seed: 6 })];
    expect(first).toEqual(again);
    expect(first[0]?.audio_base64).not.toBe(other[0]?.audio_base64);
  });

  it('speaks faster or slower as it is told, with the same voice', async () => {
    const short = { reference_text: 'We will meet you at the harbour.', n: 1, num_step: 2 };
    const [slow, fast] = [await design({ ...short, speed: 0.5 }), await design({ ...short, speed: 2 })];
    expect(slow[0]!.duration_ms).toBeGreaterThan(2.5 * fast[0]!.duration_ms);
    expect(readCardChunk(wavOf(slow[0]))).toEqual(readCardChunk(wavOf(fast[0])));
  });

  it('makes a voice with one step and any guidance', async () => {
    const extreme = { reference_text: 'Yes.', num_step: 1, guidance_scale: 1e9, instruct_guidance_scale: 1e9 };
    for (const candidate of await design(extreme)) expect(candidate.duration_ms).toBeGreaterThan(100);
  });

  it('finds its own words in the language of the hint or of the description', async () => {
    const [german] = await design({
      instruction: 'eine alte Frau mit rauer Stimme, langsam und leise',
      n: 1,
      num_step: 2,
    });
    expect(german).toMatchObject({ language: 'de' });
    const [chinese] = await design({ language: 'zh', n: 1, num_step: 2 });
    expect(chinese?.text).toMatch(/\p{Script=Han}/u);
    const refused = await served.post(path, { instruction: 'a', language: 'tlh' });
    expect(refused.status).toBe(400);
  });
});
