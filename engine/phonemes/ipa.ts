/** Letters of the International Phonetic Alphabet as far as every stage needs to tell them apart. */

const VOWELS = new Set('iyɨʉɯuɪʏʊeøɘɵɤoəɛœɜɞʌɔæɐaɶɑɒɚɝᵻ');
const CONSONANTS = new Set('pbtdʈɖcɟkɡqɢʔmɱnɳɲŋɴʙrʀɾɽɸβfvθðszʃʒʂʐɕʑçʝxɣχʁħʕhɦɬɮʋɹɻjɥɰwʍlɫɭʎʟ');
const MODIFIERS = new Set('ːˑʰʲʷᵝˠˤ˞');

/** Whether a phone is a syllable's nucleus: a vowel, or a consonant marked syllabic. */
export function isVowel(ipa: string): boolean {
  return ipa !== '' && (VOWELS.has(ipa[0] ?? '') || ipa.includes('\u0329'));
}

/** Whether a phone begins with a letter of the alphabet. */
export function isPhone(ipa: string): boolean {
  return VOWELS.has(ipa[0] ?? '') || CONSONANTS.has(ipa[0] ?? '');
}

/** Whether a character changes the letter before it. */
export function isModifier(char: string): boolean {
  return MODIFIERS.has(char) || /^\p{M}$/u.test(char);
}
