import { isVowel } from '../../ipa.ts';
import type { EnglishPhone } from '../arpabet.ts';
import type { Paired } from './align.ts';

/** Turns the American reading of a word into an accent's. `next` opens the next word; null before a pause. */
export type Accent = (word: readonly Paired[], next: EnglishPhone | null, spelling: string) => EnglishPhone[];

/** What is said in the place of a phone: its stress stays on the first vowel. */
export function as({ stress }: EnglishPhone, phones: readonly string[]): EnglishPhone[] {
  let free = stress;
  return phones.map((ipa) => {
    const vowel = isVowel(ipa);
    const own = vowel ? free : 0;
    if (vowel) free = 0;
    return { ipa, vowel, stress: own };
  });
}

/** Where the American u comes with a glide that American has lost: "new", "tune", "due". */
export function hasYod({ ipa, inserted }: Paired): boolean {
  return (ipa === 'u' || ipa === 'ʊ') && inserted.includes('j');
}

/** The American vowel, but for endings that all of Britain says otherwise: "secretary" without and "hostile" with a full one. */
export function britishVowel({ ipa, stress, other }: Paired): string {
  if (other === 'ə' && stress !== 1 && (ipa === 'ɛ' || ipa === 'ɔ')) return 'ə';
  return other === 'aɪ' && ipa === 'ə' ? 'aɪ' : ipa;
}
