import { after, before, group, openRule, type Rule } from '../rule.ts';
import { cardinal, number, spellDigits, year } from './numbers.ts';
import { TO } from './patterns.ts';

const MONTH = String.raw`(?<month>0?[1-9]|1[0-2])`;
const DAY = String.raw`(?<day>0?[1-9]|[12]\d|3[01])`;
const YEAR = String.raw`(?<year>(?:1\d|20)\d{2})`;
const END = String.raw`(?![\d.:])`;

const plain = (n: string): string => cardinal(n);

export const DATE_RULES: readonly Rule[] = [
  openRule(
    'date',
    String.raw`${YEAR}(?<sep>[-/.])${MONTH}\k<sep>${DAY}日?${END}`,
    (m) => `${year(group(m, 'year'))}年${plain(group(m, 'month'))}月${plain(group(m, 'day'))}日`,
  ),
  openRule(
    'date',
    String.raw`${DAY}(?<sep>[-/])${MONTH}\k<sep>${YEAR}${END}`,
    (m) => `${year(group(m, 'year'))}年${plain(group(m, 'month'))}月${plain(group(m, 'day'))}日`,
  ),
  openRule('date', String.raw`${YEAR}[/-]${MONTH}(?![\d/.-]|月)`, (m, c) =>
    /(?:于|在|自|从|至|到|截至|日期|时间)[:：]?\s?$/.test(before(c))
      ? `${year(group(m, 'year'))}年${plain(group(m, 'month'))}月`
      : null,
  ),
  // "2021-12" alone is a month; of a season it is two years.
  openRule(
    'date',
    String.raw`(?<year>(?:19|20)\d{2})-(?<month>0[1-9]|1[0-2])(?![\d/.:%％-]|[\p{Script=Latin}月年])`,
    (m, c) => {
      if (/[\d.\p{Script=Latin}/=+-]\s?$/u.test(before(c, 3))) return null;
      if (/^\s?(?:赛季|财年|学年|年度)/.test(after(c)))
        return `${year(group(m, 'year'))}到${spellDigits(group(m, 'month'))}`;
      return /^\s?[个人元次名件]/.test(after(c)) ? null : `${year(group(m, 'year'))}年${plain(group(m, 'month'))}月`;
    },
  ),
  openRule(
    'date',
    String.raw`(?<from>(?:19|20)\d{2})[/／](?<to>\d{2})(?=\s?(?:赛季|财年|学年|年度))`,
    (m) => `${year(group(m, 'from'))}到${spellDigits(group(m, 'to'))}`,
  ),
  // "3/8妇女节": 三八.
  openRule(
    'date',
    String.raw`(?<a>\d{1,2})[/.](?<b>\d{1,2})(?=\s?(?:妇女节|劳动节|儿童节|建军节|植树节|教师节|大促|购物节))`,
    (m) => cardinal(group(m, 'a')) + spellDigits(group(m, 'b')),
  ),
  // "1990-1995年", "1990年-1995年" (the first 年 is read by the rule below).
  openRule(
    'date',
    String.raw`(?<from>(?:1\d|20)\d{2})${TO}(?<to>(?:1\d|20)\d{2})(?=\s?(?:年|学年|赛季|财年))`,
    (m) => `${year(group(m, 'from'))}到${year(group(m, 'to'))}`,
  ),
  openRule(
    'date',
    String.raw`(?<from>(?:1\d|20)\d{2})(?:[-—–~～]|——)(?<to>(?:1\d|20)\d{2})(?=[)）])`,
    (m) => `${year(group(m, 'from'))}到${year(group(m, 'to'))}`,
  ),
  // "1949-2019" alone: two years in their order.
  openRule(
    'date',
    String.raw`(?<from>(?:1[5-9]|20)\d{2})(?:[-—–~～]|——)(?<to>(?:1[5-9]|20)\d{2})(?![\d.,%％:：-]|\s?[\p{Script=Han}\p{Script=Latin}])`,
    (m, c) =>
      Number(group(m, 'from')) < Number(group(m, 'to')) && !/[\d=＝+\-−*/.¥￥$]\s?$/.test(before(c, 3))
        ? `${year(group(m, 'from'))}到${year(group(m, 'to'))}`
        : null,
  ),
  // "01/28": the zero says that it is no fraction.
  openRule(
    'date',
    String.raw`(?<month>0[1-9])/(?<day>0[1-9]|[12]\d|3[01])(?![\d/.])`,
    (m) => `${plain(group(m, 'month'))}月${plain(group(m, 'day'))}日`,
  ),
  openRule('date', String.raw`(?<year>[12]\d{3}|\d{2})\s?年代`, (m) => {
    const y = group(m, 'year');
    return `${y.length === 4 ? year(y) : cardinal(y)}年代`;
  }),
  openRule(
    'date',
    String.raw`(?<year>[1-2]\d{3})(?=\s?年(?!前|来|以来|以上|的历史|历史|左右|之久|后|多|间|之前))`,
    (m) => year(group(m, 'year')),
  ),
  openRule('date', String.raw`(?<year>(?:19|20)\d{2})(?=\s?年(?:前|后|来|间|之前))`, (m, c) =>
    // "2000年前" is two thousand years ago, "在2000年前" is a date.
    group(m, 'year') === '2000' && /^\s?年前(?!后)/.test(after(c)) && !/[在于到至自从]\s?$/.test(before(c))
      ? null
      : year(group(m, 'year')),
  ),
  openRule('date', String.raw`(?<year>0\d|[1-9]\d)(?=\s?年(?:0?[1-9]|1[0-2])\s?月)`, (m) =>
    spellDigits(group(m, 'year')),
  ),
  // "97年回归": a year where a date may stand; round numbers are rather spans of time.
  openRule(
    'date',
    String.raw`(?<year>[4-9][1-46-9])(?=年(?!级|前|来|以来|以上|的?历史|左右|之久|后|多|间|之前|之后|寿命|期|龄|[初底末]?以?内))`,
    (m, c) => (/(?:^|[，。；、,（(\s]|[在从自到于是至])$/.test(before(c, 3)) ? spellDigits(group(m, 'year')) : null),
  ),
  openRule('date', String.raw`(?<year>[5-9]\d)(?=年(?:生|出生|毕业|入学|入党|参军|退伍|那年|[款产]))`, (m) =>
    spellDigits(group(m, 'year')),
  ),
  openRule('date', String.raw`(?<=['’])(?<year>\d\d)(?!\d)`, (m) => spellDigits(group(m, 'year'))),
  openRule('date', String.raw`(?<year>0\d)(?=\s?年)`, (m) => spellDigits(group(m, 'year'))),
  openRule(
    'date',
    String.raw`(?<year>(?:公元前?|前|西元))\s?(?<n>\d{1,4})(?=年)`,
    (m) => `${group(m, 'year')}${cardinal(group(m, 'n'))}`,
  ),
  // "2008北京奥运会", "2024届": a year without its 年.
  openRule(
    'date',
    String.raw`(?<year>(?:19|20)\d{2})(?=\s?(?:届|款|版|赛季|财年|学年|年度|奥运|世界杯|春节|春晚|元旦|国庆|北京|上海|东京|巴黎|伦敦|世博|新年|秋冬|春夏|高考|中国))`,
    (m) => year(group(m, 'year')),
  ),
  openRule('date', String.raw`(?<n>[5-9][05]|0[05])(?=后(?!来|面|边|期|天|的\d))`, (m, c) =>
    /[\d第]$/.test(before(c)) ? null : spellDigits(group(m, 'n')),
  ),
  openRule('date', String.raw`${MONTH}(?=\s?月(?!饼|球|亮|老))`, (m) => plain(group(m, 'month'))),
  openRule('date', String.raw`${DAY}(?=\s?(?:日|号)(?!线|楼|机|门|院|店|公))`, (m, c) =>
    /\d\s?$/.test(before(c)) ? null : plain(group(m, 'day')),
  ),
];

const HOUR = String.raw`(?<h>[01]?\d|2[0-4])`;

function clock(h: string, m: string, s: string): string {
  const hour = /^0?2$/.test(h) ? '两' : cardinal(h);
  const minute =
    m === '' || (m === '00' && s === '') ? '' : `${Number(m) < 10 ? '零' : ''}${m === '00' ? '' : cardinal(m)}分`;
  const second = s === '' ? '' : `${Number(s) < 10 ? '零' : ''}${Number(s) === 0 ? '' : cardinal(s)}秒`;
  return `${hour}点${minute}${second}`;
}

export const TIME_RULES: readonly Rule[] = [
  openRule(
    'time',
    String.raw`${HOUR}[:：](?<m>[0-5]\d)(?:[:：](?<s>[0-5]\d))?(?![\d:：])(?:\s?(?<half>[aApP])\.?[mM]\.?(?!\p{L}))?`,
    (m, c) => {
      if (
        /(?:比分|以|比例|比率|赔率|战胜|击败|大胜|负于|平|约为)[为是:：]?\s?$/.test(before(c)) &&
        !/\d[:：]\d{2}[:：]/.test(m[0])
      )
        return null;
      const half = group(m, 'half').toLowerCase();
      const part = half === 'a' ? '上午' : half === 'p' ? '下午' : '';
      return part + clock(group(m, 'h'), group(m, 'm'), group(m, 's'));
    },
  ),
  openRule(
    'time',
    String.raw`(?<h>1[0-2]|0?[1-9])\s?(?<half>[aApP])\.?[mM]\.?(?!\p{L})`,
    (m) => `${group(m, 'half').toLowerCase() === 'a' ? '上午' : '下午'}${clock(group(m, 'h'), '', '')}`,
  ),
  openRule('time', String.raw`${HOUR}(?=\s?[点时](?!间|代|候|期))`, (m) =>
    /^0?2$/.test(group(m, 'h')) ? '两' : cardinal(group(m, 'h')),
  ),
  openRule('time', String.raw`(?<=[点时]\s?)0(?<m>[1-9])(?=\s?分)`, (m) => `零${cardinal(group(m, 'm'))}`),
  openRule('time', String.raw`(?<=分\s?)0(?<s>[1-9])(?=\s?秒)`, (m) => `零${cardinal(group(m, 's'))}`),
  openRule(
    'ratio',
    String.raw`(?<a>\d+(?:\.\d+)?)\s?[:：]\s?(?<b>\d+(?:\.\d+)?)(?:[:：](?<c>\d+(?:\.\d+)?))?(?![\d:：])`,
    (m) => {
      const parts = [group(m, 'a'), group(m, 'b'), group(m, 'c')].filter(Boolean);
      return parts.map((n) => number(n)).join('比');
    },
  ),
];
