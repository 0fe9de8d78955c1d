import { setTimeout as sleep } from 'node:timers/promises';
import { decode, encode } from '@msgpack/msgpack';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import WebSocket from 'ws';
import { engineCrash, type FakeEngine } from './support/fake-engine.ts';
import { serveFake, type Served } from './support/serve.ts';

let served: Served<FakeEngine>;
beforeEach(async () => {
  served = await serveFake({ limits: { liveIdleMs: 1500 } });
});
afterEach(() => served.close());

interface Frame {
  readonly event: string;
  readonly audio?: Uint8Array;
  readonly reason?: string;
  readonly message?: string;
}

interface Live {
  readonly socket: WebSocket;
  readonly frames: Frame[];
  readonly audio: () => number;
  /** Resolves with the close code. */
  readonly closed: Promise<number>;
  send(event: object): void;
}

async function open(headers: Record<string, string> = {}, protocols: string[] = []): Promise<Live> {
  const socket = new WebSocket(`${served.url.replace('http', 'ws')}/v1/tts/live`, protocols, {
    headers: { ...(protocols.length > 0 ? {} : { Authorization: `Bearer ${served.key}` }), ...headers },
  });
  const frames: Frame[] = [];
  socket.on('message', (data) => frames.push(decode(data as Buffer) as Frame));
  const closed = new Promise<number>((resolve) => socket.on('close', resolve));
  await new Promise((resolve, reject) => socket.on('open', resolve).on('error', reject));
  const audio = (): number => frames.reduce((sum, frame) => sum + (frame.audio?.byteLength ?? 0), 0);
  return { socket, frames, audio, closed, send: (event) => socket.send(encode(event)) };
}

const start = { event: 'start', request: { text: '', format: 'pcm', sample_rate: 8000 } };

async function until(check: () => boolean, ms = 5000): Promise<void> {
  const end = performance.now() + ms;
  while (!check()) {
    if (performance.now() > end) throw new Error(`not within ${ms} ms: ${check.toString()}`);
    await sleep(5);
  }
}

describe('WebSocket /v1/tts/live', () => {
  it('speaks text as it comes, and says when all is spoken', async () => {
    const live = await open({ model: 's2-pro' });
    live.send(start);
    live.send({ event: 'text', text: 'The first sentence. And' });
    await until(() => live.audio() > 0);
    expect(served.engine.texts).toEqual(['The first sentence.']);
    live.send({ event: 'text', text: ' the second.' });
    live.send({ event: 'stop' });
    expect(await live.closed).toBe(1000);
    expect(served.engine.texts).toEqual(['The first sentence.', ' And the second.']);
    expect(served.engine.requests[0]?.profile.name).toBe('s2-pro');
    expect(live.frames.at(-1)).toEqual({ event: 'finish', reason: 'stop' });
    expect(live.audio()).toBe(served.engine.made * 1600);
  });

  it('speaks what waits at a flush, and goes on', async () => {
    const live = await open();
    live.send(start);
    live.send({ event: 'text', text: 'no end yet' });
    await sleep(100);
    expect(live.audio()).toBe(0);
    live.send({ event: 'flush' });
    await until(() => live.audio() > 0);
    live.send({ event: 'text', text: 'more' });
    live.send({ event: 'stop' });
    await live.closed;
    expect(served.engine.texts).toEqual(['no end yet', 'more']);
  });

  it('takes frames that arrive back to back, and events that it does not know', async () => {
    const live = await open();
    live.send(start);
    live.send({ event: 'something-new', with: 'fields' });
    for (const text of ['One. ', 'Two. ', 'Three. ', 'Four.']) live.send({ event: 'text', text });
    live.send({ event: 'stop' });
    await live.closed;
    expect(served.engine.texts.join('')).toBe('One. Two. Three. Four.');
  });

  it('is one order from the first stretch to the last, with the seed and the fields of its start', async () => {
    const live = await open();
    live.send({ event: 'start', request: { ...start.request, text: 'One. ', seed: 5, top_p: 0.4 } });
    live.send({ event: 'text', text: 'Two' });
    await until(() => live.audio() > 0);
    live.send({ event: 'stop' });
    await live.closed;
    expect(served.engine.texts).toEqual(['One.', ' Two']);
    expect(served.engine.requests).toMatchObject([{ text: 'One.', seed: 5, topP: 0.4 }]);
  });

  it('tells the notices of each stretch', async () => {
    served.engine.behaviour = { notices: [{ code: 'no_tag', message: 'The tag “whisper” was not understood.' }] };
    const live = await open();
    live.send(start);
    for (const event of ['One.', 'Two.'].flatMap((text) => [{ event: 'text', text }, { event: 'flush' }])) {
      live.send(event);
      await sleep(20);
    }
    live.send({ event: 'stop' });
    await live.closed;
    const [notice] = served.engine.behaviour.notices ?? [];
    expect(live.frames.filter(({ event }) => event === 'notice')).toEqual(
      served.engine.texts.map(() => ({ event: 'notice', ...notice })),
    );
  });

  it('leaves its place to others while it waits for text', async () => {
    await served.close();
    served = await serveFake({ queue: { active: 1 } });
    const live = await open();
    live.send(start);
    live.send({ event: 'text', text: 'One. ' });
    live.send({ event: 'flush' });
    await until(() => live.audio() > 0);
    const other = await served.post('/v1/tts', { text: 'Hi.', format: 'pcm' });
    expect(other.status).toBe(200);
    await other.arrayBuffer();
    live.send({ event: 'text', text: 'Two.' });
    live.send({ event: 'stop' });
    expect(await live.closed).toBe(1000);
    expect(served.engine.texts).toEqual(['One. ', 'Hi.', 'Two.']);
  });

  it.each<[string, object[], string]>([
    ['a text before start', [{ event: 'text', text: 'Hi.' }], 'the first event must be start'],
    ['a second start', [start, start], 'was started already'],
    ['a wrong field', [{ event: 'start', request: { text: '', format: 'flac' } }], 'request.format'],
    ['an unknown voice', [{ event: 'start', request: { reference_id: 'nobody' } }], 'there is no voice "nobody"'],
    ['no event', [{ text: 'Hi.' }], 'event'],
    ['a text that is none', [start, { event: 'text', text: 5 }], 'text: 5 is not allowed'],
    ['a tag out of range', [start, { event: 'text', text: '<|speaker:3|>Hi.' }, { event: 'stop' }], 'speaker:3'],
  ])('ends with an error that names the fault at %s', async (_name, events, message) => {
    const live = await open();
    for (const event of events) live.send(event);
    expect(await live.closed).toBe(1008);
    expect(live.frames.at(-1)).toMatchObject({
      event: 'finish',
      reason: 'error',
      message: expect.stringContaining(message) as string,
    });
  });

  it.each<[string, Buffer | string]>([
    ['text frames', 'hello'],
    ['bytes that are no MessagePack', Buffer.from([0xc1])],
    ['a bomb', Buffer.from([0xdd, 0x7f, 0xff, 0xff, 0xff])],
    ['deep nesting', Buffer.alloc(100_000, 0x91)],
  ])('ends with an error at %s', async (_name, frame) => {
    const live = await open();
    live.socket.send(frame);
    expect(await live.closed).toBe(1008);
    expect(live.frames.at(-1)).toMatchObject({ event: 'finish', reason: 'error' });
  });

  it('tells a failure of the engine', async () => {
    served.engine.behaviour = { blocks: 5, failAfter: { blocks: 2, error: engineCrash() } };
    const live = await open();
    live.send(start);
    live.send({ event: 'text', text: 'Hi.' });
    live.send({ event: 'stop' });
    expect(await live.closed).toBe(1011);
    expect(live.frames.at(-1)).toMatchObject({ event: 'finish', reason: 'error', message: engineCrash().message });
  });

  it('stops the synthesis when the client leaves', async () => {
    served.engine.behaviour = { blocks: 10_000, blockMs: 5 };
    const live = await open();
    live.send(start);
    live.send({ event: 'text', text: 'Hi.' });
    live.send({ event: 'flush' });
    await until(() => live.audio() > 0);
    live.socket.terminate();
    await until(() => served.engine.working === 0);
    expect(served.engine.made).toBeLessThan(1000);
  });

  it('holds back the synthesis for a slow reader', async () => {
    served.engine.behaviour = { blocks: 20_000 };
    const live = await open();
    live.socket.pause();
    live.send({ event: 'start', request: { ...start.request, sample_rate: 44100 } });
    live.send({ event: 'text', text: 'Hi.' });
    live.send({ event: 'stop' });
    let made = -1;
    while (made !== served.engine.made || made <= 0) {
      made = served.engine.made;
      await sleep(300);
    }
    expect(made).toBeLessThan(3000);
    live.socket.terminate();
    await until(() => served.engine.working === 0);
  });

  it('cuts off a reader that stalls, and ends the work for it', async () => {
    await served.close();
    served = await serveFake({ limits: { stalledWriterMs: 300 } });
    served.engine.behaviour = { blocks: 20_000 };
    const live = await open();
    live.socket.pause();
    live.send({ event: 'start', request: { ...start.request, sample_rate: 44100 } });
    live.send({ event: 'text', text: 'Hi.' });
    live.send({ event: 'stop' });
    await until(() => served.engine.endedAt.length === 1, 10_000);
    expect(served.engine.made).toBeLessThan(20_000);
    live.socket.terminate();
  });

  it('does not take a long speech for silence', async () => {
    await served.close();
    served = await serveFake({ limits: { liveIdleMs: 200 } });
    served.engine.behaviour = { blocks: 30, blockMs: 20 };
    const live = await open();
    live.send(start);
    live.send({ event: 'text', text: 'Hi.' });
    live.send({ event: 'flush' });
    await until(() => served.engine.made === 30);
    live.send({ event: 'stop' });
    expect(await live.closed).toBe(1000);
    expect(live.frames.at(-1)).toEqual({ event: 'finish', reason: 'stop' });
  });

  it('sends a silent client away', async () => {
    const live = await open();
    live.send(start);
    expect(await live.closed).toBe(1008);
    expect(live.frames.at(-1)).toMatchObject({ reason: 'error', message: 'Nothing was said for 1.5 s.' });
  });

  it('answers 401 without a key and 403 to a foreign page, before it upgrades', async () => {
    await expect(open({ Authorization: 'Bearer wrong' })).rejects.toThrow('401');
    await expect(open({ Origin: 'https://evil.example' })).rejects.toThrow('403');
    await expect(open({ Host: 'rebound.example' })).rejects.toThrow('403');
  });

  it('takes the key as a subprotocol, which is all that a browser can send', async () => {
    const live = await open({}, [`bearer.${served.key}`]);
    expect(live.socket.protocol).toBe(`bearer.${served.key}`);
    live.send(start);
    live.send({ event: 'stop' });
    expect(await live.closed).toBe(1000);
    await expect(open({}, ['bearer.wrong'])).rejects.toThrow('401');
  });

  it('charges what was spoken, and ends when the credit does', async () => {
    const { secret, record } = await served.library.keys.create('live', 12, new Date());
    const live = await open({ Authorization: `Bearer ${secret}` });
    live.send(start);
    live.send({ event: 'text', text: 'One two.' });
    live.send({ event: 'flush' });
    await until(() => live.audio() > 0);
    live.send({ event: 'text', text: 'Three four.' });
    live.send({ event: 'stop' });
    await live.closed;
    expect(live.frames.at(-1)).toMatchObject({ reason: 'error', message: expect.stringContaining('credit') as string });
    expect(served.library.keys.spent(record.id)).toBe(8);
  });
});
