import { kaiserBeta, kaiserLength, polyphaseBank } from './kaiser.ts';

/** Stopband attenuation of the design, dB. Measured stopbands are 105 dB or more. */
const ATTENUATION = 108;
/** Width of the transition band as a share of the lower Nyquist frequency, which is where the stopband begins. */
const TRANSITION = 0.09;
/** Beyond this many phases the coefficients between two phases are interpolated (error below -118 dB). */
const MAX_PHASES = 1024;
const KEPT_FILTERS = 12;

/** Coefficients of one ratio: `phases + 1` rows of `taps`; row p is the filter delayed by p / phases of a sample. */
interface Filter {
  readonly up: number;
  readonly down: number;
  readonly phases: number;
  /** Multiple of four. */
  readonly taps: number;
  readonly rows: Float64Array;
}

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
  private readonly filter: Filter | null;
  /** Input that is still needed, as doubles; `buffer[0]` is the first tap of the next output. */
  private buffer: Float64Array;
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
    this.filled = this.filter ? this.filter.taps / 2 - 1 : 0;
    this.buffer = new Float64Array(this.filled + 4096);
  }

  /** Input samples that must be there after the one that an output lies on: 3 ms at 24 kHz up, 10 ms down to 8 kHz. */
  get lookAhead(): number {
    return this.filter ? this.filter.taps / 2 : 0;
  }

  /** Takes a block and returns what it completes; an owned array, perhaps empty. */
  push(samples: Float32Array): Float32Array {
    this.inputs += samples.length;
    if (!this.filter) return samples.slice();
    this.append(samples);
    return this.convolve(this.filter, this.inputs - this.filter.taps / 2);
  }

  /** Ends the stream and returns the rest. The resampler then starts anew. */
  flush(): Float32Array {
    if (!this.filter) return new Float32Array(0);
    this.append(new Float32Array(this.filter.taps / 2));
    const rest = this.convolve(this.filter, this.inputs);
    this.filled = this.filter.taps / 2 - 1;
    this.buffer.fill(0, 0, this.filled);
    this.phase = this.inputs = this.outputs = 0;
    return rest;
  }

  private append(samples: Float32Array): void {
    const need = this.filled + samples.length;
    if (need > this.buffer.length) {
      const grown = new Float64Array(need * 2);
      grown.set(this.buffer.subarray(0, this.filled));
      this.buffer = grown;
    }
    this.buffer.set(samples, this.filled);
    this.filled = need;
  }

  /** All outputs that lie before input `end`. */
  private convolve({ up, down, phases, taps, rows }: Filter, end: number): Float32Array {
    const count = end > 0 ? Math.ceil((end * up) / down) - this.outputs : 0;
    if (count <= 0) return new Float32Array(0);
    const out = new Float32Array(count);
    const buffer = this.buffer;
    const exact = phases === up;
    let at = 0;
    let phase = this.phase;
    for (let n = 0; n < count; n++) {
      if (exact) {
        out[n] = dot(rows, phase * taps, buffer, at, taps);
      } else {
        const position = (phase / up) * phases;
        const row = Math.floor(position);
        const low = dot(rows, row * taps, buffer, at, taps);
        const high = dot(rows, (row + 1) * taps, buffer, at, taps);
        out[n] = low + (position - row) * (high - low);
      }
      phase += down;
      const step = Math.floor(phase / up);
      phase -= step * up;
      at += step;
    }
    this.phase = phase;
    this.outputs += count;
    buffer.copyWithin(0, at, this.filled);
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

/** Four sums, so that the additions do not wait for one another; the order of additions is always the same. */
function dot(a: Float64Array, aAt: number, b: Float64Array, bAt: number, length: number): number {
  let s0 = 0;
  let s1 = 0;
  let s2 = 0;
  let s3 = 0;
  for (let k = 0; k < length; k += 4) {
    s0 += a[aAt + k]! * b[bAt + k]!;
    s1 += a[aAt + k + 1]! * b[bAt + k + 1]!;
    s2 += a[aAt + k + 2]! * b[bAt + k + 2]!;
    s3 += a[aAt + k + 3]! * b[bAt + k + 3]!;
  }
  return s0 + s1 + (s2 + s3);
}

const filters = new Map<string, Filter>();

function filterFor(inRate: number, outRate: number): Filter {
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

function designFilter(inRate: number, outRate: number): Filter {
  const divisor = gcd(inRate, outRate);
  const up = outRate / divisor;
  const phases = Math.min(up, MAX_PHASES);
  // Frequencies as shares of the input rate.
  const stop = Math.min(1, outRate / inRate) / 2;
  const taps = 4 * Math.ceil(kaiserLength(ATTENUATION, stop * TRANSITION) / 4);
  const rows = polyphaseBank(phases, taps, stop * (1 - TRANSITION / 2), kaiserBeta(ATTENUATION));
  return { up, down: inRate / divisor, phases, taps, rows };
}

function gcd(a: number, b: number): number {
  return b === 0 ? a : gcd(b, a % b);
}
