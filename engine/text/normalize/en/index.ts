import type { RuleSet } from '../scan.ts';
import { ENGLISH_EMOJI_RULES } from '../emoji.ts';
import { openRule } from '../rule.ts';
import { ABBREVIATION_RULES, ADDRESS_RULES } from './abbreviations.ts';
import { ACRONYM_RULES, MIXED_NUMBER_RULES, VERSION_RULES } from './acronyms.ts';
import { DATE_RULES, MONTH_RULES } from './dates.ts';
import { ELECTRONIC_RULES, ELECTRONIC_SIGN_RULES } from './electronic.ts';
import { FRACTION_RULES } from './fractions.ts';
import { MEASURE_RULES, MEASURE_WORD_RULES } from './measures.ts';
import { MONEY_PREFIX_RULES, MONEY_SUFFIX_RULES } from './money.ts';
import { spellDigits } from './numbers.ts';
import { DECADE_RULES, NUMERAL_RULES } from './numerals.ts';
import { ROMAN_CHARACTER_RULES, ROMAN_ITEM_RULES, ROMAN_RULES } from './romans.ts';
import { GREEK_RULES, SYMBOL_RULES, TIMES_RULES } from './symbols.ts';
import { TELEPHONE_RULES } from './telephones.ts';
import { TIME_RULES } from './times.ts';

const LAST_RESORT = [openRule('digit', String.raw`\d+`, (m) => spellDigits(m[0]))];

const WORD = /[\p{L}\p{M}]+(?:['’ʼ\u00ad·-][\p{L}\p{M}]+)*/uy;

/** Small words that some rule may want: months, abbreviations and Roman figures in lower case. */
const WATCHED = new Set(
  (
    'january february april june july august september october november december approx dept govt etc vs aka no nos pp pg ch chap ' +
    'sec fig figs eq art para pt ca ver vol ed eds est max min avg temp tel ext misc incl excl hrs hr mins secs yrs yr wks mos lbs oz ' +
    'ft assoc orig cf viz e i eg w b c n a o p s et al v he she his him and iv ii iii vi vii viii ix xi xii xiii xiv xv xvi xvii xviii xix xx xxi xxii x https http ftp www localhost file'
  ).split(' '),
);

function isPlain(word: string, following: string): boolean {
  const next = following.charCodeAt(0);
  // A space, a comma or the end behind it, so that no address, file name or abbreviation begins here.
  const closed = following === '' || next === 32 || next === 44 || next === 10;
  const stopped = next === 46 && (following.length < 2 || following.charCodeAt(1) === 32);
  if (!closed && !(stopped && word.length > 5)) return false;
  return /^[a-z][a-z'’-]+$|^[A-Z][a-z]{5,}$|^[a-z]$/.test(word) ? !WATCHED.has(word) && !isMonth(word) : false;
}

const isMonth = (word: string): boolean =>
  /^(?:January|February|August|September|October|November|December)$/.test(word);

/** How English is read out: American, or British where the locale asks for it. */
export const ENGLISH: RuleSet = {
  digit: [
    ...DATE_RULES,
    ...TELEPHONE_RULES,
    ...VERSION_RULES,
    ...DECADE_RULES,
    ...TIME_RULES,
    ...ELECTRONIC_RULES,
    ...ADDRESS_RULES,
    ...MONEY_SUFFIX_RULES,
    ...MEASURE_RULES,
    ...FRACTION_RULES,
    ...NUMERAL_RULES,
    ...MIXED_NUMBER_RULES,
    ...LAST_RESORT,
  ],
  letter: [
    ...GREEK_RULES,
    ...TIMES_RULES,
    ...ELECTRONIC_RULES,
    ...MONTH_RULES,
    ...MONEY_PREFIX_RULES,
    ...ROMAN_ITEM_RULES,
    ...ROMAN_RULES,
    ...ABBREVIATION_RULES,
    ...MEASURE_WORD_RULES,
    ...ACRONYM_RULES,
  ],
  sign: [
    ...ENGLISH_EMOJI_RULES,
    ...ROMAN_CHARACTER_RULES,
    ...TELEPHONE_RULES,
    ...MONEY_PREFIX_RULES,
    ...DECADE_RULES,
    ...MEASURE_RULES,
    ...FRACTION_RULES,
    ...NUMERAL_RULES.filter((r) => r.name === 'decimal'),
    ...ELECTRONIC_SIGN_RULES,
    ...MEASURE_WORD_RULES,
    ...SYMBOL_RULES,
  ],
  word: WORD,
  isPlain,
  spell: (digits) => spellDigits(digits),
};
