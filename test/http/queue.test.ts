import { afterEach, describe, expect, it } from 'vitest';
import { SpeechQueue, type Slot } from '../../main/server/queue.ts';
import type { FakeEngine } from './support/fake-engine.ts';
import { serveFake, type Served } from './support/serve.ts';

const never = new AbortController().signal;
const settled = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

describe('the queue', () => {
  it('serves by priority, and callers of one priority in turns', async () => {
    const queue = new SpeechQueue({ active: 1, waiting: 99, waitingPerCaller: 99 });
    const order: string[] = [];
    const first = await queue.enter('a', 0, never);
    const ask = (name: string, caller: string, priority: number): Promise<void> =>
      queue.enter(caller, priority, never).then((slot) => {
        order.push(name);
        slot.release();
      });
    const all = [
      ask('free', 'f', 1),
      ask('a1', 'a', 0),
      ask('a2', 'a', 0),
      ask('a3', 'a', 0),
      ask('b1', 'b', 0),
      ask('b2', 'b', 0),
    ];
    first.release();
    await Promise.all(all);
    expect(order).toEqual(['b1', 'a1', 'b2', 'a2', 'a3', 'free']);
    expect(queue.load).toEqual({ active: 0, waiting: 0 });
  });

  it('refuses what is beyond its limits, in all and of one caller', async () => {
    const queue = new SpeechQueue({ active: 1, waiting: 3, waitingPerCaller: 2 });
    await queue.enter('a', 0, never);
    void queue.enter('a', 0, never);
    void queue.enter('a', 0, never);
    await expect(queue.enter('a', 0, never)).rejects.toMatchObject({ reason: 'too_many_requests' });
    void queue.enter('b', 0, never);
    await expect(queue.enter('c', 0, never)).rejects.toMatchObject({ status: 429, options: { retryAfterSeconds: 2 } });
  });

  it('forgets who leaves while waiting', async () => {
    const queue = new SpeechQueue({ active: 1, waiting: 3, waitingPerCaller: 3 });
    const slot = await queue.enter('a', 0, never);
    const leaving = new AbortController();
    const left = queue.enter('b', 0, leaving.signal);
    leaving.abort();
    await expect(left).rejects.toMatchObject({ reason: 'cancelled' });
    await expect(queue.enter('b', 0, leaving.signal)).rejects.toMatchObject({ reason: 'cancelled' });
    expect(queue.load.waiting).toBe(0);
    slot.release();
    slot.release();
    expect(queue.load.active).toBe(0);
  });

  it('lends a place while its holder waits for a reader, and gives the next one back to it first', async () => {
    const queue = new SpeechQueue({ active: 1, waiting: 9, waitingPerCaller: 9 });
    const slow = await queue.enter('slow', 0, never);
    let read: () => void = () => undefined;
    const back = slow.yieldWhile(new Promise<void>((resolve) => (read = resolve)));
    const quick = await queue.enter('quick', 0, never);
    const order: string[] = [];
    const later: Promise<Slot> = queue.enter('later', 0, never).then((slot) => (order.push('later'), slot));
    read();
    await settled();
    void back.then(() => order.push('slow'));
    quick.release();
    await back;
    slow.release();
    (await later).release();
    expect(order).toEqual(['slow', 'later']);
    expect(queue.load).toEqual({ active: 0, waiting: 0 });
  });

  it('takes one place back, after the last of several waits', async () => {
    const queue = new SpeechQueue({ active: 1, waiting: 9, waitingPerCaller: 9 });
    const slot = await queue.enter('a', 0, never);
    const ends: (() => void)[] = [];
    const waits = [0, 1].map((i) => slot.yieldWhile(new Promise<void>((resolve) => (ends[i] = resolve))));
    ends[0]!();
    await waits[0];
    expect(queue.load.active).toBe(0);
    const other = await queue.enter('b', 0, never);
    ends[1]!();
    await settled();
    const third = slot.yieldWhile(settled());
    other.release();
    await Promise.all([...waits, third]);
    expect(queue.load).toEqual({ active: 1, waiting: 0 });
    slot.release();
    expect(queue.load).toEqual({ active: 0, waiting: 0 });
  });

  it('takes no place back for a holder that left meanwhile', async () => {
    const queue = new SpeechQueue({ active: 1, waiting: 9, waitingPerCaller: 9 });
    const slot = await queue.enter('a', 0, never);
    const back = slot.yieldWhile(settled());
    slot.release();
    await back;
    expect(queue.load.active).toBe(0);
  });
});

describe('load on the server', () => {
  let served: Served<FakeEngine>;
  afterEach(() => served.close());

  it('has s2.1-pro-free wait behind the others', async () => {
    served = await serveFake({ queue: { active: 1 } });
    let open: () => void = () => undefined;
    served.engine.behaviour = { blocks: 1, gate: new Promise<void>((resolve) => (open = resolve)) };
    const waiting = async (): Promise<number> =>
      ((await (await served.fetch('/health')).json()) as { load: { waiting: number } }).load.waiting;
    const responses: Promise<ArrayBuffer>[] = [];
    for (const [i, model] of ['s2-pro', 's2.1-pro-free', 's2.1-pro-free', 's2.1-pro', 's1'].entries()) {
      const body = { text: `${model} ${i}`, format: 'pcm', sample_rate: 8000 };
      responses.push(served.post('/v1/tts', body, { model }).then((response) => response.arrayBuffer()));
      if (i === 0) while (served.engine.working === 0) await settled();
      else while ((await waiting()) < i) await settled();
    }
    open();
    await Promise.all(responses);
    expect(served.engine.texts).toEqual(['s2-pro 0', 's2.1-pro 3', 's1 4', 's2.1-pro-free 1', 's2.1-pro-free 2']);
  });

  const say = (): Promise<Response> => served.post('/v1/tts', { text: 'Hi.', format: 'pcm', sample_rate: 8000 });

  it('answers 429 with Retry-After when too many wait, and serves those that it took', async () => {
    served = await serveFake({ queue: { active: 2, waiting: 3, waitingPerCaller: 3 } });
    let open: () => void = () => undefined;
    served.engine.behaviour = { blocks: 2, gate: new Promise<void>((resolve) => (open = resolve)) };
    let refusals = 0;
    const responses = await Promise.all(
      Array.from({ length: 10 }, async () => {
        const response = await say();
        if (response.status === 429 && ++refusals === 5) open();
        return response;
      }),
    );
    const statuses = responses.map(({ status }) => status).sort();
    expect(statuses).toEqual([200, 200, 200, 200, 200, 429, 429, 429, 429, 429]);
    const refused = responses.find(({ status }) => status === 429);
    expect(Number(refused?.headers.get('retry-after'))).toBeGreaterThan(0);
    expect(await refused?.json()).toMatchObject({ status: 429, reason: 'too_many_requests' });
    await Promise.all(responses.filter(({ status }) => status === 200).map((response) => response.arrayBuffer()));
    expect(served.engine.mostWorking).toBe(2);
    expect(((await (await served.fetch('/health')).json()) as { load: unknown }).load).toEqual({
      active: 0,
      waiting: 0,
    });
  });
});
