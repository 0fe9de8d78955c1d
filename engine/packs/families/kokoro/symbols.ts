import { isVowel } from '../../../phonemes/ipa.ts';
import type { Phonemizer } from '../../../phonemes/index.ts';
import type { Phone } from '../../../types.ts';
import type { PackToken, Utterance } from '../family.ts';
import type { Unit } from '../units.ts';

/**
 * Phones to the alphabet that Kokoro was trained with (misaki's: IPA, with capitals for English diphthongs, one letter
 * for an affricate, arrows for Mandarin tones). Source: the tables of hexgrad/misaki, Apache-2.0.
 */

/** In every language; the longest match first. */
const SHARED: Readonly<Record<string, string>> = {
  aɪ: 'I',
  aʊ: 'W',
  eɪ: 'A',
  oʊ: 'O',
  əʊ: 'Q',
  ɔɪ: 'Y',
  tʃ: 'ʧ',
  dʒ: 'ʤ',
  ts: 'ʦ',
  dz: 'ʣ',
  tɕ: 'ʨ',
  dʑ: 'ʥ',
};
const ENGLISH: Readonly<Record<string, string>> = { ɝ: 'ɜɹ', ɚ: 'əɹ', ɾ: 'T', r: 'ɹ', ɫ: 'l', g: 'ɡ' };
const MANDARIN: Readonly<Record<string, string>> = { χ: 'x', ai: 'aɪ', ei: 'eɪ', ou: 'oʊ', ɑu: 'aʊ' };
const STRESS = ['', 'ˈ', 'ˌ'] as const;
const TONES = ['', '→', '↗', '↓', '↘', ''] as const;
/** Marks as the vocabulary has them. */
const MARKS: Readonly<Record<string, string>> = { '-': '—' };

/** The symbols of an utterance's tokens, by the phones that this house's phonemizers give them. */
export async function readUnits(
  { language, tokens, endsSentence }: Utterance,
  phonemizer: Phonemizer,
): Promise<Unit[]> {
  const units: Unit[] = [];
  const add = (symbols: readonly string[], mark: string, token: number): void => {
    if (symbols.length > 0 && units.length > 0) units.push({ symbol: ' ', token: -1 });
    for (const symbol of symbols) units.push({ symbol, token });
    if (mark !== '' && units.length > 0) units.push({ symbol: MARKS[mark] ?? mark, token });
  };
  for (const { from, to } of runsOf(tokens)) {
    const [first] = tokens.slice(from, to);
    if (first?.raw !== undefined) {
      add(Array.from(first.raw), first.mark, from);
      continue;
    }
    const run = { language, tokens: tokens.slice(from, to), endsSentence: endsSentence && to === tokens.length };
    const { phones, words } = await phonemizer.phonemize(run, language);
    let token = from;
    words.forEach((word, i) => {
      // Words are those tokens that have a sound, in order; several may be one.
      while (token < to - 1 && tokens[token]!.from < word.from) token++;
      const own = phones.filter((phone) => phone.word === i);
      add(spell(own, language), word.mark, token);
      if (tokens[token + 1]?.from === word.from && token < to - 1) token++;
    });
  }
  return units;
}

/** Neighbours that a phonemizer reads together; a token in the model's own symbols stands alone. */
function runsOf(tokens: readonly PackToken[]): { from: number; to: number }[] {
  const runs: { from: number; to: number }[] = [];
  tokens.forEach(({ raw }, i) => {
    const last = runs.at(-1);
    if (last && raw === undefined && tokens[last.from]!.raw === undefined) last.to = i + 1;
    else runs.push({ from: i, to: i + 1 });
  });
  return runs;
}

/** Symbols of a word: stress marks stand before the vowel, tones behind it. */
export function spell(phones: readonly Phone[], language: string): string[] {
  const table = tableOf(language);
  let open = false;
  return phones.flatMap(({ ipa, stress, tone, syllableStart }) => {
    if (syllableStart) open = true;
    const nucleus = open && isVowel(ipa);
    if (nucleus) open = false;
    const letters = table(ipa);
    return Array.from(nucleus ? (tone > 0 ? letters + TONES[tone] : STRESS[stress] + letters) : letters);
  });
}

function tableOf(language: string): (ipa: string) => string {
  const tag = language.toLowerCase();
  if (/^(?:cmn|zh)\b/.test(tag)) return (ipa) => MANDARIN[ipa] ?? SHARED[ipa] ?? ipa;
  if (!tag.startsWith('en')) return (ipa) => SHARED[ipa] ?? ipa;
  // American vowels have no length of their own; British ones do.
  const long = !/^en(?:-us|-ca|-ph)?$/.test(tag);
  return (ipa) => {
    const known = SHARED[ipa] ?? ENGLISH[ipa] ?? ipa;
    return long ? known : known.replace('ː', '');
  };
}
