/** The part of the package's interface that is used; it ships no types. Pointers are byte offsets into its memory. */
declare module '@echogarden/pffft-wasm/simd' {
  export interface Pffft {
    readonly HEAPF32: Float32Array;
    _pffft_new_setup(size: number, transform: number): number;
    _pffft_aligned_malloc(bytes: number): number;
    _pffft_transform_ordered(setup: number, input: number, output: number, work: number, direction: number): void;
  }
  export default function load(): Promise<Pffft>;
}
