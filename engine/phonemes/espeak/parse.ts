/**
 * Cleans the IPA that eSpeak NG writes and cuts it into single phones, just as the labels of the voice's training data
 * are cleaned and cut (models/training/corpus/espeak_ipa.py).
 */
import { isModifier, isVowel } from '../ipa.ts';

export interface EspeakPhone {
  readonly ipa: string;
  readonly vowel: boolean;
  readonly stress: 0 | 1 | 2;
}

const FRICATIVES = new Set('fvszʃʒʂʐɕʑçxθð');
const STOPS = new Set('pbtdʈɖcɟkɡ');
/** A close vowel before one of these is a glide of its own. */
const GLIDES: ReadonlyMap<string, { readonly glide: string; readonly before: string }> = new Map([
  ['i', { glide: 'j', before: 'aɑɛəæoeɔ' }],
  ['u', { glide: 'w', before: 'aɑɛəæoeɔ' }],
  ['y', { glide: 'ɥ', before: 'aɑɛəæoeɔu' }],
]);

/** ASCII that eSpeak leaves in its IPA, and what it stands for. */
const LEFTOVERS: readonly (readonly [string, string])[] = [
  ['ts.', 'ʈʂ'],
  ['s.', 'ʂ'],
  ['z.', 'ʐ'],
  ['ng', 'ŋ'],
  ['g', 'ɡ'],
  ['nɡ', 'ŋ'],
  ['ᵻ', 'ɪ'],
  ['i.', 'ɨ'],
  ['??', 'ʊɐ'],
  ['y#', 'y'],
  [':', 'ː'],
];

/** IPA letters with their diacritics; stress, ties, tone digits and hyphens are gone. */
export function clean(symbol: string): string {
  let text = symbol.normalize('NFD').replaceAll('c\u0327', 'ç');
  for (const [written, ipa] of LEFTOVERS) text = text.replaceAll(written, ipa);
  text = text.replace(/[ˈˌ͜͡‿0-9\-.'"#?!|*;]/gu, '');
  return text.length > 1 && text.endsWith('h') ? `${text.slice(0, -1)}ʰ` : text;
}

/** Single phones of a symbol: diphthongs and affricates stay whole, glides and other clusters come apart ("iɛn"). */
export function split(symbol: string): string[] {
  const phones: string[] = [];
  let parts = 0;
  const written = letters(clean(symbol));
  written.forEach((given, i) => {
    const { glide, before } = GLIDES.get(given) ?? { glide: '', before: '' };
    const following = written[i + 1]?.[0] ?? '';
    const plain = i === 0 && given === 'ʲ' ? 'j' : given;
    const letter = following !== '' && before.includes(following) ? glide : plain;
    const previous = phones.at(-1) ?? '';
    const diphthong = parts === 1 && isVowel(previous) && isVowel(letter);
    const affricate = parts === 1 && STOPS.has(previous.at(-1) ?? '') && FRICATIVES.has(letter[0] ?? '');
    if (diphthong || affricate) phones[phones.length - 1] = previous + letter;
    else phones.push(letter);
    parts = diphthong || affricate ? 2 : 1;
  });
  return phones;
}

/** Base letters, each with the marks that follow it. */
function letters(text: string): string[] {
  const result: string[] = [];
  for (const char of text) {
    const last = result.length - 1;
    if (last >= 0 && isModifier(char)) result[last] = `${result[last] ?? ''}${char}`;
    else result.push(char);
  }
  return result;
}

/** The words of a transcription (`_` between phones, spaces between words) as phones. Language switches vanish. */
export function parseClause(transcription: string, language = ''): EspeakPhone[][] {
  return transcription
    .replace(/\([a-z-]+\)/g, '')
    .split(/[\s|]+/)
    .map((word) => parseWord(word, language))
    .filter((word) => word.length > 0);
}

/** What no voice has as one phone, and what it is made of. */
const SPELT_OUT: ReadonlyMap<string, readonly string[]> = new Map([
  ['pf', ['p', 'f']],
  ['n̩', ['ə', 'n']],
  ['m̩', ['ə', 'm']],
  ['l̩', ['ə', 'l']],
  ['ɹ̩', ['ɚ']],
]);

/** German phones as the training has them: ɐ for ɜ, "Burg" like "Berg", "Hütte" with the y that it was taught with. */
const GERMAN: ReadonlyMap<string, readonly string[]> = new Map([
  ['ɜ', ['ɐ']],
  ['ʊɐ', ['ʊ', 'ɾ']],
  ['ʏ', ['y']],
]);

/** Phones of a symbol; a long affricate ("pizza") is a closure and the affricate. */
function spellOut(ipa: string): readonly string[] {
  const parts = SPELT_OUT.get(ipa);
  if (parts) return parts;
  const long = /^([tdʈɖ])([szʃʒʂʐɕʑ])ː$/u.exec(ipa);
  return long ? [long[1] ?? '', ipa.slice(0, -1)] : [ipa];
}

function parseWord(word: string, language: string): EspeakPhone[] {
  const phones: EspeakPhone[] = [];
  // A symbol without letters opens a word with a glottal stop, or lengthens the vowel before it.
  const symbols = word.split('_');
  symbols.forEach((symbol, i) => {
    const stress = symbol.includes('ˈ') ? 1 : symbol.includes('ˌ') ? 2 : 0;
    const parts = split(symbol);
    if (parts.length === 0 && i < symbols.length - 1) {
      const before = phones.at(-1);
      if (!before && language === 'de') phones.push({ ipa: 'ʔ', vowel: false, stress: 0 });
      else if (before?.vowel && Array.from(before.ipa.normalize('NFD').replace(/\p{M}/gu, '')).length === 1)
        phones[phones.length - 1] = { ...before, ipa: `${before.ipa}ː` };
    }
    for (const ipa of parts.flatMap(spellOut).flatMap((part) => (language === 'de' && GERMAN.get(part)) || part)) {
      const vowel = isVowel(ipa);
      phones.push({ ipa, vowel, stress: vowel ? stress : 0 });
    }
  });
  return phones.length === 1 && phones[0]?.ipa === 'ʔ' ? [] : phones;
}
