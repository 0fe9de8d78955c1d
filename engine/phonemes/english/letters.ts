import { parseArpabet, type EnglishPhone } from './arpabet.ts';

const NAMES: Readonly<Record<string, string>> = {
  a: 'EY1',
  b: 'B IY1',
  c: 'S IY1',
  d: 'D IY1',
  e: 'IY1',
  f: 'EH1 F',
  g: 'JH IY1',
  h: 'EY1 CH',
  i: 'AY1',
  j: 'JH EY1',
  k: 'K EY1',
  l: 'EH1 L',
  m: 'EH1 M',
  n: 'EH1 N',
  o: 'OW1',
  p: 'P IY1',
  q: 'K Y UW1',
  r: 'AA1 R',
  s: 'EH1 S',
  t: 'T IY1',
  u: 'Y UW1',
  v: 'V IY1',
  w: 'D AH1 B AH0 L Y UW0',
  x: 'EH1 K S',
  y: 'W AY1',
  z: 'Z IY1',
};

/** The name of a letter, with the ending of its plural or possessive ("d's"); null for what is no letter of English. */
export function letterName(letter: string): EnglishPhone[] | null {
  const name = NAMES[letter.charAt(0)];
  if (name === undefined || !/^[a-z](?:'s)?$/.test(letter)) return null;
  const ending = letter.length === 1 ? '' : /^[sx]/.test(letter) ? ' IH0 Z' : /^[fh]/.test(letter) ? ' S' : ' Z';
  return parseArpabet(name + (letter.startsWith('h') && ending !== '' ? ' IH0 Z' : ending));
}
