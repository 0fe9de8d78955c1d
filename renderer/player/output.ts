import { STUDIO_RATE } from '../api/speech.ts';

/** A line's way to the speakers: blocks pushed one after another are heard without a seam. */
export interface LineOutput {
  /** Takes 16-bit samples; gives the audio clock's time at which what was pushed so far ends. */
  push(samples: Int16Array): number;
  /** Seconds by which the line is late: its first samples came after the time they were wanted for, or some behind them. */
  readonly late: number;
}

/** The sound card: one audio context at the studio's rate, one gain for each speaker, a meter behind them. */
export class Output {
  #context: AudioContext | null = null;
  #meter: AnalyserNode | null = null;
  readonly #gains = new Map<string, GainNode>();
  readonly #playing = new Set<AudioBufferSourceNode>();
  #window: Float32Array<ArrayBuffer> = new Float32Array(0);

  #open(): AudioContext {
    if (this.#context) return this.#context;
    // At the samples' own rate nothing is resampled between blocks, so they join to the sample.
    const context = new AudioContext({ sampleRate: STUDIO_RATE, latencyHint: 'interactive' });
    this.#meter = context.createAnalyser();
    this.#meter.fftSize = 2048;
    this.#window = new Float32Array(this.#meter.fftSize);
    this.#meter.connect(context.destination);
    this.#context = context;
    return context;
  }

  /** Browsers let sound begin only from a click or a key: call it there. */
  wake(): void {
    void this.#open().resume();
  }

  sleep(): void {
    void this.#context?.suspend();
  }

  /** Seconds of the audio clock. */
  now(): number {
    return this.#context?.currentTime ?? 0;
  }

  /** What is being heard now is what was scheduled for this time. */
  heard(): number {
    const context = this.#context;
    return context ? context.currentTime - (context.outputLatency || context.baseLatency || 0) : 0;
  }

  setLevel(speaker: string, level: number): void {
    const gain = this.#gains.get(speaker);
    if (gain && this.#context) gain.gain.setTargetAtTime(10 ** (level / 20), this.#context.currentTime, 0.015);
  }

  line(speaker: string, level: number, start: number, offset: number): LineOutput {
    const context = this.#open();
    let gain = this.#gains.get(speaker);
    if (!gain) {
      gain = context.createGain();
      gain.connect(this.#meter!);
      this.#gains.set(speaker, gain);
    }
    gain.gain.value = 10 ** (level / 20);
    const target = gain;
    let skip = Math.round(offset * STUDIO_RATE);
    let next = Math.round(start * STUDIO_RATE);
    let late = 0;
    return {
      get late() {
        return late / STUDIO_RATE;
      },
      push: (samples) => {
        const rest = samples.subarray(Math.min(skip, samples.length));
        skip -= samples.length - rest.length;
        if (rest.length > 0) {
          const soonest = Math.ceil((context.currentTime + 0.01) * STUDIO_RATE);
          if (soonest > next) {
            late += soonest - next;
            next = soonest;
          }
          this.#schedule(context, target, rest, next);
          next += rest.length;
        }
        return next / STUDIO_RATE;
      },
    };
  }

  #schedule(context: AudioContext, target: AudioNode, samples: Int16Array, frame: number): void {
    const buffer = context.createBuffer(1, samples.length, STUDIO_RATE);
    const channel = buffer.getChannelData(0);
    for (let i = 0; i < samples.length; i++) channel[i] = samples[i]! / 32_768;
    const source = context.createBufferSource();
    source.buffer = buffer;
    source.connect(target);
    source.start(frame / STUDIO_RATE);
    this.#playing.add(source);
    source.onended = () => {
      source.disconnect();
      this.#playing.delete(source);
    };
  }

  silence(): void {
    for (const source of this.#playing) {
      source.onended = null;
      source.stop();
      source.disconnect();
    }
    this.#playing.clear();
  }

  /** Peak of the last 46 ms, 0 to 1 and above. */
  level(): number {
    if (!this.#meter || this.#playing.size === 0) return 0;
    this.#meter.getFloatTimeDomainData(this.#window);
    let peak = 0;
    for (const value of this.#window) peak = Math.max(peak, Math.abs(value));
    return peak;
  }
}
