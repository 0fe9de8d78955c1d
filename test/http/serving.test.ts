import { once } from 'node:events';
import { connect, createServer, type AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { HouseVoice } from '../../engine/contract/voice-card.ts';
import { FakeEngine } from './support/fake-engine.ts';
import { serve, type Served } from './support/serve.ts';

/** Two packs, each with a voice. */
class TwoPacks extends FakeEngine {
  override voices(): readonly HouseVoice[] {
    const [first] = super.voices();
    return [first!, { ...first!, id: 'other', name: 'Other', card: { ...first!.card, pack: 'other' } }];
  }
}

let served: Served<TwoPacks>;
beforeAll(async () => {
  served = await serve(new TwoPacks());
});
afterAll(() => served.close());

const app = (path: string, init: RequestInit = {}, url = served.url): Promise<Response> =>
  fetch(url + path, { ...init, headers: { Authorization: `Bearer ${served.server.launchToken}`, ...init.headers } });
const send = (method: string, path: string, body: unknown, url = served.url): Promise<Response> =>
  app(path, { method, headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(body) }, url);
const lastPack = (): string | undefined => served.engine.requests.at(-1)?.profile.pack;

describe('what a model name maps to', () => {
  it('is changed in the settings, and the next request is spoken by that pack', async () => {
    const ask = async (): Promise<void> => {
      const response = await served.post('/v1/tts', { text: 'Hello.', format: 'pcm' }, { model: 's1' });
      expect(response.status).toBe(200);
      await response.arrayBuffer();
    };
    await ask();
    const usual = lastPack();
    expect(usual).not.toBe('other');
    await send('PUT', '/app/settings', { packs: { s1: 'other' } });
    await ask();
    expect(lastPack()).toBe('other');
    await send('PUT', '/app/settings', { packs: {} });
    await ask();
    expect(lastPack()).toBe(usual);
  });
});

describe('words that are tried out', () => {
  it('are spoken with the entry that comes with them, or else with those of the settings', async () => {
    const entry = { word: 'Siobhan', alphabet: 'respelling', pronunciation: 'shi-VAWN' };
    const kept = { word: 'Nguyen', alphabet: 'respelling', pronunciation: 'win' };
    await send('PUT', '/app/settings', { lexicon: [kept] });
    const say = async (more: object): Promise<unknown> => {
      const response = await send('POST', '/app/voices/speech', { card: null, text: 'Siobhan', seed: 7, ...more });
      expect(response.status).toBe(200);
      await response.arrayBuffer();
      return served.engine.requests.at(-1)?.lexicon;
    };
    expect(await say({ lexicon: [entry] })).toEqual([entry]);
    expect(await say({})).toEqual([kept]);
    await send('PUT', '/app/settings', { lexicon: [] });
  });
});

describe('serving', () => {
  it('stops for other programs and goes on for the studio', async () => {
    await send('PUT', '/app/settings', { serving: false });
    const refused = await served.post('/v1/tts', { text: 'Hello.' });
    expect(refused.status).toBe(503);
    expect(await refused.json()).toMatchObject({ reason: 'engine_unavailable' });
    expect((await app('/app/settings')).status).toBe(200);
    const studio = await send('POST', '/v1/tts', { text: 'Hello.', format: 'pcm' });
    expect(studio.status).toBe(200);
    await studio.arrayBuffer();
    // Who has no key is told so, whether it is stopped or not.
    expect((await fetch(`${served.url}/v1/models`)).status).toBe(401);
    await send('PUT', '/app/settings', { serving: true });
    expect((await served.fetch('/v1/models')).status).toBe(200);
  });

  it('moves to another port, where the same keys are good, and leaves the old one', async () => {
    const free = createServer();
    await new Promise<void>((resolve) => free.listen(0, '127.0.0.1', resolve));
    const { port } = free.address() as AddressInfo;
    const taken = await send('POST', '/app/server/move', { to: port });
    expect(taken.status).toBe(400);
    expect(await taken.json()).toMatchObject({ message: expect.stringContaining('another program') as string });
    expect((await app('/app/settings')).status).toBe(200);
    await new Promise((resolve) => free.close(resolve));

    const abort = new AbortController();
    const open = await app('/app/inspector', { signal: abort.signal });
    const { url } = (await (await send('POST', '/app/server/move', { to: port })).json()) as { url: string };
    expect(url).toBe(`http://127.0.0.1:${port}`);
    expect((await app('/app/settings', {}, url)).status).toBe(200);
    expect(await (await app('/app/settings', {}, url)).json()).toMatchObject({ url, settings: { port } });
    // A connection that was open goes on.
    expect((await open.body!.getReader().read()).done).toBe(false);
    abort.abort();
    const [refused] = (await once(connect(served.port, '127.0.0.1'), 'error')) as [NodeJS.ErrnoException];
    expect(refused.code).toBe('ECONNREFUSED');
    expect((await send('POST', '/app/server/move', { to: 80 }, url)).status).toBe(422);
  });
});
