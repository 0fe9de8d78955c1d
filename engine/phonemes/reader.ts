import type { SpokenToken } from '../types.ts';
import type { PhonedWord } from './sequence.ts';

/** Reads words of its languages. One call gets a run of words that belong together, so that neighbours can matter. */
export interface WordReader {
  /** One word for each token, or several (a run of Hanzi), in their order. `endsPhrase`: a pause follows the last. */
  read(tokens: readonly SpokenToken[], language: string): PhonedWord[] | Promise<PhonedWord[]>;
}
