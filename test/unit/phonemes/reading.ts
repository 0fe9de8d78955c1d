import { readFileSync } from 'node:fs';
import { canonical } from '../../../engine/packs/phones.ts';
import { createPhonemizer } from '../../../engine/phonemes/index.ts';
import { normalizeText, type NormalizeOptions, UserLexicon } from '../../../engine/text/index.ts';
import type { PhoneSequence } from '../../../engine/types.ts';

const phonemizer = createPhonemizer({ spelling: 'starter' });

/** The phones that the starter voice says for a text in a language; null: the language is found. */
export async function readAloud(
  text: string,
  language: string | null,
  options: NormalizeOptions = {},
): Promise<PhoneSequence> {
  const written = normalizeText(text, { language, ...options });
  return (await phonemizer).phonemize(written, language ?? written.language);
}

/** Phones of the word that stands at `word` in the text, stressed syllables marked, tones at the vowel's end. */
export function phonesOf(sequence: PhoneSequence, word: string): string {
  const index = sequence.words.findIndex(({ text }) => text.toLowerCase() === word.toLowerCase());
  return written(sequence.phones.filter((phone) => phone.word === index));
}

/** All words of a sequence. */
export const wordsOf = (sequence: PhoneSequence): string[] =>
  sequence.words.map((_, index) => written(sequence.phones.filter((phone) => phone.word === index)));

export function written(phones: PhoneSequence['phones']): string {
  let text = '';
  phones.forEach((phone, i) => {
    if (phone.syllableStart) text += phone.stress === 1 ? 'ˈ' : i === 0 ? '' : '.';
    text += phone.ipa;
    const next = phones[i + 1];
    if (phone.tone > 0 && (next === undefined || next.syllableStart)) text += String(phone.tone);
  });
  return text;
}

const table = (
  JSON.parse(readFileSync(new URL('../../../models/starter/tables.json', import.meta.url), 'utf8')) as {
    phones: { symbols: string[]; others: Record<string, unknown> };
  }
).phones;
const INVENTORY = new Set(table.symbols);

/** Phones that the starter pack's model neither met in training nor has features for. */
export const unknownPhones = (sequence: PhoneSequence): string[] =>
  sequence.phones
    .map(({ ipa }) => ipa)
    .filter((ipa) => !INVENTORY.has(ipa) && !INVENTORY.has(canonical(ipa)))
    .filter((ipa) => !Object.hasOwn(table.others, ipa) && !Object.hasOwn(table.others, canonical(ipa)));

export { UserLexicon };
