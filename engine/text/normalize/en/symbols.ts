import { MONTH } from './calendar.ts';
import { cardinal, ordinal } from './numbers.ts';
import { INTEGER } from './patterns.ts';
import { after, before, group, openRule, type Context, type Rule } from '../rule.ts';

const SIGNS: Readonly<Record<string, string>> = {
  '&': 'and',
  '=': 'equals',
  '≠': 'is not equal to',
  '≈': 'is approximately equal to',
  '≤': 'is less than or equal to',
  '≥': 'is greater than or equal to',
  '±': 'plus or minus',
  '×': 'times',
  '÷': 'divided by',
  '√': 'the square root of',
  '∞': 'infinity',
  '∑': 'sum',
  '§': 'section',
  '©': 'copyright',
  '№': 'number',
  '%': 'percent',
  '‰': 'per mille',
  '€': 'euro',
  '£': 'pound',
  '¥': 'yen',
  $: 'dollar',
  '°': 'degrees',
  '→': 'to',
};

/** Words around a score, and a date behind a dash. */
const SCORED =
  /\b(?:score|scores|scored|won|win|wins|lost|lose|beat|beats|victory|defeat|draw|drew|led|lead|leading|tied)\b/;
const DATED = new RegExp(String.raw`^\d{1,2}(?:st|nd|rd|th)?\s+${MONTH}`);
const afterOperand = (c: Context): boolean => /[\p{L}\p{N})\]²³%]\s*$/u.test(before(c));
const beforeOperand = (c: Context): boolean => /^\s*[\p{L}\p{N}($€£¥.√π]/u.test(after(c));
const betweenNumbers = (c: Context): boolean => /\d\s*$/.test(before(c)) && /^\s*[($€£]?\d/.test(after(c));
/** Whether a formula stands around: something that says so within a few characters. */
const inFormula = (c: Context): boolean => /[=+×÷√^≤≥≠≈]|\b[xyzn]\b/.test(before(c, 12) + after(c, 12));

const GREEK: Readonly<Record<string, string>> = {
  α: 'alpha',
  β: 'beta',
  γ: 'gamma',
  δ: 'delta',
  Δ: 'delta',
  ε: 'epsilon',
  ζ: 'zeta',
  η: 'eta',
  θ: 'theta',
  κ: 'kappa',
  λ: 'lambda',
  μ: 'mu',
  ν: 'nu',
  ξ: 'xi',
  π: 'pi',
  ρ: 'rho',
  σ: 'sigma',
  Σ: 'sigma',
  τ: 'tau',
  φ: 'phi',
  Φ: 'phi',
  χ: 'chi',
  ψ: 'psi',
  ω: 'omega',
  Ω: 'omega',
};

/** A Greek letter alone is its name. */
export const GREEK_RULES: readonly Rule[] = [
  openRule('verbatim', String.raw`(?<letter>\p{Script=Greek})(?!\p{L})`, (m) => GREEK[group(m, 'letter')] ?? null),
];

/** An x between numbers. */
export const TIMES_RULES: readonly Rule[] = [
  openRule('cardinal', String.raw`(?<=\d\s?(?:mm|cm|m|km|in|ft|yd|['"′″])?\s?)x(?=\s?\d)`, (_, c) => timesOrBy(c)),
];

export const SYMBOL_RULES: readonly Rule[] = [
  // "f(x)": a function of one letter.
  openRule('verbatim', String.raw`\((?=[a-z]\))`, (_, c) =>
    /(?:^|[^\p{L}])(?:[fgh]|sin|cos|tan|log|ln)$/u.test(before(c)) ? 'of' : null,
  ),
  openRule('telephone', String.raw`\*(?=\d{2,3}(?!\d))`, (_, c) =>
    /^(?:dial|press|code|call)$/.test(c.said[0] ?? '') ? 'star' : null,
  ),
  openRule('cardinal', String.raw`#\s?(?<n>${INTEGER})`, (m, c) => `number ${cardinal(group(m, 'n'), c.british)}`),
  openRule('cardinal', String.raw`[-−–](?=[$£€¥]?\.?\d)`, (_, c) =>
    /(?:^|[\s(\[=<>≤≥×÷*+:,"“/])$/u.test(before(c)) ? 'minus' : null,
  ),
  openRule('cardinal', String.raw`\+(?=[$£€¥]?\.?\d)`, () => 'plus'),
  openRule('cardinal', String.raw`[~∼≈](?=\s?[$£€¥]?\d)`, (m, c) =>
    m[0] === '≈' ? (afterOperand(c) ? null : 'approximately') : /\d\s?$/.test(before(c)) ? 'to' : 'about',
  ),
  openRule('cardinal', String.raw`[<＜](?=\s?[$£€¥]?\d)|[<＜](?=\s[\p{L}(])`, (_, c) =>
    afterOperand(c) && inMath(c) ? 'is less than' : 'less than',
  ),
  openRule('cardinal', String.raw`[>＞](?=\s?[$£€¥]?\d)|[>＞](?=\s[\p{L}(])`, (_, c) => {
    if (!/\S/.test(before(c).split('\n').at(-1) ?? '') && !/^\s?\d/.test(after(c))) return null;
    return afterOperand(c) && inMath(c) ? 'is greater than' : 'greater than';
  }),
  openRule('cardinal', String.raw`(?<=\d\s?)[-–—−]\s?(?=[$£€¥]?\.?\d)`, (m, c) => {
    if (m[0] === '−') return 'minus';
    if (/\s/.test(before(c, 1) + m[0])) {
      if (inFormula(c)) return 'minus';
      const from = /(\d[\d,]*(?:\.\d+)?)\s?$/.exec(before(c))?.[1]?.replace(/,/g, '') ?? '';
      const to = /^[$€£¥]?(\d[\d,]*(?:\.\d+)?)/.exec(after(c))?.[1]?.replace(/,/g, '') ?? '';
      if (Number(from) < Number(to) || SCORED.test(c.said.join(' ')) || DATED.test(after(c))) return 'to';
      return /^[$€£¥]?[\d.,]+\s*(?:$|[;?!])/.test(after(c)) ? 'minus' : null;
    }
    return /=/.test(after(c, 8)) ? 'minus' : 'to';
  }),
  // "9am-5pm", "$5m–$10m", "5%–10%": a range behind something other than a figure.
  openRule('cardinal', String.raw`(?<=(?:[%°\p{Ll}.KMBCF]|[AP]M)\s?)[-–—]\s?(?=[$£€¥]?\d)`, (m, c) =>
    /\d\s?(?:[\p{L}%°]{1,3}|[ap]\.\s?m\.)\s?$/u.test(before(c)) &&
    (!/\s/.test(before(c, 1) + m[0]) || /^[^\s\d]*\d[\d.,:]*\s?(?:[ap]\.?m|%|°|\p{L}{1,3}\b)/iu.test(after(c)))
      ? 'to'
      : null,
  ),
  openRule('cardinal', String.raw`(?<=\d\s?)[×*](?=\s?\d)`, (_, c) => timesOrBy(c)),
  openRule('cardinal', String.raw`(?<=[\d\p{L})²³]\s?)\+(?=\s?[\p{L}\d(√])`, () => 'plus'),
  openRule('cardinal', String.raw`(?<=\d|(?:^|[\s(“"])[A-F])\+`, () => 'plus'),
  openRule('cardinal', String.raw`\^\s?(?<n>-?\d+)`, (m) => power(group(m, 'n'))),
  openRule('cardinal', String.raw`(?<n>[²³¹⁰⁴⁵⁶⁷⁸⁹⁻]+)`, (m) => power(superscript(group(m, 'n')))),
  openRule('verbatim', String.raw`/(?=\s?\d)`, (_, c) =>
    betweenNumbers(c) && inFormula(c) ? 'divided by' : /\d\s?$/.test(before(c)) ? 'slash' : null,
  ),
  // "x/2"
  openRule('verbatim', String.raw`(?<=(?:^|[^\p{L}\p{N}'’])[a-z])/(?=\d)`, () => 'over'),
  openRule('verbatim', String.raw`(?<=\p{L})/(?=\p{L})`, (_, c) =>
    /\p{Lu}$/u.test(before(c)) && /^\p{Lu}/u.test(after(c)) ? '' : 'slash',
  ),
  openRule('verbatim', String.raw`@(?=\s|\d|$)`, () => 'at'),
  openRule('verbatim', String.raw`_(?=[\p{L}\p{N}])`, () => ''),
  openRule('verbatim', String.raw`(?<sign>[${Object.keys(SIGNS).join('')}])`, (m, c) => {
    const sign = group(m, 'sign');
    // "Copyright © 1998": what stands before has said it.
    if (/[©§]/.test(sign) && c.said[0] === SIGNS[sign]) return '';
    if (/[=≠≈≤≥×÷]/.test(sign) && (!beforeOperand(c) || !afterOperand(c)))
      return sign === '=' ? null : (SIGNS[sign] ?? null);
    return SIGNS[sign] ?? null;
  }),
];

function inMath(c: Context): boolean {
  return /[\d)]\s*$|(?:^|[^\p{L}'])\p{L}\s*$/u.test(before(c));
}

/** "3 x 4 = 12" multiplies; "3 x 4" alone measures. */
function timesOrBy(c: Context): string {
  return c.text[c.at] !== 'x' || /=/.test(before(c, 12) + after(c, 12)) ? 'times' : 'by';
}

function superscript(raised: string): string {
  const digits = '⁰¹²³⁴⁵⁶⁷⁸⁹';
  return [...raised].map((char) => (char === '⁻' ? '-' : String(digits.indexOf(char)))).join('');
}

function power(n: string): string {
  if (n === '2') return 'squared';
  if (n === '3') return 'cubed';
  return n.startsWith('-') ? `to the power of minus ${cardinal(n)}` : `to the ${ordinal(n)}`;
}
