import type { PackToken } from '../family.ts';
import type { Unit } from '../units.ts';

/** Ids by UTF-16 code unit; -1 for what the model does not know. */
export type Indexer = readonly number[];

/** Characters that each release's languages need, by which the releases are told apart. */
const HANGUL = 0x1100;
const CYRILLIC = 0x0430;
const SECOND = ['en', 'ko', 'es', 'pt', 'fr'];
const THIRD = [
  ...['en', 'ko', 'ja', 'ar', 'bg', 'cs', 'da', 'de', 'el', 'es', 'et', 'fi', 'fr', 'hi', 'hr', 'hu'],
  ...['id', 'it', 'lt', 'lv', 'nl', 'pl', 'pt', 'ro', 'ru', 'sk', 'sl', 'sv', 'tr', 'uk', 'vi'],
];

/** The languages that a pack reads: English alone (v1), five (v2), or 31 (v3). */
export function languagesOf(indexer: Indexer): readonly string[] {
  const has = (unit: number): boolean => (indexer[unit] ?? -1) >= 0;
  const tagged = [...'</>'].every((char) => has(char.charCodeAt(0)));
  if (!tagged || !has(HANGUL)) return ['en'];
  return has(CYRILLIC) ? THIRD : SECOND;
}

const ENDS = /[.!?;:,'")\]}…。」』】〉》›»]$/u;

/** Words and marks as the characters of one text, decomposed (NFKD), each with its token. What the model lacks is left out. */
export function characters(tokens: readonly PackToken[], indexer: Indexer): Unit[] {
  const units: Unit[] = [];
  const add = (text: string, token: number): void => {
    // Code units, as the indexer counts them.
    for (const symbol of text.normalize('NFKD').split(''))
      if ((indexer[symbol.charCodeAt(0)] ?? -1) >= 0) units.push({ symbol, token });
  };
  tokens.forEach(({ text, mark, raw }, i) => {
    if (units.length > 0) add(' ', -1);
    add(raw ?? text, i);
    add(mark, i);
  });
  return units;
}

/** A piece as the model reads it: it ends with a mark, and where the model knows several languages it is put into its tag. */
export function framed(piece: readonly Unit[], language: string | null): Unit[] {
  const plain = (text: string): Unit[] => text.split('').map((symbol) => ({ symbol, token: -1 }));
  const ended = ENDS.test(piece.at(-1)?.symbol ?? '') ? [] : plain('.');
  if (language === null) return [...piece, ...ended];
  return [...plain(`<${language}>`), ...piece, ...ended, ...plain(`</${language}>`)];
}
