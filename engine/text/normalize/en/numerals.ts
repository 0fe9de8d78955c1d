import { cardinal, decimal, label, ordinal, spellDigits, toPlural, year } from './numbers.ts';
import { INTEGER, NUMBER, SCALE, scaleName } from './patterns.ts';
import { after, before, group, rule, type Context, type Rule } from '../rule.ts';

/** Words before a number that is a name, and is read in pairs ("flight two forty five"). */
const NAMED =
  /^(?:room|flight|route|highway|interstate|bus|suite|apartment|apt|unit|gate|channel|boeing|airbus|xbox|atari|building|train|line)$/;
/** Words before a number that is read digit by digit. */
const CODED =
  /^(?:pin|code|zip|id|password|passcode|serial|extension|account|reference|licence|license|plate|plates|registration|tracking|confirmation|dial|dialed|call|called|calling)$/;
/** Names of a code that a small word may part from it: "her password is 4821", "account number 774". */
const CODE_NAME =
  /^(?:pin|P I N|password|passcode|serial|account|reference|licence|license|plate|registration|tracking|confirmation|zip|code)$/;
/** Words before a quantity, not a year. */
const QUANTIFIED =
  /^(?:over|about|nearly|almost|approximately|some|than|only|exactly|another|least|most|around|roughly|up|total|plus|minus|times|equals|number|page|pages|line|lines|step|by)$/;
const YEARLY =
  /^(?:in|since|from|until|till|of|year|years|circa|during|before|after|between|late|early|mid|spring|summer|fall|autumn|winter|christmas|january|february|march|april|may|june|july|august|september|october|november|december|copyright)$/;
const CHANGED =
  /^(?:rose|rise|risen|rises|rising|fell|fall|falls|fallen|falling|grew|grown|grow|grows|growing|increased?|increases|increasing|decreased?|decreases|dropped|drop|drops|reduced|cut|up|down|won|lost|led|beaten|multiplied|divided|exceeded|outnumbered|more|less|fewer|higher|lower|over|short|expanded?|declined?|raised|times|\w+(?:teen|ty|one|two|three|four|five|six|seven|eight|nine|ten))$/;
const NO_PLURAL =
  /^(?:was|is|has|as|this|his|its|us|plus|versus|across|always|sometimes|does|yes|thus|whereas|perhaps|news|less|unless|towards|besides)$/;

/** Whether a number of four digits is a year: by its size, the word before, and the noun behind it. */
export function looksLikeYear(digits: string, context: Context): boolean {
  const value = Number(digits);
  const previous = context.said[0] ?? '';
  // "By 2030, ...", but "rose by 2030".
  const until = previous === 'by' && value >= 1900 && !CHANGED.test(context.said[1] ?? '');
  if (!until && QUANTIFIED.test(previous)) return false;
  if (
    digits.length !== 4 ||
    value < (YEARLY.test(previous) ? 1001 : 1100) ||
    value > (previous === 'year' ? 2999 : 2099)
  )
    return false;
  const next = /^\s+([a-z]+)/.exec(after(context))?.[1] ?? '';
  const plural = /s$|^(?:people|men|women|children|feet|more|percent)$/.test(next) && !NO_PLURAL.test(next);
  if (
    /^(?:people|men|women|children|feet|percent|miles|meters|metres|dollars|euros|pounds|kilometers|points|times)$/.test(
      next,
    )
  ) {
    return false;
  }
  return value >= 1900 || !plural || (YEARLY.test(previous) && !plural);
}

/** Whether a code's name stands before, with nothing between but small words and letters that belong to the code. */
export function isCoded(said: readonly string[], written: string): boolean {
  if (CODED.test(said[0] ?? '')) return true;
  if (written.length < 3) return false;
  const name = said.slice(0, 7).find((word) => !/^(?:is|was|number|no|code|\p{Lu})$/u.test(word));
  return name !== undefined && CODE_NAME.test(name);
}

function readInteger(digits: string, context: Context): string {
  const plain = digits.replace(/[,\s]/g, '');
  const previous = context.said[0] ?? '';
  if (/[,\s]/.test(digits)) return cardinal(plain, context.british);
  if (/^0\d/.test(plain)) return spellDigits(plain);
  // "Registration is 150 dollars": what is counted behind it says that it is no code.
  const counts = !CODED.test(previous) && /^\s+(?!is\b|was\b|has\b)[a-z]+s\b/.test(after(context));
  if ((isCoded(context.said, plain) && !counts) || (plain === '911' && /^(?:call|dial|called|a)$/.test(previous)))
    return spellDigits(plain);
  if (NAMED.test(previous) || /\bflight\s+[A-Z]{2,3}\s$/i.test(before(context))) return label(plain);
  if (
    /^\s*(?:B\.?C\.?E?\.?|A\.?D\.?|C\.?E\.?)(?!\p{L})/u.test(after(context)) ||
    /^A D$/.test(context.said.slice(0, 2).reverse().join(' '))
  ) {
    return year(plain);
  }
  if (looksLikeYear(plain, context)) return year(plain);
  // A long run of digits is a number of something, not an amount.
  return plain.length > 9 ? spellDigits(plain) : cardinal(plain, context.british);
}

/** "1980s", "the 80s", "'99". */
export const DECADE_RULES: readonly Rule[] = [
  rule('date', String.raw`(?<y>(?:1[1-9]|20)\d0)['’]?s`, (m) => toPlural(year(group(m, 'y')))),
  rule('date', String.raw`['’‘]?(?<y>[2-9]0)['’]?s`, (m, c) => {
    // "the 50s and 60s"
    const another = /^(?:and|or|to)$/.test(c.said[0] ?? '') && /ties$/.test(c.said[1] ?? '');
    if (!another && !/^['’‘]/.test(m[0]) && !/^(?:the|early|late|mid|his|her|their|my|our|your)$/.test(c.said[0] ?? ''))
      return null;
    return toPlural(cardinal(group(m, 'y')));
  }),
  rule('date', String.raw`['’‘](?<y>\d\d)`, (m) => {
    const y = group(m, 'y');
    return y.startsWith('0') ? spellDigits(y) : cardinal(y);
  }),
];

export const NUMERAL_RULES: readonly Rule[] = [
  rule('ordinal', String.raw`(?<n>${INTEGER})(?:-)?(?:st|nd|rd|th|ST|ND|RD|TH|º|ª)`, (m, c) =>
    ordinal(group(m, 'n'), c.british),
  ),
  rule('cardinal', String.raw`(?<n>${NUMBER})\s?(?<scale>${SCALE})`, (m, c) => {
    const scale = group(m, 'scale');
    const written = scale.length > 3 && scale !== 'hundred';
    if (!written && (/\s/.test(m[0]) || !/^(?:[kKM]|bn|mn|tn|mln)$/.test(scale)) && scale !== 'mil') return null;
    // "4K" and "8K" are kinds of screen; "a 5K" is a race.
    if (/^K$/i.test(scale) && (/^[48]$/.test(group(m, 'n')) || /^\s(?:run|race)\b/i.test(after(c))))
      return `${cardinal(group(m, 'n'))} K`;
    return `${decimal(group(m, 'n'), c.british)} ${scaleName(scale)}`;
  }),
  rule('cardinal', String.raw`(?<n>\d+)['’]?s`, (m) => {
    const n = group(m, 'n');
    return toPlural(n.length > 2 ? label(n) : cardinal(n));
  }),
  rule('decimal', String.raw`(?<n>\d+(?:\.\d+)?)[eE](?<sign>[-−+]?)(?<power>\d{1,3})`, (m) => {
    const sign = /[-−]/.test(group(m, 'sign')) ? 'minus ' : '';
    return `${decimal(group(m, 'n'))} times ten to the ${sign}${ordinal(group(m, 'power'))}`;
  }),
  // "1'000", "1.000.000": thousands as they are parted in Switzerland and Germany.
  rule('cardinal', String.raw`[1-9]\d{0,2}(?:['’]\d{3})+|[1-9]\d{0,2}(?:\.\d{3}){2}(?!\.\d)`, (m, c) =>
    cardinal(m[0], c.british),
  ),
  rule('time', String.raw`(?<h>[01]\d|2[0-4])(?<m>[0-5]\d)(?=\s?(?:hours|hrs)\b)`, (m) => {
    const [hour, minute] = [group(m, 'h'), group(m, 'm')];
    const zero = (n: string): string => (n.startsWith('0') ? `O ${cardinal(n.slice(1))}` : cardinal(n));
    if (hour === '10' && minute === '00') return null;
    return `${hour === '00' ? 'zero' : zero(hour)} ${minute === '00' ? 'hundred' : zero(minute)}`;
  }),
  rule('cardinal', String.raw`(?<n>${NUMBER})x`, (m, c) =>
    /^\s(?:as|more|faster|slower|better|larger|bigger|smaller|cheaper|higher|the|a)/.test(after(c))
      ? `${decimal(group(m, 'n'))} times`
      : `${decimal(group(m, 'n'))} X`,
  ),
  rule('decimal', String.raw`(?<n>${INTEGER}?\.\d+)(?!\.\d)`, (m, c) => decimal(group(m, 'n'), c.british)),
  rule(
    'ordinal',
    String.raw`(?<n>[1-3])(?=\s(?:Samuel|Kings|Chronicles|Corinthians|Cor\.|Thessalonians|Timothy|Peter|John\s\d|Maccabees)\b)`,
    (m) => ordinal(group(m, 'n')),
  ),
  // "Boeing 737-800": a type and its variant.
  rule('serial', String.raw`(?<type>\d{3})-(?<variant>\d{1,4})(?!-)`, (m, c) =>
    /^(?:boeing|airbus|embraer|bombardier|fokker|cessna|antonov|ilyushin|tupolev)$/.test(c.said[0] ?? '')
      ? `${label(group(m, 'type'))} ${label(group(m, 'variant'))}`
      : null,
  ),
  rule('cardinal', String.raw`(?<n>${INTEGER})(?!\.\d)`, (m, c) => readInteger(group(m, 'n'), c)),
];
