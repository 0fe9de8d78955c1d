import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { SeenRequest } from '../../engine/contract/studio.ts';
import type { FakeEngine } from './support/fake-engine.ts';
import { serveFake, type Served } from './support/serve.ts';

let served: Served<FakeEngine>;
beforeAll(async () => {
  served = await serveFake();
});
afterAll(() => served.close());

const app = (path: string, init: RequestInit = {}): Promise<Response> =>
  served.fetch(path, { ...init, headers: { Authorization: `Bearer ${served.server.launchToken}`, ...init.headers } });
const send = (method: string, path: string, body: unknown): Promise<Response> =>
  app(path, { method, headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(body) });

/** What a new follower is told until `enough`. */
async function told(enough: (seen: readonly SeenRequest[]) => boolean): Promise<SeenRequest[]> {
  const abort = new AbortController();
  const response = await app('/app/inspector', { signal: abort.signal });
  expect(response.headers.get('content-type')).toMatch(/event-stream/);
  const seen: SeenRequest[] = [];
  let text = '';
  const decoder = new TextDecoder();
  for await (const bytes of response.body!) {
    text += decoder.decode(bytes, { stream: true });
    const events = text.split('\n\n');
    text = events.pop() ?? '';
    for (const event of events) if (event.startsWith('data: ')) seen.push(JSON.parse(event.slice(6)) as SeenRequest);
    if (enough(seen)) break;
  }
  abort.abort();
  return seen;
}

describe('requests of other programs', () => {
  it('are seen with voice, text, status, times and length of the audio', async () => {
    const speech = await served.post('/v1/tts', { text: 'Good evening.', reference_id: 'first', format: 'pcm' });
    const bytes = (await speech.arrayBuffer()).byteLength;
    const [seen] = await told((all) => all.some(({ state }) => state !== 'running'));
    expect(seen).toMatchObject({
      method: 'POST',
      path: '/v1/tts',
      caller: 'DRAMATIS_API_KEY',
      voice: 'first',
      text: 'Good evening.',
      state: 'done',
      status: 200,
      bytes,
      seconds: bytes / 2 / 44_100,
      body: { text: 'Good evening.', reference_id: 'first' },
    });
    expect(seen!.firstMs).toBeLessThanOrEqual(seen!.totalMs!);
  });

  it('are kept as they were sent, without what the server fills in', async () => {
    const sent = { text: 'As it was sent.', format: 'wav' };
    await served.post('/v1/tts', sent).then((response) => response.arrayBuffer());
    const seen = await told((all) => all.some(({ text, state }) => text === sent.text && state === 'done'));
    const asked = seen.findLast(({ text }) => text === sent.text);
    expect(asked!.body).toEqual(sent);
    expect(asked!.seconds).toBeGreaterThan(0);
  });

  it('are seen when they are refused, and by whom nobody knows', async () => {
    await served.post('/v1/tts', { text: 'x', format: 'aiff' });
    await fetch(`${served.url}/v1/models`);
    const seen = await told((all) => all.some(({ status }) => status === 401));
    expect(seen.find(({ status }) => status === 422)!.error).toMatch(/^format:/);
    expect(seen.find(({ status }) => status === 401)).toMatchObject({ caller: null, path: '/v1/models' });
  });

  it('are not those of the studio itself, and can be forgotten', async () => {
    await send('POST', '/v1/tts', { text: 'From the studio.', format: 'pcm' }).then((response) =>
      response.arrayBuffer(),
    );
    await send('DELETE', '/app/inspector', {});
    await served.post('/v1/tts', { text: 'After.', format: 'pcm' }).then((response) => response.arrayBuffer());
    const seen = await told((all) => all.some(({ text }) => text === 'After.'));
    expect(new Set(seen.map(({ text }) => text))).toEqual(new Set(['After.']));
  });

  it('are for the eyes of the studio alone', async () => {
    for (const path of ['/app/inspector', '/app/keys', '/app/settings', '/app/storage'])
      expect((await served.fetch(path)).status).toBe(403);
  });
});

describe('keys', () => {
  it('are made, tell their secret once, work, show their use, and are taken back', async () => {
    const made = await send('POST', '/app/keys', { name: 'Reader', credit: 100 });
    expect(made.status).toBe(201);
    const { key, secret } = (await made.json()) as { key: { id: string }; secret: string };
    const speak = (): Promise<Response> =>
      served.post('/v1/tts', { text: 'twelve bytes', format: 'pcm' }, { Authorization: `Bearer ${secret}` });
    expect((await speak().then(async (response) => (await response.arrayBuffer(), response))).status).toBe(200);
    const list = await (await app('/app/keys')).text();
    expect(JSON.parse(list)).toMatchObject({ keys: [{ id: key.id, name: 'Reader', credit: 100, spent: 12 }] });
    expect(list).not.toContain(secret);
    expect((await app(`/app/keys/${key.id}`, { method: 'DELETE' })).status).toBe(204);
    expect((await speak()).status).toBe(401);
  });

  it('are refused without a name', async () => {
    expect((await send('POST', '/app/keys', { name: '', credit: null })).status).toBe(422);
  });
});

describe('settings', () => {
  it('are shown and changed one by one', async () => {
    expect((await send('PUT', '/app/settings', { origins: ['https://studio.example'] })).status).toBe(204);
    expect((await send('PUT', '/app/settings', { consentRequired: true })).status).toBe(204);
    expect(await (await app('/app/settings')).json()).toMatchObject({
      settings: { origins: ['https://studio.example'], consentRequired: true, defaultVoice: null },
    });
    const { models } = (await (await app('/app/settings')).json()) as { models: { name: string; pack: string }[] };
    expect(models.find(({ name }) => name === 's2.1-pro')!.pack).toBe('starter');
    expect((await send('PUT', '/app/settings', { origins: ['*'] })).status).toBe(422);
    expect((await send('PUT', '/app/settings', { keys: 1 })).status).toBe(422);
  });

  it('tell how much room each folder of the user takes', async () => {
    await send('PUT', '/app/projects/file', {
      path: null,
      file: { format: 1, kind: 'dramatis-scene', title: 'A', script: '', cast: {}, lines: [], cues: {} },
    });
    const { places } = (await (await app('/app/storage')).json()) as { places: { name: string; bytes: number }[] };
    expect(places.find(({ name }) => name === 'projects')!.bytes).toBeGreaterThan(50);
  });
});
