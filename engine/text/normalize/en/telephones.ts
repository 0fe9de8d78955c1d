import { cardinal, spellDigits } from './numbers.ts';
import { after, before, group, openRule, rule, type Rule } from '../rule.ts';

/** Groups of digits said one by one, with a short pause after each group. */
function groups(written: string): string {
  return written
    .split(/[^\d]+/)
    .filter(Boolean)
    .map((part) => spellDigits(part))
    .join(', ');
}

/** A toll-free code is said as a number of hundreds ("one eight hundred"). */
function tollFree(written: string): string {
  return written
    .split(/[^\d]+/)
    .filter(Boolean)
    .map((part, i) => (/^[89]00$/.test(part) && i < 2 ? `${cardinal(part.slice(0, 1))} hundred` : spellDigits(part)))
    .join(', ');
}

const EXTENSION = String.raw`(?:,?\s*(?:x|ext\.?|extension)\s*(?<ext>\d{1,6}))?`;
const END = String.raw`(?![\p{L}\p{N}]|-\d)`;

function withExtension(number: string, extension: string): string {
  return extension === '' ? number : `${number}, extension ${spellDigits(extension)}`;
}

export const TELEPHONE_RULES: readonly Rule[] = [
  openRule(
    'telephone',
    String.raw`(?<plus>\+)?(?<n>(?:\d{1,3}[\s.-])?(?:\(\d{3}\)\s?|\d{3}[\s.-])\d{3}[\s.-]\d{4})${EXTENSION}${END}`,
    (m) => {
      const plus = group(m, 'plus') === '' ? '' : 'plus ';
      return withExtension(plus + tollFree(group(m, 'n')), group(m, 'ext'));
    },
  ),
  rule('telephone', String.raw`1-(?<code>[89]\d\d)-(?<letters>(?:[A-Z]{2,}|\d+)(?:-(?:[A-Z]{2,}|\d+))*)`, (m) => {
    if (!/[A-Z]/.test(group(m, 'letters'))) return null;
    const rest = group(m, 'letters')
      .split('-')
      .map((part) => (/\d/.test(part) ? spellDigits(part) : part.toLowerCase()));
    return `one, ${tollFree(group(m, 'code'))}, ${rest.join(' ')}`;
  }),
  openRule(
    'telephone',
    String.raw`\+(?<n>\d{1,3}(?:[\s.-]?\(?\d{1,5}\)?){2,6})${END}`,
    (m) => `plus ${groups(group(m, 'n'))}`,
  ),
  openRule('telephone', String.raw`(?<n>\(?0\d{2,5}\)?[\s-]\d{3,4}[\s-]?\d{3,4})${END}`, (m) => groups(m[0])),
  openRule('telephone', String.raw`(?<n>[2-9]\d{2}-\d{4})${END}`, (m, c) =>
    /[-\d]$/.test(before(c)) ? null : groups(m[0]),
  ),
  openRule('telephone', String.raw`(?<n>[2-9]\d{2}\s(?:0\d{3}|\d{4}))${END}`, (m, c) =>
    /\s0/.test(m[0]) ||
    c.said.slice(0, 3).some((word) => /^(?:phone|telephone|call|called|dial|ring|tel|fax)$/.test(word))
      ? groups(m[0])
      : null,
  ),
  // Social security, ISBN, card and order numbers: groups of digits.
  openRule('digit', String.raw`(?<n>\d{1,16}(?:-\d{1,16}){2,8})${END}`, (m) => groups(m[0])),
  openRule('digit', String.raw`(?<n>\d{4}(?:\s\d{4}){2,3})${END}`, (m) => groups(m[0])),
  rule('digit', String.raw`(?<n>\d{5}-\d{4})`, (m) => groups(m[0])),
  openRule('digit', String.raw`(?<ip>\d{1,3}(?:\.\d{1,3}){3})(?::(?<port>\d{2,5}))?${END}`, (m) => {
    const address = group(m, 'ip')
      .split('.')
      .map((part) => spellDigits(part, 'zero'))
      .join(' dot ');
    return group(m, 'port') === '' ? address : `${address} colon ${spellDigits(group(m, 'port'), 'zero')}`;
  }),
  // Ten digits in one are a telephone number.
  rule('telephone', String.raw`[2-9]\d{2}[2-9]\d{6}`, (m, c) =>
    /^\s*(?:dollars|people|euros|years|bytes)/.test(after(c))
      ? null
      : groups(m[0].replace(/^(\d{3})(\d{3})/, '$1-$2-')),
  ),
];
