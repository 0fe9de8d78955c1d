/** The English phone set: CMU symbols, the IPA symbol of the voice model, and one character each for the lexicon file. */

/** Vowels by CMU name. `reduced` is the IPA symbol without stress where it differs. */
const VOWELS: Readonly<Record<string, { readonly ipa: string; readonly reduced?: string }>> = {
  AA: { ipa: 'ɑ' },
  AE: { ipa: 'æ' },
  AH: { ipa: 'ʌ', reduced: 'ə' },
  AO: { ipa: 'ɔ' },
  AW: { ipa: 'aʊ' },
  AY: { ipa: 'aɪ' },
  EH: { ipa: 'ɛ' },
  ER: { ipa: 'ɝ' },
  EY: { ipa: 'eɪ' },
  IH: { ipa: 'ɪ' },
  IY: { ipa: 'i' },
  OW: { ipa: 'oʊ' },
  OY: { ipa: 'ɔɪ' },
  UH: { ipa: 'ʊ' },
  UW: { ipa: 'u' },
  AX: { ipa: 'ə' },
};

const CONSONANTS: Readonly<Record<string, string>> = {
  P: 'p',
  B: 'b',
  T: 't',
  D: 'd',
  K: 'k',
  G: 'ɡ',
  F: 'f',
  V: 'v',
  TH: 'θ',
  DH: 'ð',
  S: 's',
  Z: 'z',
  SH: 'ʃ',
  ZH: 'ʒ',
  HH: 'h',
  CH: 'tʃ',
  JH: 'dʒ',
  M: 'm',
  N: 'n',
  NG: 'ŋ',
  L: 'l',
  R: 'ɹ',
  W: 'w',
  Y: 'j',
};

/** A phone of a word before it is cut into syllables. Consonants carry stress 0. */
export interface EnglishPhone {
  readonly ipa: string;
  readonly vowel: boolean;
  readonly stress: 0 | 1 | 2;
}

export const ENGLISH_VOWELS: ReadonlySet<string> = new Set(
  Object.values(VOWELS).flatMap(({ ipa, reduced }) => (reduced === undefined ? [ipa] : [ipa, reduced])),
);
export const ENGLISH_CONSONANTS: ReadonlySet<string> = new Set(Object.values(CONSONANTS));

const STRESSES = [0, 1, 2] as const;

/** Every CMU symbol, vowels with their stress digit, in the order of their codes. */
const SYMBOLS: readonly string[] = [
  ...Object.keys(VOWELS)
    .filter((name) => name !== 'AX')
    .flatMap((name) => STRESSES.map((stress) => `${name}${stress}`)),
  ...Object.keys(CONSONANTS),
];

/** Printable ASCII without the characters that JSON escapes and that the lexicon file uses as separators. */
const CODES = Array.from({ length: 94 }, (_, i) => String.fromCharCode(33 + i)).filter((c) => !'"\\~^'.includes(c));

const CODE_OF: ReadonlyMap<string, string> = new Map(SYMBOLS.map((symbol, i) => [symbol, CODES[i] ?? '']));
const PHONE_OF_CODE: ReadonlyMap<string, EnglishPhone> = new Map(
  SYMBOLS.map((symbol, i) => [CODES[i] ?? '', parseSymbol(symbol)]),
);

/** "HH AH0 L OW1" as one character a phone. Throws on a symbol that is not CMU's. */
export function encodeArpabet(phones: string): string {
  return phones
    .split(' ')
    .map((symbol) => {
      const code = CODE_OF.get(symbol);
      if (code === undefined) throw new Error(`"${symbol}" is not a symbol of the CMU dictionary`);
      return code;
    })
    .join('');
}

/** The phones of a word from the lexicon file. */
export function decodePhones(codes: string): EnglishPhone[] {
  const phones: EnglishPhone[] = [];
  for (const code of codes) {
    const phone = PHONE_OF_CODE.get(code);
    if (phone) phones.push(phone);
  }
  return phones;
}

/** "HH AH0 L OW1" to phones; null when a symbol is not ARPAbet. A vowel without a digit has no stress. */
export function parseArpabet(text: string): EnglishPhone[] | null {
  const phones: EnglishPhone[] = [];
  for (const symbol of text.trim().split(/\s+/)) {
    const upper = symbol.toUpperCase();
    const name = upper.replace(/[0-2]$/, '');
    if (!(name in VOWELS) && !(upper in CONSONANTS)) return null;
    phones.push(parseSymbol(upper));
  }
  return phones;
}

function parseSymbol(symbol: string): EnglishPhone {
  const consonant = CONSONANTS[symbol];
  if (consonant !== undefined) return { ipa: consonant, vowel: false, stress: 0 };
  const vowel = VOWELS[symbol.replace(/\d$/, '')];
  if (!vowel) throw new Error(`"${symbol}" is not an ARPAbet symbol`);
  const stress = symbol.endsWith('1') ? 1 : symbol.endsWith('2') ? 2 : 0;
  return { ipa: stress === 0 ? (vowel.reduced ?? vowel.ipa) : vowel.ipa, vowel: true, stress };
}
