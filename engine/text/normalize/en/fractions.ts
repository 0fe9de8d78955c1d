import { cardinal, label, ordinal, toPlural } from './numbers.ts';
import { after, group, openRule, rule, type Rule } from '../rule.ts';

const VULGAR: Readonly<Record<string, string>> = {
  '½': '1/2',
  '⅓': '1/3',
  '⅔': '2/3',
  '¼': '1/4',
  '¾': '3/4',
  '⅕': '1/5',
  '⅖': '2/5',
  '⅗': '3/5',
  '⅘': '4/5',
  '⅙': '1/6',
  '⅚': '5/6',
  '⅐': '1/7',
  '⅛': '1/8',
  '⅜': '3/8',
  '⅝': '5/8',
  '⅞': '7/8',
  '⅑': '1/9',
  '⅒': '1/10',
};
export const VULGARS = Object.keys(VULGAR).join('');

/** "9½" as "9 1/2". */
export const withoutVulgar = (written: string): string =>
  written.replace(new RegExp(`\\s?([${VULGARS}])`, 'u'), (_, sign: string) => ` ${VULGAR[sign] ?? ''}`).trim();

/** Figures with a slash that are no fractions. */
const PHRASES: Readonly<Record<string, string>> = {
  '24/7': 'twenty four seven',
  '9/11': 'nine eleven',
  '20/20': 'twenty twenty',
};

/** "3/4", "2 3/4": "three quarters", "two and three quarters". */
export function fractionWords(written: string): string {
  const parts = /^(?:(\d+)\s+)?(\d+)\/(\d+)$/.exec(written);
  if (!parts) return written;
  const [, whole, top = '', bottom = ''] = parts;
  const fraction = simple(top, bottom);
  if (whole === undefined) return fraction;
  return `${cardinal(whole)} and ${fraction.replace(/^one (?=half$)/, 'a ')}`;
}

function simple(top: string, bottom: string): string {
  const many = top !== '1';
  if (Number(bottom) > 1 && (top === bottom || top === '0')) return `${cardinal(top)} out of ${cardinal(bottom)}`;
  if (bottom === '2') return `${cardinal(top)} ${many ? 'halves' : 'half'}`;
  if (bottom === '4') return `${cardinal(top)} ${many ? 'quarters' : 'quarter'}`;
  if (bottom === '100' && Number(top) >= 20) return `${cardinal(top)} out of one hundred`;
  if (
    Number(bottom) < 2 ||
    (Number(top) > Number(bottom) && Number(bottom) >= 20) ||
    (Number(bottom) > 100 && Number(bottom) % 10 !== 0) ||
    Number(bottom) > 1000 ||
    Number(top) >= Number(bottom) * 5
  ) {
    return `${cardinal(top)} over ${cardinal(bottom)}`;
  }
  const part = ordinal(bottom);
  return `${cardinal(top)} ${many ? toPlural(part) : part}`;
}

export const FRACTION_RULES: readonly Rule[] = [
  rule('fraction', String.raw`(?:24/7|9/11|20/20)(?!/)`, (m) => PHRASES[m[0]] ?? null),
  // "50-50", "an 80/20 rule": shares of a hundred.
  rule('ratio', String.raw`(?<a>[1-9]\d)[-–/](?<b>[1-9]\d)(?![/-])`, (m, c) => {
    const shared = /^\s(?:split|chance|ratio|rule|odds|mix|partnership|principle|majority)\b/.test(after(c));
    if (Number(group(m, 'a')) + Number(group(m, 'b')) !== 100 || !(shared || group(m, 'a') === '50')) return null;
    return `${cardinal(group(m, 'a'))} ${cardinal(group(m, 'b'))}`;
  }),
  rule('fraction', String.raw`(?<a>\d{2,3})/(?<b>\d{2,3})`, (m, c) =>
    c.said.slice(0, 3).includes('pressure') || /^\s?(?:mm\s?Hg|mmHg)/.test(after(c))
      ? `${label(group(m, 'a'))} over ${label(group(m, 'b'))}`
      : null,
  ),
  // "2/3rds", "1/8th": the ending is that of the fraction.
  rule('fraction', String.raw`(?<f>\d{1,3}/\d{1,3})(?:st|nd|rd|th)s?`, (m) => fractionWords(group(m, 'f'))),
  rule('fraction', String.raw`(?:\d{1,6}\s+)?\d{1,9}/\d{1,9}(?!/)`, (m) => fractionWords(m[0])),
  openRule('fraction', String.raw`(?<whole>\d+)?\s?(?<vulgar>[${VULGARS}])`, (m) => {
    const fraction = VULGAR[group(m, 'vulgar')] ?? '';
    return fractionWords(group(m, 'whole') === '' ? fraction : `${group(m, 'whole')} ${fraction}`);
  }),
];
