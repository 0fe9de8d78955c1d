import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { SpeechEvent } from '../../../engine/contract/speech.ts';
import { LIMITS } from '../../../engine/contract/limits.ts';
import type { FromEngine } from '../../../engine/contract/messages.ts';
import { CREDIT } from '../../../main/engine-host/conversation.ts';
import { forkEngine } from '../../../main/engine-host/engine-child.ts';
import { createEngineHost, type EngineHost } from '../../../main/engine-host/index.ts';
import { PACK, PCM, requestFor, speak, starter } from '../pipeline/speech.ts';

const TEXT = 'The bridge still stands, though one of the arches is wonky. ';
const never = new AbortController().signal;

describe('engine host with the engine', () => {
  let host: EngineHost;
  /** Everything that the engine's process said. */
  const said: FromEngine[] = [];
  beforeAll(async () => {
    host = createEngineHost({
      packs: [PACK],
      timing: { waitForReady: 60_000 },
      spawn: (entry, listeners) => {
        const onMessage = (message: FromEngine): void => {
          said.push(message);
          listeners.onMessage(message);
        };
        return forkEngine(entry, { ...listeners, onMessage });
      },
    });
    await host.ready;
  }, 60_000);
  afterAll(() => host.stop());

  it('knows the voices of its pack, and what it can do here', async () => {
    const { pack } = (await starter()).stages;
    expect(host.voices()).toEqual(pack.voices);
    const capabilities = { ...pack.manifest.capabilities, clone: true, design: true };
    expect(host.packs()[0]?.manifest).toEqual({ ...pack.manifest, capabilities });
    expect(host.packs()[0]?.speakers).toContain(pack.tables.speakers[0]!.name);
  });

  it('hands over what the engine says, byte by byte', async () => {
    const request = requestFor(await starter(), { text: TEXT });
    const parts: Uint8Array[] = [];
    for await (const event of host.speak(request, never)) if (event.type === 'audio') parts.push(event.bytes);
    expect(Buffer.concat(parts).equals((await speak({ text: TEXT })).bytes)).toBe(true);
  });

  it('hands errors over', async () => {
    const request = requestFor(await starter(), { text: '…' });
    await expect(host.speak(request, never).next()).rejects.toMatchObject({ reason: 'nothing_to_say', status: 400 });
  });

  it('stops within a window of work when the reader leaves, also while it plans a long chunk', async () => {
    for (const [text, leaveAfter] of [
      [TEXT.repeat(200), 4],
      [`${'and on it went '.repeat(19)}.`, 1],
    ] as const) {
      const controller = new AbortController();
      said.length = 0;
      let seen = 0;
      for await (const _ of host.speak(requestFor(await starter(), { text }), controller.signal))
        if (++seen === leaveAfter) controller.abort();
      const atCancel = said.length;
      const end = (): number => said.findIndex(({ type }) => type === 'done');
      for (let i = 0; end() < 0 && i < 6000; i++) await new Promise((resolve) => setTimeout(resolve, 5));
      // Blocks that were on their way, and the one that was being made.
      expect(said.slice(atCancel, end()).length).toBeLessThanOrEqual(2);
      expect(end()).toBeGreaterThan(0);
    }
  });

  it('makes no more than some seconds of audio ahead of a reader that does not read', async () => {
    const request = requestFor(await starter(), { text: TEXT.repeat(200) });
    said.length = 0;
    const events = host.speak(request, never);
    await events.next();
    const sent = (): SpeechEvent[] => said.flatMap((message) => (message.type === 'event' ? [message.event] : []));
    // One more for the event that was taken is granted when the next is asked for.
    for (let i = 0; sent().length < CREDIT && i < 6000; i++) await new Promise((resolve) => setTimeout(resolve, 5));
    await new Promise((resolve) => setTimeout(resolve, 200));
    expect(sent()).toHaveLength(CREDIT);
    const bytes = sent().reduce((sum, event) => sum + (event.type === 'audio' ? event.bytes.byteLength : 0), 0);
    expect(bytes / 2 / PCM.sampleRate).toBeGreaterThan(1);
    expect(bytes / 2 / PCM.sampleRate).toBeLessThanOrEqual(LIMITS.server.bufferedSeconds);
    await events.return();
  });

  it('is back after the engine was killed in mid-speech, which costs that request', async () => {
    const request = requestFor(await starter(), { text: TEXT.repeat(100) });
    const seen: SpeechEvent[] = [];
    const lost = (async () => {
      for await (const event of host.speak(request, never)) {
        seen.push(event);
        if (seen.length === 3) process.kill(host.pid!, 'SIGKILL');
      }
    })();
    await expect(lost).rejects.toMatchObject({ reason: 'engine_crashed' });
    const again = host.speak(requestFor(await starter(), { text: 'Hello.' }), never);
    expect((await again.next()).value).toMatchObject({ type: 'chunk' });
    await again.return();
  });
});
