/** TypeScript declares WebAssembly with the DOM, which the engine does not have. This is all that the encoder needs. */
declare namespace WebAssembly {
  /** A compiled module, which instances share. */
  interface Module {
    readonly [Symbol.toStringTag]?: string;
  }
}
