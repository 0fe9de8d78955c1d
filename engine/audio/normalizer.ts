import { dbToGain } from './gain.ts';
import { energyToLufs, LoudnessMeter, lufsToEnergy } from './loudness.ts';
import { concatSamples } from './samples.ts';

/** Steps per second at which the gain is decided; also the gating blocks per second of the meter. */
const STEPS = 10;
/** The expectation counts as much as this much heard speech, seconds. */
const EXPECTATION_SECONDS = 0.5;
/** Speech that the estimate looks back on, seconds. */
const MEMORY_SECONDS = 30;
/** Fastest change of the gain, dB per second. */
const SLEW = 4;
/** What was too loud or too quiet so far is made up for within this time, seconds, by at most `MAKE_UP` dB. */
const MAKE_UP_SECONDS = 2;
const MAKE_UP = 1.5;

export interface NormalizerOptions {
  /** LUFS; -18 when left out. */
  readonly targetLufs?: number;
  /** Gain that the voice is expected to need, dB; 0 when left out. */
  readonly initialGainDb?: number;
  /** Seconds that are heard ahead of what is sent; 0, the default, delays nothing. From 0.4 on the start is measured too. */
  readonly lookAheadSeconds?: number;
}

/**
 * Brings speech to a target loudness (ITU-R BS.1770) while it streams. It starts from the gain that the voice is expected
 * to need and corrects it slowly, as what it hears outweighs the expectation. As many samples come out as went in, in
 * place; the result does not depend on how the input is cut. Peaks may exceed full scale: the limiter comes after.
 * Where the whole audio is there at once, one gain from `integratedLoudness` is better.
 */
export class StreamingNormalizer {
  private readonly target: number;
  private readonly expectedEnergy: number;
  private readonly step: number;
  private readonly lookAheadSteps: number;
  private readonly heard: LoudnessMeter;
  private readonly sent: LoudnessMeter;
  /** Input that is not sent yet, how much of it the meter has heard, and how many samples were sent before it. */
  private pending: Float32Array = new Float32Array(0);
  private heardPending = 0;
  private sentCount = 0;
  /** Gain (dB) at the start and at the end of the step that is being sent. */
  private from: number;
  private to: number;

  /** `sampleRate` in Hz. */
  constructor(
    readonly sampleRate: number,
    options: NormalizerOptions = {},
  ) {
    const { targetLufs = -18, initialGainDb = 0, lookAheadSeconds = 0 } = options;
    this.target = targetLufs;
    this.expectedEnergy = lufsToEnergy(targetLufs - initialGainDb);
    this.step = Math.round(sampleRate / STEPS);
    this.lookAheadSteps = Math.round(lookAheadSeconds * STEPS);
    this.heard = new LoudnessMeter(sampleRate);
    this.sent = new LoudnessMeter(sampleRate);
    this.from = this.to = initialGainDb;
  }

  /** The gain reached so far, dB: a good `initialGainDb` for the same voice's next utterance. */
  get gainDb(): number {
    return this.to;
  }

  push(samples: Float32Array): Float32Array {
    this.pending = concatSamples([this.pending, samples]);
    return this.send(false);
  }

  /** The samples that are still held back. */
  flush(): Float32Array {
    return this.send(true);
  }

  private send(ended: boolean): Float32Array {
    const parts: Float32Array[] = [];
    for (;;) {
      const inStep = this.sentCount % this.step;
      if (inStep === 0 && !this.decide(ended)) break;
      const part = this.ramp(this.pending.subarray(0, this.step - inStep), inStep);
      if (part.length === 0) break;
      parts.push(part);
    }
    return concatSamples(parts);
  }

  /** Decides the gain of the next step, once enough is heard. False while it is not. */
  private decide(ended: boolean): boolean {
    const ahead = this.lookAheadSteps * this.step;
    if (this.pending.length === 0 || (this.pending.length < ahead && !ended)) return false;
    const listen = Math.max(this.heardPending, Math.min(ahead, this.pending.length));
    this.heard.push(this.pending.subarray(this.heardPending, listen));
    this.heardPending = listen;

    const wanted = this.wantedGain();
    const most = this.sentCount === 0 ? Infinity : SLEW / STEPS;
    this.from = this.sentCount === 0 ? wanted : this.to;
    this.to = this.from + Math.max(-most, Math.min(most, wanted - this.from));
    return true;
  }

  private wantedGain(): number {
    const { energy, blocks } = this.heard.gated(MEMORY_SECONDS);
    const trust = EXPECTATION_SECONDS * STEPS;
    const expected = energyToLufs((this.expectedEnergy * trust + energy * blocks) / (trust + blocks));
    const sent = this.sent.gated(MEMORY_SECONDS);
    if (sent.blocks === 0) return this.target - expected;
    const missing = (this.target - energyToLufs(sent.energy)) * (sent.blocks / STEPS / MAKE_UP_SECONDS);
    return this.target - expected + Math.max(-MAKE_UP, Math.min(MAKE_UP, missing));
  }

  /** Sends a part of a step that begins `inStep` samples into it. */
  private ramp(input: Float32Array, inStep: number): Float32Array {
    const start = dbToGain(this.from);
    const slope = (dbToGain(this.to) - start) / this.step;
    const out = new Float32Array(input.length);
    for (let i = 0; i < input.length; i++) out[i] = input[i]! * (start + slope * (inStep + i));
    if (this.heardPending < input.length) this.heard.push(input.subarray(this.heardPending));
    this.sent.push(out);
    this.heardPending = Math.max(0, this.heardPending - input.length);
    this.pending = this.pending.subarray(input.length);
    this.sentCount += input.length;
    return out;
  }
}
