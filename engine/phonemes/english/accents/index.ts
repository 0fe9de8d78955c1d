import { parseClause } from '../../espeak/parse.ts';
import type { Espeak } from '../../espeak/worker.ts';
import type { Syllable } from '../../sequence.ts';
import type { EnglishPhone } from '../arpabet.ts';
import { syllabify } from '../syllables.ts';
import type { Accent } from './accent.ts';
import { pair } from './align.ts';
import { spell, type Spelling } from './spelling.ts';

/** eSpeak's voice that keeps apart what American merges: LOT and PALM, TRAP and BATH, "hurry" and "furry". */
const RECEIVED = 'en-gb-x-rp';
/** Words whose British reading is remembered, most. */
const REMEMBERED = 4096;

type Phones = readonly EnglishPhone[];

/** Turns American readings into another accent's; Received Pronunciation tells which words have which vowel. */
export class AccentOfEnglish {
  readonly #received = new Map<string, string>();

  /** `spelling`: {} leaves the accent's own IPA. */
  constructor(
    private readonly accent: Accent,
    private readonly spelling: Spelling,
  ) {}

  /** Whether `say` can be asked for all of these words. */
  knows(words: readonly string[]): boolean {
    return words.every((word) => this.#received.has(word));
  }

  /** Asks eSpeak for the words that `say` will be asked for. */
  learn(words: readonly string[], espeak: Espeak): void {
    if (this.#received.size > REMEMBERED) this.#received.clear();
    for (const word of words)
      if (!this.#received.has(word)) this.#received.set(word, espeak.phonemes(word.replace(/-/g, ' '), RECEIVED));
  }

  /** A word in the accent. `next` is the first phone of the next word; null before a pause. */
  say(word: string, phones: Phones, next: EnglishPhone | null): Syllable[] {
    const received = parseClause(this.#received.get(word) ?? '').flat();
    return spell(syllabify(this.accent(pair(phones, received), next, word)), this.spelling);
  }
}
