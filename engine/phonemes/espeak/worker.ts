/**
 * eSpeak NG, compiled to WebAssembly. It is loaded at the first use (about 60 ms, 35 MB), once a process.
 * Only its text-to-phoneme stage runs (about 1 ms a clause); nothing is synthesized.
 */
export interface Espeak {
  /**
   * The phonemes of one clause in eSpeak's IPA: `_` between phonemes, spaces between words, `|` between clauses, stress
   * marks before vowels. Throws RangeError when eSpeak has no such voice.
   */
  phonemes(clause: string, voice: string): string;
}

let loading: Promise<Espeak> | null = null;

/** The shared instance. */
export function loadEspeak(): Promise<Espeak> {
  loading ??= load().catch((error: unknown) => {
    loading = null;
    throw error;
  });
  return loading;
}

async function load(): Promise<Espeak> {
  const { default: create } = await import('@echogarden/espeak-ng-emscripten');
  const module = await create();
  const worker = new module.eSpeakNGWorker();
  let current = '';
  return {
    phonemes(clause, voice) {
      if (voice !== current) {
        // An unknown name returns an error and leaves the voice before it in place.
        if (worker.set_voice(voice) !== 0) throw new RangeError(`eSpeak NG has no voice "${voice}"`);
        current = voice;
      }
      return readString(module.HEAPU8, worker.text_to_phonemes(clause, 1).ptr);
    },
  };
}

const utf8 = new TextDecoder();

function readString(memory: Uint8Array, pointer: number): string {
  return utf8.decode(memory.subarray(pointer, memory.indexOf(0, pointer)));
}
