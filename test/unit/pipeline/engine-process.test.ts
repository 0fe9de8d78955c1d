import { describe, expect, it } from 'vitest';
import { DramatisError } from '../../../engine/contract/errors.ts';
import type { FromEngine, PackInfo, ToEngine } from '../../../engine/contract/messages.ts';
import type { ClonedVoice, ReferenceSample, SpeechEvent, SpeechRequest } from '../../../engine/contract/speech.ts';
import { VoiceCard } from '../../../engine/contract/voice-card.ts';
import { EngineProcess } from '../../../engine/engine-process.ts';
import type { Port } from '../../../engine/port.ts';

const request = (text: string, pack = 'p'): SpeechRequest =>
  ({ text, voices: [], profile: { pack } }) as unknown as SpeechRequest;

/** An engine that makes events until it is told to stop; the text is how many. */
function setUp() {
  const sent: FromEngine[] = [];
  let say: (message: ToEngine) => void = () => undefined;
  let close: () => void = () => undefined;
  const state = { exits: 0, atWork: 0 };
  const port: Port = {
    post: (message) => void sent.push(message),
    onMessage: (listener) => (say = listener),
    onClose: (listener) => (close = listener),
  };
  const engine = {
    async *speak(
      { text }: SpeechRequest,
      signal: AbortSignal,
      more?: AsyncIterable<string>,
    ): AsyncGenerator<SpeechEvent> {
      if (text === 'bad') throw new DramatisError('nothing_to_say', 'none');
      state.atWork++;
      try {
        if (more) for await (const piece of more) yield { type: 'notice', code: 'piece', message: piece };
        for (let i = 0; i < Number(text) && !signal.aborted; i++) {
          // A view of a larger buffer must not drag the whole through the channel.
          yield { type: 'audio', bytes: new Uint8Array(1000).subarray(0, 2) };
          await new Promise((resolve) => setImmediate(resolve));
        }
      } finally {
        state.atWork--;
      }
    },
  };
  const info = { manifest: { id: 'p' }, voices: [], speakers: [] } as unknown as PackInfo;
  new EngineProcess(
    port,
    async (folder) => {
      if (folder === 'broken') throw new DramatisError('engine_unavailable', 'pack is broken');
      const clone = async (references: readonly ReferenceSample[]): Promise<ClonedVoice> => {
        if (references.length === 0) throw new DramatisError('invalid_reference_audio', 'none');
        return {
          card: VoiceCard.parse({ speaker: { mix: { [references[0]!.text]: 1 } } }),
          carried: false,
          languages: [],
          notices: [],
        };
      };
      return { info, engine, clone, warmUp: async () => undefined };
    },
    () => state.exits++,
  ).listen();
  return { sent, state, say: (message: ToEngine) => say(message), close: () => close() };
}

const settle = async (turns = 40): Promise<void> => {
  for (let i = 0; i < turns; i++) await new Promise((resolve) => setImmediate(resolve));
};
const events = (sent: readonly FromEngine[], id: number): number =>
  sent.filter((m) => m.type === 'event' && m.id === id).length;

describe('EngineProcess', () => {
  it('loads packs, or says why not', async () => {
    const { sent, say } = setUp();
    say({ type: 'load', packs: ['fine'], threads: 1 });
    await settle();
    say({ type: 'load', packs: ['broken'], threads: 1 });
    await settle();
    expect(sent).toMatchObject([
      { type: 'ready', packs: [{ manifest: { id: 'p' } }] },
      { type: 'load-failed', error: { reason: 'engine_unavailable', message: 'pack is broken' } },
    ]);
  });

  it('makes no more events than it has credit for', async () => {
    const { sent, say } = setUp();
    say({ type: 'load', packs: ['fine'], threads: 1 });
    await settle();
    say({ type: 'speak', id: 1, request: request('20'), credit: 3 });
    await settle();
    expect(events(sent, 1)).toBe(3);
    say({ type: 'credit', id: 1, events: 2 });
    await settle();
    expect(events(sent, 1)).toBe(5);
    say({ type: 'credit', id: 1, events: 100 });
    await settle(100);
    expect(events(sent, 1)).toBe(20);
    expect(sent.at(-1)).toEqual({ type: 'done', id: 1 });
    const audio = sent.find((m) => m.type === 'event');
    expect(audio?.event).toMatchObject({ bytes: { byteLength: 2, buffer: { byteLength: 2 } } });
  });

  it('asks for the pieces of an open text one by one, until there is none or it is cancelled', async () => {
    const { sent, state, say } = setUp();
    say({ type: 'load', packs: ['fine'], threads: 1 });
    await settle();
    for (const id of [1, 2]) say({ type: 'speak', id, request: request('0'), credit: 9, open: true });
    await settle();
    say({ type: 'text', id: 1, text: 'one' });
    await settle();
    say({ type: 'text', id: 1, text: 'two' });
    await settle();
    say({ type: 'text', id: 1, text: null });
    say({ type: 'cancel', id: 2 });
    await settle();
    const piece = (message: string): object => ({
      type: 'event',
      id: 1,
      event: { type: 'notice', code: 'piece', message },
    });
    const more = { type: 'more', id: 1 };
    expect(sent.filter((m) => 'id' in m && m.id === 1)).toEqual([
      more,
      piece('one'),
      more,
      piece('two'),
      more,
      { type: 'done', id: 1 },
    ]);
    expect(sent).toContainEqual({ type: 'done', id: 2 });
    expect(state.atWork).toBe(0);
  });

  it('lets requests take turns', async () => {
    const { sent, say } = setUp();
    say({ type: 'load', packs: ['fine'], threads: 1 });
    await settle();
    say({ type: 'speak', id: 1, request: request('1000'), credit: 1000 });
    await settle();
    say({ type: 'speak', id: 2, request: request('10'), credit: 1000 });
    await settle(30);
    expect(sent).toContainEqual({ type: 'done', id: 2 });
    expect(events(sent, 1)).toBeLessThan(200);
    say({ type: 'cancel', id: 1 });
    await settle();
    expect(sent).toContainEqual({ type: 'done', id: 1 });
  });

  it('hands errors over by reason, and refuses a pack that is not loaded', async () => {
    const { sent, say } = setUp();
    say({ type: 'load', packs: ['fine'], threads: 1 });
    await settle();
    say({ type: 'speak', id: 1, request: request('bad'), credit: 1 });
    say({ type: 'speak', id: 2, request: request('1', 'other'), credit: 1 });
    await settle();
    expect(sent.slice(1)).toMatchObject([
      { type: 'failed', id: 2, error: { reason: 'engine_unavailable' } },
      { type: 'failed', id: 1, error: { reason: 'nothing_to_say', message: 'none' } },
    ]);
  });

  it.each(['stop', 'close'] as const)('on %s ends what is at work, then the process', async (how) => {
    const { state, say, close } = setUp();
    say({ type: 'load', packs: ['fine'], threads: 1 });
    await settle();
    say({ type: 'speak', id: 1, request: request('1000'), credit: 2 });
    await settle();
    expect(state).toEqual({ exits: 0, atWork: 1 });
    if (how === 'stop') say({ type: 'stop' });
    else close();
    await settle();
    expect(state).toEqual({ exits: 1, atWork: 0 });
  });
});

describe('voices from recordings', () => {
  it('are answered with the voice, or with what was wrong', async () => {
    const { sent, say } = setUp();
    say({ type: 'load', packs: ['fine'], threads: 1 });
    await settle();
    say({ type: 'clone', id: 1, pack: 'p', references: [{ audio: new Uint8Array(1), text: 'ada' }] });
    say({ type: 'clone', id: 2, pack: 'p', references: [] });
    say({ type: 'clone', id: 3, pack: 'elsewhere', references: [] });
    await settle();
    expect(sent).toContainEqual(
      expect.objectContaining({
        type: 'cloned',
        id: 1,
        voice: expect.objectContaining({ notices: [] }) as unknown,
      }),
    );
    const reasons = sent.filter((m) => m.type === 'failed').map((m) => [m.id, m.error.reason]);
    expect(new Map(reasons as [number, string][])).toEqual(
      new Map([
        [2, 'invalid_reference_audio'],
        [3, 'engine_unavailable'],
      ]),
    );
  });
});
