import { DramatisError } from '../../contract/errors.ts';
import { concatSamples } from '../samples.ts';
import type { DecodedAudio } from './decode.ts';

/** Hz. */
const MIN_RATE = 4000;
const MAX_RATE = 192_000;
/** How long decoding may hold the process before others get a turn, ms. */
const TURN_MS = 25;
/** Wall time after which decoding is given up, ms. Whole references take a second; only hostile files take long. */
const GIVE_UP_MS = 30_000;

/** `problem` continues "The reference audio ...". */
export function badAudio(problem: string, cause?: unknown): DramatisError {
  return new DramatisError('invalid_reference_audio', `The reference audio ${problem}.`, cause ? { cause } : {});
}

/** Gathers decoded blocks as mono and stops at the greatest length. All errors are `invalid_reference_audio`. */
export class Collector {
  private readonly parts: Float32Array[] = [];
  private rate = 0;
  private readonly started = performance.now();
  private turnEnds = this.started + TURN_MS;
  count = 0;

  constructor(private readonly maxSeconds: number) {}

  /** Takes a block: one array per channel, `count` samples each. `rate` in Hz must stay the same. */
  add(channels: readonly Float32Array[], count: number, rate: number): void {
    if (count === 0) return;
    this.setRate(rate);
    this.count += count;
    if (this.count > this.maxSeconds * rate) throw badAudio(`is longer than ${this.maxSeconds} s`);
    this.parts.push(mixDown(channels, count));
  }

  setRate(rate: number): void {
    if (this.rate !== 0 && rate !== this.rate) {
      throw badAudio(`changes its sample rate from ${this.rate} to ${rate} Hz`);
    }
    if (!(rate >= MIN_RATE && rate <= MAX_RATE)) {
      throw badAudio(`has a sample rate of ${rate} Hz; ${MIN_RATE} to ${MAX_RATE} are supported`);
    }
    this.rate = rate;
  }

  /** Lets timers and messages through when decoding has held the process for long; gives up in the end. */
  async breathe(): Promise<void> {
    const now = performance.now();
    if (now < this.turnEnds) return;
    if (now - this.started > GIVE_UP_MS) throw badAudio(`took more than ${GIVE_UP_MS / 1000} s to decode`);
    await new Promise((resolve) => setImmediate(resolve));
    this.turnEnds = performance.now() + TURN_MS;
  }

  result(): DecodedAudio {
    if (this.count === 0) throw badAudio('holds no samples');
    return { samples: concatSamples(this.parts), sampleRate: this.rate };
  }
}

function mixDown(channels: readonly Float32Array[], count: number): Float32Array {
  const mono = new Float32Array(count);
  for (let i = 0; i < count; i++) {
    let sum = 0;
    for (const channel of channels) sum += channel[i]!;
    if (!Number.isFinite(sum)) throw badAudio('holds samples that are not finite numbers');
    mono[i] = sum / channels.length;
  }
  return mono;
}
