/** Chinese number names, in simplified characters. */

const DIGITS = '零一二三四五六七八九';
const PLACES = ['', '十', '百', '千'];
const SCALES = ['', '万', '亿', '万亿', '亿亿'];

/** Below ten thousand, with the zeros that are said inside. */
function group(n: number): string {
  let words = '';
  let zero = false;
  for (let place = 3; place >= 0; place--) {
    const digit = Math.floor(n / 10 ** place) % 10;
    if (digit === 0) {
      zero = words !== '';
      continue;
    }
    // 两千, but 二百 and 二十.
    const name = digit === 2 && place === 3 ? '两' : (DIGITS[digit] ?? '');
    words += (zero ? '零' : '') + name + (PLACES[place] ?? '');
    zero = false;
  }
  return words;
}

/** A whole number: 110 is 一百一十, 2000 is 两千, 20000 is 两万, 15 is 十五. Longer than twenty figures: one by one. */
export function cardinal(written: string | number): string {
  const digits = String(written)
    .replace(/\D/g, '')
    .replace(/^0+(?=\d)/, '');
  if (digits.length > 4 * SCALES.length) return spellDigits(digits);
  const groups: number[] = [];
  for (let end = digits.length; end > 0; end -= 4) groups.unshift(Number(digits.slice(Math.max(0, end - 4), end)));
  let words = '';
  let gap = false;
  groups.forEach((n, i) => {
    const scale = SCALES[groups.length - 1 - i] ?? '';
    if (n === 0) {
      gap = words !== '';
      return;
    }
    const name = n === 2 && scale !== '' ? '两' : group(n);
    words += (words !== '' && (gap || n < 1000) ? '零' : '') + name + scale;
    gap = false;
  });
  if (words === '') return '零';
  return words.startsWith('一十') ? words.slice(1) : words;
}

/** Figures one by one. `one` is 一, or 幺 in telephone numbers. */
export function spellDigits(written: string, one: '一' | '幺' = '一'): string {
  return [...written.replace(/\D/g, '')].map((d) => (d === '1' ? one : (DIGITS[Number(d)] ?? ''))).join('');
}

/** "3.14" is 三点一四; whole numbers as cardinals. */
export function number(written: string): string {
  const [whole = '', part] = written.replace(/[,，]/g, '').split('.');
  const integer = cardinal(whole === '' ? '0' : whole);
  return part === undefined || part === '' ? integer : `${integer}点${spellDigits(part)}`;
}

/** A number before a measure word: 2 alone is 两. */
export function counted(written: string): string {
  return /^2$/.test(written) ? '两' : number(written);
}

/** A year, figure by figure. */
export function year(written: string): string {
  return spellDigits(written);
}
