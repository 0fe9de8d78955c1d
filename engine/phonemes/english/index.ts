import type { SpokenToken } from '../../types.ts';
import { loadEspeak, type Espeak } from '../espeak/worker.ts';
import type { WordReader } from '../reader.ts';
import type { PhonedWord } from '../sequence.ts';
import type { AccentOfEnglish } from './accents/index.ts';
import { BRITISH_WORDS } from './accents/words.ts';
import type { EnglishPhone } from './arpabet.ts';
import { fromEspeak } from './from-espeak.ts';
import { functionWord } from './function-words.ts';
import { homograph } from './homographs.ts';
import { letterName } from './letters.ts';
import type { EnglishLexicon } from './lexicon.ts';
import { derive } from './morphology.ts';
import { ENGLISH_NAMES } from './names.ts';
import { syllabify } from './syllables.ts';

type Phones = readonly EnglishPhone[];

/** Words that eSpeak has read before, most. */
const REMEMBERED = 4096;

/**
 * English: the pronunciation dictionary first, then word formation, then eSpeak NG. All three are American; another accent
 * is made of what they say.
 */
export class EnglishReader implements WordReader {
  readonly #guessed = new Map<string, Phones>();

  /** `accent`: null for American. */
  constructor(
    private readonly lexicon: EnglishLexicon,
    private readonly accent: AccentOfEnglish | null = null,
  ) {}

  read(tokens: readonly SpokenToken[]): PhonedWord[] | Promise<PhonedWord[]> {
    const words = tokens.map((token) => plainWord(token.text));
    const unknown = words.filter((word, i) => tokens[i]?.spelled !== true && this.#find(word) === null);
    if (unknown.length === 0 && (this.accent?.knows(words) ?? true)) return this.#assemble(tokens, words);
    return loadEspeak().then((espeak) => {
      this.#guess(unknown, espeak);
      this.accent?.learn(words, espeak);
      return this.#assemble(tokens, words);
    });
  }

  #find(word: string): Phones | null {
    return this.#known(word) ?? this.#guessed.get(word) ?? null;
  }

  #known(word: string): Phones | null {
    const british = (w: string): Phones | null => (this.accent && BRITISH_WORDS.get(w)) ?? null;
    const find = (w: string): Phones | null =>
      british(w) ?? functionWord(w, null) ?? ENGLISH_NAMES.get(w) ?? this.lexicon.find(w);
    const whole = find(word);
    if (whole) return whole;
    if (!word.includes('-')) return derive(word, find);
    const parts = word.split('-').filter((part) => part !== '');
    const readings = parts.map((part) => find(part) ?? derive(part, find) ?? this.#guessed.get(part) ?? null);
    return parts.length > 0 && readings.every((r) => r !== null) ? readings.flat() : null;
  }

  /** Asks eSpeak for what neither dictionary nor word formation has. */
  #guess(words: readonly string[], espeak: Espeak): void {
    if (this.#guessed.size > REMEMBERED) this.#guessed.clear();
    for (const word of words) {
      const parts = espeak.phonemes(word.replace(/-/g, ' '), 'en-us').split(/[\s|]+/);
      this.#guessed.set(
        word,
        parts.flatMap((part) => fromEspeak(part, word)),
      );
    }
  }

  #assemble(tokens: readonly SpokenToken[], words: readonly string[]): PhonedWord[] {
    const readings = tokens.map((token, i): Phones => {
      const word = words[i] ?? '';
      if (token.spelled === true) return this.#letter(word) ?? this.#find(word) ?? [];
      return homograph(words, i, tokens) ?? this.#find(word) ?? [];
    });
    return tokens.map((token, i) => {
      const { text, mark, from, to } = token;
      const next = mark === '' ? (readings[i + 1]?.[0] ?? null) : null;
      const weak = token.spelled === true ? null : functionWord(words[i] ?? '', next);
      const phones = weak ?? readings[i] ?? [];
      const syllables = this.accent?.say(words[i] ?? '', phones, next) ?? syllabify(phones);
      return { text, mark, from, to, syllables };
    });
  }

  #letter(word: string): Phones | null {
    return (this.accent && word === 'z' ? BRITISH_WORDS.get(word) : null) ?? letterName(word);
  }
}

/** Lower case, straight apostrophes, no accents ("café" is in the dictionary as "cafe"). */
function plainWord(text: string): string {
  return text.toLowerCase().normalize('NFD').replace(/\p{M}/gu, '').replace(/[’ʼ]/g, "'");
}
