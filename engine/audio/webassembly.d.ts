/** What the engine uses of the WebAssembly API, which TypeScript declares for browsers alone. */
declare namespace WebAssembly {
  type Module = object;
  const Module: new (bytes: Uint8Array) => Module;
  interface Instance {
    readonly exports: Readonly<Record<string, unknown>>;
  }
  const Instance: new (module: Module) => Instance;
  interface Memory {
    readonly buffer: ArrayBuffer;
    grow(pages: number): number;
  }
}
