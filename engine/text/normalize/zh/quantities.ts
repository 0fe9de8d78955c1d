import { after, before, group, oneOf, openRule, type Rule } from '../rule.ts';
import { cardinal, counted, number, spellDigits } from './numbers.ts';
import { MEASURE_WORD, NUMBER, ORDINAL_NOUN, SCALE, TO } from './patterns.ts';

const UNITS: Readonly<Record<string, string>> = {
  km: '千米',
  m: '米',
  dm: '分米',
  cm: '厘米',
  mm: '毫米',
  µm: '微米',
  μm: '微米',
  um: '微米',
  nm: '纳米',
  kg: '千克',
  KG: '千克',
  Kg: '千克',
  g: '克',
  mg: '毫克',
  µg: '微克',
  μg: '微克',
  ug: '微克',
  t: '吨',
  lb: '磅',
  lbs: '磅',
  oz: '盎司',
  L: '升',
  l: '升',
  mL: '毫升',
  ml: '毫升',
  ML: '毫升',
  dL: '分升',
  dl: '分升',
  h: '小时',
  hr: '小时',
  min: '分钟',
  s: '秒',
  ms: '毫秒',
  W: '瓦',
  w: '瓦',
  kW: '千瓦',
  KW: '千瓦',
  kw: '千瓦',
  MW: '兆瓦',
  GW: '吉瓦',
  kWh: '千瓦时',
  KWH: '千瓦时',
  kwh: '千瓦时',
  V: '伏',
  kV: '千伏',
  KV: '千伏',
  mV: '毫伏',
  A: '安',
  mA: '毫安',
  mAh: '毫安时',
  Hz: '赫兹',
  HZ: '赫兹',
  kHz: '千赫兹',
  KHz: '千赫兹',
  MHz: '兆赫兹',
  GHz: '吉赫兹',
  Pa: '帕',
  hPa: '百帕',
  kPa: '千帕',
  KPa: '千帕',
  MPa: '兆帕',
  J: '焦',
  kJ: '千焦',
  KJ: '千焦',
  kcal: '千卡',
  cal: '卡',
  N: '牛',
  dB: '分贝',
  db: '分贝',
  DB: '分贝',
  mol: '摩尔',
  Ω: '欧姆',
  kΩ: '千欧姆',
  MΩ: '兆欧姆',
  mmHg: '毫米汞柱',
  'r/min': '转每分钟',
  'r/s': '转每秒',
  ft: '英尺',
  in: '英寸',
  mi: '英里',
  mph: '英里每小时',
  kph: '千米每小时',
  'km/h': '千米每小时',
  ha: '公顷',
  rpm: '转每分钟',
  fps: '帧每秒',
  px: '像素',
  bps: '比特每秒',
  kbps: '千比特每秒',
  Kbps: '千比特每秒',
  Mbps: '兆比特每秒',
  Gbps: '吉比特每秒',
  KB: ' K B',
  MB: ' M B',
  GB: ' G B',
  TB: ' T B',
  '℃': '摄氏度',
  '°C': '摄氏度',
  '°c': '摄氏度',
  '℉': '华氏度',
  '°F': '华氏度',
  '°': '度',
  '㎡': '平方米',
  '㎞': '千米',
  '㎏': '千克',
  '㎝': '厘米',
  '㎜': '毫米',
  '㎥': '立方米',
};
const UNIT = oneOf(Object.keys(UNITS));
const SPACED_OUT = new Set(['in', 'A', 'N', 'V', 'J', 'h', 's', 'w', 'W']);

const ORDINAL = new RegExp(`^\\s?(?:${ORDINAL_NOUN})`, 'u');

const CURRENCIES: Readonly<Record<string, string>> = {
  '¥': '元',
  '￥': '元',
  RMB: '元',
  CNY: '元',
  $: '美元',
  US$: '美元',
  USD: '美元',
  '€': '欧元',
  EUR: '欧元',
  '£': '英镑',
  '￡': '英镑',
  GBP: '英镑',
  HK$: '港元',
  HKD: '港元',
  JPY: '日元',
  '₩': '韩元',
  '₽': '卢布',
  '₹': '卢比',
  NT$: '新台币',
  C$: '加元',
  A$: '澳元',
  AUD: '澳元',
  CAD: '加元',
  CHF: '瑞士法郎',
};
const CURRENCY = oneOf(Object.keys(CURRENCIES));

/** 2 before a scale or a measure word is 两, elsewhere 二. */
const scaled = (n: string, scale: string): string => (n === '2' && /^[千万亿]/.test(scale) ? '两' : number(n)) + scale;

function unitName(unit: string, power: string): string {
  const shape = power === '' ? '' : /[2²]/.test(power) ? '平方' : '立方';
  // An area of seconds is none: 米每二次方秒.
  if (shape !== '' && /^(?:s|min|h)$/.test(unit))
    return `${/[2²]/.test(power) ? '二' : '三'}次方${UNITS[unit] ?? unit}`;
  return shape + (UNITS[unit] ?? unit);
}

const signed = (text: string, sign: string): string => (/[-−–]/.test(sign) ? '负' : /\+/.test(sign) ? '正' : '') + text;
const SIGN = String.raw`(?<sign>[-−+±]?)`;

/** A minus is a sign only where no number stands before it. */
const signFits = (sign: string, behind: string): boolean =>
  sign === '' || !/[\p{L}\p{N}%％)）]$/u.test(behind) || /\p{Script=Han}$/u.test(behind);

/** Behind a score. */
const WON = /^\s?(?:取胜|领先|战胜|击败|获胜|落后|战平|大胜|险胜|完胜|逆转|告负|不敌|惜败|力克|轻取|完败|横扫|打平)/;

export const QUANTITY_RULES: readonly Rule[] = [
  openRule(
    'measure',
    String.raw`(?<a>${NUMBER})[%％]?${TO}(?<b>${NUMBER})\s?(?<mark>[%％‰])`,
    (m) => `百分之${number(group(m, 'a'))}到百分之${number(group(m, 'b'))}`,
  ),
  openRule('measure', String.raw`${SIGN}(?<n>${NUMBER})\s?(?<mark>[%％‰])`, (m, c) => {
    if (!signFits(group(m, 'sign'), before(c))) return null;
    return signed(`${group(m, 'mark') === '‰' ? '千' : '百'}分之${number(group(m, 'n'))}`, group(m, 'sign'));
  }),
  // "$2.5 million", "¥3bn": 二百五十万美元, 三十亿元.
  openRule(
    'money',
    String.raw`(?<currency>${CURRENCY})\s?(?<n>${NUMBER})\s?(?<scale>million|billion|trillion|bn|[kKmMB])(?![\p{Script=Latin}\d])`,
    (m) => {
      const power = { k: 3, m: 6, b: 9, t: 12 }[group(m, 'scale').charAt(0).toLowerCase()] ?? 0;
      const [whole = '', part = ''] = group(m, 'n').replace(/,/g, '').split('.');
      if (part.length > power) return null;
      return cardinal(whole + part.padEnd(power, '0')) + (CURRENCIES[group(m, 'currency')] ?? '');
    },
  ),
  openRule(
    'money',
    String.raw`(?<currency>${CURRENCY})\s?(?<sign>-?)(?<n>${NUMBER})(?:${TO}(?:${CURRENCY})?(?<to>${NUMBER}))?\s?(?<scale>${SCALE})?(?:元|美元|欧元|英镑|日元|港元)?`,
    (m) => {
      const unit = CURRENCIES[group(m, 'currency')] ?? '';
      const scale = group(m, 'scale');
      const read = (n: string): string => (scale === '' ? (n === '2' ? '两' : number(n)) : scaled(n, scale));
      const to = group(m, 'to') === '' ? '' : `到${read(group(m, 'to'))}`;
      return signed(`${to === '' ? read(group(m, 'n')) : number(group(m, 'n'))}${to}${unit}`, group(m, 'sign'));
    },
  ),
  openRule(
    'money',
    String.raw`(?<n>${NUMBER})\s?(?<scale>${SCALE})?\s?(?<currency>RMB|CNY|USD|EUR|GBP|HKD|JPY|AUD|CAD|CHF|€|£|\$)(?![\p{L}\p{N}])`,
    (m) => {
      const scale = group(m, 'scale');
      return (
        (scale === '' ? counted(group(m, 'n')) : scaled(group(m, 'n'), scale)) +
        (CURRENCIES[group(m, 'currency')] ?? '')
      );
    },
  ),
  openRule(
    'measure',
    String.raw`(?<sign>[-−]?)(?<n>\d+(?:\.\d+)?)(?:(?<first>℃|°C|°c|°|摄氏度)?${TO}(?<sign2>[-−]?)(?<to>\d+(?:\.\d+)?))?\s?(?<unit>℃|°C|°c|摄氏度)`,
    (m, c) => {
      if (!signFits(group(m, 'sign'), before(c))) return null;
      const below = (sign: string, n: string): string => (sign === '' ? '' : '零下') + number(n);
      const to = group(m, 'to') === '' ? '' : `到${below(group(m, 'sign2'), group(m, 'to'))}`;
      // A unit that is written twice is said twice.
      const first = group(m, 'first') === '' || to === '' ? '' : group(m, 'first') === '°' ? '度' : '摄氏度';
      return `${below(group(m, 'sign'), group(m, 'n'))}${first}${to}摄氏度`;
    },
  ),
  openRule(
    'measure',
    String.raw`(?<d>\d+(?:\.\d+)?)°\s?(?<m>\d+(?:\.\d+)?)[′'’分](?:\s?(?<s>\d+(?:\.\d+)?)(?:[″"”秒]|''))?`,
    (m) =>
      `${number(group(m, 'd'))}度${number(group(m, 'm'))}分${group(m, 's') === '' ? '' : `${number(group(m, 's'))}秒`}`,
  ),
  openRule(
    'measure',
    String.raw`(?<n>${NUMBER})(?:${TO}(?<to>${NUMBER}))?\s?(?<scale>${SCALE})?(?<space>\s?)(?<unit>${UNIT})(?<power>[²³]|(?<=[cdkmn]?m)[23])?(?:/(?<per>km|m|cm|kg|g|mg|L|l|mL|ml|h|min|s|mol|天|年|月|日|人|次|小时|分钟|秒|平方米)(?<perPower>[²³23])?)?(?![\p{Script=Latin}\d])`,
    (m, c) => {
      const unit = group(m, 'unit');
      if (group(m, 'space') !== '' && SPACED_OUT.has(unit)) return null;
      // "5A级景区", "3A大作", "4S店", "2L装": a grade, a shop, a kind.
      if (/^[AVWSs]$/.test(unit) && /^\s?(?:级|景|大|游|认|类|股|轮|店|座|栋|区|班)/.test(after(c))) return null;
      const scale = group(m, 'scale');
      const read = (n: string): string => (scale === '' ? counted(n) : scaled(n, scale));
      const to = group(m, 'to') === '' ? '' : `到${read(group(m, 'to'))}`;
      const per = group(m, 'per');
      return `${to === '' ? read(group(m, 'n')) : number(group(m, 'n'))}${to}${unitName(unit, group(m, 'power'))}${per === '' ? '' : `每${unitName(per, group(m, 'perPower'))}`}`;
    },
  ),
  // "1米82": the centimetres of a person's height.
  openRule('measure', String.raw`(?<=\d米)\d{2}(?![\d.]|\s?\p{Script=Latin}|[米个人厘公分])`, (m) => spellDigits(m[0])),
  // "8.5折" is 八点五折, "85折" 八五折.
  openRule('measure', String.raw`(?<n>[1-9]\d)(?=折)`, (m) => spellDigits(group(m, 'n'))),
  openRule(
    'decimal',
    String.raw`(?<n>\d(?:\.\d+)?)[eE](?<sign>[-−+]?)(?<power>\d{1,3})(?![\p{Script=Latin}\d])`,
    (m) =>
      `${number(group(m, 'n'))}乘十的${/[-−]/.test(group(m, 'sign')) ? '负' : ''}${cardinal(group(m, 'power'))}次方`,
  ),
  // Blood pressure.
  openRule(
    'ratio',
    String.raw`(?<a>\d{2,3})/(?<b>\d{2,3})\s?(?:mmHg|毫米汞柱)`,
    (m) => `${cardinal(group(m, 'a'))}比${cardinal(group(m, 'b'))}毫米汞柱`,
  ),
  openRule(
    'measure',
    String.raw`(?<m>\d+)′(?:(?<s>\d+(?:\.\d+)?)″)?`,
    (m) => `${counted(group(m, 'm'))}分${group(m, 's') === '' ? '' : `${number(group(m, 's'))}秒`}`,
  ),
  openRule(
    'fraction',
    String.raw`(?<whole>\d+)\s(?<a>\d+)/(?<b>\d+)(?![\d/.])`,
    (m) => `${cardinal(group(m, 'whole'))}又${cardinal(group(m, 'b'))}分之${cardinal(group(m, 'a'))}`,
  ),
  openRule('math', String.raw`(?<a>\d+)/(?<b>\d+)(?=\s?[=＝])`, (m) =>
    Number(group(m, 'a')) > Number(group(m, 'b')) ? `${cardinal(group(m, 'a'))}除以${cardinal(group(m, 'b'))}` : null,
  ),
  openRule('fraction', String.raw`(?<sign>-?)(?<a>\d+)/(?<b>\d+)(?![\d/.])`, (m, c) =>
    signFits(group(m, 'sign'), before(c)) && group(m, 'b') !== '0'
      ? signed(`${cardinal(group(m, 'b'))}分之${cardinal(group(m, 'a'))}`, group(m, 'sign'))
      : null,
  ),
  // "湖人112-108勇士": no range goes down.
  openRule(
    'ratio',
    String.raw`(?<a>\d{1,3})-(?<b>\d{1,3})(?![\d.%％-]|\s?[=＝]|\s?\p{Script=Latin}|\s?(?:${MEASURE_WORD}|号|摄氏度))`,
    (m, c) =>
      Number(group(m, 'a')) > Number(group(m, 'b')) && !/[\d.\p{Script=Latin}+*/=＝×÷第从由-]\s?$/u.test(before(c, 3))
        ? `${cardinal(group(m, 'a'))}比${cardinal(group(m, 'b'))}`
        : null,
  ),
  openRule(
    'range',
    String.raw`(?<a>${NUMBER})${TO}(?<b>${NUMBER})(?<scale>${SCALE})?(?=\s?(?<word>${MEASURE_WORD})?)(?![-\d])`,
    (m, c) => {
      if (/(?:比分|以)[为是]?\s?$/.test(before(c)) || WON.test(after(c)))
        return /-/.test(m[0]) ? `${cardinal(group(m, 'a'))}比${cardinal(group(m, 'b'))}` : null;
      if (/[-=]\s?$/.test(before(c, 3)) || /^\s?[=＝]/.test(after(c))) return null;
      const scale = group(m, 'scale');
      const to = m[0].includes('至') ? '至' : '到';
      const ordinal = ORDINAL.test(after(c));
      const end = group(m, 'word') === '' || ordinal ? number(group(m, 'b')) : counted(group(m, 'b'));
      const start = group(m, 'word') === '' || ordinal ? number(group(m, 'a')) : counted(group(m, 'a'));
      return scale === '' ? `${start}${to}${end}` : `${number(group(m, 'a'))}${to}${scaled(group(m, 'b'), scale)}`;
    },
  ),
  openRule('cardinal', String.raw`(?<n>${NUMBER})\s?(?<scale>${SCALE})`, (m) =>
    scaled(group(m, 'n'), group(m, 'scale')),
  ),
  openRule('measure', String.raw`2(?=分(?:\d{1,2}秒|半))`, (_, c) =>
    /(?:[点:：\d.]|(?<![用耗历计限])时)\s?$/.test(before(c)) ? null : '两',
  ),
  openRule('measure', String.raw`2(?=室[\d一二两三]厅)`, () => '两'),
  openRule('ordinal', String.raw`(?<n>2)(?=\s?(?:${ORDINAL_NOUN}))`, () => '二'),
  openRule('measure', String.raw`(?<n>2)(?=\s?(?:多|余|来|几)?(?:${MEASURE_WORD}))(?!\.)`, (_, c) =>
    /第\s?$|[\d.]$/.test(before(c)) ? null : '两',
  ),
];
