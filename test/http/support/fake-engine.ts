import { setTimeout as sleep } from 'node:timers/promises';
import { DramatisError } from '../../../engine/contract/errors.ts';
import type { SpeechEvent, SpeechRequest } from '../../../engine/contract/speech.ts';
import { VoiceCard, type HouseVoice } from '../../../engine/contract/voice-card.ts';
import type { EngineService } from '../../../main/server/context.ts';

/** What a test wants the engine to do. */
export interface FakeBehaviour {
  /** Audio events; 100 ms of PCM each. Default: one for every four characters of text, at least two. */
  readonly blocks?: number;
  /** Time that each block takes, ms. */
  readonly blockMs?: number;
  /** Waits for it before the first block. */
  readonly gate?: Promise<void>;
  /** Throws after this many blocks. */
  readonly failAfter?: { readonly blocks: number; readonly error: Error };
  readonly notices?: readonly { readonly code: string; readonly message: string }[];
  /** Told after the last block. */
  readonly lateNotices?: readonly { readonly code: string; readonly message: string }[];
}

/**
 * Stands in for the engine where a test needs to steer it: how long it works, when it fails, how much it has made.
 * It makes real PCM (a tone that rises with each speaker), never encoded formats: tests of those use the real engine.
 */
export class FakeEngine implements EngineService {
  state: EngineService['state'] = 'ready';
  behaviour: FakeBehaviour = {};
  /** Requests that reached the engine, and all texts, those that came in further pieces too. */
  readonly requests: SpeechRequest[] = [];
  readonly texts: string[] = [];
  /** Audio blocks made so far, of all requests. */
  made = 0;
  /** Requests at work now, the most there ever were, and how many ended because their signal aborted. */
  working = 0;
  mostWorking = 0;
  aborted = 0;
  /** Ends of the requests' work, ms of `performance.now()`. */
  readonly endedAt: number[] = [];

  voices(): readonly HouseVoice[] {
    return HOUSE;
  }

  async *speak(
    request: SpeechRequest,
    signal: AbortSignal,
    more?: AsyncIterable<string>,
  ): AsyncGenerator<SpeechEvent, void, undefined> {
    this.requests.push(request);
    this.mostWorking = Math.max(this.mostWorking, ++this.working);
    try {
      yield* this.sound(request.text, request, signal);
      if (more && !signal.aborted) for await (const text of more) yield* this.sound(text, request, signal);
      if (signal.aborted) return;
      yield { type: 'end', stats: { audioSeconds: 0, computeSeconds: 0, firstAudioMs: 0, chunks: 1, phones: 1 } };
    } finally {
      this.working--;
      this.endedAt.push(performance.now());
    }
  }

  private async *sound(
    text: string,
    { seed, output }: SpeechRequest,
    signal: AbortSignal,
  ): AsyncGenerator<SpeechEvent, void, undefined> {
    const { blocks = Math.max(2, Math.ceil(text.length / 4)), blockMs = 0, gate, failAfter } = this.behaviour;
    const { notices = [], lateNotices = [] } = this.behaviour;
    this.texts.push(text);
    const rate = output.sampleRate;
    const samples = Math.round(rate / 10);
    const seconds = blocks / 10;
    for (const notice of notices) yield { type: 'notice', ...notice };
    const word = { text, start: 0, end: seconds, from: 0, to: text.length };
    const chunk = { index: 0, speaker: 0, text, offsetSeconds: 0, durationSeconds: seconds, words: [word] };
    yield { type: 'chunk', ...chunk };
    await gate;
    for (let block = 0; block < blocks; block++) {
      if (blockMs > 0) await sleep(blockMs, undefined, { signal }).catch(() => undefined);
      if (signal.aborted) {
        this.aborted++;
        return;
      }
      if (failAfter && block >= failAfter.blocks) throw failAfter.error;
      this.made++;
      yield { type: 'audio', bytes: tone(samples, rate, 200 + 10 * (seed % 16), block * samples) };
    }
    for (const notice of lateNotices) yield { type: 'notice', ...notice };
  }
}

export const engineCrash = (): DramatisError =>
  new DramatisError('engine_crashed', 'The speech engine stopped while it was at work.');

/** 16-bit little-endian samples of a sine at -12 dB. */
function tone(samples: number, rate: number, hertz: number, from: number): Uint8Array {
  const pcm = Buffer.alloc(samples * 2);
  for (let i = 0; i < samples; i++) {
    pcm.writeInt16LE(Math.round(8192 * Math.sin((2 * Math.PI * hertz * (from + i)) / rate)), i * 2);
  }
  return pcm;
}

const card = (speaker: string): VoiceCard => VoiceCard.parse({ speaker: { mix: { [speaker]: 1 } } });

const HOUSE: readonly HouseVoice[] = [
  {
    id: 'first',
    name: 'First',
    description: 'A test voice.',
    sex: 'female',
    age: 'adult',
    tags: ['x'],
    card: card('a'),
  },
  { id: 'second', name: 'Second', description: 'A test voice.', sex: 'male', age: 'adult', tags: [], card: card('b') },
  // Two that the examples of the documentation name.
  {
    id: 'clara',
    name: 'Clara',
    description: 'A test voice.',
    sex: 'female',
    age: 'adult',
    tags: ['x'],
    card: card('a'),
  },
  { id: 'theo', name: 'Theo', description: 'A test voice.', sex: 'male', age: 'adult', tags: ['x'], card: card('b') },
];
