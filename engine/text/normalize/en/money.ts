import { cardinal, decimal } from './numbers.ts';
import { isAttributive, NUMBER, SCALE, scaleName } from './patterns.ts';
import { after, group, oneOf, openRule, type Context, type Match, type Rule } from '../rule.ts';

interface Currency {
  readonly one: string;
  readonly many: string;
  /** Hundredths, singular and plural; absent where prices have none. */
  readonly cent?: readonly [one: string, many: string];
}

const CENT = ['cent', 'cents'] as const;
const dollars = (kind: string): Currency => ({ one: `${kind}dollar`, many: `${kind}dollars`, cent: CENT });
const DOLLAR = dollars('');
const POUND: Currency = { one: 'pound', many: 'pounds', cent: ['penny', 'pence'] };
const EURO: Currency = { one: 'euro', many: 'euros', cent: CENT };
const YEN: Currency = { one: 'yen', many: 'yen' };
const YUAN: Currency = { one: 'yuan', many: 'yuan', cent: ['fen', 'fen'] };
const RUPEE: Currency = { one: 'rupee', many: 'rupees', cent: ['paisa', 'paise'] };
const FRANC: Currency = { one: 'swiss franc', many: 'swiss francs', cent: ['rappen', 'rappen'] };

const SYMBOLS: Readonly<Record<string, Currency>> = {
  $: DOLLAR,
  US$: DOLLAR,
  'U.S.$': DOLLAR,
  A$: dollars('australian '),
  AU$: dollars('australian '),
  C$: dollars('canadian '),
  CA$: dollars('canadian '),
  NZ$: dollars('new zealand '),
  HK$: dollars('hong kong '),
  S$: dollars('singapore '),
  R$: { one: 'real', many: 'reais', cent: ['centavo', 'centavos'] },
  '£': POUND,
  '₤': POUND,
  '￡': POUND,
  '€': EURO,
  '¥': YEN,
  '￥': YEN,
  '₹': RUPEE,
  Rs: RUPEE,
  Fr: { one: 'franc', many: 'francs', cent: ['centime', 'centimes'] },
  '₽': { one: 'ruble', many: 'rubles', cent: ['kopek', 'kopeks'] },
  '₩': { one: 'won', many: 'won' },
  '₪': { one: 'shekel', many: 'shekels', cent: ['agora', 'agorot'] },
  '₺': { one: 'lira', many: 'lira', cent: ['kurus', 'kurus'] },
  '₫': { one: 'dong', many: 'dong' },
  '฿': { one: 'baht', many: 'baht' },
  '₱': { one: 'peso', many: 'pesos', cent: ['centavo', 'centavos'] },
  '₿': { one: 'bitcoin', many: 'bitcoins' },
};

const CODES: Readonly<Record<string, Currency>> = {
  USD: { one: 'u s dollar', many: 'u s dollars', cent: CENT },
  EUR: EURO,
  GBP: POUND,
  JPY: YEN,
  CNY: YUAN,
  RMB: YUAN,
  INR: RUPEE,
  CHF: FRANC,
  AUD: dollars('australian '),
  CAD: dollars('canadian '),
  NZD: dollars('new zealand '),
  HKD: dollars('hong kong '),
  SGD: dollars('singapore '),
  KRW: { one: 'won', many: 'won' },
  RUB: { one: 'ruble', many: 'rubles', cent: ['kopek', 'kopeks'] },
  SEK: { one: 'swedish krona', many: 'swedish kronor' },
  NOK: { one: 'norwegian krone', many: 'norwegian kroner' },
  kr: { one: 'krone', many: 'kroner' },
  DKK: { one: 'danish krone', many: 'danish kroner' },
  MXN: { one: 'mexican peso', many: 'mexican pesos', cent: ['centavo', 'centavos'] },
  BRL: { one: 'real', many: 'reais', cent: ['centavo', 'centavos'] },
  ZAR: { one: 'rand', many: 'rand' },
  PLN: { one: 'zloty', many: 'zlotys' },
  TRY: { one: 'lira', many: 'lira' },
  THB: { one: 'baht', many: 'baht' },
  BTC: { one: 'bitcoin', many: 'bitcoins' },
};

/** The letters of a code are said one by one. */
const named = (name: string): string => name.replace(/^u s /, 'U S ');

const AMOUNT = String.raw`(?<n>${NUMBER})(?:[-–](?<to>${NUMBER})(?![\d.,-]\d))?(?:(?:\s|-)?(?<scale>${SCALE})(?![\p{L}\p{N}]))?(?![\d]|,\d)`;
const PER = String.raw`(?:\s?/\s?(?<per>hour|hr|h|day|week|wk|month|mo|year|yr|person|night|unit|share|lb|kg|oz|mile|gallon|gal|sq\sft|barrel|ton|minute|min|piece|seat|user))?(?![\p{L}\p{N}])`;

const PER_NAMES: Readonly<Record<string, string>> = {
  hr: 'hour',
  h: 'hour',
  wk: 'week',
  mo: 'month',
  yr: 'year',
  lb: 'pound',
  kg: 'kilogram',
  oz: 'ounce',
  gal: 'gallon',
  'sq ft': 'square foot',
  min: 'minute',
};

function amount(m: Match, c: Context, currency: Currency): string {
  const to = m.groups?.to;
  if (to !== undefined) {
    const scale = group(m, 'scale') === '' ? '' : ` ${scaleName(group(m, 'scale'))}`;
    return `${decimal(group(m, 'n'), c.british)} to ${decimal(to, c.british)}${scale} ${named(currency.many)}`;
  }
  const n = group(m, 'n').replace(/[,\s]/g, '');
  const scale = group(m, 'scale');
  const per = group(m, 'per');
  const tail = per === '' ? '' : ` per ${PER_NAMES[per] ?? per}`;
  const singular = isAttributive(c.said, after(c)) || /-$/.test(group(m, 'scale')) || /^-an?-/.test(after(c));
  const name = (value: number): string => named(value === 1 || singular ? currency.one : currency.many);
  if (scale !== '')
    return `${decimal(n, c.british)} ${scaleName(scale)} ${named(singular ? currency.one : currency.many)}${tail}`;
  const [whole = '0', part = ''] = n.split('.');
  if (part.length !== 2 || currency.cent === undefined) {
    if (/^0*$/.test(part)) return `${cardinal(whole, c.british)} ${name(Number(whole))}${tail}`;
    return `${decimal(n, c.british)} ${named(currency.many)}${tail}`;
  }
  const cents = part === '00' ? '' : `${cardinal(part)} ${currency.cent[Number(part) === 1 ? 0 : 1]}`;
  if (Number(whole || '0') === 0 && cents !== '') return cents + tail;
  const main = `${cardinal(whole, c.british)} ${name(Number(whole))}`;
  return `${main}${cents === '' ? '' : ` and ${cents}`}${tail}`;
}

const minus = (m: Match): string => (group(m, 'sign') === '' ? '' : 'minus ');
const END = String.raw`(?![\p{L}\p{N}])`;

/** A currency before the number. */
export const MONEY_PREFIX_RULES: readonly Rule[] = [
  openRule(
    'money',
    String.raw`(?<currency>${oneOf(Object.keys(SYMBOLS))})(?:(?<=Rs|Fr)\.)?\s?(?<sign>[-−])?${AMOUNT}${PER}`,
    (m, c) => {
      const currency = SYMBOLS[group(m, 'currency')];
      return currency ? minus(m) + amount(m, c, currency) : null;
    },
  ),
  openRule('money', String.raw`(?<currency>${oneOf(Object.keys(CODES))})\s?(?<sign>[-−])?${AMOUNT}${PER}`, (m, c) => {
    const currency = CODES[group(m, 'currency')];
    return currency ? minus(m) + amount(m, c, currency) : null;
  }),
];

/** A currency behind the number. */
export const MONEY_SUFFIX_RULES: readonly Rule[] = [
  openRule(
    'money',
    String.raw`(?<n>${NUMBER})\s?(?<scale>${SCALE})?\s?(?<currency>[€£￡₽₩₹¥￥$₪₺₫฿₿])${END}`,
    (m, c) => {
      const currency = SYMBOLS[group(m, 'currency')];
      return currency ? amount(m, c, currency) : null;
    },
  ),
  openRule(
    'money',
    String.raw`(?<n>${NUMBER})\s?(?:(?<scale>${SCALE})\s)?(?<currency>${oneOf(Object.keys(CODES))})${END}`,
    (m, c) => {
      const currency = CODES[group(m, 'currency')];
      return currency ? amount(m, c, currency) : null;
    },
  ),
  openRule(
    'money',
    String.raw`(?<n>\d+(?:\.\d+)?)\s?¢`,
    (m) => `${decimal(group(m, 'n'))} ${group(m, 'n') === '1' ? 'cent' : 'cents'}`,
  ),
  openRule('money', String.raw`(?<n>\d{1,2})p(?=\s+(?:a|per|each|for|coin|off|extra|more)\b)`, (m, c) =>
    c.british ? `${cardinal(group(m, 'n'))} pence` : null,
  ),
];
