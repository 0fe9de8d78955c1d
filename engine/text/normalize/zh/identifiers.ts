import { romanValue } from '../en/numbers.ts';
import { after, before, group, openRule, type Rule } from '../rule.ts';
import { cardinal, number, spellDigits } from './numbers.ts';

export const FILE_TYPE =
  'txt|pdf|docx?|xlsx?|pptx?|csv|json|xml|html?|css|js|ts|py|java|cpp|exe|apk|zip|rar|7z|tar|gz|iso|jpe?g|png|gif|svg|bmp|mp3|mp4|wav|flac|avi|mov|mkv|md|log|ini|sql|epub|psd';

/** Words before a telephone number. */
const CALLED =
  /(?:电话|手机|手机号|号码|热线|拨打|致电|拨|打|传真|联系方式|座机|客服|报警|急救|火警|Tel|tel|TEL|分机)(?:号码?|是|为|：|:)?[是为：:\s]*$/;
/** Words before figures that are said one by one. */
const CODED =
  /(?:编号|代码|邮编|邮政编码|学号|工号|密码|验证码|卡号|账号|帐号|车牌号?|证号|证件号|身份证号?码?|序列号|订单号|单号|QQ群?|qq群?|微信号?|ID|id|ISBN|房号|房间|房间号|门牌号|座位号|航班号|车次|口令|尾号|代号|型号|番号|号段|区号|频道号|股票代码|证券代码|邀请码|条码|流水号|税号)(?:号码?|是|为|：|:)?[是为：:\s]*$/;

/** Numbers that are names: how everybody says them. */
const NAMES: Readonly<Record<string, string>> = {
  '985': '九八五',
  '211': '二一一',
  '996': '九九六',
  '618': '六一八',
  '315': '三一五',
};
const SERVICES = /^(?:110|119|120|122|114|12306|10086|10010|10000|12315|12345|12333|12348|12110|95\d{3}|96\d{3,4})$/;

const PROVINCES = '京津沪渝冀豫云辽黑湘皖鲁新苏浙赣鄂桂甘晋蒙陕吉闽贵粤青藏川宁琼';

const spaced = (written: string): string =>
  written
    .split(/\D+/)
    .filter(Boolean)
    .map((part) => spellDigits(part, '幺'))
    .join(', ');

export const TELEPHONE_RULES: readonly Rule[] = [
  openRule(
    'telephone',
    String.raw`(?<plus>\+|00)(?<n>86[-\s]?1[3-9]\d(?:[-\s]?\d{4}){2}|\d{1,3}(?:[-\s]\d{2,8}){1,4})(?!\d)`,
    (m) => `加${spaced(group(m, 'n'))}`,
  ),
  openRule('telephone', String.raw`(?:86[-\s])?1[3-9]\d(?:[-\s]?\d{4}){2}(?!\d)`, (m) => spaced(m[0])),
  openRule(
    'telephone',
    String.raw`\(?0(?:10|2\d|[3-9]\d{2})\)?[-\s]?(?:\d{7,8}|\d{3,4}[-\s]\d{4})(?:-\d{1,5})?(?!\d)`,
    (m) => spaced(m[0]),
  ),
  openRule('telephone', String.raw`[48]00[-\s]?\d{3}[-\s]?\d{4}(?!\d)|[48]00-\d{4}-\d{3}(?!\d)`, (m) => spaced(m[0])),
];

/** Numbers that are told by the words around them, or by their form. */
export const CODE_RULES: readonly Rule[] = [
  openRule('telephone', String.raw`\d{3,8}(?:-\d{3,8})*(?![\d.,:：%]|\s?[\p{Script=Han}]?[元个人名位次])`, (m, c) =>
    CALLED.test(before(c)) ? spaced(m[0]) : null,
  ),
  openRule('telephone', String.raw`(?<n>\d{3,6})(?=\s?(?:热线|电话|报警|急救|客服|火警|专线))`, (m) =>
    SERVICES.test(group(m, 'n')) ? spellDigits(group(m, 'n'), '幺') : null,
  ),
  openRule('telephone', String.raw`(?<=\d转\s?)\d{1,6}(?!\d)`, (m) => spellDigits(m[0], '幺')),
  openRule('telephone', String.raw`(?:12306|10086|10010|12315)(?![\d.,]|\s?[元个人名次米万亿])`, (m) =>
    spellDigits(m[0], '幺'),
  ),
  openRule('digit', String.raw`[\dXx-]{3,}(?![\d.]|\s?[间多余])`, (m, c) =>
    CODED.test(before(c))
      ? m[0]
          .replace(/\d+/g, (d) => `${spellDigits(d)} `)
          .replace(/-/g, ' ')
          .replace(/[Xx]/g, ' X ')
          .trim()
      : null,
  ),
  openRule(
    'digit',
    String.raw`\d{3}(?=\s?(?:大学|高校|院校|工程|工作制|大促|购物节|晚会|消费者|，985|、985|/985|、211|和211))`,
    (m) => NAMES[m[0]] ?? null,
  ),
  openRule('digit', String.raw`(?:911|921|731|518)(?=\s?(?:事件|恐怖|袭击|惨案|部队|大地震))`, (m) =>
    spellDigits(m[0]),
  ),
  openRule('digit', String.raw`(?:666|233|520|1314|886|555)(?=\s*(?:$|[，。！!,~～]))`, (m, c) =>
    /\p{Script=Han}\s?$/u.test(before(c)) && !/[共约达近为是第有到价长高重于]\s?$/.test(before(c))
      ? spellDigits(m[0])
      : null,
  ),
  // "4-502室": a house and its room.
  openRule(
    'digit',
    String.raw`(?<a>\d{1,2})-(?<b>\d{3,4})(?=\s?室(?![内外]))`,
    (m) => `${cardinal(group(m, 'a'))}杠${spellDigits(group(m, 'b'))}`,
  ),
  // "2023A001"
  openRule('digit', String.raw`\d{4,}(?=[A-Z]{1,2}\d{2})`, (m) => spellDigits(m[0])),
  openRule('digit', String.raw`618(?!\d|[.,%])`, (m, c) =>
    /(?:双1[12]|双十[一二]|京东|天猫|淘宝|电商)/.test(before(c)) ? spellDigits(m[0]) : null,
  ),
  // Rooms, buses of three figures, highways and aircraft: figures one by one.
  openRule(
    'digit',
    String.raw`\d{3,4}(?=\s?(?:室(?![内外])|房间?(?![价租])|号房|号室|教室|病房|会议室|包厢|包间|诊室))`,
    (m, c) => (/[共有约达.,\d]\s?$/.test(before(c)) ? null : spellDigits(m[0])),
  ),
  openRule(
    'digit',
    String.raw`(?<=(?:单元|号楼|[栋幢座]|\d[楼层])\s?)\d{3,4}(?![\d.,%％]|\s?(?:[元平户米个人间万亿层]|\p{Script=Han}{0,1}米))`,
    (m) => spellDigits(m[0]),
  ),
  openRule('digit', String.raw`\d{3}(?=\s?(?:路(?!程|口|人|费|段)|国道|省道|县道))`, (m, c) =>
    /[共有约达.,\d]\s?$/.test(before(c)) ? null : spellDigits(m[0]),
  ),
  openRule('digit', String.raw`(?<=(?:波音|空客)\s?)\d{3}(?!\d)`, (m) => spellDigits(m[0])),
  openRule(
    'digit',
    String.raw`(?<=歼|轰|[^托搬装载])(?<=歼|轰|运|直)\d{1,2}(?=[^\d\p{Script=Han}]|$|[A-Z]|战斗|飞机|运输|轰炸|直升|舰载|隐身|首飞|服役|型|和|与|是|的)`,
    (m, c) =>
      /(?:^|[^\p{Script=Han}]|[的和与、架])[歼轰运直]$/u.test(before(c)) || /[歼轰]$/.test(before(c))
        ? spellDigits(m[0])
        : null,
  ),
  openRule('digit', String.raw`\d{3}(?=医院)`, (m, c) =>
    /[共有约达近超.,\d]\s?$/.test(before(c)) ? null : spellDigits(m[0]),
  ),
  openRule(
    'digit',
    String.raw`(?<n>\d{3,4})(?<p>[pPi])(?![\p{Script=Latin}\d])`,
    (m) => `${spellDigits(group(m, 'n'))} ${group(m, 'p').toUpperCase()}`,
  ),
  openRule('date', String.raw`(?<a>[56])\.1(?=劳动节|儿童节|国际|假期|长假)`, (m) => `${cardinal(group(m, 'a'))}一`),
  openRule('digit', String.raw`(?<a>\d{1,2})[·•](?<b>\d{1,2})(?!\d)`, (m) =>
    spellDigits(group(m, 'a') + group(m, 'b')),
  ),
  openRule('digit', String.raw`(?<=双)1[12](?!\d)`, (m) => cardinal(m[0])),
  openRule('digit', String.raw`(?<ip>\d{1,3}(?:\.\d{1,3}){3})(?!\d)`, (m) =>
    group(m, 'ip')
      .split('.')
      .map((part) => spellDigits(part))
      .join('点'),
  ),
  openRule('serial', String.raw`\d+(?:\.\d+){2,}(?!\d)`, (m) =>
    m[0]
      .split('.')
      .map((part) => number(part))
      .join('点'),
  ),
  openRule('digit', String.raw`0\d+(?![\d.:：])`, (m) => spellDigits(m[0])),
  // "20220315": a date that is written as a code is read as one.
  openRule(
    'digit',
    String.raw`(?:19|20)\d{2}(?:0[1-9]|1[0-2])(?:0[1-9]|[12]\d|3[01])(?![\d.,%％]|\s?[元个人名万亿次])`,
    (m) => spellDigits(m[0]),
  ),
  openRule('digit', String.raw`\d{12,}(?![\d.]|\s?[元个人])`, (m) => spellDigits(m[0])),
];

const ADDRESS: Readonly<Record<string, string>> = {
  '.': '点',
  '@': '艾特',
  '/': '斜杠',
  ':': '冒号',
  '-': '杠',
  _: '下划线',
  '?': '问号',
  '=': '等于',
  '&': '和',
  '#': '井号',
  '%': '百分号',
  '+': '加',
};

function readAddress(written: string): string {
  return (written.match(/[a-zA-Z]+|\d+|\p{Script=Han}+|[^\p{L}\d]/gu) ?? [])
    .map((part) => {
      if (/^\d/.test(part)) return spellDigits(part);
      return /^\p{L}/u.test(part) ? latin(part) : (ADDRESS[part] ?? '');
    })
    .filter(Boolean)
    .join(' ');
}

/** Latin letters: capitals and what has no vowel are spelled, the rest are words. */
export function latin(word: string): string {
  const spelled = /^\p{Lu}{1,4}$/u.test(word) || !/[aeiouy]/i.test(word) || word.length === 1;
  return spelled ? [...word.toUpperCase()].join(' ') : word.toLowerCase();
}

/** Letters and figures of a name, as "mp3". */
export function latinAndFigures(name: string): string[] {
  return (name.match(/\d+|\p{L}+/gu) ?? []).map((part) => (/\d/.test(part) ? spellDigits(part) : latin(part)));
}

/** A Latin letter; the script has Roman figures too. */
const LETTER = String.raw`(?:(?!\p{N})\p{Script=Latin})`;

export const LATIN_RULES: readonly Rule[] = [
  openRule(
    'electronic',
    String.raw`(?:https?|ftp)://[\p{Script=Latin}\d][\p{Script=Latin}\d./?=&_%#:+-]*[\p{Script=Latin}\d]`,
    (m) => readAddress(m[0]).replace(/冒号 斜杠 斜杠/, '冒号 双斜杠'),
  ),
  openRule(
    'electronic',
    String.raw`[\p{Script=Latin}\d][\p{Script=Latin}\d._-]*@[\p{Script=Latin}\d-]+(?:\.[\p{Script=Latin}\d-]+)+`,
    (m) => readAddress(m[0]),
  ),
  openRule(
    'electronic',
    String.raw`(?:www\.)?[\p{Script=Latin}\d-]+(?:\.[\p{Script=Latin}\d-]+)*\.(?:com|cn|net|org|gov|edu|io|cc|tv|top|xyz|hk|tw|jp)(?:/[\p{Script=Latin}\d./?=&_%-]*[\p{Script=Latin}\d])?(?![\p{Script=Latin}\d])`,
    (m) => readAddress(m[0]),
  ),
  // Trains, flights, number plates and models: letters by name, figures one by one.
  openRule(
    'serial',
    String.raw`(?<letters>[A-Z]{1,3})-?(?<n>\d{1,5})(?=次|号列车|航班|国道|省道|高速)`,
    (m) => `${latin(group(m, 'letters'))} ${spellDigits(group(m, 'n'))}`,
  ),
  openRule(
    'serial',
    String.raw`(?<=[${PROVINCES}])(?<letter>[A-Z])[·•\s]?(?<n>[A-Z\d]{5,6})(?![\p{Script=Latin}\d])`,
    (m) => `${group(m, 'letter')} ${[...group(m, 'n')].map((x) => (/\d/.test(x) ? spellDigits(x) : x)).join(' ')}`,
  ),
  openRule('letters', String.raw`C(?<sign>\+\+|#)`, (m) => (group(m, 'sign') === '#' ? 'C sharp' : 'C 加加')),
  // "第II卷", "III型", "质量效应II": Roman figures; one letter only where what it numbers stands behind it.
  openRule('roman', String.raw`(?<n>[IVX]{1,5})(?![\p{Script=Latin}\d+#'’.&/-])`, (m, c) => {
    const value = romanValue(group(m, 'n'));
    if (value === null) return null;
    const ordinal = /第\s?$/.test(before(c));
    const kind = /^\s?(?:型|期|级|类|世|卷|部|册|代|度|阶段|世纪|章)/.test(after(c));
    const name = /\p{Script=Han}\s?$/u.test(before(c)) && !/^(?:VI|XI|XX|XV|IV)$/.test(group(m, 'n'));
    const one = group(m, 'n').length === 1;
    if (!ordinal && one && !(kind && group(m, 'n') === 'I')) return null;
    return ordinal || kind || name ? cardinal(value) : null;
  }),
  openRule('serial', String.raw`[nN][oO]\.?\s?(?<n>\d+)(?!\d)`, (m) => `第${cardinal(group(m, 'n'))}`),
  openRule(
    'serial',
    String.raw`(?<letters>${LETTER}+)[-\s]?(?<n>\d+(?:\.\d+)*)(?<rest>(?:-?(?:${LETTER}|\d)+)*)`,
    (m) => {
      const letters = group(m, 'letters');
      if (/^(?:ISBN|ISSN|QQ|ID|Tel|TEL|tel)$/.test(letters)) return null;
      return [latin(letters), label(group(m, 'n')), ...latinAndFigures(group(m, 'rest'))].join(' ');
    },
  ),
  openRule(
    'letters',
    String.raw`(?<word>${LETTER}+)(?:['’](?<s>s))?`,
    (m) => latin(group(m, 'word')) + (group(m, 's') === '' ? '' : "'s"),
  ),
];

/** The figures of a model's name: short ones as numbers, longer ones one by one. */
function label(n: string): string {
  if (n.includes('.'))
    return n
      .split('.')
      .map((part) => (part.startsWith('0') ? spellDigits(part) : cardinal(part)))
      .join('点');
  return n.length > 2 || n.startsWith('0') ? spellDigits(n) : cardinal(n);
}
