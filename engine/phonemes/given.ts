import type { GivenPhonemes } from '../types.ts';
import { parseArpabet } from './english/arpabet.ts';
import { syllabify } from './english/syllables.ts';
import { split } from './espeak/parse.ts';
import { toSyllables } from './espeak/syllables.ts';
import { isPhone, isVowel } from './ipa.ts';
import { kanaSyllables } from './japanese/kana.ts';
import { romajiToKana } from './japanese/romaji.ts';
import { pinyinSyllable } from './mandarin/syllables.ts';
import { respell } from './respelling.ts';
import type { Syllable } from './sequence.ts';

/** The syllables of phonemes that a writer gave; null when they cannot be read in their notation. */
export function givenSyllables({ alphabet, value }: GivenPhonemes): Syllable[] | null {
  switch (alphabet) {
    case 'arpabet': {
      const phones = parseArpabet(value);
      return phones && syllabify(phones);
    }
    case 'ipa':
      return ipaSyllables(value);
    case 'pinyin':
      return pinyinSyllables(value);
    case 'romaji': {
      const kana = romajiToKana(value);
      return (
        kana &&
        kana.flatMap(({ kana: mora, high }) =>
          kanaSyllables(mora).map((s) => (high ? { ...s, stress: 1 as const } : s)),
        )
      );
    }
    case 'respelling':
      return respell(value);
  }
}

function pinyinSyllables(value: string): Syllable[] | null {
  const written = value.match(/[a-zêü:]+[0-5]?/giu) ?? [];
  const syllables = written.map(pinyinSyllable);
  return syllables.length > 0 && syllables.every((s) => s !== null) ? syllables : null;
}

/** IPA with stress marks before syllables (ˈ ˌ) and optional dots between them. */
function ipaSyllables(value: string): Syllable[] | null {
  const text = value.replace(/[/[\]]/g, '').trim();
  const result: Syllable[] = [];
  for (const part of text.split(/(?=[ˈˌ'])|[.\s]+/u).filter(Boolean)) {
    const stress: Syllable['stress'] = /^[ˈ']/u.test(part) ? 1 : part.startsWith('ˌ') ? 2 : 0;
    const phones = split(part.replace(/'/g, '')).map(englishSpelling);
    if (phones.some((ipa) => !isPhone(ipa))) return null;
    const parsed = phones.map((ipa) => ({ ipa, vowel: isVowel(ipa), stress: 0 as const }));
    // Dots tell the syllables; without them a run is cut as a word, and its first syllable has the stress.
    const syllables = text.includes('.') ? [{ phones, stress: 0 as const, tone: 0 as const }] : toSyllables(parsed);
    result.push(
      ...syllables.map((syllable, i) => ({
        ...syllable,
        stress: i === 0 ? stress : syllable.stress,
      })),
    );
  }
  return result.length > 0 ? result : null;
}

/** Ways to write the American vowels that differ from the voice's own symbols. */
const SPELLINGS: Readonly<Record<string, string>> = { ɜː: 'ɝ', 'ɜ˞': 'ɝ', ɚ: 'ɝ', 'ə˞': 'ɝ', əʊ: 'oʊ', r: 'ɹ', ɫ: 'l' };

function englishSpelling(ipa: string): string {
  return SPELLINGS[ipa] ?? ipa;
}
