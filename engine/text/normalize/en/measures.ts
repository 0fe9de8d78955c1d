import { decimal } from './numbers.ts';
import { fractionWords, VULGARS, withoutVulgar } from './fractions.ts';
import { isAttributive, NUMBER, scaleName, WRITTEN_SCALE } from './patterns.ts';
import { ATTACHED_ONLY, POWERS, UNITS } from './units.ts';
import { after, before, group, oneOf, openRule, type Context, type Match, type Rule } from '../rule.ts';

const UNIT = oneOf([...UNITS.keys()]);
const LENGTHS = 'km|cm|mm|dm|m|ft|in|mi|yd';
const VALUE = String.raw`(?<n>(?:\d{1,6}\s?)?[${VULGARS}]|(?:\d{1,6}\s)?\d{1,6}/\d{1,6}|${NUMBER})`;
const UNIT_END = String.raw`(?:\.(?!\d))?(?![\p{L}\p{N}°])`;

interface Value {
  readonly words: string;
  readonly one: boolean;
}

function value(token: string, british: boolean): Value {
  const written = withoutVulgar(token);
  if (written.includes('/')) return { words: fractionWords(written), one: !/\s/.test(written) };
  return { words: decimal(written, british), one: written === '1' };
}

function unitName(unit: string, power: string, one: boolean): string {
  const names = UNITS.get(unit);
  if (!names) return unit;
  const shape = POWERS[power];
  return `${shape === undefined ? '' : `${shape} `}${names[one ? 0 : 1]}`.replace(/^([cdi]) ([bcu])( m)?$/i, (s) =>
    s.toUpperCase(),
  );
}

/** "square meter", but "second squared": time has no area. */
function perName(unit: string, power: string): string {
  const timed = power !== '' && /^(?:s|sec|min|h|hr)$/.test(unit);
  return timed
    ? `${unitName(unit, '', true)} ${/[2²]/.test(power) ? 'squared' : 'cubed'}`
    : unitName(unit, power, true);
}

function measure(m: Match, c: Context): string | null {
  const unit = group(m, 'unit');
  const spaced = /\s/.test(group(m, 'space'));
  const inches =
    unit === 'in' &&
    (/\.$/.test(m[0]) ||
      /^(?:foot|feet)$/.test(c.said[0] ?? '') ||
      (c.said[0] === 'by' && c.said[1] === 'inches') ||
      /^\s?[(),;]/.test(after(c)) ||
      /^\s(?:of\s(?:rain|snow|water|ice)|display|screen|monitor|tv|TV|LCD|tablet|pipe|wheels?|tires?|wide|long|tall|thick|high|deep|diameter|x\s\d|by\s\d)/.test(
        after(c),
      ) ||
      /^\s*$/.test(before(c) + after(c)));
  if (spaced && ATTACHED_ONLY.has(unit) && !inches) return null;
  // "123 W Main St.": a direction.
  if (spaced && /^[A-Z]$/.test(unit) && /^\.?\s+\p{Lu}/u.test(after(c))) return null;
  // "The 747s" are aeroplanes, not seconds.
  if (unit === 's' && (c.said[0] === 'the' || /^\d{3,}$/.test(group(m, 'n')))) return null;
  if (unit === 'in' && !spaced && /^\s+(?:the|a|an|this|that|my|his|her|our)\b/.test(after(c))) return null;
  // "5 K" is a temperature only where one is spoken of.
  if (unit === 'K' && !/temperature|superconduct|kelvin|absolute|cool|heat|melt|boil|freez|cryo/i.test(before(c, 120)))
    return null;
  const { words, one } = value(group(m, 'n'), c.british);
  const scale = group(m, 'scale') === '' ? '' : ` ${scaleName(group(m, 'scale'))}`;
  const hyphen = group(m, 'space') === '-';
  const singular = (one && scale === '') || hyphen || isAttributive(c.said, after(c));
  const per = group(m, 'per');
  const tail = per === '' ? '' : ` per ${perName(per, group(m, 'perPower'))}`;
  return `${words}${scale} ${unitName(unit, group(m, 'power'), singular)}${tail}`;
}

const DIRECTIONS: Readonly<Record<string, string>> = { N: ' north', S: ' south', E: ' east', W: ' west', '': '' };
const count = (n: string, one: string, many: string): string => `${decimal(n)} ${n === '1' ? one : many}`;

/** A straight quote is an inch or a foot only where it closes no quotation. */
function opensQuotation(c: Context): boolean {
  return (before(c, 200).match(/["“]/g)?.length ?? 0) % 2 === 1;
}

export const MEASURE_RULES: readonly Rule[] = [
  openRule(
    'measure',
    String.raw`(?<d>\d+(?:\.\d+)?)°\s?(?:(?<m>\d+(?:\.\d+)?)[′'’]\s?)?(?:(?<s>\d+(?:\.\d+)?)[″"”]\s?)?(?<dir>[NSEW])?(?![\p{L}\p{N}°])`,
    (m) => {
      if (group(m, 'm') === '' && group(m, 'dir') === '') return null;
      const minutes = group(m, 'm') === '' ? '' : ` ${count(group(m, 'm'), 'minute', 'minutes')}`;
      const seconds = group(m, 's') === '' ? '' : ` ${count(group(m, 's'), 'second', 'seconds')}`;
      return count(group(m, 'd'), 'degree', 'degrees') + minutes + seconds + (DIRECTIONS[group(m, 'dir')] ?? '');
    },
  ),
  openRule(
    'measure',
    String.raw`(?<ft>\d{1,2})\s?[′'’]\s?(?<in>\d{1,2}(?:\.\d+)?)(?:\s?(?:["″”]|''|’’))?(?![\p{L}\p{N}])`,
    (m) =>
      Number(group(m, 'in')) > 12
        ? null
        : `${count(group(m, 'ft'), 'foot', 'feet')} ${count(group(m, 'in'), 'inch', 'inches')}`,
  ),
  openRule('measure', String.raw`${VALUE}\s?(?:″|["”](?=\s|[.,;)]|$))`, (m, c) => {
    if (!m[0].endsWith('″') && opensQuotation(c)) return null;
    const { words, one } = value(group(m, 'n'), c.british);
    return `${words} ${one || isAttributive(c.said, after(c)) ? 'inch' : 'inches'}`;
  }),
  openRule(
    'measure',
    String.raw`(?<n>${NUMBER})\s?(?:′|['’](?=\s(?:tall|long|wide|high|deep|x|by)\b)|['’](?=\s|[.,;)]|$))`,
    (m, c) =>
      m[0].endsWith('′') || !/(?:^|[\s(])['‘]/.test(before(c, 200)) ? count(group(m, 'n'), 'foot', 'feet') : null,
  ),
  openRule(
    'measure',
    String.raw`${VALUE}(?<space>[\s\u00a0\u202f]?|-)(?:(?<scale>${WRITTEN_SCALE})\s)?(?<unit>${UNIT})(?<power>[²³]|(?<=(?:${LENGTHS}))[23])?(?:\s?(?:/|per\s)\s?(?<per>${UNIT})(?<perPower>[²³]|(?<=(?:${LENGTHS}|s))[23])?)?${UNIT_END}`,
    measure,
  ),
  openRule(
    'measure',
    String.raw`(?<n>${NUMBER})/(?<per>km|mi|kg|g|lb|l|L|ml|mL|min|hr|h|s)(?<perPower>[²³2])?(?![\p{L}\p{N}])`,
    (m, c) => `${decimal(group(m, 'n'), c.british)} per ${unitName(group(m, 'per'), group(m, 'perPower'), true)}`,
  ),
];

/** "/km2", "pH 7". */
export const MEASURE_WORD_RULES: readonly Rule[] = [
  // "15 kWh/100 km"
  openRule('measure', String.raw`/(?=\s?1(?:00|,?000)\s?(?:km|mi|g|mL|ml|m)\b)`, (_, c) =>
    /\p{L}\s?$/u.test(before(c)) ? 'per' : null,
  ),
  // "12 books/year"
  openRule(
    'measure',
    String.raw`/(?=(?:year|month|week|day|hour|minute|second|person|student|household|night|game|capita)\b)`,
    (_, c) => (/\d\+?\s+(?:\p{Ll}+\s)?\p{Ll}+s$/u.test(before(c)) ? 'per' : null),
  ),
  openRule('measure', String.raw`/\s?(?<per>km|mi|kg|m|ha|lb|sq\smi)(?<perPower>[²³2])?(?![\p{L}\p{N}])`, (m, c) =>
    /[\p{L}\d]\s?$/u.test(before(c)) ? `per ${unitName(group(m, 'per'), group(m, 'perPower'), true)}` : null,
  ),
  openRule('measure', String.raw`pH(?![\p{L}\p{N}])`, () => 'P H'),
];
