declare module '@echogarden/espeak-ng-emscripten' {
  export interface EspeakWorker {
    /** 0, or 2 when there is no voice of that name: the voice before it stays. */
    set_voice(name: string): number;
    /** Pointer to a UTF-8 string; `ipa` 1 writes IPA, `_` between phonemes. */
    text_to_phonemes(text: string, ipa: 0 | 1): { readonly ptr: number };
  }
  export interface EspeakModule {
    readonly HEAPU8: Uint8Array;
    readonly eSpeakNGWorker: new () => EspeakWorker;
  }
  export default function create(): Promise<EspeakModule>;
}
