import { join } from 'node:path';
import { DramatisError } from '../../../engine/contract/errors.ts';
import { afterEach, describe, expect, it } from 'vitest';
import type { SpeechEvent, SpeechRequest } from '../../../engine/contract/speech.ts';
import { forkEngine } from '../../../main/engine-host/engine-child.ts';
import { createEngineHost, type EngineHost, type EngineHostOptions } from '../../../main/engine-host/index.ts';

const entry = { path: join(import.meta.dirname, '../../fixtures/fake-engine.mjs'), execArgv: [] };
const hosts: EngineHost[] = [];

/** The fake engine looks at the text alone. */
const request = (text: string): SpeechRequest => ({ text, profile: { pack: 'fake' } }) as unknown as SpeechRequest;

function startHost(options: Partial<EngineHostOptions> = {}): { host: EngineHost; lines: string[] } {
  const lines: string[] = [];
  const host = createEngineHost({ packs: ['somewhere'], entry, log: (line) => lines.push(line), ...options });
  hosts.push(host);
  return { host, lines };
}

const never = new AbortController().signal;

async function speak(host: EngineHost, text: string, signal = never): Promise<SpeechEvent[]> {
  const events: SpeechEvent[] = [];
  for await (const event of host.speak(request(text), signal)) events.push(event);
  return events;
}

async function until(condition: () => boolean, within = 5000): Promise<void> {
  const end = performance.now() + within;
  while (!condition()) {
    if (performance.now() > end) throw new Error('waited in vain');
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
}

afterEach(async () => {
  await Promise.all(hosts.splice(0).map((host) => host.stop()));
});

describe('engine host', () => {
  it('starts the engine and hands events on in order', async () => {
    const { host } = startHost();
    expect(host.state).toBe('starting');
    await host.ready;
    expect(host.state).toBe('ready');
    expect(host.voices().map((voice) => voice.id)).toEqual(['anna']);
    const events = await speak(host, 'count 100');
    expect(events.map((e) => (e.type === 'audio' ? e.bytes[0] : -1))).toEqual(Array.from({ length: 100 }, (_, i) => i));
  });

  it('has a request wait that comes before the engine is ready', async () => {
    const { host } = startHost();
    expect(await speak(host, 'count 3')).toHaveLength(3);
  });

  it('gives an error of the engine as it is', async () => {
    const { host } = startHost();
    await expect(speak(host, 'fail')).rejects.toMatchObject({
      reason: 'nothing_to_say',
      message: 'no words',
      status: 400,
    });
    expect(await speak(host, 'count 1')).toHaveLength(1);
  });

  it('hands over the pieces of a text as the engine asks for them', async () => {
    const { host, lines } = startHost();
    const heard: string[] = [];
    async function* pieces(): AsyncGenerator<string> {
      yield 'one';
      // The second is not asked for before the first has been.
      await until(() => heard.length === 1);
      yield 'two';
    }
    for await (const event of host.speak(request('echo'), never, pieces()))
      if (event.type === 'notice') heard.push(event.message);
    expect(heard).toEqual(['one', 'two']);
    async function* broken(): AsyncGenerator<string> {
      yield 'one';
      throw new DramatisError('insufficient_credit', 'spent');
    }
    const failing = async (): Promise<void> => {
      for await (const _ of host.speak(request('echo'), never, broken()));
    };
    await expect(failing()).rejects.toMatchObject({ reason: 'insufficient_credit' });
    await until(() => lines.some((line) => line.includes('cancelled')));
  });

  it('holds the engine back while nobody reads', async () => {
    const { host, lines } = startHost();
    const events = host.speak(request('endless'), never);
    for (let i = 0; i < 3; i++) await events.next();
    await new Promise((resolve) => setTimeout(resolve, 300));
    const sent = lines.filter((line) => line.includes('sent')).length;
    expect(sent).toBeGreaterThanOrEqual(8);
    expect(sent).toBeLessThanOrEqual(11);
    await events.return();
    await until(() => lines.some((line) => line.includes('cancelled')));
  });

  it('ends quietly on abort and cancels the work', async () => {
    const { host, lines } = startHost();
    const controller = new AbortController();
    const reading = speak(host, 'endless', controller.signal);
    await until(() => lines.some((line) => line.includes('sent 20')));
    controller.abort();
    await reading;
    await until(() => lines.some((line) => line.includes('cancelled')));
    expect(await speak(host, 'count 2')).toHaveLength(2);
  });

  it('does nothing for a signal that is aborted already', async () => {
    const { host } = startHost();
    await host.ready;
    expect(await speak(host, 'endless', AbortSignal.abort())).toEqual([]);
  });

  it('costs a crash only the requests at work, and is back at once', async () => {
    const { host } = startHost();
    await host.ready;
    const first = host.pid;
    const idle = host.speak(request('endless'), never);
    await idle.next();
    const seen: SpeechEvent[] = [];
    const crash = (async () => {
      for await (const event of host.speak(request('crash 3'), never)) seen.push(event);
    })();
    await expect(crash).rejects.toMatchObject({ reason: 'engine_crashed', status: 502 });
    expect(seen).toHaveLength(3);
    await expect(
      (async () => {
        for (;;) if ((await idle.next()).done) return;
      })(),
    ).rejects.toMatchObject({ reason: 'engine_crashed' });
    expect(host.state).toBe('restarting');
    expect(host.voices()).toHaveLength(1);
    const start = performance.now();
    expect(await speak(host, 'count 2')).toHaveLength(2);
    expect(performance.now() - start).toBeLessThan(5000);
    expect(host.pid).not.toBe(first);
  });

  it('survives being killed from outside, many times', async () => {
    const { host } = startHost();
    for (let i = 0; i < 4; i++) {
      await host.ready;
      await until(() => host.state === 'ready');
      process.kill(host.pid!, 'SIGKILL');
      await until(() => host.state !== 'ready');
    }
    expect(await speak(host, 'count 1')).toHaveLength(1);
  });

  it('kills an engine that does not answer', async () => {
    const { host, lines } = startHost({ timing: { pingEvery: 50, pongWithin: 400 } });
    await expect(speak(host, 'hang')).rejects.toMatchObject({ reason: 'engine_crashed' });
    expect(lines.join('\n')).toContain('SIGKILL');
    expect(await speak(host, 'count 1')).toHaveLength(1);
  });

  it('says at once when a pack cannot be loaded, and does not try again', async () => {
    const { host } = startHost({ packs: ['broken'] });
    await expect(host.ready).rejects.toMatchObject({ reason: 'engine_unavailable' });
    expect(host.state).toBe('failed');
    await expect(speak(host, 'count 1')).rejects.toThrow('bad pack');
  });

  it('gives up on an engine that never comes up', async () => {
    const { host } = startHost({ packs: ['dies'], timing: { restartDelays: [0, 0] } });
    await expect(host.ready).rejects.toThrow('3 times in a row');
    expect(host.state).toBe('failed');
  });

  it('has a request wait only so long for a restart', async () => {
    const { host } = startHost({ packs: ['dies'], timing: { restartDelays: [60_000], waitForReady: 50 } });
    await expect(speak(host, 'count 1')).rejects.toMatchObject({
      reason: 'engine_unavailable',
      options: { retryAfterSeconds: 1 },
    });
  });

  it('stops: what is at work is cancelled, the process goes', async () => {
    const { host } = startHost();
    await host.ready;
    const { pid } = host;
    const events = host.speak(request('endless'), never);
    await events.next();
    const rest = (async () => {
      for (;;) if ((await events.next()).done) return;
    })();
    const failing = expect(rest).rejects.toMatchObject({ reason: 'cancelled' });
    await host.stop();
    await failing;
    expect(() => process.kill(pid!, 0)).toThrow();
    expect(host.state).toBe('stopped');
    await expect(speak(host, 'count 1')).rejects.toMatchObject({ reason: 'engine_unavailable' });
  });

  it('has a process stand by, which takes over at once and ends with the host', async () => {
    const started: (number | undefined)[] = [];
    const { host, lines } = startHost({
      standby: true,
      timing: { standbyAfter: 0 },
      spawn: (entry, listeners) => {
        const child = forkEngine(entry, listeners);
        started.push(child.pid);
        return child;
      },
    });
    await host.ready;
    await until(() => started.length === 2);
    expect(host.pid).toBe(started[0]);
    expect(lines.filter((line) => line.includes('loaded'))).toHaveLength(1);
    process.kill(started[0]!, 'SIGKILL');
    await until(() => host.state === 'restarting');
    expect(await speak(host, 'count 3')).toHaveLength(3);
    expect(host.pid).toBe(started[1]);
    await until(() => started.length === 3);
    // One that stands by and goes costs nothing: the next start makes its own.
    process.kill(started[2]!, 'SIGKILL');
    await until(() => !isRunning(started[2]!));
    expect(host.state).toBe('ready');
    process.kill(started[1]!, 'SIGKILL');
    await until(() => host.state === 'restarting');
    expect(await speak(host, 'count 3')).toHaveLength(3);
    await until(() => started.length === 5);
    await host.stop();
    await until(() => !started.some((pid) => isRunning(pid!)));
  });
});

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}
