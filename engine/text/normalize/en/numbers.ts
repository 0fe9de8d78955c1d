/** English number names. Words are lower case, separated by spaces; `O` is the letter that stands for a zero. */

const ONES =
  'zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen'.split(
    ' ',
  );
const TENS = ['', '', 'twenty', 'thirty', 'forty', 'fifty', 'sixty', 'seventy', 'eighty', 'ninety'];
const SCALES =
  ' thousand million billion trillion quadrillion quintillion sextillion septillion octillion nonillion decillion'.split(
    ' ',
  );

const IRREGULAR_ORDINALS: Readonly<Record<string, string>> = {
  one: 'first',
  two: 'second',
  three: 'third',
  five: 'fifth',
  eight: 'eighth',
  nine: 'ninth',
  twelve: 'twelfth',
};

/** 0 to 99. */
function belowHundred(n: number): string {
  if (n < 20) return ONES[n] ?? '';
  const ones = n % 10;
  return ones === 0 ? (TENS[n / 10] ?? '') : `${TENS[(n - ones) / 10] ?? ''} ${ONES[ones] ?? ''}`;
}

function belowThousand(n: number, and: boolean): string {
  if (n < 100) return belowHundred(n);
  const rest = n % 100;
  const hundreds = `${ONES[(n - rest) / 100] ?? ''} hundred`;
  return rest === 0 ? hundreds : `${hundreds}${and ? ' and' : ''} ${belowHundred(rest)}`;
}

/** A whole number of any length, with or without separators; British English says "and" before the tens. */
export function cardinal(digits: string | number, british = false): string {
  const plain = String(digits)
    .replace(/\D/g, '')
    .replace(/^0+(?=\d)/, '');
  if (plain.length > 3 * SCALES.length) return spellDigits(plain, 'zero');
  const groups: string[] = [];
  for (let end = plain.length; end > 0; end -= 3) {
    const value = Number(plain.slice(Math.max(0, end - 3), end));
    const scale = SCALES[groups.length] ?? '';
    const last = groups.length === 0 && plain.length > 3;
    const and = british && last && value > 0 && value < 100 ? 'and ' : '';
    groups.push(value === 0 ? '' : `${and}${belowThousand(value, british)} ${scale}`.trim());
  }
  return groups.reverse().filter(Boolean).join(' ') || 'zero';
}

/** "twenty first" of 21. */
export function ordinal(digits: string | number, british = false): string {
  return toOrdinal(cardinal(digits, british));
}

/** Makes the last word of a number's name an ordinal. */
export function toOrdinal(words: string): string {
  const cut = words.lastIndexOf(' ') + 1;
  const last = words.slice(cut);
  const changed = IRREGULAR_ORDINALS[last] ?? (last.endsWith('y') ? `${last.slice(0, -1)}ieth` : `${last}th`);
  return words.slice(0, cut) + changed;
}

/** Makes the last word of a number's name a plural: "eighties", "sixes". */
export function toPlural(words: string): string {
  if (words.endsWith('y')) return `${words.slice(0, -1)}ies`;
  return /(?:x|s|sh|ch)$/.test(words) ? `${words}es` : `${words}s`;
}

/** Digits one by one; a zero is said as `zero`, by default the letter o. */
export function spellDigits(digits: string, zero = 'O'): string {
  return [...digits.replace(/\D/g, '')].map((d) => (d === '0' ? zero : (ONES[Number(d)] ?? ''))).join(' ');
}

/** A year of the calendar, 1 to 9999. */
export function year(digits: string | number): string {
  const n = Number(digits);
  if (n < 1000 || n % 1000 === 0 || (n >= 2000 && n < 2010)) return cardinal(n);
  const low = n % 100;
  const high = belowHundred((n - low) / 100);
  if (low === 0) return `${high} hundred`;
  return low < 10 ? `${high} O ${ONES[low] ?? ''}` : `${high} ${belowHundred(low)}`;
}

/** A number that names something (a room, a bus, an aircraft): "seven forty seven", "one O one", else as a cardinal. */
export function label(digits: string): string {
  if (/^0/.test(digits) || digits.length > 4) return spellDigits(digits);
  if (digits.length < 3) return cardinal(digits);
  const high = digits.slice(0, -2);
  const low = Number(digits.slice(-2));
  if (low === 0) return digits.length === 4 && Number(high) % 10 === 0 ? cardinal(digits) : `${cardinal(high)} hundred`;
  return `${cardinal(high)} ${low < 10 ? 'O ' : ''}${belowHundred(low)}`;
}

/** "1,234.50" as "one thousand two hundred thirty four point five zero"; ".5" as "point five". */
export function decimal(text: string, british = false): string {
  const [whole = '', part] = text.replace(/[,\s]/g, '').split('.');
  const integer = whole === '' ? '' : cardinal(whole, british);
  return part === undefined || part === '' ? integer : `${integer} point ${spellDigits(part, 'zero')}`.trim();
}

const ROMAN: Readonly<Record<string, number>> = { I: 1, V: 5, X: 10, L: 50, C: 100, D: 500, M: 1000 };

/** Value of a well-formed Roman numeral (1 to 3999), or null. */
export function romanValue(numeral: string): number | null {
  const upper = numeral.toUpperCase();
  if (!/^(?=.)M{0,3}(?:C[MD]|D?C{0,3})(?:X[CL]|L?X{0,3})(?:I[XV]|V?I{0,3})$/.test(upper)) return null;
  let total = 0;
  [...upper].forEach((letter, i) => {
    const value = ROMAN[letter] ?? 0;
    const next = ROMAN[upper[i + 1] ?? ''] ?? 0;
    total += value < next ? -value : value;
  });
  return total;
}
