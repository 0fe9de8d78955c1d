import { group, oneOf, openRule, type Rule } from '../rule.ts';
import type { RuleSet } from '../scan.ts';
import { cardinal, COUNTERS, decimal, spellDigits } from './numbers.ts';

const NUMBER = String.raw`\d{1,3}(?:,\d{3})+(?:\.\d+)?|\d+(?:\.\d+)?`;
const LETTERS =
  'エー ビー シー ディー イー エフ ジー エイチ アイ ジェー ケー エル エム エヌ オー ピー キュー アール エス ティー ユー ブイ ダブリュー エックス ワイ ゼット'.split(
    ' ',
  );

/** A number before its counter: 3本 is サンボン. */
function count(written: string, counter: string): string {
  const n = written.replace(/,/g, '');
  if (n.includes('.')) return (COUNTERS[counter] ?? ((number) => number))(decimal(n), '');
  return COUNTERS[counter]?.(cardinal(n), n) ?? cardinal(n);
}

const date = (year: string, month: string, day: string): string =>
  [year === '' ? '' : count(year, '年'), count(month, '月'), count(day, '日')].filter(Boolean).join(' ');

const SCALED: Readonly<Record<string, string>> = { 千: '000', 万: '0000', 億: '00000000', 兆: '000000000000' };

const DIGIT_RULES: readonly Rule[] = [
  openRule(
    'date',
    String.raw`(?<year>(?:1\d|20)\d{2})[-/.](?<month>0?[1-9]|1[0-2])[-/.](?<day>0?[1-9]|[12]\d|3[01])(?![\d.])`,
    (m) => date(group(m, 'year'), group(m, 'month'), group(m, 'day')),
  ),
  openRule('time', String.raw`(?<h>[01]?\d|2[0-4]):(?<m>[0-5]\d)(?![\d:])`, (m) =>
    group(m, 'm') === '00' ? count(group(m, 'h'), '時') : `${count(group(m, 'h'), '時')} ${count(group(m, 'm'), '分')}`,
  ),
  openRule('telephone', String.raw`0\d{1,4}-\d{1,4}-\d{3,4}(?!\d)`, (m) => m[0].split('-').map(spellDigits).join('ノ ')),
  openRule('fraction', String.raw`(?<a>\d+)/(?<b>\d+)(?![\d/])`, (m) => `${count(group(m, 'b'), '')}ブンノ ${cardinal(group(m, 'a'))}`),
  openRule('digit', String.raw`0\d+(?![\d.])`, (m) => spellDigits(m[0])),
  // "3億5000万円": each number with its scale is one, and the counter goes with the last.
  openRule(
    'cardinal',
    String.raw`(?<n>${NUMBER})(?<scale>[千万億兆])(?<counter>円|人|年|個|本|ドル|件|歳|km|%)?`,
    (m) => {
      const zeros = SCALED[group(m, 'scale')] ?? '';
      const n = group(m, 'n').replace(/,/g, '');
      const number = n.includes('.') ? decimal(n) + cardinal(`1${zeros}`).replace(/^イチ/, '') : cardinal(n + zeros);
      const counter = group(m, 'counter');
      return COUNTERS[counter]?.(number, '') ?? number + (counter === '件' ? 'ケン' : '');
    },
  ),
  openRule('range', String.raw`(?<a>${NUMBER})[~〜～–-](?=\d)`, (m) => `${decimal(group(m, 'a'))}カラ`),
  openRule('measure', String.raw`(?<n>${NUMBER})\s?(?<counter>${oneOf(Object.keys(COUNTERS))})(?![A-Za-z])`, (m) =>
    count(group(m, 'n'), group(m, 'counter')),
  ),
  openRule('decimal', NUMBER, (m) => decimal(m[0])),
]; // prettier-ignore

const SIGN_RULES: readonly Rule[] = [
  openRule('money', String.raw`[¥￥]\s?(?<n>${NUMBER})(?<scale>[万億兆])?`, (m) => {
    const number = cardinal(group(m, 'n').replace(/,/g, '') + (SCALED[group(m, 'scale')] ?? ''));
    return COUNTERS.円!(number, '');
  }),
  openRule('money', String.raw`\$\s?(?<n>${NUMBER})`, (m) => `${decimal(group(m, 'n'))}ドル`),
  openRule('cardinal', String.raw`[-−](?=\d)`, () => 'マイナス'),
  openRule('verbatim', String.raw`(?<sign>[+＋&＆=＝×÷%％℃])`, (m) => SIGNS[group(m, 'sign')] ?? null),
];
const SIGNS: Readonly<Record<string, string>> = {
  '+': 'プラス',
  '＋': 'プラス',
  '&': 'アンド',
  '＆': 'アンド',
  '=': 'イコール',
  '＝': 'イコール',
  '×': 'カケル',
  '÷': 'ワル',
  '%': 'パーセント',
  '％': 'パーセント',
  '℃': 'ド',
};

/** Latin letters: capitals by their Japanese names, other words in English. */
const LATIN_RULES: readonly Rule[] = [
  // "I love you" is English; "I" alone is a letter.
  openRule('letters', String.raw`[AI](?=\s[a-z]{2,})`, (m) => m[0].toLowerCase()),
  openRule('letters', String.raw`\p{Lu}{1,5}(?!\p{Script=Latin})`, (m) =>
    /^[A-Z]+$/.test(m[0]) ? Array.from(m[0], (letter) => LETTERS[letter.charCodeAt(0) - 65]).join('') : null,
  ),
  openRule('letters', String.raw`\p{Script=Latin}[\p{Script=Latin}\p{M}]*(?:['’-]\p{Script=Latin}+)*`, (m) =>
    /^[a-z]$/.test(m[0]) || !/[aeiouyà-ÿ]/i.test(m[0])
      ? Array.from(m[0].toUpperCase(), (letter) => LETTERS[letter.charCodeAt(0) - 65] ?? '').join('')
      : m[0].toLowerCase(),
  ),
];

/** How Japanese is read out: figures with their counters; the dictionary reads all else. */
export const JAPANESE: RuleSet = {
  digit: DIGIT_RULES,
  letter: LATIN_RULES,
  sign: SIGN_RULES,
  isPlain: (word) => !/^\p{Script=Latin}/u.test(word),
  spell: spellDigits,
  word: /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}々〆〇ーヶ]+|[\p{L}\p{M}]+(?:['’-][\p{L}\p{M}]+)*/uy,
};
