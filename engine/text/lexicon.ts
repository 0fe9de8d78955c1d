import type { Pronunciation } from '../contract/speech.ts';
import type { GivenPhonemes } from '../types.ts';

interface Entry {
  readonly word: string;
  readonly language: string | null;
  readonly caseSensitive: boolean;
  readonly phonemes: GivenPhonemes;
}

/** The words of a user's lexicon, found in a text. Longer entries win over shorter ones, later over earlier ones. */
export class UserLexicon {
  /** By the first character, lower case. */
  readonly #entries = new Map<string, Entry[]>();

  constructor(pronunciations: readonly Pronunciation[]) {
    for (const { word, language, alphabet, pronunciation, caseSensitive } of pronunciations) {
      const key = word.trim().normalize('NFC');
      if (key === '' || pronunciation.trim() === '') continue;
      const entry: Entry = {
        word: caseSensitive === true ? key : key.toLowerCase(),
        language: language?.toLowerCase() ?? null,
        caseSensitive: caseSensitive === true,
        phonemes: { alphabet, value: pronunciation.trim() },
      };
      const first = key.charAt(0).toLowerCase();
      const list = this.#entries.get(first) ?? [];
      list.unshift(entry);
      list.sort((a, b) => b.word.length - a.word.length);
      this.#entries.set(first, list);
    }
  }

  get isEmpty(): boolean {
    return this.#entries.size === 0;
  }

  /** The entry whose word stands at `at` as a whole word, with its length in the text. */
  find(
    text: string,
    at: number,
    language: string,
  ): { readonly length: number; readonly phonemes: GivenPhonemes } | null {
    const entries = this.#entries.get(text.charAt(at).toLowerCase());
    if (!entries || !isEdge(text, at)) return null;
    for (const entry of entries) {
      const { length } = entry.word;
      const written = text.slice(at, at + length);
      const same = entry.caseSensitive ? written === entry.word : written.toLowerCase() === entry.word;
      if (same && speaks(entry.language, language) && isEdge(text, at + length))
        return { length, phonemes: entry.phonemes };
    }
    return null;
  }
}

/** Whether an entry for `wanted` counts in `language`: "en" counts in "en-GB". */
function speaks(wanted: string | null, language: string): boolean {
  if (wanted === null) return true;
  const alias = (tag: string): string => tag.toLowerCase().replace(/^zh\b/, 'cmn');
  return alias(language) === alias(wanted) || alias(language).startsWith(`${alias(wanted)}-`);
}

const WORD_CHARACTER = /[\p{L}\p{N}\p{M}]/u;
const UNSPACED = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]/u;

/** Whether a word may begin or end between two characters; scripts without spaces allow it anywhere. */
function isEdge(text: string, at: number): boolean {
  const before = text.charAt(at - 1);
  const behind = text.charAt(at);
  if (!WORD_CHARACTER.test(before) || !WORD_CHARACTER.test(behind)) return true;
  return UNSPACED.test(before) || UNSPACED.test(behind);
}
