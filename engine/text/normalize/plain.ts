import { openRule } from './rule.ts';
import type { RuleSet } from './scan.ts';
import { cardinal, spellDigits } from './en/numbers.ts';
import { cardinal as chineseCardinal, spellDigits as spellChinese } from './zh/numbers.ts';

const NO_RULES = { letter: [], sign: [], isPlain: (): boolean => true } as const;

/** English as it is written: only figures have to become words. */
export const PLAIN_ENGLISH: RuleSet = {
  ...NO_RULES,
  digit: [openRule('cardinal', String.raw`\d+`, (m) => cardinal(m[0]))],
  spell: (digits) => spellDigits(digits, 'zero'),
  word: /[\p{L}\p{M}]+(?:['’ʼ-][\p{L}\p{M}]+)*/uy,
};

export const PLAIN_MANDARIN: RuleSet = {
  ...NO_RULES,
  digit: [openRule('cardinal', String.raw`\d+`, (m) => chineseCardinal(m[0]))],
  spell: (digits) => spellChinese(digits),
  word: /\p{Script=Han}+|[\p{L}\p{M}]+(?:['’-][\p{L}\p{M}]+)*/uy,
};

/** Other languages: words and figures go as they are to eSpeak NG, which reads figures in its language. */
export const AS_WRITTEN: RuleSet = {
  letter: [],
  sign: [],
  isPlain: () => true,
  spell: (digits) => Array.from(digits).join(' '),
  digit: [openRule('cardinal', String.raw`\d+(?:[.,:]\d+)*(?:\s?[%€$£°])?`, (m) => m[0].replace(/\s/g, ''))],
  word: /[\p{L}\p{M}]+(?:['’ʼ·-][\p{L}\p{M}]+)*['’]?/uy,
};
