import { MONTH, monthName, monthOf, SHORT_WEEKDAY, weekdayName } from './calendar.ts';
import { cardinal, ordinal, spellDigits, year } from './numbers.ts';
import { after, group, openRule, rule, type Context, type Match, type Rule } from '../rule.ts';

const DAY = String.raw`(?:0?[1-9]|[12]\d|3[01])`;
const SUFFIX = '(?:st|nd|rd|th)';
const YEAR = String.raw`(?:1\d{3}|20\d{2})`;

/** "'99" and "99" as written: two digits; four as a year. */
function yearWords(digits: string): string {
  if (digits.length === 4) return year(digits);
  return digits.startsWith('0') ? spellDigits(digits) : cardinal(digits);
}

/** The year that "1/5/10" has: those to come are few. */
const fullYear = (digits: string): string => (Number(digits) < 50 ? `20${digits}` : `19${digits}`);

/** "january fifth" (American), "the fifth of january" (British, or where the day is written first). */
function dayAndMonth(day: string, month: string, dayFirst: boolean, context: Context): string {
  const nth = ordinal(day);
  if (!dayFirst) return context.british ? `${month} the ${nth}` : `${month} ${nth}`;
  return `${context.said[0] === 'the' ? '' : 'the '}${nth} of ${month}`;
}

function full(
  day: string,
  month: string | null,
  yearDigits: string,
  dayFirst: boolean,
  context: Context,
): string | null {
  if (month === null || Number(day) < 1 || Number(day) > 31) return null;
  const yearPart = yearDigits === '' ? '' : ` ${yearWords(yearDigits)}`;
  return dayAndMonth(day, month, dayFirst, context) + yearPart;
}

/** Dates in figures: the order is the locale's, unless the figures allow only the other. */
function numeric(first: string, second: string, yearDigits: string, context: Context): string | null {
  const dayFirst = context.british ? Number(second) <= 12 : Number(first) > 12;
  const [day, month] = dayFirst ? [first, second] : [second, first];
  return full(day, monthOf(month), yearDigits, context.british, context);
}

const written = (m: Match, c: Context, dayFirst: boolean): string | null =>
  full(group(m, 'day'), monthName(group(m, 'month')), group(m, 'year'), dayFirst, c);

/** Dates that begin with a word. */
export const MONTH_RULES: readonly Rule[] = [
  rule(
    'date',
    String.raw`(?<month>${MONTH})\.?\s+(?<day>${DAY})${SUFFIX}?\s?[-–]\s?(?<last>${DAY})${SUFFIX}?(?:,?\s+(?<year>${YEAR}))?`,
    (m, c) => {
      const yearPart = group(m, 'year') === '' ? '' : ` ${year(group(m, 'year'))}`;
      return `${dayAndMonth(group(m, 'day'), monthName(group(m, 'month')), false, c)} to ${ordinal(group(m, 'last'))}${yearPart}`;
    },
  ),
  openRule(
    'date',
    String.raw`(?<month>${MONTH})\.?\s+(?<day>${DAY})${SUFFIX}?(?:,?\s+(?<year>${YEAR}))?\s?[-–—]\s?(?=${MONTH}\.?\s+\d)`,
    (m, c) => `${written(m, c, false) ?? ''} to`,
  ),
  rule('date', String.raw`(?<month>${MONTH})-(?<day>${DAY})-(?<year>${YEAR})`, (m, c) => written(m, c, false)),
  rule('date', String.raw`(?<from>${MONTH})\.?\s?[-–—/]\s?(?<to>${MONTH})\.?(?=\s|[,;:.)]|$)`, (m) =>
    m[0].includes('/')
      ? `${monthName(group(m, 'from'))} ${monthName(group(m, 'to'))}`
      : `${monthName(group(m, 'from'))} to ${monthName(group(m, 'to'))}`,
  ),
  rule(
    'date',
    String.raw`(?<from>${SHORT_WEEKDAY})\.?\s?(?<join>[-–—]|to|and|&|through)\s?(?<to>${SHORT_WEEKDAY})(?:\.(?!\s*$))?`,
    (m) => {
      const join = /^[-–—]$/.test(group(m, 'join')) ? 'to' : group(m, 'join').replace('&', 'and');
      return `${weekdayName(group(m, 'from'))} ${join} ${weekdayName(group(m, 'to'))}`;
    },
  ),
  rule(
    'date',
    String.raw`(?<month>${MONTH})\.?\s+(?:the\s+)?(?<day>${DAY})${SUFFIX}?(?:(?:,\s*|\s+)(?<year>${YEAR})(?!,?\d|:\d|\s+(?:people|men|women)))?(?!:\d|[.,]\d|\s?%|\s?[ap]\.?m)`,
    (m, c) => written(m, c, false),
  ),
  rule('date', String.raw`(?<month>${MONTH})\.?,?\s+(?:of\s+)?(?<year>${YEAR})(?!,\d|:\d)`, (m) => {
    const of = /\sof\s/.test(m[0]) ? ' of' : '';
    return `${monthName(group(m, 'month'))}${of} ${year(group(m, 'year'))}`;
  }),
  rule(
    'date',
    String.raw`(?<month>${MONTH})\.?\s+['’](?<year>\d\d)`,
    (m) => `${monthName(group(m, 'month'))} ${yearWords(group(m, 'year'))}`,
  ),
  // "Jan" and "Mar" are names too: alone, they are months only after a word that says so.
  openRule('date', String.raw`(?<month>(?!May)${MONTH})\.(?=\s|[,;)]|$)`, (m, c) =>
    /^(?:in|last|next|since|until|till|of|from|to|by|early|mid|late|this|and)$/.test(c.said[0] ?? '') ||
    /^\s+[a-z]/.test(after(c))
      ? monthName(group(m, 'month'))
      : null,
  ),
  // "Tues. at noon"; "Sat." and "Sun." are words too.
  openRule(
    'date',
    String.raw`(?<day>Mon|Tues?|Wed|Thurs?|Thu|Fri)\.(?=\s+\p{Ll})|(?<end>Sat|Sun)\.(?=\s+(?:at|from|through|to|until|morning|afternoon|evening|night)\b)`,
    (m) => weekdayName(group(m, 'day') || group(m, 'end')),
  ),
  // "mid-Jan. 2008"
  openRule('date', String.raw`(?<part>[Mm]id|[Ee]arly|[Ll]ate)-(?=${MONTH}(?!\p{L}))`, (m) =>
    group(m, 'part').toLowerCase(),
  ),
  openRule(
    'date',
    String.raw`(?<day>${SHORT_WEEKDAY})(?:\.,?|,)?(?=\s+(?:${MONTH}\.?\s+\d|${DAY}${SUFFIX}?\s+${MONTH}|\d{1,2}[/.-]\d{1,2}|(?:at\s)?\d{1,2}(?::\d\d|\s?[ap]\.?m)))`,
    (m) => weekdayName(group(m, 'day')),
  ),
];

/** Dates that begin with a figure. */
export const DATE_RULES: readonly Rule[] = [
  // "24–25 March 1944"
  rule(
    'date',
    String.raw`(?<day>${DAY})${SUFFIX}?\s?[-–]\s?(?<last>${DAY})${SUFFIX}?\s+(?<month>${MONTH})\.?(?:,?\s+(?<year>${YEAR})(?!,\d|:\d))?`,
    (m, c) => {
      const yearPart = group(m, 'year') === '' ? '' : ` ${year(group(m, 'year'))}`;
      if (Number(group(m, 'day')) >= Number(group(m, 'last'))) return null;
      const the = c.said[0] === 'the' ? '' : 'the ';
      return `${the}${ordinal(group(m, 'day'))} to the ${ordinal(group(m, 'last'))} of ${monthName(group(m, 'month'))}${yearPart}`;
    },
  ),
  rule(
    'date',
    String.raw`(?<day>${DAY})${SUFFIX}?(?:\s+of)?[\s-]+(?<month>${MONTH})\.?(?:(?:,?\s+|-)(?<year>${YEAR})(?!,\d|:\d))?`,
    (m, c) => written(m, c, true),
  ),
  rule('date', String.raw`(?<year>${YEAR})(?<sep>[-/.])(?<month>0?[1-9]|1[0-2])\k<sep>(?<day>${DAY})`, (m, c) =>
    full(group(m, 'day'), monthOf(group(m, 'month')), group(m, 'year'), c.british, c),
  ),
  rule('date', String.raw`(?<year>${YEAR})-(?<month>${MONTH})-(?<day>${DAY})`, (m, c) => written(m, c, c.british)),
  rule('date', String.raw`(?<a>\d{1,2})(?<sep>[-/.])(?<b>\d{1,2})\k<sep>(?<year>${YEAR})`, (m, c) =>
    numeric(group(m, 'a'), group(m, 'b'), group(m, 'year'), c),
  ),
  rule('date', String.raw`(?<a>\d{1,2})/(?<b>\d{1,2})/(?<year>\d{2})`, (m, c) =>
    numeric(group(m, 'a'), group(m, 'b'), fullYear(group(m, 'year')), c),
  ),
  rule('date', String.raw`(?<a>1[0-2]|0?[1-9])/(?<b>${DAY})`, (m, c) =>
    /^(?:on|by|until|since|before|after|due|dated|date|through|\w+day)$/.test(c.said[0] ?? '')
      ? numeric(group(m, 'a'), group(m, 'b'), '', c)
      : null,
  ),
  // "1990-95", "2019/20": the second year is said as it is written.
  rule('date', String.raw`(?<from>${YEAR})(?<sep>[-–/])(?<to>\d{2})`, (m) => {
    const to = group(m, 'to');
    if (to === '00' && group(m, 'from').endsWith('99'))
      return `${year(group(m, 'from'))} to ${year(Number(group(m, 'from')) + 1)}`;
    // "2020-12" is a month.
    if (Number(to) <= Number(group(m, 'from').slice(2)))
      return group(m, 'sep') === '-' && Number(to) > 0 && Number(to) <= 12
        ? `${monthOf(to) ?? ''} ${year(group(m, 'from'))}`
        : null;
    return `${year(group(m, 'from'))} ${group(m, 'sep') === '/' ? '' : 'to '}${yearWords(to)}`;
  }),
  rule(
    'date',
    String.raw`(?<from>${YEAR})\s?[-–—]\s?(?<to>${YEAR})`,
    (m) => `${year(group(m, 'from'))} to ${year(group(m, 'to'))}`,
  ),
  rule('date', String.raw`(?<year>\d{1,4})\s?(?<era>B\.?\s?C\.?(?:\s?E\.?)?|A\.?\s?D\.?|C\.?\s?E\.?)`, (m) => {
    const era = group(m, 'era').replace(/[^A-Z]/g, '');
    return `${year(group(m, 'year'))} ${[...era].join(' ')}`;
  }),
];
