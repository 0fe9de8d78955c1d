import type { EnglishPhone } from '../arpabet.ts';
import { as, britishVowel, hasYod, type Accent } from './accent.ts';
import type { Paired } from './align.ts';

/**
 * Southern British: no r but before a vowel, the vowels of LOT, BATH, GOAT, NURSE, SQUARE and NEAR, /j/ in "new". Names
 * of vowels are the lexical sets of J. C. Wells, Accents of English (1982).
 */
export const british: Accent = (word, next) =>
  word.flatMap((phone, i) => {
    if (phone.ipa === 'ɹ') return isCoda(word, i, next) ? [] : as(phone, ['ɹ']);
    const said = phone.vowel ? vowel(word, i, next) : [phone.ipa];
    return as(phone, hasYod(phone) ? ['j', ...said] : said);
  });

/** Whether the r at `i` closes its syllable: no vowel follows in the word or, at its end, in the next one. */
function isCoda(word: readonly Paired[], i: number, next: EnglishPhone | null): boolean {
  return word[i - 1]?.vowel === true && !(word[i + 1] ?? next)?.vowel;
}

const LOT = 'ɒ';
const THOUGHT = 'ɔː';

function vowel(word: readonly Paired[], i: number, next: EnglishPhone | null): readonly string[] {
  const { stress, other } = word[i]!;
  const ipa = britishVowel(word[i]!);
  if (ipa === 'ɝ') {
    const links = (word[i + 1] ?? next)?.vowel ? ['ɹ'] : [];
    // American merges "hurry" and "squirrel" with "fur".
    if (links.length > 0 && (other === 'ʌ' || other === 'ɪ')) return [other, ...links];
    return [stress === 0 ? 'ə' : 'ɜː', ...links];
  }
  const r = word[i + 1]?.ipa === 'ɹ';
  const coda = r && isCoda(word, i + 1, next);
  const free = r && /[ːə]$/.test(other ?? '');
  switch (ipa) {
    case 'ɑ':
      return [other === 'ɑː' || coda ? 'ɑː' : LOT];
    case 'ɔ':
      return [other === 'ɒ' && !coda ? LOT : THOUGHT];
    case 'ʌ':
      return [other === 'ɒ' ? LOT : ipa];
    case 'æ':
      return [other === 'ɑː' ? 'ɑː' : 'æ'];
    case 'ɛ':
      return coda || free ? ['ɛː'] : r && other === 'æ' ? ['æ'] : [ipa];
    case 'ɪ':
    case 'i':
      return coda || free ? ['ɪə'] : [r || ipa === 'ɪ' ? 'ɪ' : stress > 0 ? 'iː' : 'i'];
    case 'ʊ':
    case 'u':
      return coda || free ? [THOUGHT] : [ipa === 'ʊ' ? ipa : 'uː'];
    case 'oʊ':
      return ['əʊ'];
    case 'aɪ':
    case 'aʊ':
      return coda ? [ipa, 'ə'] : [ipa];
    default:
      return [ipa];
  }
}
