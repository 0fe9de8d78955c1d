import { encode } from '@msgpack/msgpack';
import { FishAudioClient } from 'fish-audio';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { writeCardChunk } from '../../engine/audio/wav/card.ts';
import { trackPitch } from '../../engine/voice/clone/pitch.ts';
import { DramatisError } from '../../engine/contract/errors.ts';
import { RecordingsReport } from '../../engine/contract/recording-check.ts';
import { VoiceCard } from '../../engine/contract/voice-card.ts';
import type { EngineHost } from '../../main/engine-host/index.ts';
import { FakeEngine } from './support/fake-engine.ts';
import { serveReal } from './support/real-engine.ts';
import { serve, type Served } from './support/serve.ts';

vi.setConfig({ testTimeout: 120_000 });

const TEXT = 'A sample of my voice, long enough to know it by, and then a little more, I should think.';

const LINE = 'We will need three more chairs, a longer rope, and somebody who can read the old map.';

/** The entity as the client's users read it; its own types are older than the service. */
interface Entity {
  _id: string;
  title: string;
  state: string;
  description: string;
  tags: string[];
  languages: string[];
  visibility: string;
  cover_image: string;
  task_count: number;
  samples: { text: string; audio: string }[];
  author: { _id: string };
  dramatis: {
    consent: { given: string; statement: string } | null;
    origin: { kind: string };
    card: VoiceCard;
    card_id: string;
  };
}

let served: Served<EngineHost>;
let fish: FishAudioClient;
/** Someone's speech: a house voice stands in for a person. */
let sample: File;
beforeAll(async () => {
  served = await serveReal();
  fish = new FishAudioClient({ apiKey: served.key, baseUrl: served.url });
  sample = new File([await speech({ text: TEXT, reference_id: 'theo', format: 'wav', seed: 3 })], 'sample.wav');
}, 120_000);
afterAll(() => served.close());

async function speech(body: object): Promise<ArrayBuffer> {
  const response = await served.post('/v1/tts', body);
  expect(response.status).toBe(200);
  return response.arrayBuffer();
}

const pcm = async (body: object): Promise<Buffer> =>
  Buffer.from(await speech({ text: 'Hello again.', format: 'pcm', sample_rate: 24000, seed: 5, ...body }));

const create = async (fields: object = {}, headers: Record<string, string> = {}): Promise<Entity> =>
  (await fish.voices.ivc.create(
    { title: 'Theo again', voices: [sample], texts: [TEXT], ...fields },
    {
      headers,
    },
  )) as unknown as Entity;

const get = async (id: string): Promise<Entity> => (await fish.voices.get(id)) as unknown as Entity;
const search = async (query: object): Promise<{ total: number; items: Entity[]; has_more: boolean }> =>
  (await fish.voices.search(query)) as unknown as { total: number; items: Entity[]; has_more: boolean };

describe('recordings that are measured', () => {
  const check = async (form: FormData): Promise<Response> =>
    fetch(`${served.url}/model/check`, {
      method: 'POST',
      headers: { Authorization: `Bearer ${served.key}` },
      body: form,
    });
  const form = (card?: VoiceCard): FormData => {
    const fields = new FormData();
    fields.append('voices', sample);
    fields.append('texts', TEXT);
    if (card) fields.append('card', JSON.stringify(card));
    return fields;
  };

  it('tells of each what is good and bad about it', async () => {
    const response = await check(form());
    expect(response.status).toBe(200);
    const report = RecordingsReport.parse(await response.json());
    expect(report.likeness).toBeNull();
    expect(report.recordings).toHaveLength(1);
    expect(report.recordings[0]).toMatchObject({ speakers: 1, clippedShare: 0, findings: ['brief'] });
    expect(report.recordings[0]!.snrDb).toBeGreaterThan(25);
  });

  it('tells how near a voice comes, beside the nearest house voice', async () => {
    const { items } = await search({ page_size: 100 });
    const [theo, clara] = ['theo', 'clara'].map((id) => items.find((voice) => voice._id === id)!.dramatis.card);
    const own = RecordingsReport.parse(await (await check(form(theo))).json()).likeness!;
    expect(own.clone.word).toBe('alike');
    expect(own.nearestHouse).toMatchObject({ id: 'theo', score: own.clone.score });
    const other = RecordingsReport.parse(await (await check(form(clara))).json()).likeness!;
    expect(other.clone.score).toBeLessThan(own.clone.score - 20);
    expect(other.nearestHouse.id).toBe('theo');
  });

  it('refuses what is no recording, and transcripts that do not fit in number', async () => {
    const broken = new FormData();
    broken.append('voices', new Blob(['no sound at all']));
    expect(await (await check(broken)).json()).toMatchObject({ reason: 'invalid_reference_audio' });
    const two = form();
    two.append('texts', 'a second one');
    expect((await check(two)).status).toBe(422);
    expect((await check(new FormData())).status).toBe(422);
  });
});

describe('each kind of body', () => {
  const post = async (type: string, body: string | Uint8Array<ArrayBuffer>): Promise<Response> =>
    fetch(`${served.url}/model`, {
      method: 'POST',
      headers: { Authorization: `Bearer ${served.key}`, 'Content-Type': type },
      body,
    });
  const card = VoiceCard.parse({ speaker: { mix: { slt: 1 } }, tract: 1.07 });

  it('MessagePack brings recordings as they are', async () => {
    const audio = new Uint8Array(await sample.arrayBuffer());
    const body = encode({ title: 'Packed', voices: [audio], texts: [TEXT], tags: ['a', 'b'], consent: 'Yes, he did.' });
    const response = await post('application/msgpack', body);
    expect(response.status).toBe(201);
    const made = (await response.json()) as Entity;
    expect(made).toMatchObject({ title: 'Packed', tags: ['a', 'b'], dramatis: { origin: { kind: 'cloned' } } });
    expect((await fish.voices.get(made._id)).title).toBe('Packed');
  });

  it('JSON brings them in base64', async () => {
    const audio = Buffer.from(await sample.arrayBuffer()).toString('base64');
    const response = await post('application/json', JSON.stringify({ title: 'J', voices: [audio], texts: [TEXT] }));
    expect(response.status).toBe(201);
    const made = (await response.json()) as Entity;
    expect(made.samples).toMatchObject([{ text: TEXT }]);
  });

  it('an urlencoded form brings what is text', async () => {
    const form = new URLSearchParams({
      title: 'Form',
      tags: 'low, slow',
      favourite: 'true',
      card: JSON.stringify(card),
    });
    const response = await post('application/x-www-form-urlencoded', form.toString());
    expect(response.status).toBe(201);
    const made = (await response.json()) as Entity & { marked: boolean };
    expect(made).toMatchObject({ title: 'Form', tags: ['low', 'slow'], marked: true, dramatis: { card } });
    const change = await fetch(`${served.url}/model/${made._id}`, {
      method: 'PATCH',
      headers: { Authorization: `Bearer ${served.key}`, 'Content-Type': 'application/x-www-form-urlencoded' },
      body: 'title=Other&languages=en,de',
    });
    expect(change.status).toBe(200);
    expect(await get(made._id)).toMatchObject({ title: 'Other', languages: ['en', 'de'] });
  });

  it('any other is refused', async () => {
    expect((await post('text/plain', 'title=x')).status).toBe(415);
    expect((await post('application/msgpack', new Uint8Array([0xc1]))).status).toBe(400);
  });
});

describe('a mix of voices', () => {
  const post = async (fields: object): Promise<Response> => served.post('/model', { title: 'Both', ...fields });

  it('lies between them, tells what it is made of, and has the id of its card', async () => {
    const mix = [
      { id: 'clara', weight: 0.5 },
      { id: 'theo', weight: 0.5 },
    ];
    const response = await post({ mix });
    expect(response.status).toBe(201);
    const made = (await response.json()) as Entity;
    const { items } = await search({ page_size: 100 });
    const [clara, theo] = ['clara', 'theo'].map((id) => items.find((one) => one._id === id)!.dramatis.card);
    expect(made.dramatis.card.tract).toBeCloseTo(Math.sqrt(clara!.tract * theo!.tract), 5);
    expect(made.dramatis.origin).toMatchObject({
      kind: 'mixed',
      of: [{ id: 'clara', title: 'Clara' }, { id: 'theo' }],
    });
    expect(made.dramatis.consent).toBeNull();
    const again = (await (await post({ mix: mix.toReversed(), title: 'Another' })).json()) as Entity;
    expect(again.dramatis.card_id).toBe(made.dramatis.card_id);
    expect((await pcm({ reference_id: made._id })).length).toBeGreaterThan(10_000);
  });

  it('is refused for a voice that is not there, and beside a card', async () => {
    const unknown = await post({ mix: [{ id: 'clara', weight: 1 }, { id: 'nobody', weight: 1 }] }); // prettier-ignore
    expect(unknown.status).toBeLessThan(500);
    expect(await unknown.json()).toMatchObject({ reason: 'unknown_voice' });
    expect((await post({ mix: [{ id: 'clara', weight: 1 }] })).status).toBe(422);
    const { items } = await search({ page_size: 1 });
    const mix = [{ id: 'clara', weight: 1 }, { id: 'theo', weight: 1 }]; // prettier-ignore
    expect((await post({ mix, card: items[0]!.dramatis.card })).status).toBe(422);
  });
});

describe('a voice that is asked to speak', () => {
  it('is found by its id, whether it was saved or comes with the program; any other id is refused', async () => {
    const made = await create({ title: 'By id' });
    expect((await pcm({ reference_id: made._id })).length).toBeGreaterThan(10_000);
    expect((await pcm({ reference_id: 'clara' })).length).toBeGreaterThan(10_000);
    for (const reference_id of ['nobody', 'f'.repeat(32), '../../etc']) {
      const response = await served.post('/v1/tts', { text: 'Hello.', reference_id });
      expect(response.status).toBeGreaterThanOrEqual(400);
      expect(response.status).toBeLessThan(500);
      expect(await response.json()).toMatchObject({ reason: 'unknown_voice' });
    }
  });
});

describe('a client that leaves while its recordings are analysed', () => {
  it('takes the analysis with it', async () => {
    const engine = new Analyst();
    const fake = await serve(engine);
    try {
      for (const path of ['/model', '/model/check']) {
        const form = new FormData();
        if (path === '/model') form.append('title', 'Gone');
        form.append('voices', sample);
        const controller = new AbortController();
        const headers = { Authorization: `Bearer ${fake.key}` };
        const sent = fetch(`${fake.url}${path}`, { method: 'POST', headers, body: form, signal: controller.signal });
        sent.catch(() => undefined);
        await vi.waitUntil(() => engine.begun > engine.ended, { timeout: 20_000 });
        controller.abort();
        await vi.waitUntil(() => engine.begun === engine.ended, { timeout: 20_000 });
      }
      expect(engine.begun).toBe(2);
      expect(fake.library.voices.list()).toEqual([]);
    } finally {
      await fake.close();
    }
  });
});

/** Analyses until it is told to stop. */
class Analyst extends FakeEngine {
  begun = 0;
  ended = 0;

  clone(_pack: string, _references: unknown, signal: AbortSignal): Promise<never> {
    return this.forever(signal);
  }

  assess(_pack: string, _references: unknown, _card: unknown, signal: AbortSignal): Promise<never> {
    return this.forever(signal);
  }

  private forever(signal: AbortSignal): Promise<never> {
    this.begun++;
    return new Promise((_, reject) =>
      signal.addEventListener('abort', () => {
        this.ended++;
        reject(new DramatisError('cancelled', 'stopped'));
      }),
    );
  }
}

describe('the unmodified client', () => {
  it('makes a voice, speaks with it, finds, changes and deletes it', async () => {
    const cover = new File([Buffer.from('\x89PNG\r\n\x1a\n....', 'latin1')], 'cover.png');
    const made = await create({
      description: 'A clone',
      tags: ['deep', 'test'],
      cover_image: cover,
      visibility: 'unlist',
    });
    expect(made).toMatchObject({
      _id: expect.stringMatching(/^[0-9a-f]{32}$/) as string,
      title: 'Theo again',
      state: 'trained',
      description: 'A clone',
      tags: ['deep', 'test'],
      visibility: 'unlist',
      languages: ['en-US'],
      samples: [{ text: TEXT }],
      dramatis: { origin: { kind: 'cloned' }, consent: { given: 'implied' } },
    });
    expect(await get(made._id)).toEqual(made);
    const picture = await served.fetch(new URL(made.cover_image).pathname);
    expect([picture.headers.get('content-type'), (await picture.arrayBuffer()).byteLength]).toEqual(['image/png', 12]);
    const recording = await served.fetch(new URL(made.samples[0]!.audio).pathname);
    expect(Buffer.from(await recording.arrayBuffer()).equals(Buffer.from(await sample.arrayBuffer()))).toBe(true);

    const spoken = await pcm({ reference_id: made._id });
    expect(spoken.equals(await pcm({ reference_id: made._id }))).toBe(true);
    expect(spoken.equals(await pcm({ reference_id: 'nora' }))).toBe(false);
    expect((await get(made._id)).task_count).toBe(2);

    await fish.voices.update(made._id, { title: 'Renamed', tags: ['calm'] });
    expect(await get(made._id)).toMatchObject({ title: 'Renamed', tags: ['calm'], description: 'A clone' });
    expect((await search({ title: 'rename', self: true })).items.map(({ _id }) => _id)).toEqual([made._id]);
    expect((await search({ tag: ['calm'], language: 'en' })).items.map(({ _id }) => _id)).toContain(made._id);
    expect((await search({ tag: 'deep', self: true })).total).toBe(0);

    await fish.voices.delete(made._id);
    await expect(fish.voices.get(made._id)).rejects.toMatchObject({ statusCode: 404 });
    await expect(fish.voices.delete(made._id)).rejects.toMatchObject({ statusCode: 404 });
    expect((await served.post('/v1/tts', { text: 'Hi.', reference_id: made._id })).status).toBe(400);
  });

  it('pages through the voices, sorted', async () => {
    const all = await search({ page_size: 100, sort_by: 'created_at' });
    expect(all.total).toBeGreaterThanOrEqual(12);
    const pages = [1, 2, 3].map((page_number) => search({ page_size: 5, page_number, sort_by: 'created_at' }));
    const items = (await Promise.all(pages)).flatMap((page) => page.items);
    expect(items.map(({ _id }) => _id)).toEqual(all.items.slice(0, 15).map(({ _id }) => _id));
    expect((await search({ page_size: 5, page_number: 999 })).items).toEqual([]);
    await expect(fish.voices.search({ page_size: 101 })).rejects.toMatchObject({ statusCode: 422 });
    await expect(fish.voices.search({ sort_by: 'taste' as 'score' })).rejects.toMatchObject({ statusCode: 422 });
  });

  it('cannot change or delete what comes with the program', async () => {
    await expect(fish.voices.delete('nora')).rejects.toMatchObject({ statusCode: 403 });
    await expect(fish.voices.update('nora', { title: 'Mine' })).rejects.toMatchObject({ statusCode: 403 });
    expect((await get('nora')).author._id).toBe('dramatis');
  });
});

describe('recordings', () => {
  it('of one speaker are pooled, and texts that the client joined find their recordings again', async () => {
    const other = 'The harbour lights went out, one after another, and the last ferry turned slowly towards the sea.';
    const second = new File(
      [await speech({ text: other, reference_id: 'theo', format: 'wav', seed: 4 })],
      'second.wav',
    );
    const made = await create({ voices: [sample, second], texts: [TEXT, other] });
    expect(made.samples.map(({ text }) => text)).toEqual([TEXT, other]);
    const theirs = await medianPitch({ reference_id: 'theo' });
    const ours = await medianPitch({ reference_id: made._id });
    expect(Math.abs(12 * Math.log2(ours / theirs))).toBeLessThan(2);
    expect(Math.abs(12 * Math.log2((await medianPitch({ reference_id: 'nora' })) / theirs))).toBeGreaterThan(3);
  });

  it('that do not say their text are refused, and those without a text make a voice with a notice', async () => {
    const wrong = 'In the evening the wind dropped, the clouds parted, and the whole valley lay in golden light.';
    await expect(create({ texts: [wrong] })).rejects.toMatchObject({
      statusCode: 400,
      body: { reason: 'invalid_reference_audio', message: expect.stringContaining('transcript') as string },
    });
    await expect(create({ texts: ['Yes.'] })).rejects.toMatchObject({ statusCode: 400 });
    const untold = await served.fetch('/model', { method: 'POST', body: form({ title: 'Untold', voices: sample }) });
    expect(untold.status).toBe(201);
    expect(untold.headers.get('x-dramatis-notice')).toContain('reference_without_transcript');
  });

  /** Hz. */
  async function medianPitch(voice: object): Promise<number> {
    const bytes = await pcm({ text: LINE, ...voice });
    const f0 = await trackPitch(
      Float32Array.from({ length: bytes.length >> 1 }, (_, i) => bytes.readInt16LE(2 * i) / 32768),
      24000,
    );
    const voiced = f0.filter((hz) => hz > 0).sort();
    return voiced[voiced.length >> 1]!;
  }
});

describe('consent', () => {
  it('is asked for: said by field or header it is kept with the voice, refused it makes no voice', async () => {
    const before = served.library.voices.list().length;
    const said = await create({}, { 'X-Dramatis-Consent': 'Theo signed the release on 3 May.' });
    expect(said.dramatis.consent).toMatchObject({ given: 'explicit', statement: 'Theo signed the release on 3 May.' });
    expect(served.library.voices.get(said._id)?.consent).toMatchObject({ by: 'DRAMATIS_API_KEY' });
    await expect(create({}, { 'X-Dramatis-Consent': 'no' })).rejects.toMatchObject({ statusCode: 422 });

    await served.library.settings.change({ consentRequired: true });
    await expect(create()).rejects.toMatchObject({ statusCode: 422 });
    await served.library.settings.change({ consent: 'All of my actors signed.' });
    expect((await create()).dramatis.consent).toMatchObject({
      given: 'standing',
      statement: 'All of my actors signed.',
    });
    await served.library.settings.change({ consent: null, consentRequired: false });
    expect(served.library.voices.list()).toHaveLength(before + 2);
  });

  it('is told in a notice where the call itself was taken for it, and the studio must say it', async () => {
    const form = (): FormData => {
      const data = new FormData();
      data.append('title', 'Form');
      data.append('voices', sample);
      data.append('texts', TEXT);
      return data;
    };
    const implied = await served.fetch('/model', { method: 'POST', body: form() });
    expect(implied.status).toBe(201);
    expect(implied.headers.get('x-dramatis-notice')).toContain('consent_implied');
    const asStudio = { Authorization: `Bearer ${served.server.launchToken}` };
    expect((await fetch(`${served.url}/model`, { method: 'POST', body: form(), headers: asStudio })).status).toBe(422);
  });
});

describe('a voice that brings its card', () => {
  const card = VoiceCard.parse({
    speaker: { mix: { rms: 0.7, pc: 0.3 } },
    pitch: { semitones: -1.25, range: 1.1 },
    tract: 0.93,
    tilt: -0.7,
  });
  const wav = async (): Promise<Uint8Array> => writeCardChunk(new Uint8Array(await sample.arrayBuffer()), card);

  it('is that very voice: as a reference, saved, and from a voice file', async () => {
    const audio = await wav();
    const saved = (await fish.voices.ivc.create({
      title: 'Designed',
      voices: [new File([new Uint8Array(audio)], 'c.wav')],
    })) as unknown as Entity;
    expect(saved.dramatis).toMatchObject({ card, consent: null, origin: { kind: 'designed' } });
    const expected = await pcm({ reference_id: saved._id });

    const references = [{ audio: new File([new Uint8Array(audio)], 'c.wav'), text: 'Anything at all.' }];
    const stream = await fish.textToSpeech.convert({
      text: 'Hello again.',
      format: 'pcm',
      sample_rate: 24000,
      seed: 5,
      references,
    } as never);
    const parts: Uint8Array[] = [];
    for await (const part of stream as unknown as AsyncIterable<Uint8Array>) parts.push(part);
    expect(Buffer.concat(parts).equals(expected)).toBe(true);

    const file = await served.fetch(`/model/${saved._id}/file`);
    expect(file.headers.get('content-disposition')).toContain('Designed.dramatis-voice');
    const imported = await served.fetch('/model/file', {
      method: 'POST',
      body: await file.arrayBuffer(),
      headers: { 'Content-Type': 'application/octet-stream' },
    });
    expect(imported.status).toBe(201);
    const { _id } = (await imported.json()) as Entity;
    expect(_id).not.toBe(saved._id);
    expect((await pcm({ reference_id: _id })).equals(expected)).toBe(true);
  });

  it('may come as the card alone, with where it comes from', async () => {
    const origin = { kind: 'mixed', of: [{ id: 'nora', title: 'Nora', weight: 1 }] };
    const response = await served.post('/model', { title: 'Mix', card, origin, tags: ['mine'], favourite: true });
    expect(response.status).toBe(201);
    const voice = (await response.json()) as Entity;
    expect(voice.dramatis).toMatchObject({ card, origin, consent: null });
    const patched = await served.fetch(`/model/${voice._id}`, {
      method: 'PATCH',
      body: JSON.stringify({ card: { ...card, tract: 1.1 } }),
      headers: { 'Content-Type': 'application/json' },
    });
    expect([patched.status, await patched.text()]).toEqual([200, '']);
    expect((await get(voice._id)).dramatis.card.tract).toBe(1.1);
    expect((await search({ self: true })).items[0]?._id).toBe(voice._id);
  });

  it('may speak a sample of itself', async () => {
    const response = await served.post('/model', { title: 'Sampled', card, generate_sample: true });
    const voice = (await response.json()) as Entity;
    expect(voice.samples).toHaveLength(1);
    const mp3 = await served.fetch(new URL(voice.samples[0]!.audio).pathname);
    expect(mp3.headers.get('content-type')).toBe('audio/mpeg');
    const bytes = Buffer.from(await mp3.arrayBuffer());
    expect(bytes.length).toBeGreaterThan(10_000);
    // The mark of synthetic speech, with the voice's own name.
    expect(bytes.toString('latin1', 0, 200)).toContain('Sampled');
  });
});

describe('a request that cannot be', () => {
  it.each<[string, () => BodyInit, Record<string, string>, number, string]>([
    ['no recording', () => JSON.stringify({ title: 'x' }), { 'Content-Type': 'application/json' }, 422, 'voices'],
    ['no title', () => JSON.stringify({}), { 'Content-Type': 'application/json' }, 422, 'title'],
    [
      'an unknown field',
      () => JSON.stringify({ title: 'x', sing: 1 }),
      { 'Content-Type': 'application/json' },
      422,
      'sing',
    ],
    [
      'another kind',
      () => JSON.stringify({ title: 'x', type: 'svc' }),
      { 'Content-Type': 'application/json' },
      422,
      'type',
    ],
    ['text for audio', () => form({ title: 'x', voices: new File(['hello'], 'a.wav') }), {}, 400, 'format'],
    ['a broken form', () => 'x', { 'Content-Type': 'multipart/form-data; boundary=b' }, 400, 'form'],
    ['a foreign type', () => 'x', { 'Content-Type': 'text/plain' }, 415, 'Content-Type'],
    ['more texts', () => form({ title: 'x', voices: sample, texts: ['a', 'b'] }), {}, 422, 'texts'],
  ])('for %s is refused in words', async (_, body, headers, status, said) => {
    const response = await served.fetch('/model', { method: 'POST', body: body(), headers });
    const error = (await response.json()) as { status: number; message: string };
    expect([response.status, error.status]).toEqual([status, status]);
    expect(error.message).toContain(said);
  });
});

function form(fields: Record<string, string | File | string[]>): FormData {
  const data = new FormData();
  for (const [name, value] of Object.entries(fields)) for (const item of [value].flat()) data.append(name, item);
  return data;
}
