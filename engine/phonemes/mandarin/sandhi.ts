/** Tone sandhi of pinyin with tone numbers: third tones, 一 and 不 (the latter two come from the dictionary). */

const toneOf = (syllable: string): number => Number(syllable.at(-1)) || 5;
const withTone = (syllable: string, tone: number): string => `${syllable.slice(0, -1)}${tone}`;

/**
 * A third tone before a third tone becomes a second. Words are done first, from their end (they are the feet of the
 * phrase), then the borders between words.
 * @param words pinyin syllables of the words of one phrase
 */
export function thirdToneSandhi(words: readonly (readonly string[])[]): string[][] {
  const changed = words.map((word) => insideWord(word));
  for (let w = 0; w + 1 < changed.length; w++) {
    const word = changed[w];
    const next = words[w + 1];
    const last = word?.at(-1);
    if (word && last !== undefined && toneOf(last) === 3 && next?.[0] !== undefined && toneOf(next[0]) === 3) {
      word[word.length - 1] = withTone(last, 2);
    }
  }
  return changed;
}

function insideWord(word: readonly string[]): string[] {
  const result = [...word];
  for (let i = result.length - 2; i >= 0; i--) {
    const here = result[i];
    const original = word[i + 1];
    if (here !== undefined && original !== undefined && toneOf(here) === 3 && toneOf(original) === 3)
      result[i] = withTone(here, 2);
  }
  return result;
}
