import type { Syllable } from '../../sequence.ts';

/** Phones of an accent, and those of the American teachers that come nearest. */
export type Spelling = Readonly<Record<string, readonly string[]>>;

/**
 * The starter voice learned its English from American teachers; some phones of the accents it met in a few minutes of a
 * formant synthesizer alone. Those that are hard to understand are spelt with phones that its own speakers say well; what
 * is not here is understood as it is (docs/languages.md).
 */
export const STARTER: Readonly<Record<'british' | 'scottish', Spelling>> = {
  british: {
    iː: ['i'],
    uː: ['u'],
    ɑː: ['ɑ'],
    ɔː: ['ɔ'],
    əʊ: ['ə', 'ʊ'],
    ɛː: ['ɛ', 'ə'],
    ɪə: ['ɪ', 'ə'],
  },
  scottish: {
    a: ['æ'],
    ʌʉ: ['ʌ', 'u'],
    ʍ: ['h', 'w'],
  },
};

export function spell(syllables: readonly Syllable[], spelling: Spelling): Syllable[] {
  return syllables.map((syllable) => ({
    ...syllable,
    phones: syllable.phones.flatMap((ipa) => spelling[ipa] ?? [ipa]),
  }));
}
