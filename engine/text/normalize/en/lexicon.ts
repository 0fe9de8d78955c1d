import { letterName } from '../../../phonemes/english/letters.ts';
import { EnglishLexicon } from '../../../phonemes/english/lexicon.ts';

let lexicon: EnglishLexicon | null = null;

/** Whether a word is in the pronunciation dictionary, other than letter by letter ("isbn"). */
export function isWord(word: string): boolean {
  const lower = word.toLowerCase();
  lexicon ??= new EnglishLexicon();
  const phones = lexicon.find(lower);
  if (!phones) return false;
  const spelled = Array.from(lower, (letter) => letterName(letter) ?? []).flat();
  return lower.length < 2 || phones.map((p) => p.ipa).join(' ') !== spelled.map((p) => p.ipa).join(' ');
}
