import type { Phone, PhoneSequence, SpokenToken, SpokenWord } from '../types.ts';

export const PAUSE = '_';

/** A syllable of a word. */
export interface Syllable {
  readonly phones: readonly string[];
  readonly stress: Phone['stress'];
  readonly tone: Phone['tone'];
}

/** A spoken word and its syllables. */
export interface PhonedWord extends Pick<SpokenToken, 'text' | 'mark' | 'from' | 'to'> {
  readonly syllables: readonly Syllable[];
}

/**
 * Lays words out as the phones of a chunk: a pause at both ends and after each mark. A word without phones leaves its
 * mark to the word before it.
 */
export function toSequence(language: string, source: readonly PhonedWord[], endsSentence: boolean): PhoneSequence {
  const spoken = dropSilent(source);
  const words: SpokenWord[] = spoken.map(({ text, mark, from, to }) => ({ text, mark, from, to }));
  const phones: Phone[] = [pausePhone(0)];
  spoken.forEach((word, index) => {
    const last = index === spoken.length - 1;
    const wordBreak = last && endsSentence ? 4 : last && word.mark === '' ? 3 : breakOf(word.mark);
    word.syllables.forEach((syllable, s) => {
      const breakAfter = s === word.syllables.length - 1 ? wordBreak : 0;
      syllable.phones.forEach((ipa, p) => {
        phones.push({
          ipa,
          stress: syllable.stress,
          tone: syllable.tone,
          word: index,
          wordStart: s === 0 && p === 0,
          syllableStart: p === 0,
          breakAfter,
        });
      });
    });
    if (last || wordBreak >= 3) phones.push(pausePhone(wordBreak));
  });
  return { language, words, phones };
}

function dropSilent(words: readonly PhonedWord[]): PhonedWord[] {
  const spoken: PhonedWord[] = [];
  for (const word of words) {
    const syllables = word.syllables.filter((s) => s.phones.length > 0);
    const before = spoken.at(-1);
    if (syllables.length > 0) spoken.push({ ...word, syllables });
    else if (before && breakOf(word.mark) > breakOf(before.mark))
      spoken[spoken.length - 1] = { ...before, mark: word.mark };
  }
  return spoken;
}

/** The break that a mark asks for. */
export function breakOf(mark: string): 1 | 3 | 4 {
  if (mark === '') return 1;
  return mark === '.' || mark === '?' || mark === '!' ? 4 : 3;
}

function pausePhone(breakAfter: Phone['breakAfter']): Phone {
  return { ipa: PAUSE, stress: 0, tone: 0, word: -1, wordStart: false, syllableStart: false, breakAfter };
}
