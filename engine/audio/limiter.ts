import { dbToGain } from './gain.ts';
import { TruePeakDetector } from './true-peak.ts';

/** Half of the look-ahead, seconds: the gain begins to fall this long before it is held. */
const ATTACK_SECONDS = 0.0018;
/** Time constant of the recovery after a peak, seconds. */
const RELEASE_SECONDS = 0.06;
/** Attenuation below this is none, so that samples pass bit by bit again (0.00001 dB). */
const NOTHING = 1e-6;

/**
 * Streaming true-peak limiter: look-ahead of 3.6 ms and 24 samples, peaks of the continuous signal held at `ceilingDb`
 * (dBTP). As many samples come out as went in, in place; where nothing exceeds the ceiling they are the same bits.
 * The result does not depend on how the input is cut.
 *
 * The gain a peak needs is held around it, recovers exponentially, and is smoothed by a Hann window no longer than the
 * hold: so it never lies above what any sample needs. Source of the scheme: D. Giannoulis et al., "Digital Dynamic Range
 * Compressor Design", JAES 60(6), 2012; peak measure: ITU-R BS.1770-4, annex 2.
 */
export class TruePeakLimiter {
  private readonly ceiling: number;
  private readonly attack: number;
  private readonly hold: number;
  private readonly release: number;
  private readonly window: Float64Array;
  private readonly size: number;
  /** Rings over the last `size` samples: the input, the attenuation that peaks need, and it with recovery. */
  private readonly input: Float32Array;
  private readonly needed: Float64Array;
  private readonly recovering: Float64Array;
  private detector: TruePeakDetector;
  private count = 0;
  private emitted = 0;
  private attenuation = 0;
  /** The last sample that an attenuation is held for. */
  private required = 0;
  /** Samples since the attenuation was last above nothing. */
  private idle = Number.MAX_SAFE_INTEGER;

  constructor(
    readonly sampleRate: number,
    ceilingDb = -1,
  ) {
    this.ceiling = dbToGain(ceilingDb);
    this.attack = Math.max(1, Math.round(sampleRate * ATTACK_SECONDS));
    // A peak between samples is made of its neighbours, so the gain is level around it.
    this.hold = this.attack + TruePeakDetector.DELAY;
    this.release = Math.exp(-1 / (RELEASE_SECONDS * sampleRate));
    this.window = hann(2 * this.attack + 1);
    this.size = 2 * (this.hold + this.attack + TruePeakDetector.DELAY) + 4;
    this.input = new Float32Array(this.size);
    this.needed = new Float64Array(this.size);
    this.recovering = new Float64Array(this.size);
    this.detector = new TruePeakDetector(this.ceiling);
  }

  /** Samples between input and output. */
  get lookAhead(): number {
    return TruePeakDetector.DELAY + this.hold + this.attack;
  }

  push(samples: Float32Array): Float32Array {
    const out = new Float32Array(Math.max(0, this.count + samples.length - this.lookAhead) - this.emitted);
    const peaks = this.detector.next(samples);
    let n = 0;
    for (let i = 0; i < samples.length; i++) {
      const ready = this.step(samples[i]!, peaks[i]!);
      if (ready !== null) out[n++] = ready;
    }
    this.emitted += n;
    return out;
  }

  /** The samples that are still on their way. The limiter then starts anew. */
  flush(): Float32Array {
    const rest = this.push(new Float32Array(this.lookAhead));
    this.input.fill(0);
    this.needed.fill(0);
    this.recovering.fill(0);
    this.detector = new TruePeakDetector(this.ceiling);
    this.count = this.emitted = this.attenuation = this.required = 0;
    this.idle = Number.MAX_SAFE_INTEGER;
    return rest;
  }

  /** Takes sample `count` and the newest peak; gives sample `count - lookAhead`, or null before the first. */
  private step(x: number, peak: number): number | null {
    const { size, needed } = this;
    const now = this.count++;
    this.input[now % size] = x;
    // Most speech: all rings but the input's are zero, and stay so.
    if (peak === 0 && this.idle > size && now > this.required + this.lookAhead)
      return this.input[(now - this.lookAhead) % size]!;

    if (peak > this.ceiling) this.require(1 - this.ceiling / peak, now - TruePeakDetector.DELAY);

    const settled = now - TruePeakDetector.DELAY - this.hold;
    if (settled < 0) return null;
    const slot = settled % size;
    this.attenuation = Math.max(needed[slot]!, this.attenuation * this.release);
    if (this.attenuation < NOTHING) this.attenuation = 0;
    needed[slot] = 0;
    this.recovering[slot] = this.attenuation;
    this.idle = this.attenuation > 0 ? 0 : this.idle + 1;

    const due = settled - this.attack;
    if (due < 0) return null;
    const sample = this.input[due % size]!;
    return this.idle >= this.window.length ? sample : sample * this.gainAround(due);
  }

  /** Holds an attenuation (1 - gain) around the time from sample `at` to the next one. */
  private require(attenuation: number, at: number): void {
    this.required = at + 1 + this.hold;
    for (let i = Math.max(0, at - this.hold); i <= at + 1 + this.hold; i++) {
      const slot = i % this.size;
      if (attenuation > this.needed[slot]!) this.needed[slot] = attenuation;
    }
  }

  private gainAround(centre: number): number {
    const { window, size, recovering } = this;
    let sum = 0;
    for (let k = 0, i = centre - this.attack; k < window.length; k++, i++) {
      // Before the start the gain is what the first sample needs.
      sum += window[k]! * recovering[Math.max(0, i) % size]!;
    }
    return 1 - sum;
  }
}

/** Hann window of `length` points above zero, with sum 1. */
function hann(length: number): Float64Array {
  const window = Float64Array.from({ length }, (_, k) => 1 - Math.cos((2 * Math.PI * (k + 1)) / (length + 1)));
  const sum = window.reduce((a, b) => a + b, 0);
  return window.map((w) => w / sum);
}
