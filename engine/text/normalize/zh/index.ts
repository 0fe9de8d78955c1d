import { MANDARIN_EMOJI_RULES } from '../emoji.ts';
import type { RuleSet } from '../scan.ts';
import { DATE_RULES, TIME_RULES } from './dates.ts';
import { CODE_RULES, LATIN_RULES, TELEPHONE_RULES } from './identifiers.ts';
import { spellDigits } from './numbers.ts';
import { QUANTITY_RULES } from './quantities.ts';
import { LAST_RESORT, LETTER_RULES, NUMBER_RULES, SYMBOL_RULES } from './symbols.ts';

/** A run of Hanzi; all other letters are words of their own script. */
const WORD = /[\p{Script=Han}々〆〇]+|[\p{L}\p{M}]+(?:['’-][\p{L}\p{M}]+)*/uy;

/** How Mandarin is read out. */
export const MANDARIN: RuleSet = {
  digit: [
    ...TELEPHONE_RULES,
    ...DATE_RULES,
    ...CODE_RULES,
    ...TIME_RULES,
    ...LATIN_RULES.filter((r) => r.name === 'electronic'),
    ...QUANTITY_RULES,
    ...NUMBER_RULES,
    ...LAST_RESORT,
  ],
  letter: [...LETTER_RULES, ...QUANTITY_RULES.filter((r) => r.name === 'money'), ...LATIN_RULES],
  sign: [...MANDARIN_EMOJI_RULES, ...TELEPHONE_RULES, ...QUANTITY_RULES, ...SYMBOL_RULES],
  word: WORD,
  spell: (digits) => spellDigits(digits),
  isPlain: (word) => /^\p{Script=Han}/u.test(word),
};
