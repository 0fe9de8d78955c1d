import { concatSamples } from '../../audio/samples.ts';
import type { PackModel, PackSpeech } from './family.ts';

/** Seconds between two frames of the sound that is made; a frame is twice as long. */
const HOP = 0.0125;
/** Seconds around the place that is due in which the best one is looked for: above one period of a low voice. */
const SEARCH = 0.008;

/** What a model does itself of a speed, and what is left for stretching its sound. Their product is the speed. */
export function divideSpeed(speed: number, { speeds }: Pick<PackModel, 'speeds'>): { own: number; stretch: number } {
  const own = speeds === 'any' ? speed : speeds === 'whole' ? Math.max(1, Math.round(speed)) : 1;
  return { own, stretch: speed / own };
}

/** Speech `speed` times as fast at the same pitch, with its times. */
export async function* stretched(
  pieces: AsyncIterable<PackSpeech>,
  sampleRate: number,
  speed: number,
): AsyncGenerator<PackSpeech, void, undefined> {
  const stretcher = new Stretcher(sampleRate, speed);
  /** Seconds taken and made before this piece. */
  let taken = 0;
  let made = 0;
  for await (const piece of pieces) {
    const parts = [stretcher.push(piece.samples), ...(piece.last ? [stretcher.flush()] : [])];
    const samples = concatSamples(parts);
    const place = (seconds: number): number => Math.max(0, (taken + seconds) / speed - made);
    const words = piece.words.map((word) => ({ ...word, start: place(word.start), end: place(word.end) }));
    taken += piece.samples.length / sampleRate;
    made += samples.length / sampleRate;
    yield { ...piece, samples, words };
  }
}

/**
 * Changes the length of a sound and not its pitch: frames are laid over one another at another distance than they were
 * taken from, each from where it goes on best from the one before. Source: Verhelst and Roelands 1993, "An overlap-add
 * technique based on waveform similarity (WSOLA)".
 */
export class Stretcher {
  private readonly hop: number;
  private readonly search: number;
  private readonly window: Float32Array;
  /** Samples from `base` on. */
  private input: Float32Array = new Float32Array(0);
  private base = 0;
  private taken = 0;
  private made = 0;
  private frames = 0;
  /** Where the last frame was taken from. */
  private from = 0;
  /** The second half of the last frame. */
  private tail: Float32Array;

  constructor(
    sampleRate: number,
    private readonly speed: number,
  ) {
    this.hop = Math.round(HOP * sampleRate);
    this.search = Math.round(SEARCH * sampleRate);
    this.window = Float32Array.from({ length: 2 * this.hop }, (_, i) => 0.5 - 0.5 * Math.cos((Math.PI * i) / this.hop));
    this.tail = new Float32Array(this.hop);
  }

  /** What these samples complete. */
  push(samples: Float32Array): Float32Array {
    this.taken += samples.length;
    return this.make(samples, this.taken);
  }

  /** The rest, so that all that came is `speed` times shorter. */
  flush(): Float32Array {
    const wanted = Math.round(this.taken / this.speed) - this.made;
    const rest = Math.max(0, wanted);
    const silence = new Float32Array(4 * this.hop + 2 * this.search + Math.ceil((rest + 2 * this.hop) * this.speed));
    return this.make(silence, this.taken + silence.length).subarray(0, rest);
  }

  private make(samples: Float32Array, until: number): Float32Array {
    this.input = concatSamples([this.input, samples]);
    const out: Float32Array[] = [];
    for (; this.due() + this.search + 2 * this.hop <= until; this.frames++) out.push(this.frame());
    this.made += out.length * this.hop;
    this.forget();
    return concatSamples(out);
  }

  private due(): number {
    return Math.round(this.frames * this.hop * this.speed);
  }

  /** The next half frame of sound. */
  private frame(): Float32Array {
    const first = this.frames === 0;
    const from = first ? 0 : this.best(this.due());
    const out = new Float32Array(this.hop);
    for (let i = 0; i < this.hop; i++) {
      const sample = this.at(from + i);
      // Nothing comes before the first: it does not fade in.
      out[i] = first ? sample : this.tail[i]! + this.window[i]! * sample;
    }
    for (let i = 0; i < this.hop; i++) this.tail[i] = this.window[this.hop + i]! * this.at(from + this.hop + i);
    this.from = from;
    return out;
  }

  /** Where near `due` the sound is most like what would follow the last frame. */
  private best(due: number): number {
    const next = this.from + this.hop;
    let best = due;
    let most = -Infinity;
    for (let from = Math.max(0, due - this.search); from <= due + this.search; from++) {
      let product = 0;
      let power = 1e-9;
      for (let i = 0; i < this.hop; i += 2) {
        const sample = this.at(from + i);
        product += sample * this.at(next + i);
        power += sample * sample;
      }
      const likeness = product / Math.sqrt(power);
      if (likeness > most) [best, most] = [from, likeness];
    }
    return best;
  }

  private at(place: number): number {
    return this.input[place - this.base] ?? 0;
  }

  /** Drops what no frame will be taken from any more. */
  private forget(): void {
    const keep = Math.min(this.from + this.hop, this.due() - this.search);
    const drop = Math.min(this.input.length, keep - this.base);
    if (drop <= 0) return;
    this.input = this.input.slice(drop);
    this.base += drop;
  }
}
