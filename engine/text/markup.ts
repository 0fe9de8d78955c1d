import type { GivenPhonemes } from '../types.ts';

const PHONEMES = /<\|phoneme_start\|>([^]{0,2000}?)<\|phoneme_end\|>/uy;
const CONTROL = /<\|[^|<>\n]{0,60}\|>/uy;

/** A control tag at a place: phonemes that the writer gave, or something that is never read. */
export interface Tag {
  readonly length: number;
  readonly phonemes: GivenPhonemes | null;
}

/** The tag that begins at `at`, or null. A tag that nobody knows is skipped, not read. */
export function tagAt(text: string, at: number, language: string): Tag | null {
  if (text.charCodeAt(at) !== 60 || text.charCodeAt(at + 1) !== 124) return null;
  PHONEMES.lastIndex = at;
  const phonemes = PHONEMES.exec(text);
  if (phonemes) {
    const value = (phonemes[1] ?? '').trim();
    return {
      length: phonemes[0].length,
      phonemes: value === '' ? null : { alphabet: alphabetOf(value, language), value },
    };
  }
  CONTROL.lastIndex = at;
  const control = CONTROL.exec(text);
  return control ? { length: control[0].length, phonemes: null } : null;
}

/** English is ARPAbet, Chinese tone-number pinyin, Japanese romaji with pitch digits; what none of them writes is IPA. */
function alphabetOf(value: string, language: string): GivenPhonemes['alphabet'] {
  if (/[^\x20-\x7eüÜ]/u.test(value)) return 'ipa';
  if (/^[A-Z]{1,2}[0-2]?(?:\s+[A-Z]{1,2}[0-2]?)*$/.test(value)) return 'arpabet';
  if (/^ja\b/.test(language)) return 'romaji';
  if (/^[a-zü:]+[1-5]?(?:[\s']*[a-zü:]+[1-5])*$/i.test(value) && /[1-5]/.test(value)) return 'pinyin';
  return /^(?:cmn|zh)\b/.test(language) ? 'pinyin' : 'romaji';
}
