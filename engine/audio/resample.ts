import { PolyphaseFir, TAP_STEP } from './fir.ts';
import { kaiserBeta, kaiserLength, polyphaseBank } from './kaiser.ts';

/** Stopband attenuation of the design, dB. Measured stopbands are 105 dB or more. */
const ATTENUATION = 108;
/** Width of the transition band as a share of the lower Nyquist frequency, which is where the stopband begins. */
const TRANSITION = 0.09;
/** Beyond this many phases the coefficients between two phases are interpolated (error below -118 dB). */
const MAX_PHASES = 1024;
const KEPT_FILTERS = 12;

/**
 * Streaming rational resampler: polyphase windowed sinc, linear phase, at least 100 dB stopband from the lower Nyquist
 * frequency on, flat (0.001 dB) up to 91 % of it. The output has no delay: sample n lies at time n / outRate, and
 * `ceil(inputs * outRate / inRate)` samples come out in all, whatever the blocks. The samples do not depend on how
 * the input is cut. Equal rates pass through bit by bit.
 *
 * Sources: J. O. Smith, "Digital Audio Resampling Home Page" (CCRMA); J. F. Kaiser, "Nonrecursive Digital Filter Design
 * Using the I0-sinh Window Function" (1974).
 */
export class Resampler {
  private readonly filter: PolyphaseFir | null;
  /** Input that is still needed; `buffer[0]` is the first tap of the next output. */
  private buffer: Float32Array;
  private filled: number;
  private phase = 0;
  private inputs = 0;
  private outputs = 0;

  /** Rates in Hz, whole numbers. */
  constructor(
    readonly inRate: number,
    readonly outRate: number,
  ) {
    this.filter = inRate === outRate ? null : filterFor(inRate, outRate);
    this.filled = this.filter ? this.lookAhead - 1 : 0;
    this.buffer = new Float32Array(this.filled + 4096);
  }

  /** Input samples that must be there after the one that an output lies on: 3 ms at 24 kHz up, 10 ms down to 8 kHz. */
  get lookAhead(): number {
    return this.filter ? this.filter.shape.taps / 2 : 0;
  }

  /** Takes a block and returns what it completes; an owned array, perhaps empty. */
  push(samples: Float32Array): Float32Array {
    this.inputs += samples.length;
    if (!this.filter) return samples.slice();
    this.append(samples);
    return this.convolve(this.filter, this.inputs - this.lookAhead);
  }

  /** Ends the stream and returns the rest. The resampler then starts anew. */
  flush(): Float32Array {
    if (!this.filter) return new Float32Array(0);
    this.append(new Float32Array(this.lookAhead));
    const rest = this.convolve(this.filter, this.inputs);
    this.filled = this.lookAhead - 1;
    this.buffer.fill(0, 0, this.filled);
    this.phase = this.inputs = this.outputs = 0;
    return rest;
  }

  private append(samples: Float32Array): void {
    const need = this.filled + samples.length;
    if (need > this.buffer.length) {
      const grown = new Float32Array(need * 2);
      grown.set(this.buffer.subarray(0, this.filled));
      this.buffer = grown;
    }
    this.buffer.set(samples, this.filled);
    this.filled = need;
  }

  /** All outputs that lie before input `end`. */
  private convolve(filter: PolyphaseFir, end: number): Float32Array {
    const { up, down } = filter.shape;
    const count = end > 0 ? Math.ceil((end * up) / down) - this.outputs : 0;
    if (count <= 0) return new Float32Array(0);
    const out = new Float32Array(count);
    filter.convolve(this.buffer, this.phase, out);
    const position = this.phase + count * down;
    const at = Math.floor(position / up);
    this.phase = position % up;
    this.outputs += count;
    this.buffer.copyWithin(0, at, this.filled);
    this.filled -= at;
    return out;
  }
}

/** The whole of `samples` at another rate: the same samples as from a `Resampler`. */
export function resample(samples: Float32Array, inRate: number, outRate: number): Float32Array {
  const resampler = new Resampler(inRate, outRate);
  const head = resampler.push(samples);
  const tail = resampler.flush();
  const out = new Float32Array(head.length + tail.length);
  out.set(head);
  out.set(tail, head.length);
  return out;
}

const filters = new Map<string, PolyphaseFir>();

function filterFor(inRate: number, outRate: number): PolyphaseFir {
  if (!Number.isInteger(inRate) || !Number.isInteger(outRate) || inRate < 1 || outRate < 1) {
    throw new RangeError(`Sample rates are positive whole numbers of Hz, not ${inRate} and ${outRate}.`);
  }
  const key = `${inRate}:${outRate}`;
  const known = filters.get(key);
  if (known) return known;
  const oldest = filters.keys().next();
  if (filters.size >= KEPT_FILTERS && !oldest.done) filters.delete(oldest.value);
  const filter = designFilter(inRate, outRate);
  filters.set(key, filter);
  return filter;
}

function designFilter(inRate: number, outRate: number): PolyphaseFir {
  const divisor = gcd(inRate, outRate);
  const up = outRate / divisor;
  const phases = Math.min(up, MAX_PHASES);
  // Frequencies as shares of the input rate.
  const stop = Math.min(1, outRate / inRate) / 2;
  const taps = TAP_STEP * Math.ceil(kaiserLength(ATTENUATION, stop * TRANSITION) / TAP_STEP);
  const rows = polyphaseBank(phases, taps, stop * (1 - TRANSITION / 2), kaiserBeta(ATTENUATION));
  return new PolyphaseFir({ up, down: inRate / divisor, phases, taps }, rows);
}

function gcd(a: number, b: number): number {
  return b === 0 ? a : gcd(b, a % b);
}
