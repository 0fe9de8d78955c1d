import type { EnglishPhone } from '../arpabet.ts';
import { as, britishVowel, hasYod, type Accent } from './accent.ts';
import type { Paired } from './align.ts';

/**
 * Scottish Standard English: every r is said, as a tap between vowels; FACE and GOAT are one sound from end to end; FOOT
 * is GOOSE, TRAP is PALM, LOT is THOUGHT; "which" is not "witch", nor "fern" "fir". After A. J. Aitken and J. C. Wells,
 * Accents of English 2 (1982), 5.2.
 */
export const scottish: Accent = (word, next, spelling) =>
  word.flatMap((phone, i) => {
    const said = phone.vowel ? vowel(word, i, next, spelling) : consonant(word, i, next, spelling);
    return as(phone, hasYod(phone) ? ['j', ...said] : said);
  });

function consonant(word: readonly Paired[], i: number, next: EnglishPhone | null, spelling: string): readonly string[] {
  const { ipa, other } = word[i]!;
  if (ipa === 'ɹ') return r(word, i, next);
  if (ipa === 'w' && i === 0 && /^wh/.test(spelling)) return ['ʍ'];
  return [ipa === 'k' && other === 'x' ? 'x' : ipa];
}

/** A tap between vowels and behind a dental ("three"), an approximant elsewhere, as most say it now. */
function r(word: readonly Paired[], i: number, next: EnglishPhone | null): readonly string[] {
  const before = word[i]?.ipa === 'ɝ' ? word[i] : word[i - 1];
  const taps = before?.vowel === true || before?.ipa === 'θ';
  return [taps && (word[i + 1] ?? next)?.vowel ? 'ɾ' : 'ɹ'];
}

const VOWELS: Readonly<Record<string, string>> = {
  ɑ: 'ɔ',
  æ: 'a',
  eɪ: 'e',
  oʊ: 'o',
  u: 'ʉ',
  ʊ: 'ʉ',
  aʊ: 'ʌʉ',
};

function vowel(word: readonly Paired[], i: number, next: EnglishPhone | null, spelling: string): readonly string[] {
  const { stress, other } = word[i]!;
  const ipa = britishVowel(word[i]!);
  if (ipa === 'ɝ') return [stress === 0 ? 'ə' : nurse(spelling), ...r(word, i, next)];
  const rFollows = word[i + 1]?.ipa === 'ɹ';
  if (ipa === 'ɑ' && (other === 'ɑː' || (rFollows && other !== 'ɒ'))) return ['a'];
  if (rFollows && ipa === 'ɛ' && other !== 'ɛ') return [other === 'æ' ? 'a' : 'e'];
  if (rFollows && ipa === 'ɪ' && other !== 'ɪ') return ['i'];
  return [VOWELS[ipa] ?? ipa];
}

/** "Fern" and "earth" keep the vowel of DRESS; "fir", "fur" and "word" have that of STRUT. */
function nurse(spelling: string): string {
  return /^[^aeiouy]*(?:e|ea)r(?![aeiouy])/.test(spelling) ? 'ɛ' : 'ʌ';
}
