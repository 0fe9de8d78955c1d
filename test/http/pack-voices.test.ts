import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { encode } from '@msgpack/msgpack';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { PackInfo } from '../../engine/contract/messages.ts';
import type { ClonedVoice } from '../../engine/contract/speech.ts';
import { VoiceCard } from '../../engine/contract/voice-card.ts';
import type { EngineHost } from '../../main/engine-host/index.ts';
import { openLibrary } from '../../main/library/index.ts';
import { createServer } from '../../main/server/app.ts';
import type { ModelEntity } from '../../main/server/routes/models-shape.ts';
import { pocketFiles } from '../unit/packs/families/pocket-files.ts';
import { FakeEngine } from './support/fake-engine.ts';
import { serveReal } from './support/real-engine.ts';
import { serve, type Served } from './support/serve.ts';

const FIXTURES = join(import.meta.dirname, '..', 'fixtures', 'packs');
const TEXT = 'Hello there, how are you?';
const SAID = { pack: 'pocket', title: 'Nora', consent: 'Nora agreed on Monday.' };

let served: Served<EngineHost>;
let recording: Buffer<ArrayBuffer>;
/** The same recording, said to be at another rate: another voice. */
let other: Buffer<ArrayBuffer>;

beforeAll(async () => {
  served = await serveReal();
  recording = Buffer.from(await readFile(join(FIXTURES, 'pocket/voice.wav')));
  other = Buffer.from(recording);
  other.writeUInt32LE(12_000, 24);
  other.writeUInt32LE(24_000, 28);
  const form = new FormData();
  for (const [name, file] of Object.entries(pocketFiles('house.wav')))
    form.append(name, new Blob([new Uint8Array(await readFile(join(FIXTURES, file)))]), 'file');
  expect((await asStudio('/app/packs', { method: 'POST', body: form })).status).toBe(201);
}, 60_000);
afterAll(() => served.close());

const asStudio = (path: string, init: RequestInit = {}): Promise<Response> =>
  served.fetch(path, {
    ...init,
    headers: { ...(init.headers as Record<string, string>), Authorization: `Bearer ${served.server.launchToken}` },
  });

function make(recordings: readonly Buffer<ArrayBuffer>[], fields: Readonly<Record<string, string>>): Promise<Response> {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.set(name, value);
  for (const audio of recordings) form.append('voices', new Blob([audio]), 'recording.wav');
  return served.fetch('/model', { method: 'POST', body: form });
}

async function speak(body: object): Promise<Buffer> {
  const response = await served.post('/v1/tts', { text: TEXT, format: 'pcm', seed: 3, ...body });
  expect([response.status, response.ok ? '' : await response.text()]).toEqual([200, '']);
  return Buffer.from(await response.arrayBuffer());
}

describe('a voice of recordings by a pack that reads them while it speaks', () => {
  let voice: ModelEntity;
  let sound: Buffer;

  it('is kept with its recordings, and speaks as the pack does with them', async () => {
    const answer = await make([recording], SAID);
    expect(answer.status).toBe(201);
    expect(answer.headers.get('x-dramatis-notice')).toBeNull();
    voice = (await answer.json()) as ModelEntity;
    const hash = createHash('sha256').update(recording).digest('hex');
    expect(voice.dramatis).toMatchObject({
      card: { pack: 'pocket', speaker: { recordings: [hash] } },
      origin: { kind: 'cloned', recordings: [hash] },
      consent: { statement: SAID.consent, given: 'explicit' },
    });
    sound = await speak({ reference_id: voice._id });
    const house = served.engine.voices().find(({ card }) => card.pack === 'pocket')!;
    // The pack's own voice is made of the same recording.
    expect(sound.equals(await speak({ reference_id: house.id }))).toBe(true);
    const second = (await (await make([other], { ...SAID, title: 'Other' })).json()) as ModelEntity;
    expect(sound.equals(await speak({ reference_id: second._id }))).toBe(false);
    // Both in one dialogue, and beside a voice of another pack.
    const turns = `<|speaker:0|>${TEXT}<|speaker:1|>${TEXT}<|speaker:2|>${TEXT}`;
    const scene = await speak({ text: turns, reference_id: [voice._id, second._id, 'clara'] });
    expect(scene.length).toBeGreaterThan(2 * sound.length);
  });

  it('is that of `references` with the same recording', async () => {
    await asStudio('/app/packs/models/s2-pro', {
      method: 'PUT',
      body: '{"pack":"pocket"}',
      headers: { 'Content-Type': 'application/json' },
    });
    const body = { text: TEXT, format: 'pcm', seed: 3, prosody: { normalize_loudness: false } };
    const inline = await served.fetch('/v1/tts', {
      method: 'POST',
      body: encode({ ...body, references: [{ audio: new Uint8Array(recording), text: '' }] }),
      headers: { 'Content-Type': 'application/msgpack', model: 's2-pro' },
    });
    expect(Buffer.from(await inline.arrayBuffer()).equals(sound)).toBe(true);
    // The model's pack makes the voice where the request names none.
    const made = await served.post(
      '/model',
      { title: 'By model', voices: [recording.toString('base64')], consent: true },
      { model: 's2-pro' },
    );
    expect(((await made.json()) as ModelEntity).dramatis.card.pack).toBe('pocket');
  });

  it('has recordings that are measured all the same, by the pack that can', async () => {
    await served.library.settings.change({ packs: { 's2.1-pro': 'pocket' } });
    const form = new FormData();
    form.append('voices', new Blob([recording]), 'recording.wav');
    form.set('card', JSON.stringify(voice.dramatis.card));
    const answer = await served.fetch('/model/check', { method: 'POST', body: form });
    expect([answer.status, await answer.json()]).toMatchObject([
      200,
      { recordings: [{ seconds: expect.any(Number) as number }], likeness: null },
    ]);
    await served.library.settings.change({ packs: {} });
  });

  it('can be tried with other numbers, and copied: the copy has recordings and consent of its own', async () => {
    const card = { ...voice.dramatis.card, rate: 0.8 };
    const json = { headers: { 'Content-Type': 'application/json' }, method: 'POST' };
    const tried = await asStudio('/app/voices/speech', {
      ...json,
      body: JSON.stringify({ card, text: TEXT, seed: 3 }),
    });
    expect((await tried.arrayBuffer()).byteLength).toBeGreaterThan(sound.length * 1.1);
    const answer = await served.post('/model', { title: 'Slower', card, origin: { kind: 'edited', from: voice._id } });
    const copy = (await answer.json()) as ModelEntity;
    expect(copy.dramatis.consent).toMatchObject({ statement: SAID.consent });
    const file = copy.samples[0]!.task_id;
    const kept = await served.fetch(`/model/${copy._id}/samples/${file}`);
    expect(Buffer.from(await kept.arrayBuffer()).equals(recording)).toBe(true);
    const strange = { ...card, speaker: { recordings: ['0'.repeat(64)] } };
    const refused = await served.post('/model', { title: 'Nobody', card: strange });
    expect(await refused.json()).toMatchObject({ reason: 'unknown_voice' });
    const changed = await served.fetch(`/model/${copy._id}`, {
      ...json,
      method: 'PATCH',
      body: JSON.stringify({ card: strange }),
    });
    expect(changed.status).toBe(400);
    const mixed = await served.post('/model', {
      title: 'Mixed',
      mix: [
        { id: voice._id, weight: 0.5 },
        { id: copy._id, weight: 0.5 },
      ],
    });
    expect(((await mixed.json()) as { message: string }).message).toContain('cannot be mixed');
    await served.fetch(`/model/${copy._id}`, { method: 'DELETE' });
  });

  it('goes from one computer to another as one file', async () => {
    const bundle = Buffer.from(await (await served.fetch(`/model/${voice._id}/file`)).arrayBuffer());
    const bring = (body: Buffer<ArrayBuffer>): Promise<Response> =>
      served.fetch('/model/file', {
        method: 'POST',
        body,
        headers: { 'Content-Type': 'application/octet-stream' },
      });
    const brought = (await (await bring(bundle)).json()) as ModelEntity;
    expect(brought._id).not.toBe(voice._id);
    expect((await speak({ reference_id: brought._id })).equals(sound)).toBe(true);
    // A file whose card names a recording that it does not hold.
    const [hash] = (voice.dramatis.origin as { recordings: string[] }).recordings;
    const text = bundle.toString('latin1');
    const at = text.lastIndexOf(`"recordings":["${hash}`);
    const lie = Buffer.from(`${text.slice(0, at)}"recordings":["${'0'.repeat(64)}${text.slice(at + 79)}`, 'latin1');
    expect(lie.length).toBe(bundle.length);
    const answer = await bring(lie);
    expect([answer.status, await answer.json()]).toMatchObject([400, { message: /recordings as its speaker/ }]);
  });

  it('speaks on after the engine and the server have started anew', async () => {
    process.kill(served.engine.pid!, 'SIGKILL');
    await expect.poll(() => served.engine.state, { interval: 1 }).not.toBe('ready');
    const library = await openLibrary(served.library.paths.root);
    const clock = { now: () => new Date() };
    const { engine, key } = served;
    const options = { engine, library, settings: library.settings, version: '0', clock, environmentKey: key };
    const again = await createServer(options);
    const url = await again.listen(0);
    try {
      await expect.poll(() => engine.state, { timeout: 10_000 }).toBe('ready');
      const answer = await fetch(`${url}/v1/tts`, {
        method: 'POST',
        body: JSON.stringify({ text: TEXT, format: 'pcm', seed: 3, reference_id: voice._id }),
        headers: { 'Content-Type': 'application/json', Authorization: `Bearer ${key}` },
      });
      expect(Buffer.from(await answer.arrayBuffer()).equals(sound)).toBe(true);
    } finally {
      await again.close();
    }
  });

  it('is refused in a sentence where its pack, or what it was made of, is not there', async () => {
    expect(await (await make([Buffer.from('RIFF....WAVE nothing')], SAID)).json()).toMatchObject({
      reason: 'invalid_reference_audio',
    });
    expect((await asStudio('/app/packs/pocket', { method: 'DELETE' })).status).toBe(204);
    const silent = await served.post('/v1/tts', { text: TEXT, reference_id: voice._id });
    expect([silent.status, await silent.json()]).toMatchObject([
      400,
      {
        reason: 'unknown_voice',
        message:
          'The voice Nora is spoken by the voice pack pocket, which is not here: add that pack, or choose another voice.',
      },
    ]);
    expect(await (await make([recording], SAID)).json()).toMatchObject({
      reason: 'invalid_parameter',
      message: 'pack: there is no voice pack "pocket".',
    });
  });
});

describe('which pack makes a voice', () => {
  const info = (id: string, clone: boolean): PackInfo => {
    const capabilities = { clone, design: false, mix: false, exactTimes: false, expression: false };
    return {
      manifest: { id, name: id, languages: ['en'], capabilities } as PackInfo['manifest'],
      voices: [],
      speakers: [],
    };
  };
  const made = (pack: string): ClonedVoice => {
    const card = VoiceCard.parse({ pack, speaker: { mix: { a: 1 } } });
    return { card, carried: false, languages: [], notices: [] };
  };

  it("is the request's, then the model's, then the first that can, which is told", async () => {
    const packs = [info('starter', true), info('kokoro', false), info('pocket', true)];
    const engine = Object.assign(new FakeEngine(), {
      packs: () => packs,
      clone: (pack: string) => Promise.resolve(made(pack)),
    });
    const fake = await serve(engine);
    const body = { title: 'A', voices: [recording.toString('base64')], consent: true };
    const maker = async (more: object = {}, headers: Record<string, string> = {}): Promise<unknown> => {
      const answer = await fake.post('/model', { ...body, ...more }, headers);
      const told = (await answer.json()) as ModelEntity & { message?: string };
      return [told.message ?? told.dramatis.card.pack, answer.headers.get('x-dramatis-notice')];
    };
    try {
      expect(await maker()).toEqual(['starter', null]);
      expect(await maker({ pack: 'pocket' })).toEqual(['pocket', null]);
      expect(await maker({ pack: 'kokoro' })).toEqual([
        'pack: The voice pack kokoro makes no voices of recordings; starter, pocket do.',
        null,
      ]);
      await fake.library.settings.change({ packs: { 's2.1-pro': 'kokoro', s1: 'pocket' } });
      expect(await maker()).toEqual(['starter', expect.stringContaining('kokoro') as unknown]);
      expect(await maker({}, { model: 's1' })).toEqual(['pocket', null]);
      expect(await maker({ pack: 'starter' }, { model: 's1' })).toEqual(['starter', null]);
    } finally {
      await fake.close();
    }
  });
});
