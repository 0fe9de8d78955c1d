import { FIR_WASM } from './fir-wasm.ts';

/** Taps of every row are a multiple of this: four vectors of four floats. */
export const TAP_STEP = 16;
/** Outputs of one call of the kernel at most. */
const BLOCK = 4096;
const PAGE = 65_536;

interface Kernel {
  readonly memory: WebAssembly.Memory;
  convolve(
    bytes: number,
    input: number,
    output: number,
    count: number,
    phase: number,
    up: number,
    down: number,
    scale: number,
  ): void;
}

let module: WebAssembly.Module | undefined;

/** Shape of a rational resampling filter: `up / down` in lowest terms; `phases` rows (and one more) of `taps` each. */
export interface FirShape {
  readonly up: number;
  readonly down: number;
  /** `up`, or fewer, where the coefficients between two rows are interpolated. */
  readonly phases: number;
  /** A multiple of TAP_STEP. */
  readonly taps: number;
}

/**
 * A polyphase FIR filter whose coefficients lie in WebAssembly memory, for any number of streams in turn. Sums are of
 * single precision (noise below -130 dB) and always in the same order: same samples on every machine.
 */
export class PolyphaseFir {
  private readonly kernel: Kernel;
  private readonly inputAt: number;
  private readonly outputAt: number;
  private readonly input: Float32Array;
  private readonly output: Float32Array;

  /** `rows`: `(phases + 1) * taps` coefficients. */
  constructor(
    readonly shape: FirShape,
    rows: Float64Array,
  ) {
    const { up, down, taps } = shape;
    const inputs = Math.ceil((BLOCK * down) / up) + 1 + taps;
    this.inputAt = rows.length * 4;
    this.outputAt = this.inputAt + Math.ceil(inputs / 4) * 16;
    module ??= new WebAssembly.Module(Uint8Array.from(Buffer.from(FIR_WASM, 'base64')));
    this.kernel = new WebAssembly.Instance(module).exports as unknown as Kernel;
    const { memory } = this.kernel;
    const pages = Math.ceil((this.outputAt + BLOCK * 4) / PAGE);
    memory.grow(pages - memory.buffer.byteLength / PAGE);
    new Float32Array(memory.buffer, 0, rows.length).set(rows);
    this.input = new Float32Array(memory.buffer, this.inputAt, inputs);
    this.output = new Float32Array(memory.buffer, this.outputAt, BLOCK);
  }

  /** Fills `out`; its first sample has `phase` and its first tap on `samples[0]`. `samples` must reach to the last tap. */
  convolve(samples: Float32Array, phase: number, out: Float32Array): void {
    const { up, down, phases, taps } = this.shape;
    for (let done = 0; done < out.length; done += BLOCK) {
      const count = Math.min(BLOCK, out.length - done);
      const from = Math.floor((phase + done * down) / up);
      const to = Math.floor((phase + (done + count - 1) * down) / up) + taps;
      this.input.set(samples.subarray(from, to));
      const at = (phase + done * down) % up;
      this.kernel.convolve(taps * 4, this.inputAt, this.outputAt, count, at, up, down, phases / up);
      out.set(count === BLOCK ? this.output : this.output.subarray(0, count), done);
    }
  }
}
