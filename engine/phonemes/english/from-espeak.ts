import type { EnglishPhone } from './arpabet.ts';
import { ENGLISH_CONSONANTS, ENGLISH_VOWELS } from './arpabet.ts';

/** eSpeak's American symbols that are not the voice's own, longest first where one begins another. */
const MAPPED: Readonly<Record<string, readonly string[]>> = {
  iː: ['i'],
  uː: ['u'],
  ɑː: ['ɑ'],
  ɔː: ['ɔ'],
  oː: ['ɔ'],
  ɜː: ['ɝ'],
  ɜ: ['ɝ'],
  ɚ: ['ɝ'],
  ɐ: ['ə'],
  ᵻ: ['ɪ'],
  a: ['æ'],
  aː: ['ɑ'],
  ɒ: ['ɑ'],
  e: ['ɛ'],
  o: ['oʊ'],
  əʊ: ['oʊ'],
  əl: ['ə', 'l'],
  ə͡l: ['ə', 'l'],
  iə: ['i', 'ə'],
  ɪə: ['i', 'ə'],
  ʊə: ['ʊ', 'ə'],
  eə: ['ɛ', 'ə'],
  aɪə: ['aɪ', 'ə'],
  aɪɚ: ['aɪ', 'ɝ'],
  aʊɚ: ['aʊ', 'ɝ'],
  ɑːɹ: ['ɑ', 'ɹ'],
  ɔːɹ: ['ɔ', 'ɹ'],
  oːɹ: ['ɔ', 'ɹ'],
  ɛɹ: ['ɛ', 'ɹ'],
  ɪɹ: ['ɪ', 'ɹ'],
  ʊɹ: ['ʊ', 'ɹ'],
  g: ['ɡ'],
  r: ['ɹ'],
  ɾ: ['t'],
  ʔ: ['t'],
  x: ['k'],
  ɬ: ['l'],
  ɫ: ['l'],
  ʍ: ['w'],
  ç: ['h'],
  ɲ: ['n', 'j'],
  n̩: ['ə', 'n'],
  l̩: ['ə', 'l'],
  m̩: ['ə', 'm'],
  ts: ['t', 's'],
  dz: ['d', 'z'],
  ɑ̃: ['ɑ', 'n'],
  ɔ̃: ['ɔ', 'n'],
  ɛ̃: ['æ', 'n'],
};

/**
 * One word of eSpeak's American IPA (`k_ˌuː_b_ɚ_n_ˈɛ_ɾ_iː_z`) in the English phone set. `spelling` decides what a
 * flap stands for. Symbols without an English counterpart are left out.
 */
export function fromEspeak(word: string, spelling: string): EnglishPhone[] {
  const phones: EnglishPhone[] = [];
  let flap = 0;
  for (const raw of word.split('_')) {
    const stress = raw.includes('ˈ') ? 1 : raw.includes('ˌ') ? 2 : 0;
    const symbol = raw.replace(/[ˈˌ\u0361\u200d-]/g, '');
    if (symbol === 'ɾ') {
      phones.push({ ipa: flapLetter(spelling, flap++), vowel: false, stress: 0 });
      continue;
    }
    phones.push(...englishPhones(symbol, stress));
  }
  return phones;
}

function englishPhones(symbol: string, stress: EnglishPhone['stress']): EnglishPhone[] {
  const mapped = MAPPED[symbol];
  if (mapped) {
    // Only the first vowel of a cluster keeps the stress.
    let free = stress;
    return mapped.map((ipa) => {
      const vowel = ENGLISH_VOWELS.has(ipa);
      const phone: EnglishPhone = { ipa, vowel, stress: vowel ? free : 0 };
      if (vowel) free = 0;
      return phone;
    });
  }
  if (ENGLISH_VOWELS.has(symbol)) return [{ ipa: stress === 0 && symbol === 'ʌ' ? 'ə' : symbol, vowel: true, stress }];
  if (ENGLISH_CONSONANTS.has(symbol)) return [{ ipa: symbol, vowel: false, stress: 0 }];
  return [];
}

/** Whether the nth flap of a word is written with t or d. */
function flapLetter(spelling: string, n: number): string {
  const letters = spelling.toLowerCase().match(/(?<=[aeiouyrln])(tt?|dd?)(?=[aeiouylr])/g) ?? [];
  return letters[n]?.startsWith('d') ? 'd' : 't';
}
