import { cardinal, decimal } from './numbers.ts';
import { before, group, openRule, rule, type Rule } from '../rule.ts';

const HALF = String.raw`(?<half>[ap]\.\s?m\.(?!\p{L})|[AP]\.\s?M\.(?!\p{L})|(?:[ap]m|[AP]M|(?<=\d)[apAP])\b)`;
const ZONE = String.raw`(?:\s?(?<zone>(?:[ECMP][SD]?T|GMT|UTC|BST|CET|CEST|JST|IST|AEST|HST|AKST)\b))?`;

const BOOKS =
  /(?:genesis|exodus|leviticus|numbers|deuteronomy|joshua|judges|ruth|samuel|kings|job|psalms?|proverbs|ecclesiastes|isaiah|jeremiah|ezekiel|daniel|matthew|mark|luke|john|acts|romans|corinthians|galatians|ephesians|philippians|colossians|thessalonians|timothy|titus|hebrews|james|peter|jude|revelation)$/;

const spell = (letters: string): string =>
  letters === '' ? '' : ` ${[...letters.toUpperCase().replace(/[^A-Z]/g, '')].join(' ')}`;

function minutes(m: string): string {
  if (m === '00') return '';
  return m.startsWith('0') ? ` O ${cardinal(m)}` : ` ${cardinal(m)}`;
}

function halfDay(half: string): string {
  return spell(half.length === 1 ? `${half}m` : half);
}

function clock(hour: string, minute: string, half: string): string {
  if (minute !== '00') return `${cardinal(hour)}${minutes(minute)}${halfDay(half)}`;
  if (half !== '') return `${cardinal(hour)}${halfDay(half)}`;
  const n = Number(hour);
  return n > 12 || n === 0 || hour.startsWith('0') ? `${cardinal(hour)} hundred` : `${cardinal(hour)} o'clock`;
}

const unit = (n: string, name: string): string => `${cardinal(n)} ${name}${Number(n) === 1 ? '' : 's'}`;

export const TIME_RULES: readonly Rule[] = [
  openRule(
    'time',
    String.raw`(?<h>\d{1,2})\s?h(?:rs?)?\s?(?<m>[0-5]?\d)\s?m(?:ins?)?(?:\s?(?<s>[0-5]?\d)\s?s(?:ecs?)?)?(?![\p{L}\p{N}])`,
    (m) => {
      const seconds = group(m, 's') === '' ? '' : ` ${unit(group(m, 's'), 'second')}`;
      return `${unit(group(m, 'h'), 'hour')} ${unit(group(m, 'm'), 'minute')}${seconds}`;
    },
  ),
  openRule(
    'time',
    String.raw`(?<h>\d{1,2}):(?<m>[0-5]\d):(?<s>[0-5]\d)(?:\.\d+)?(?![\d:])(?:\s?${HALF})?${ZONE}`,
    (m) => {
      const [h, min, s] = [group(m, 'h'), group(m, 'm'), group(m, 's')];
      const zone = spell(group(m, 'zone'));
      if (group(m, 'half') !== '')
        return `${clock(h, min, '')} and ${unit(s, 'second')}${halfDay(group(m, 'half'))}${zone}`;
      return `${unit(h, 'hour')} ${unit(min, 'minute')} and ${unit(s, 'second')}${zone}`;
    },
  ),
  openRule(
    'time',
    String.raw`(?<h>[01]?\d|2[0-4])(?::|\.(?=\d\d\s?[ap]\.?m))(?<m>[0-5]\d)(?![\d:%]|\.\d)(?:\s?${HALF})?${ZONE}`,
    (m, c) => {
      const verse = BOOKS.test(c.said[0] ?? '');
      if (verse) return `${cardinal(group(m, 'h'))} ${cardinal(group(m, 'm'))}`;
      return clock(group(m, 'h'), group(m, 'm'), group(m, 'half')) + spell(group(m, 'zone'));
    },
  ),
  openRule(
    'time',
    String.raw`(?<h>1[0-2]|0?[1-9])\s?(?<half>[ap]\.\s?m\.?(?!\p{L})|[AP]\.\s?M\.?(?!\p{L})|[ap]m\b|[AP]M\b)${ZONE}`,
    (m, c) => {
      // "It is 5 am I late": a range or a colon before it is read elsewhere.
      if (/[\d.:]$/.test(before(c))) return null;
      return cardinal(group(m, 'h')) + halfDay(group(m, 'half')) + spell(group(m, 'zone'));
    },
  ),
  // "1:45.3": minutes and seconds.
  rule('time', String.raw`(?<a>\d{1,2}):(?<b>[0-5]\d\.\d{1,3})`, (m) => {
    const zero = group(m, 'b').startsWith('0') ? 'O ' : '';
    return `${cardinal(group(m, 'a'))} ${zero}${decimal(group(m, 'b'))}`;
  }),
  rule('ratio', String.raw`(?<a>\d{1,4}(?:\.\d+)?):(?<b>\d{1,4}(?:\.\d+)?)`, (m, c) => {
    const verse = BOOKS.test(c.said[0] ?? '');
    // "Exodus 20:3" is not "exodus twenty three".
    const clashes = /[1-9]0$/.test(group(m, 'a')) && group(m, 'b').length === 1;
    return `${decimal(group(m, 'a'))}${verse ? (clashes ? ' verse' : '') : ' to'} ${decimal(group(m, 'b'))}`;
  }),
];
