import type { Syllable } from '../sequence.ts';

/** Katakana in the IPA of eSpeak NG's Japanese voice. A row is a consonant with the kana of its vowels a i u e o. */
const VOWELS = ['ä', 'i', 'ɯᵝ', 'e̞', 'o̞'].map((v) => v.normalize('NFD'));
const ROWS: readonly (readonly [consonants: readonly string[], kana: string])[] = [
  [['', '', '', '', ''], 'アイウエオ'],
  [['k', 'k', 'k', 'k', 'k'], 'カキクケコ'],
  [['ɡ', 'ɡ', 'ɡ', 'ɡ', 'ɡ'], 'ガギグゲゴ'],
  [['s', 'ɕ', 's', 's', 's'], 'サシスセソ'],
  [['z', 'dʑ', 'z', 'z', 'z'], 'ザジズゼゾ'],
  [['t', 'tɕ', 'ts', 't', 't'], 'タチツテト'],
  [['d', 'dʑ', 'z', 'd', 'd'], 'ダヂヅデド'],
  [['n', 'n', 'n', 'n', 'n'], 'ナニヌネノ'],
  [['h', 'ç', 'ɸ', 'h', 'h'], 'ハヒフヘホ'],
  [['b', 'b', 'b', 'b', 'b'], 'バビブベボ'],
  [['p', 'p', 'p', 'p', 'p'], 'パピプペポ'],
  [['m', 'm', 'm', 'm', 'm'], 'マミムメモ'],
  [['ɽ', 'ɽ', 'ɽ', 'ɽ', 'ɽ'], 'ラリルレロ'],
];

/** What a small ya, yu, yo makes of a consonant. */
const PALATAL: Readonly<Record<string, string>> = { ɕ: 'ɕ', dʑ: 'dʑ', tɕ: 'tɕ', ç: 'ç', n: 'ɲ' };
const SMALL_Y: Readonly<Record<string, number>> = { ャ: 0, ュ: 2, ョ: 4 };
const SMALL_VOWELS = 'ァィゥェォ';

interface Mora {
  readonly consonant: string;
  readonly vowel: string;
}

const MORAE: ReadonlyMap<string, Mora> = new Map([
  ...ROWS.flatMap(([consonants, kana]) =>
    Array.from(kana, (char, i): [string, Mora] => [char, { consonant: consonants[i] ?? '', vowel: VOWELS[i] ?? '' }]),
  ),
  ...Array.from('ヤユヨ', (char, i): [string, Mora] => [char, { consonant: 'j', vowel: VOWELS[i * 2] ?? '' }]),
  ...Array.from(SMALL_VOWELS, (char, i): [string, Mora] => [char, { consonant: '', vowel: VOWELS[i] ?? '' }]),
  ['ワ', { consonant: 'w', vowel: VOWELS[0] ?? '' }],
  ['ヰ', { consonant: '', vowel: 'i' }],
  ['ヱ', { consonant: '', vowel: VOWELS[3] ?? '' }],
  ['ヲ', { consonant: '', vowel: VOWELS[4] ?? '' }],
  ['ヴ', { consonant: 'v', vowel: VOWELS[2] ?? '' }],
]);

/** Hiragana as katakana; other characters stay. */
export function toKatakana(text: string): string {
  return text.replace(/[ぁ-ゖゝゞ]/g, (char) => String.fromCharCode(char.charCodeAt(0) + 0x60));
}

/** The syllables of a word in kana. Characters that are not kana are left out. */
export function kanaSyllables(word: string): Syllable[] {
  const morae: { phones: string[] }[] = [];
  let geminate = false;
  const chars = Array.from(toKatakana(word));
  chars.forEach((char, i) => {
    const last = morae.at(-1);
    if (char === 'ー') {
      // A long vowel is two morae of the same vowel.
      const vowel = last?.phones.findLast((phone) => VOWELS.includes(phone));
      if (vowel !== undefined) morae.push({ phones: [vowel] });
    } else if (char === 'ッ') {
      geminate = true;
    } else if (char === 'ン') {
      const nasal = nasalBefore(chars[i + 1]);
      if (last) last.phones.push(nasal);
      else morae.push({ phones: [nasal] });
    } else if (last && char in SMALL_Y) {
      palatalize(last.phones, VOWELS[SMALL_Y[char] ?? 0] ?? '');
    } else if (last && SMALL_VOWELS.includes(char) && i > 0) {
      foreign(last.phones, chars[i - 1] ?? '', VOWELS[SMALL_VOWELS.indexOf(char)] ?? '');
    } else {
      const mora = MORAE.get(char);
      if (!mora) return;
      if (geminate && last && mora.consonant !== '') last.phones.push(mora.consonant.charAt(0));
      geminate = false;
      morae.push({ phones: mora.consonant === '' ? [mora.vowel] : [mora.consonant, mora.vowel] });
    }
  });
  return morae.map(({ phones }) => ({ phones, stress: 0, tone: 0 }));
}

function palatalize(phones: string[], vowel: string): void {
  const consonant = phones.at(-2) ?? '';
  phones.splice(-2, 2, ...(consonant === '' ? ['j'] : [PALATAL[consonant] ?? `${consonant}ʲ`]), vowel);
}

/** ファ, ティ, ウォ, シェ: the consonant of the first kana with the small one's vowel. */
function foreign(phones: string[], before: string, vowel: string): void {
  if (before === 'ウ') phones.splice(-1, 1, 'w', vowel);
  else phones.splice(-1, 1, vowel);
}

/** ン takes the place of what follows. */
function nasalBefore(next: string | undefined): string {
  const consonant = next === undefined ? '' : (MORAE.get(next)?.consonant ?? '');
  if (/^[bpm]/.test(consonant)) return 'm';
  if (/^[kɡ]/.test(consonant)) return 'ŋ';
  if (/^(?:[tdnɽz]|ts)/.test(consonant)) return 'n';
  return 'ɴ';
}
