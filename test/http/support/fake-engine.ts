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
}

/**
 * Stands in for the engine where a test needs to steer it: how long it works, when it fails, how much it has made.
 * It makes real PCM (a tone that rises with each speaker), never encoded formats: tests of those use the real engine.
 */
export class FakeEngine implements EngineService {
  state: EngineService['state'] = 'ready';
  behaviour: FakeBehaviour = {};
  /** Requests that reached the engine. */
  readonly requests: SpeechRequest[] = [];
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

  async *speak(request: SpeechRequest, signal: AbortSignal): AsyncGenerator<SpeechEvent, void, undefined> {
    const {
      blocks = Math.max(2, Math.ceil(request.text.length / 4)),
      blockMs = 0,
      gate,
      failAfter,
      notices = [],
    } = this.behaviour;
    this.requests.push(request);
    this.mostWorking = Math.max(this.mostWorking, ++this.working);
    const rate = request.output.sampleRate;
    const samples = Math.round(rate / 10);
    try {
      for (const notice of notices) yield { type: 'notice', ...notice };
      const word = { text: request.text, start: 0, end: blocks / 10, from: 0, to: request.text.length };
      const seconds = blocks / 10;
      yield {
        type: 'chunk',
        index: 0,
        speaker: 0,
        text: request.text,
        offsetSeconds: 0,
        durationSeconds: seconds,
        words: [word],
      };
      await gate;
      for (let block = 0; block < blocks; block++) {
        if (blockMs > 0) await sleep(blockMs, undefined, { signal }).catch(() => undefined);
        if (signal.aborted) {
          this.aborted++;
          return;
        }
        if (failAfter && block >= failAfter.blocks) throw failAfter.error;
        this.made++;
        yield { type: 'audio', bytes: tone(samples, rate, 200 + 10 * (request.seed % 16), block * samples) };
      }
      yield { type: 'end', stats: { audioSeconds: seconds, computeSeconds: 0, firstAudioMs: 0, chunks: 1, phones: 1 } };
    } finally {
      this.working--;
      this.endedAt.push(performance.now());
    }
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
  { id: 'first', name: 'First', description: 'A test voice.', sex: 'female', age: 'adult', tags: [], card: card('a') },
  { id: 'second', name: 'Second', description: 'A test voice.', sex: 'male', age: 'adult', tags: [], card: card('b') },
];
