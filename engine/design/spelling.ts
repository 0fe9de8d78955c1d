/** Words shorter than this are too like one another to be mended. */
const SHORTEST = 4;
/** From this length on two slips are looked through, below it one. */
const LONG = 8;

/**
 * Mends slips of the finger in descriptions: a word that neither the model's vocabulary nor the language has becomes the
 * word of that vocabulary that is nearest by optimal string alignment (insertions, deletions, substitutions and swaps of
 * neighbours; L. Boytsov, "Indexing methods for approximate dictionary searching", 2011), the more frequent of two.
 */
export class Spelling {
  private readonly ranks: ReadonlyMap<string, number>;
  private readonly byLength = new Map<number, string[]>();

  /** `vocabulary` by falling frequency, lower case; `isWord` says of any other word whether it is one. */
  constructor(
    vocabulary: readonly string[],
    private readonly isWord: (word: string) => boolean,
  ) {
    this.ranks = new Map(vocabulary.map((word, rank) => [word, rank]));
    for (const word of vocabulary) {
      if (word.length < SHORTEST - 1) continue;
      const same = this.byLength.get(word.length);
      if (same) same.push(word);
      else this.byLength.set(word.length, [word]);
    }
  }

  /** The word that a lower-case word was meant to be; itself where none is near. */
  mended(word: string): string {
    if (!/^\p{Script=Latin}{4,30}$/u.test(word) || this.ranks.has(word) || this.isWord(word)) return word;
    return this.drawnOut(word) ?? this.nearest(word) ?? word;
  }

  /** "sloooow", "louuud": letters that are held for emphasis. */
  private drawnOut(word: string): string | undefined {
    if (!/(.)\1\1/u.test(word)) return undefined;
    return [
      word.replace(/(.)\1+/gu, '$1'),
      word.replace(/(.)\1{2,}/gu, '$1'),
      word.replace(/(.)\1{2,}/gu, '$1$1'),
    ].find((short) => this.ranks.has(short));
  }

  private nearest(word: string): string | undefined {
    const most = word.length < LONG ? 1 : 2;
    let best: { readonly found: string; readonly slips: number; readonly rank: number } | undefined;
    for (let length = word.length - most; length <= word.length + most; length++) {
      for (const found of this.byLength.get(length) ?? []) {
        // The first letter is seldom wrong, but for a swap with the second.
        if (found[0] !== word[0] && !(found[0] === word[1] && found[1] === word[0])) continue;
        const slips = alignment(word, found, most);
        const rank = this.ranks.get(found)!;
        if (slips <= most && (!best || slips < best.slips || (slips === best.slips && rank < best.rank)))
          best = { found, slips, rank };
      }
    }
    return best?.found;
  }
}

/** Slips that lead from one word to the other; more than `most` where there are more. */
function alignment(a: string, b: string, most: number): number {
  let older: number[] = [];
  let before = Array.from({ length: b.length + 1 }, (_, j) => j);
  for (let i = 1; i <= a.length; i++) {
    const now = [i];
    for (let j = 1; j <= b.length; j++) {
      const same = a[i - 1] === b[j - 1];
      let least = Math.min(before[j]! + 1, now[j - 1]! + 1, before[j - 1]! + Number(!same));
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]) least = Math.min(least, older[j - 2]! + 1);
      now.push(least);
    }
    if (Math.min(...now) > most) return most + 1;
    [older, before] = [before, now];
  }
  return before[b.length]!;
}
