import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { cp, readdir, readFile, writeFile } from 'node:fs/promises';
import { createServer, request as httpRequest, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { HouseVoice } from '../../engine/contract/voice-card.ts';
import type { CatalogPack } from '../../main/library/packs/catalog.ts';
import { PackStore } from '../../main/library/packs/index.ts';
import type { EngineHost } from '../../main/engine-host/index.ts';
import type { ModelEntity } from '../../main/server/routes/models-shape.ts';
import type { CatalogEntry } from '../../main/server/routes/packs-downloads.ts';
import type { PackEntry } from '../../main/server/routes/packs-service.ts';
import type { z } from 'zod';
import type { TimestampEvent as TimestampSchema } from '../../main/server/routes/timestamps.ts';
import { decibels, serveReal } from './support/real-engine.ts';
import type { Served } from './support/serve.ts';

const FIXTURES = join(import.meta.dirname, '..', 'fixtures', 'packs');
const fixture = (name: string): Promise<Buffer> => readFile(join(FIXTURES, name));

const PIPER = { 'en_US-many-low.onnx': 'piper-many.onnx', 'en_US-many-low.onnx.json': 'piper-many.onnx.json' };
const KOKORO = { 'model.onnx': 'kokoro-durations.onnx', 'voices-v1.0.bin': 'kokoro-voices.npz' };
const ARCHIVE = { 'piper.tar.bz2': 'piper.tar.bz2' };
const ONE = { 'de_DE-one-low.onnx': 'piper-one.onnx', 'de_DE-one-low.onnx.json': 'piper-one.onnx.json' };

type TimestampEvent = z.output<typeof TimestampSchema>;

interface Listed {
  readonly packs: readonly PackEntry[];
  readonly models: readonly { readonly name: string; readonly pack: string }[];
  readonly catalog: readonly CatalogEntry[];
}

let served: Served<EngineHost>;
/** Where the catalogue's files come from; answers a file's bytes from the place that is asked for. */
let shop: Server;
/** Holds the rest of a file back while it is set. */
let hold = false;
let asked: (string | undefined)[] = [];
let bytes: Readonly<Record<string, Buffer>> = {};

beforeAll(async () => {
  bytes = Object.fromEntries(
    await Promise.all(
      Object.entries({ ...ONE, ...ARCHIVE }).map(async ([name, file]) => [`/${name}`, await fixture(file)] as const),
    ),
  );
  shop = createServer((request, response) => {
    const content = bytes[request.url ?? ''];
    asked.push(request.headers.range);
    if (!content) return void response.writeHead(404).end();
    const from = Number(/\d+/.exec(request.headers.range ?? '')?.[0] ?? 0);
    response.writeHead(from > 0 ? 206 : 200);
    if (hold) response.write(content.subarray(from, from + 100));
    else response.end(content.subarray(from));
  });
  await new Promise<void>((resolve) => shop.listen(0, '127.0.0.1', resolve));
  served = await serveReal({ catalog: catalog() });
}, 60_000);
afterAll(async () => {
  await served.close();
  shop.closeAllConnections();
  shop.close();
});

function catalog(): CatalogPack[] {
  const { port } = shop.address() as AddressInfo;
  const pack = (id: string, at: string, sha256?: string, names = Object.keys(ONE)): CatalogPack => ({
    id,
    name: `Pack ${id}`,
    family: 'piper',
    licence: 'CC0-1.0',
    languages: ['de-DE'],
    source: 'https://example.org/',
    files: names.map((name) => ({
      name,
      url: `${at}/${name}`,
      bytes: bytes[`/${name}`]!.length,
      sha256: sha256 ?? createHash('sha256').update(bytes[`/${name}`]!).digest('hex'),
    })),
  });
  const here = `http://127.0.0.1:${port}`;
  return [
    pack('one', here),
    pack('changed', here, 'a'.repeat(64)),
    pack('gone', `${here}/none`),
    pack('far', 'http://127.0.0.1:9'),
    pack('archive', here, undefined, Object.keys(ARCHIVE)),
  ];
}

const asStudio = (path: string, init: RequestInit = {}): Promise<Response> =>
  served.fetch(path, {
    ...init,
    headers: { ...(init.headers as Record<string, string>), Authorization: `Bearer ${served.server.launchToken}` },
  });
const list = async (): Promise<Listed> => (await (await asStudio('/app/packs')).json()) as Listed;
const json = (method: string, body: unknown): RequestInit => ({
  method,
  body: JSON.stringify(body),
  headers: { 'Content-Type': 'application/json' },
});

async function upload(files: Readonly<Record<string, string | Buffer>>): Promise<Response> {
  const form = new FormData();
  for (const [name, content] of Object.entries(files)) {
    const data = typeof content === 'string' ? await fixture(content) : content;
    form.append(name, new Blob([new Uint8Array(data)]), 'file');
  }
  return asStudio('/app/packs', { method: 'POST', body: form });
}

async function say(voice: string | null, text: string, more: object = {}, model = 's2.1-pro'): Promise<Response> {
  const body = { text, ...(voice === null ? {} : { reference_id: voice }), format: 'pcm', seed: 1, ...more };
  return served.post('/v1/tts', body, { model });
}

const isKokoro = ({ card }: HouseVoice): boolean => card.pack.startsWith('kokoro');

async function until(condition: () => Promise<boolean>): Promise<void> {
  for (let i = 0; i < 1000; i++) {
    if (await condition()) return;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  throw new Error('waited in vain');
}

describe('packs of a running server', () => {
  it('are for the studio alone', async () => {
    expect((await served.fetch('/app/packs')).status).toBe(403);
  });

  it('are told of with what they can do; the one that came with the program cannot be removed', async () => {
    const { packs, models } = await list();
    expect(packs.map(({ id }) => id)).toEqual(['starter']);
    expect(packs[0]).toMatchObject({ builtIn: true, loaded: true, problem: null, capabilities: { expression: true } });
    expect(packs[0]!.bytes).toBeGreaterThan(1e6);
    expect(packs[0]!.controls).toContain('pitch');
    expect(packs[0]!.voices.length).toBeGreaterThan(10);
    expect(models.every(({ pack }) => pack === 'starter')).toBe(true);
    const answer = await asStudio('/app/packs/starter', { method: 'DELETE' });
    expect([answer.status, await answer.json()]).toMatchObject([400, { reason: 'invalid_parameter' }]);
    expect((await asStudio('/app/packs/none', { method: 'DELETE' })).status).toBe(404);
  });

  it('speak as soon as their files are there, and two of them speak in one scene', { timeout: 60_000 }, async () => {
    const added = await upload(PIPER);
    expect(added.status).toBe(201);
    const pack = (await added.json()) as PackEntry;
    expect(pack).toMatchObject({
      id: 'piper-en-us-many-low',
      family: 'piper',
      builtIn: false,
      loaded: true,
      problem: null,
      languages: ['en-US'],
      controls: ['rate', 'energy'],
      speed: null,
    });
    expect(pack.voices.map(({ id }) => id)).toContain('piper-en-us-many-low-anna');
    const kokoro = (await (await upload(KOKORO)).json()) as PackEntry;
    expect(kokoro).toMatchObject({ family: 'kokoro', capabilities: { mix: true, exactTimes: true } });
    // Each cue is spoken by the pack of its speaker's voice.
    const cues = [
      [pack.voices[0]!.id, 'Who left the light on?'],
      [kokoro.voices[0]!.id, 'Nobody did.'],
      ['clara', 'Somebody had to.'],
      [pack.voices[1]!.id, 'Not me.'],
    ] as const;
    const sounds = await Promise.all(
      cues.map(async ([voice, text]) => Buffer.from(await (await say(voice, text)).arrayBuffer())),
    );
    for (const sound of sounds) {
      expect(sound.length).toBeGreaterThan(4000);
      expect(decibels(sound)).toBeGreaterThan(-60);
    }
    // No upload is left, and the packs lie where the command line finds them.
    expect(await readdir(join(served.library.paths.root, 'uploads'))).toEqual([]);
    expect((await readdir(served.library.paths.packs)).sort()).toEqual([kokoro.id, pack.id].sort());
  });

  it('speak one dialogue together: one file, each turn by the pack of its speaker', async () => {
    const text =
      'Who left the light on? <|speaker:1|>Nobody did. <|speaker:2|>Somebody had to. … <|speaker:1|>! <|speaker:0|>Not me.';
    const body = {
      text,
      reference_id: ['piper-en-us-many-low-anna', 'clara', served.engine.voices().find(isKokoro)!.id],
      format: 'wav',
      seed: 5,
      // Piper's noise is drawn inside its graph, whatever the seed.
      temperature: 0,
    };
    const wav = async (): Promise<Buffer> => Buffer.from(await (await served.post('/v1/tts', body)).arrayBuffer());
    const [once, again] = [await wav(), await wav()];
    expect(once.equals(again)).toBe(true);
    expect(once.toString('latin1', 0, 4)).toBe('RIFF');

    const timed = await served.post('/v1/tts/stream/with-timestamp', { ...body, format: 'pcm', sample_rate: 24000 });
    const events = (await timed.text())
      .split('\n')
      .filter((line) => line.startsWith('data: '))
      .map((line) => JSON.parse(line.slice(6)) as TimestampEvent);
    const chunks = [...new Map(events.map((event) => [event.chunk_seq, event])).values()];
    expect(chunks.map(({ content }) => content.trim().replace(/[\s….!]+$/, ''))).toEqual([
      'Who left the light on?',
      'Nobody did',
      'Somebody had to',
      'Not me',
    ]);
    let at = 0;
    for (const { chunk_audio_offset_sec: offset, alignment } of chunks) {
      expect(offset).toBeGreaterThanOrEqual(at - 1e-6);
      at = offset + alignment!.audio_duration;
    }
    const samples = events.reduce((sum, event) => sum + Buffer.from(event.audio_base64, 'base64').length / 2, 0);
    expect(samples / 24000).toBeCloseTo(at, 1);
    const nothing = await served.post('/v1/tts', { ...body, text: '… <|speaker:1|>!' });
    expect([nothing.status, await nothing.json()]).toMatchObject([400, { reason: 'nothing_to_say' }]);
    const outside = await served.post('/v1/tts', { ...body, text: 'Hm. <|speaker:7|>No.' });
    expect(await outside.json()).toMatchObject({ reason: 'speaker_out_of_range' });
  });

  it('mix their voices where they are vectors', async () => {
    const [a, b] = served.engine.voices().filter(isKokoro);
    const sound = async (mix: Record<string, number>): Promise<Buffer> => {
      const body = { card: { ...a!.card, speaker: { mix } }, text: 'One, two.', seed: 1 };
      return Buffer.from(await (await asStudio('/app/voices/speech', json('POST', body))).arrayBuffer());
    };
    const name = ({ card }: HouseVoice): string => Object.keys('mix' in card.speaker ? card.speaker.mix : {})[0]!;
    const [first, second, between] = await Promise.all([
      sound({ [name(a!)]: 1 }),
      sound({ [name(b!)]: 1 }),
      sound({ [name(a!)]: 0.5, [name(b!)]: 0.5 }),
    ]);
    expect(between.length).toBeGreaterThan(4000);
    expect(between.equals(first) || between.equals(second)).toBe(false);
    // By their ids, as they are kept and as they are tried.
    const mix = [
      { id: a!.id, weight: 0.75 },
      { id: b!.id, weight: 0.25 },
    ];
    const nearer = await sound({ [name(a!)]: 0.75, [name(b!)]: 0.25 });
    const tried = await asStudio('/app/voices/speech', json('POST', { mix, text: 'One, two.', seed: 1 }));
    expect(Buffer.from(await tried.arrayBuffer()).equals(nearer)).toBe(true);
    const kept = (await (await asStudio('/model', json('POST', { title: 'Both', mix }))).json()) as ModelEntity;
    expect(kept.dramatis).toMatchObject({
      card: { speaker: { mix: { [name(a!)]: 0.75 } } },
      origin: { kind: 'mixed' },
    });
  });

  it('tell in a header what they cannot do', async () => {
    const voice = 'piper-en-us-many-low-anna';
    const answer = await say(voice, '[whispering] Come here.', { top_p: 0.2 });
    const notices = JSON.parse(answer.headers.get('x-dramatis-notice')!) as { code: string; message: string }[];
    const told = notices.map(({ message }) => message).join(' ');
    expect(told).toContain('[whispering]');
    expect(told).toContain('top_p');
    await answer.arrayBuffer();
    // What has its default was not asked for; what was set to it was.
    const long = 'Who left the light on? '.repeat(20);
    const plain = await served.post('/v1/tts', { text: long, reference_id: voice, format: 'pcm', temperature: 0 });
    expect([plain.status, plain.headers.get('x-dramatis-notice')]).toEqual([200, null]);
    await plain.arrayBuffer();
    const asked = await say(voice, long, { condition_on_previous_chunks: true });
    const codes = JSON.parse(asked.headers.get('x-dramatis-notice')!) as { code: string }[];
    expect(codes.map(({ code }) => code)).toEqual(['seed_unsupported', 'unsupported_by_pack']);
    await asked.arrayBuffer();
  });

  it('are listed from one look at their folder', async () => {
    const look = vi.spyOn(PackStore.prototype, 'list');
    expect((await list()).packs.length).toBeGreaterThan(2);
    expect(look).toHaveBeenCalledTimes(1);
    look.mockRestore();
  });

  it('are measured, and the speed is kept', async () => {
    const id = 'piper-en-us-many-low';
    const answer = await asStudio(`/app/packs/${id}/speed`, { method: 'POST' });
    const speed = (await answer.json()) as { factor: number; firstMs: number };
    expect(speed.factor).toBeGreaterThan(0);
    expect(speed.factor).toBeLessThan(100);
    expect((await list()).packs.find((pack) => pack.id === id)?.speed).toEqual(speed);
    const kept = await readFile(join(served.library.paths.root, 'pack-speeds.json'), 'utf8');
    expect(JSON.parse(kept)).toMatchObject({ packs: { [id]: speed } });
  });

  it('speak for the name of a model, from the next request on', async () => {
    const id = 'piper-en-us-many-low';
    const map = (name: string, pack: string | null): Promise<Response> =>
      asStudio(`/app/packs/models/${name}`, json('PUT', { pack }));
    const own = await say('piper-en-us-many-low-anna', 'One, two.');
    const sound = Buffer.from(await own.arrayBuffer());
    const asNobody = async (model: string): Promise<boolean> =>
      Buffer.from(await (await say(null, 'One, two.', {}, model)).arrayBuffer()).equals(sound);
    expect(await asNobody('s2-pro')).toBe(false);
    expect((await map('s2.1-pro-free', id)).status).toBe(204);
    expect((await list()).models).toContainEqual(
      expect.objectContaining({ name: 's2.1-pro-free', pack: id, usual: 'starter' }),
    );
    const notices = (await say(null, '[sighing] Hm.', {}, 's2.1-pro-free')).headers.get('x-dramatis-notice');
    expect(notices).toContain(id);
    expect((await map('voice-design-1', id)).status).toBe(400);
    expect((await map('s1', 'none')).status).toBe(404);
    expect((await map('s9', id)).status).toBe(404);
    await map('s2.1-pro-free', null);
    expect(served.library.settings.read().packs).toEqual({});
    await map('s1', id);
  });

  it('run as it was chosen, or say why they do not', async () => {
    const id = 'piper-en-us-many-low';
    const run = (change: object): Promise<Response> =>
      asStudio(`/app/packs/${id}/run`, json('PUT', { provider: 'cpu', threads: null, memoryMb: null, ...change }));
    expect((await run({ provider: 'quantum' })).status).toBe(422);
    expect((await asStudio('/app/packs/starter/run', json('PUT', { threads: 2 }))).status).toBe(400);
    // No system has both, so that one of them is never there.
    const missing = process.platform === 'win32' ? 'coreml' : 'dml';
    expect((await run({ provider: missing, threads: 2 })).status).toBe(204);
    const entry = (await list()).packs.find((pack) => pack.id === id);
    expect(entry).toMatchObject({ run: { provider: missing, threads: 2 }, loaded: true, speed: null });
    const answer = await say('piper-en-us-many-low-anna', 'Hello there.');
    expect(answer.status).toBe(200);
    expect(answer.headers.get('x-dramatis-notice')).toContain('provider_fallback');
    await answer.arrayBuffer();
    await run({});
    expect(served.library.settings.read().packRuns).toEqual({});
    const usual = (await say('piper-en-us-many-low-anna', 'Hello.')).headers.get('x-dramatis-notice');
    expect(usual ?? '').not.toContain('provider_fallback');
    await run({ threads: 2 });
  });

  it('go as they came: their voices, their speed and what was mapped to them', async () => {
    const id = 'piper-en-us-many-low';
    expect((await asStudio(`/app/packs/${id}`, { method: 'DELETE' })).status).toBe(204);
    expect((await list()).packs.map((pack) => pack.id)).not.toContain(id);
    const answer = await say('piper-en-us-many-low-anna', 'Hello.');
    expect(await answer.json()).toMatchObject({ reason: 'unknown_voice' });
    expect(served.library.settings.read()).toMatchObject({ packs: {}, packRuns: {} });
    expect(served.engine.packs().map(({ manifest }) => manifest.id)).not.toContain(id);
  });

  it('come in an archive as well', { timeout: 60_000 }, async () => {
    const answer = await upload({ 'piper.tar.bz2': 'piper.tar.bz2' });
    const pack = (await answer.json()) as PackEntry;
    expect([answer.status, pack]).toMatchObject([201, { family: 'piper', loaded: true, problem: null }]);
    expect((await say(pack.voices[0]!.id, 'Hello.')).status).toBe(200);
    await asStudio(`/app/packs/${pack.id}`, { method: 'DELETE' });
  });

  it('are refused with a sentence, and nothing stays', { timeout: 60_000 }, async () => {
    const refusal = async (files: Readonly<Record<string, string | Buffer>>): Promise<unknown> => {
      const answer = await upload(files);
      return [answer.status, ((await answer.json()) as { message: string }).message];
    };
    expect(await refusal({ 'a.onnx': Buffer.from('not a graph') })).toEqual([
      400,
      expect.stringContaining('cannot be opened') as unknown,
    ]);
    expect(await refusal({ '../a.onnx': 'piper-one.onnx' })).toEqual([
      400,
      '"../a.onnx" is not the name of a file of a pack; it must be as voices/F1.json.',
    ]);
    expect(await refusal({ 'a/../../b.onnx': 'piper-one.onnx' })).toMatchObject([400, /name of a file/]);
    expect(await refusal({})).toMatchObject([400, expect.anything()]);
    expect((await asStudio('/app/packs', json('POST', {}))).status).toBe(415);
    expect(await readdir(join(served.library.paths.root, 'uploads'))).toEqual([]);
    expect(await readdir(served.library.paths.packs)).toEqual([expect.stringMatching(/^kokoro/)]);
  });

  it('leave nothing behind when the page goes away in the middle', async () => {
    const left = (): Promise<string[]> => readdir(join(served.library.paths.root, 'uploads'));
    const request = httpRequest(`${served.url}/app/packs`, {
      method: 'POST',
      headers: {
        Authorization: `Bearer ${served.server.launchToken}`,
        'Content-Type': 'multipart/form-data; boundary=x',
      },
    });
    request.on('error', () => undefined);
    request.write('--x\r\nContent-Disposition: form-data; name="a.onnx"; filename="a"\r\n\r\nbytes');
    await until(async () => (await left()).length === 1);
    request.destroy();
    await until(async () => (await left()).length === 0);
    expect((await list()).packs.map(({ id }) => id)).not.toContain('a');
  });

  it('are there when another program adds one, and gone when it removes one', { timeout: 60_000 }, async () => {
    const store = new PackStore(served.library.paths.packs);
    const { id } = await store.add([join(FIXTURES, 'piper-text.onnx')], (folder) => served.engine.probe(folder));
    await until(async () => (await list()).packs.some((pack) => pack.id === id && pack.loaded));
    expect((await say(id, 'ab ba')).status).toBe(200);
    // One that the engine does not take is told of, and why.
    const broken = join(served.library.paths.packs, 'broken');
    await cp(join(served.library.paths.packs, id), broken, { recursive: true });
    const manifest = (await readFile(join(broken, 'pack.json'), 'utf8')).replace(`"id": "${id}"`, '"id": "broken"');
    await writeFile(join(broken, 'pack.json'), manifest);
    await writeFile(join(broken, 'voices.json'), '[]');
    await until(async () => (await list()).packs.some((pack) => pack.id === 'broken' && pack.problem !== null));
    const told = (await list()).packs.find((pack) => pack.id === 'broken');
    expect(told).toMatchObject({ loaded: false, problem: expect.stringContaining('voices.json') as unknown });
    await store.remove('broken');
    await store.remove(id);
    await until(async () => served.engine.packs().every(({ manifest }) => manifest.id !== id));
    expect((await say(id, 'ab ba')).status).toBe(400);
  });
});

describe('the catalogue', () => {
  const entry = async (id: string): Promise<CatalogEntry> => (await list()).catalog.find((one) => one.id === id)!;
  const start = (id: string): Promise<Response> => asStudio(`/app/packs/catalog/${id}`, { method: 'POST' });
  const cancel = (id: string): Promise<Response> => asStudio(`/app/packs/catalog/${id}`, { method: 'DELETE' });
  const ended = async (id: string): Promise<CatalogEntry> => {
    await until(async () => !['running', 'adding'].includes((await entry(id)).download?.state ?? ''));
    return entry(id);
  };

  it('tells what a download is before it is asked for', async () => {
    expect(await entry('one')).toMatchObject({
      licence: 'CC0-1.0',
      bytes: Object.keys(ONE).reduce((sum, name) => sum + bytes[`/${name}`]!.length, 0),
      have: 0,
      installed: null,
      download: null,
    });
    expect(asked).toEqual([]);
    expect((await start('none')).status).toBe(404);
  });

  it('says what went wrong: no network, not there, not what it should be', async () => {
    for (const [id, why] of [
      ['far', 'cannot be reached (is there a network?)'],
      ['gone', 'the answer was 404'],
      ['changed', 'its SHA-256 is not the one in the catalogue'],
    ] as const) {
      await start(id);
      const { download, installed } = await ended(id);
      expect(download).toMatchObject({ state: 'failed', message: expect.stringContaining(why) as unknown });
      expect(installed).toBeNull();
    }
  });

  it('downloads with progress, is cancelled, goes on where it was, and adds', { timeout: 60_000 }, async () => {
    hold = true;
    expect((await start('one')).status).toBe(202);
    await until(async () => ((await entry('one')).download?.bytes ?? 0) > 0);
    expect((await start('one')).status).toBe(400);
    expect((await entry('one')).download).toMatchObject({ state: 'running', bytes: 100 });
    await cancel('one');
    expect(await ended('one')).toMatchObject({ download: { state: 'cancelled' }, have: 100 });
    hold = false;
    asked = [];
    await start('one');
    const done = await ended('one');
    expect(done).toMatchObject({ download: { state: 'done', message: null }, installed: done.download!.pack, have: 0 });
    expect(asked[0]).toBe('bytes=100-');
    expect((await say(done.installed, 'Eins.')).status).toBe(200);
    expect(existsSync(join(served.library.paths.root, 'downloads', 'one'))).toBe(false);
    expect((await start('one')).status).toBe(400);
  });

  it('knows a pack again that came in an archive', { timeout: 60_000 }, async () => {
    await start('archive');
    const { installed, download } = await ended('archive');
    expect(download).toMatchObject({ state: 'done', pack: installed });
    expect((await start('archive')).status).toBe(400);
    await asStudio(`/app/packs/${installed}`, { method: 'DELETE' });
    expect((await entry('archive')).installed).toBeNull();
  });

  it('throws away what was kept, when it is told to', async () => {
    hold = true;
    await start('changed');
    await until(async () => (await entry('changed')).have > 0);
    await cancel('changed');
    expect((await ended('changed')).have).toBe(100);
    await cancel('changed');
    expect(await entry('changed')).toMatchObject({ have: 0, download: null });
    hold = false;
  });
});
