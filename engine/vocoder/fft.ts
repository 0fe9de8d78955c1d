import loadPffft from '@echogarden/pffft-wasm/simd';

/**
 * Real FFT of one size. `signal` (length size) and `spectrum` (length size) live in the transform's own memory and are
 * scratch: fill one, transform, read the other at once. A spectrum is [DC, Nyquist, re 1, im 1, re 2, im 2, ...].
 */
export interface RealFft {
  readonly size: number;
  readonly signal: Float32Array;
  readonly spectrum: Float32Array;
  /** spectrum = DFT(signal), with exp(-i). */
  forward(): void;
  /** signal = size * inverse DFT(spectrum): not scaled. */
  inverse(): void;
}

let loading: Promise<ReadonlyMap<number, RealFft>> | undefined;
const SIZES = [512, 1024];

/** Loads the transforms once per process (a SIMD WebAssembly build of PFFFT, ten times as fast as one in JavaScript). */
export async function loadFfts(): Promise<ReadonlyMap<number, RealFft>> {
  loading ??= loadPffft().then((pffft) => {
    const [FORWARD, BACKWARD, REAL] = [0, 1, 0];
    const plans = SIZES.map((size) => {
      const allocate = (): number => pffft._pffft_aligned_malloc(size * Float32Array.BYTES_PER_ELEMENT);
      return {
        size,
        setup: pffft._pffft_new_setup(size, REAL),
        signal: allocate(),
        spectrum: allocate(),
        work: allocate(),
      };
    });
    // Views are made after the last allocation: growing the memory would detach them.
    return new Map(
      plans.map(({ size, setup, signal, spectrum, work }) => [
        size,
        {
          size,
          signal: new Float32Array(pffft.HEAPF32.buffer, signal, size),
          spectrum: new Float32Array(pffft.HEAPF32.buffer, spectrum, size),
          forward: () => pffft._pffft_transform_ordered(setup, signal, spectrum, work, FORWARD),
          inverse: () => pffft._pffft_transform_ordered(setup, spectrum, signal, work, BACKWARD),
        },
      ]),
    );
  });
  return loading;
}
