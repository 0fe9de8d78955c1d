import packed from './lexicon.json' with { type: 'json' };
import { decodePhones, type EnglishPhone } from './arpabet.ts';

/** Words that were looked up lately, so that a common word costs one map access. */
const CACHE_SIZE = 4096;

/**
 * The CMU Pronouncing Dictionary in its packed form (see build-lexicon.ts), searched where it lies: no word is
 * unpacked before it is asked for.
 */
export class EnglishLexicon {
  readonly #blob: string;
  readonly #blocks: Int32Array;
  readonly #cache = new Map<string, readonly EnglishPhone[] | null>();

  constructor(source: { readonly words: number; readonly blob: string } = packed) {
    this.#blob = source.blob;
    const blocks: number[] = [];
    for (let at = source.blob.indexOf('^'); at >= 0; at = source.blob.indexOf('^', at + 1)) blocks.push(at + 1);
    this.#blocks = Int32Array.from(blocks);
  }

  /** First pronunciation of a lower-case word, or null. */
  find(word: string): readonly EnglishPhone[] | null {
    const known = this.#cache.get(word);
    if (known !== undefined) return known;
    const codes = this.#search(word);
    const phones = codes === null ? null : decodePhones(codes);
    if (this.#cache.size >= CACHE_SIZE) this.#cache.clear();
    this.#cache.set(word, phones);
    return phones;
  }

  #search(word: string): string | null {
    let low = 0;
    let high = this.#blocks.length - 1;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if (this.#firstWord(middle) <= word) low = middle;
      else high = middle - 1;
    }
    return this.#scan(low, word);
  }

  #firstWord(block: number): string {
    const at = (this.#blocks[block] ?? 0) + 1;
    return this.#blob.slice(at, this.#blob.indexOf(' ', at));
  }

  #scan(block: number, word: string): string | null {
    const blob = this.#blob;
    const end = this.#blocks[block + 1] ?? blob.length + 1;
    let at = this.#blocks[block] ?? 0;
    let current = '';
    while (at < end - 1) {
      const space = blob.indexOf(' ', at);
      const stop = blob.indexOf('~', space);
      current = current.slice(0, blob.charCodeAt(at) - 48) + blob.slice(at + 1, space);
      if (current === word) return blob.slice(space + 1, stop);
      if (current > word) return null;
      at = stop + 1;
    }
    return null;
  }
}
