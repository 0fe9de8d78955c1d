import { ENGLISH_VOWELS, parseArpabet, type EnglishPhone } from './arpabet.ts';

/**
 * Function words as the voice's teachers read them (the Festival lexicon for American English): weak "a", "the" and
 * "to", full forms elsewhere. The dictionary's first entry is another one for these.
 */
const FORMS: Readonly<Record<string, string>> = {
  a: 'AH0',
  an: 'AE1 N',
  and: 'AE1 N D',
  as: 'AE1 Z',
  at: 'AE1 T',
  because: 'B IH0 K AO1 Z',
  for: 'F AO1 R',
  from: 'F R AH1 M',
  her: 'HH ER1',
  him: 'HH IH1 M',
  his: 'HH IH1 Z',
  i: 'AY1',
  into: 'IH1 N T UW0',
  just: 'JH AH1 S T',
  of: 'AH1 V',
  or: 'AO1 R',
  our: 'AW1 ER0',
  ours: 'AW1 ER0 Z',
  than: 'DH AE1 N',
  that: 'DH AE1 T',
  them: 'DH EH1 M',
  to: 'T AH0',
  was: 'W AA1 Z',
  what: 'W AH1 T',
  when: 'W EH1 N',
  where: 'W EH1 R',
  which: 'W IH1 CH',
  why: 'W AY1',
  with: 'W IH1 DH',
  within: 'W IH0 DH IH1 N',
  without: 'W IH0 TH AW1 T',
  you: 'Y UW1',
  your: 'Y AO1 R',
};

const PHONES: ReadonlyMap<string, readonly EnglishPhone[]> = new Map(
  Object.entries(FORMS).map(([word, arpabet]) => [word, parseArpabet(arpabet) ?? []]),
);

const THE_BEFORE_VOWEL = parseArpabet('DH IY0') ?? [];
const THE = parseArpabet('DH AH0') ?? [];
const TO_ALONE = parseArpabet('T UW1') ?? [];

/** The form of a function word before a word that begins with `next` (null: a pause); null for other words. */
export function functionWord(word: string, next: EnglishPhone | null): readonly EnglishPhone[] | null {
  if (word === 'the') return next && ENGLISH_VOWELS.has(next.ipa) ? THE_BEFORE_VOWEL : THE;
  if (word === 'to' && next === null) return TO_ALONE;
  return PHONES.get(word) ?? null;
}
