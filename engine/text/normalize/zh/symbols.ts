import { after, before, group, openRule, type Context, type Rule } from '../rule.ts';
import { FILE_TYPE, latinAndFigures } from './identifiers.ts';
import { cardinal, number, spellDigits } from './numbers.ts';
import { INTEGER, MEASURE_WORD, NUMBER, SCALE } from './patterns.ts';

const SIGNS: Readonly<Record<string, string>> = {
  '+': '加',
  '＋': '加',
  '×': '乘',
  '✕': '乘',
  '*': '乘',
  '÷': '除以',
  '=': '等于',
  '＝': '等于',
  '≠': '不等于',
  '≈': '约等于',
  '≤': '小于等于',
  '≥': '大于等于',
  '<': '小于',
  '>': '大于',
  '＜': '小于',
  '＞': '大于',
  '±': '正负',
  '√': '根号',
  '∞': '无穷大',
  '&': '和',
  '@': '艾特',
  '№': '编号',
  '°': '度',
};

const ROMAN = 'ⅠⅡⅢⅣⅤⅥⅦⅧⅨⅩⅪⅫ';
const CIRCLED = '①②③④⑤⑥⑦⑧⑨⑩⑪⑫⑬⑭⑮⑯⑰⑱⑲⑳';
const VULGAR: Readonly<Record<string, string>> = {
  '½': '二分之一',
  '⅓': '三分之一',
  '⅔': '三分之二',
  '¼': '四分之一',
  '¾': '四分之三',
};

/** A number with its measure word or unit. */
const COUNTED = new RegExp(`\\d\\s?(?:${MEASURE_WORD}|${SCALE}|[%％℃°]C?|[ckm]?m|k?g|m?L)\\s?$`, 'u');
/** What is paid or counted for each of something: "50元/人". */
const EACH =
  '袋|包|桶|辆|栋|层|只|条|根|双|顿|场|节|门|集|首|课|字|页|词|人|天|月|年|次|斤|公斤|平米|平方米|亩|小时|分钟|秒|晚|分(?!之)|片|粒|支|丸|滴|株|位|张|件|个|本|套|间|瓶|箱|盒|台|吨|升|米|份|杯|周|日|户|学期|学年|季度|课时|千克|公里';

const inFormula = (c: Context): boolean => /[=＝+＋×÷√²³≈≠≤≥]/.test(before(c, 12) + after(c, 12));

export const NUMBER_RULES: readonly Rule[] = [
  openRule('decimal', String.raw`(?<n>${NUMBER})(?!\.\d)`, (m) => number(group(m, 'n'))),
  openRule('cardinal', String.raw`(?<n>${INTEGER})`, (m) => cardinal(group(m, 'n'))),
];

/** π is a letter, so it comes with the words. */
export const LETTER_RULES: readonly Rule[] = [openRule('math', 'π', () => '派')];

export const SYMBOL_RULES: readonly Rule[] = [
  // "歼-20", "东风-41": a name, not a minus.
  openRule('serial', String.raw`-(?<n>\d{1,3})(?!\d|\.\d|\s?[℃°])`, (m, c) => {
    const name =
      /(?:歼|运|轰|直|苏|米|图|空警|武直|安|伊尔|(?<long>东风|长征|神舟|嫦娥|天宫|天舟|巨浪|红旗|鹰击|霹雳|快舟|枭龙))$/.exec(
        before(c),
      );
    if (!name) return null;
    return name.groups?.long ? cardinal(group(m, 'n')) : spellDigits(group(m, 'n'));
  }),
  openRule('cardinal', String.raw`[-−–](?=\s?[¥￥$€£￡]?\.?\d)`, (_, c) => {
    if (/[日月号年点时分秒周]\s?$/.test(before(c)) || COUNTED.test(before(c))) return '到';
    const operand = /[\d)）a-z²³]$/i.test(before(c)) || (/=/.test(after(c, 12)) && /[\d)）a-z²³]\s$/i.test(before(c)));
    if (operand) return inFormula(c) ? '减' : null;
    return '负';
  }),
  openRule('cardinal', String.raw`[-−–](?=\s?[a-z(（])`, (_, c) => (inFormula(c) ? '减' : null)),
  openRule('range', String.raw`[-–—~～](?=周|星期|礼拜|第)`, (_, c) =>
    /(?:周|星期|礼拜|第)[\d一二三四五六七八九十日天]{1,3}\p{Script=Han}?\s?$/u.test(before(c)) ? '到' : null,
  ),
  openRule('measure', String.raw`/(?=(?:${EACH})(?!\p{Script=Han}{4}))`, (_, c) =>
    /(?:[¥￥$€£][\d.,]+|元|块|毛|角|分|%|％|\p{Script=Latin}|人|[斤克米升吨次个件张台])\s?$/u.test(before(c))
      ? '每'
      : null,
  ),
  openRule('range', String.raw`[-–~～](?=[A-Z](?![\p{Script=Latin}]))`, (_, c) =>
    /(?:^|[^\p{Script=Latin}])[A-Z]$/u.test(before(c)) ? '到' : null,
  ),
  openRule('cardinal', '〇+', (m) => '零'.repeat(m[0].length)),
  openRule('cardinal', String.raw`[<＜](?=\s?\d)`, () => '小于'),
  openRule('cardinal', String.raw`[>＞](?=\s?\d)`, (_, c) =>
    /(?:^|\n)\s*$/.test(before(c)) && /^\s/.test(after(c)) ? null : '大于',
  ),
  openRule('cardinal', String.raw`(?<=\d)\+(?!\s?[\p{L}\d(（√])`, () => '加'),
  openRule('range', String.raw`[~～—–-]{1,2}(?=\s?[¥￥$]?\d)`, (m, c) =>
    /[\d\p{L}%％‰℃°]\s?$/u.test(before(c))
      ? /[\d日月年点分时号元%％‰℃°]\s?$/u.test(before(c))
        ? '到'
        : null
      : /[~～]/.test(m[0])
        ? '约'
        : null,
  ),
  openRule('fraction', String.raw`(?<whole>\d+)?(?<v>[${Object.keys(VULGAR).join('')}])`, (m) => {
    const whole = group(m, 'whole');
    return `${whole === '' ? '' : `${cardinal(whole)}又`}${VULGAR[group(m, 'v')] ?? ''}`;
  }),
  openRule('roman', String.raw`[${ROMAN}]`, (m) => cardinal(ROMAN.indexOf(m[0]) + 1)),
  openRule('ordinal', String.raw`[${CIRCLED}]`, (m) => cardinal(CIRCLED.indexOf(m[0]) + 1)),
  openRule('ordinal', String.raw`§\s?(?<n>\d+(?:\.\d+)*)(?<noun>\s?[条款章节])?`, (m, c) => {
    const words = group(m, 'n')
      .split('.')
      .map((part) => cardinal(part))
      .join('点');
    return `${/第\s?$/.test(before(c)) ? '' : '第'}${words}${group(m, 'noun').trim() || '节'}`;
  }),
  // "报告.pdf": the ending of a file.
  openRule('electronic', String.raw`\.(?<type>${FILE_TYPE})(?![\p{Script=Latin}\d])`, (m, c) =>
    /[\p{L}\d_)）-]$/u.test(before(c)) ? `点 ${latinAndFigures(group(m, 'type')).join(' ')}` : null,
  ),
  openRule('math', String.raw`[⁻⁰¹²³⁴⁵⁶⁷⁸⁹]{2,}|[⁰¹⁴⁵⁶⁷⁸⁹]`, (m) => {
    const n = [...m[0]].map((char) => '⁰¹²³⁴⁵⁶⁷⁸⁹'.indexOf(char)).filter((digit) => digit >= 0);
    return `的${m[0].startsWith('⁻') ? '负' : ''}${cardinal(n.join(''))}次方`;
  }),
  openRule('math', String.raw`²`, (_, c) => (/\d$/.test(before(c)) ? '的平方' : '平方')),
  openRule('math', String.raw`³`, (_, c) => (/\d$/.test(before(c)) ? '的立方' : '立方')),
  openRule('math', String.raw`\^(?<n>\d+)`, (m) => `的${cardinal(group(m, 'n'))}次方`),
  openRule('math', String.raw`(?<=[\d\p{L}])\s?/\s?(?=[\d])`, (_, c) => (inFormula(c) ? '除以' : null)),
  openRule('math', String.raw`\+(?=\d)`, (_, c) =>
    /[\d\p{L})）²³]\s?$/u.test(before(c)) ? '加' : /^\d{2}/.test(after(c)) ? '加' : '正',
  ),
  openRule('verbatim', String.raw`[${Object.keys(SIGNS).join('')}]`, (m, c) => {
    const operands = /[\p{L}\p{N})）%％°²³]\s?$/u.test(before(c)) && /^\s?[\p{L}\p{N}(（√π.+-]/u.test(after(c));
    if (/[*<>=＝＜＞+＋×✕÷]/.test(m[0]) && !operands) return null;
    return SIGNS[m[0]] ?? null;
  }),
];

export const LAST_RESORT: readonly Rule[] = [openRule('digit', String.raw`\d+`, (m) => spellDigits(m[0]))];
