import type { Syllable } from '../../sequence.ts';

/** Phones of an accent, alone or two of a syllable together, and those that the starter voice says for them. */
export type Spelling = Readonly<Record<string, readonly string[]>>;

/**
 * The starter voice learned its English from American teachers; phones that only the accents have, it met in a few minutes
 * of a formant synthesizer alone. Most of them were tried in sentences, one by one, against what its own speakers say well;
 * those that cost words are spelt otherwise here.
 */
export const STARTER: Readonly<Record<'british' | 'scottish', Spelling>> = {
  british: {
    iː: ['i'],
    uː: ['u'],
    ɪə: ['ɪ', 'ə'],
  },
  scottish: {
    a: ['æ'],
    ʌʉ: ['ʌ', 'u'],
    ʍ: ['h', 'w'],
    ɾ: ['r'],
    'ʌ ɹ': ['ɝ'],
    'ə ɹ': ['ɝ'],
  },
};

export function spell(syllables: readonly Syllable[], spelling: Spelling): Syllable[] {
  return syllables.map((syllable) => ({ ...syllable, phones: spellPhones(syllable.phones, spelling) }));
}

function spellPhones(phones: readonly string[], spelling: Spelling): string[] {
  const result: string[] = [];
  for (let i = 0; i < phones.length; i++) {
    const ipa = phones[i] ?? '';
    const both = spelling[`${ipa} ${phones[i + 1] ?? ''}`];
    result.push(...(both ?? spelling[ipa] ?? [ipa]));
    if (both) i++;
  }
  return result;
}
