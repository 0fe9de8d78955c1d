/** Japanese number names in katakana, with the changes of sound that numbers and counters work on each other. */

const DIGITS = ['ゼロ', 'イチ', 'ニ', 'サン', 'ヨン', 'ゴ', 'ロク', 'ナナ', 'ハチ', 'キュウ'];
const HUNDREDS = ['', 'ヒャク', 'ニヒャク', 'サンビャク', 'ヨンヒャク', 'ゴヒャク', 'ロッピャク', 'ナナヒャク', 'ハッピャク', 'キュウヒャク']; // prettier-ignore
const THOUSANDS = ['', 'セン', 'ニセン', 'サンゼン', 'ヨンセン', 'ゴセン', 'ロクセン', 'ナナセン', 'ハッセン', 'キュウセン']; // prettier-ignore
const SCALES = ['', 'マン', 'オク', 'チョウ', 'ケイ'];

function belowTenThousand(n: number): string {
  const [thousands, hundreds, tens, ones] = [n / 1000, n / 100, n / 10, n].map((x) => Math.floor(x) % 10);
  const ten = tens === 0 ? '' : `${tens === 1 ? '' : DIGITS[tens!]}ジュウ`;
  return `${THOUSANDS[thousands!]}${HUNDREDS[hundreds!]}${ten}${ones === 0 ? '' : DIGITS[ones!]}`;
}

/** A whole number; longer than twenty figures, figure by figure. */
export function cardinal(written: string): string {
  const digits = written.replace(/\D/g, '').replace(/^0+(?=\d)/, '');
  if (digits.length > 4 * SCALES.length) return spellDigits(digits);
  let words = '';
  for (let end = digits.length, scale = 0; end > 0; end -= 4, scale++) {
    const n = Number(digits.slice(Math.max(0, end - 4), end));
    if (n === 0) continue;
    const name = SCALES[scale]!;
    // 一千万 is イッセンマン, 一兆 イッチョウ.
    const group = scale > 0 && n >= 1000 && n < 2000 ? `イッ${belowTenThousand(n)}` : belowTenThousand(n);
    words = (name === 'チョウ' ? geminated(group) : group) + name + words;
  }
  return words === '' ? DIGITS[0]! : words;
}

/** Figures one by one. */
export const spellDigits = (written: string): string =>
  Array.from(written.replace(/\D/g, ''), (digit) => DIGITS[Number(digit)]).join('');

/** "1.5" is イッテンゴ. */
export function decimal(written: string): string {
  const [whole = '', part] = written.replace(/,/g, '').split('.');
  if (part === undefined || part === '') return cardinal(whole);
  const before = whole === '' || Number(whole) === 0 ? 'レイ' : geminated(cardinal(whole));
  return `${before}テン${spellDigits(part)}`;
}

/** イチ, ハチ and ジュウ before a hard sound: イッ, ハッ, ジュッ. */
function geminated(number: string): string {
  return number
    .replace(/イチ$/, 'イッ')
    .replace(/ハチ$/, 'ハッ')
    .replace(/ジュウ$/, 'ジュッ');
}
/** Before k and h also ロッ and ヒャッ. */
const beforeK = (number: string): string =>
  geminated(number)
    .replace(/ロク$/, 'ロッ')
    .replace(/ヒャク$/, 'ヒャッ');

type Counter = (number: string, written: string) => string;

const plain =
  (name: string): Counter =>
  (number) =>
    number + name;
const hard =
  (name: string): Counter =>
  (number) =>
    geminated(number) + name;
const k =
  (name: string, afterThree = name): Counter =>
  (number) =>
    beforeK(number) + (number.endsWith('サン') ? afterThree : name);
/** ホン, ボン, ポン: `p` after a stop, `three` after サン. */
const h =
  (name: string, p: string, three: string, four = name): Counter =>
  (number) => {
    const before = beforeK(number);
    if (before !== number) return before + p;
    return number + (number.endsWith('サン') ? three : number.endsWith('ヨン') ? four : name);
  };
/** Some numbers before it are said in a shorter or older way. */
const changed =
  (name: string, changes: Readonly<Record<string, string>>): Counter =>
  (number) => {
    const ending = Object.keys(changes).find((from) => number.endsWith(from));
    return (ending === undefined ? number : number.slice(0, -ending.length) + changes[ending]!) + name;
  };
const whole =
  (readings: readonly string[], rest: Counter): Counter =>
  (number, written) =>
    readings[Number(written) - 1] ?? rest(number, written);

const HOUR = { ヨン: 'ヨ', ナナ: 'シチ', キュウ: 'ク' };
const DAYS = ['ツイタチ', 'フツカ', 'ミッカ', 'ヨッカ', 'イツカ', 'ムイカ', 'ナノカ', 'ヨウカ', 'ココノカ', 'トオカ'];
const day: Counter = (number, written) => {
  const n = Number(written);
  if (n === 14 || n === 24) return `${cardinal(String(n - 4))}ヨッカ`;
  if (n === 20) return 'ハツカ';
  return DAYS[n - 1] ?? `${number.replace(/キュウ$/, 'ク').replace(/ナナ$/, 'シチ')}ニチ`;
};
const THINGS = ['ヒトツ', 'フタツ', 'ミッツ', 'ヨッツ', 'イツツ', 'ムッツ', 'ナナツ', 'ヤッツ', 'ココノツ'];

/** Counters and units by how they are written. */
export const COUNTERS: Readonly<Record<string, Counter>> = {
  個: k('コ'),
  回: k('カイ'),
  階: k('カイ', 'ガイ'),
  か月: k('カゲツ'),
  ヶ月: k('カゲツ'),
  カ月: k('カゲツ'),
  か国: k('カコク'),
  ヶ国: k('カコク'),
  km: k('キロ'),
  kg: k('キロ'),
  キロ: k('キロ'),
  本: h('ホン', 'ポン', 'ボン'),
  匹: h('ヒキ', 'ピキ', 'ビキ'),
  杯: h('ハイ', 'パイ', 'バイ'),
  泊: h('ハク', 'パク', 'パク'),
  分: h('フン', 'プン', 'プン', 'プン'),
  分間: h('フンカン', 'プンカン', 'プンカン', 'プンカン'),
  冊: hard('サツ'),
  歳: whole([], (number, written) => (Number(written) === 20 ? 'ハタチ' : `${geminated(number)}サイ`)),
  才: hard('サイ'),
  週間: hard('シュウカン'),
  週: hard('シュウ'),
  頭: hard('トウ'),
  点: hard('テン'),
  通: hard('ツウ'),
  世紀: hard('セイキ'),
  cm: hard('センチ'),
  センチ: hard('センチ'),
  人: whole(['ヒトリ', 'フタリ'], changed('ニン', { ヨン: 'ヨ' })),
  名: plain('メイ'),
  つ: whole(THINGS, plain('ツ')),
  年: changed('ネン', { ヨン: 'ヨ' }),
  年間: changed('ネンカン', { ヨン: 'ヨ' }),
  月: changed('ガツ', { ヨン: 'シ', ナナ: 'シチ', キュウ: 'ク' }),
  日: day,
  日間: (number, written) => (Number(written) === 1 ? 'イチニチカン' : `${day(number, written)}カン`),
  時: changed('ジ', HOUR),
  時間: changed('ジカン', HOUR),
  円: changed('エン', { ヨン: 'ヨ' }),
  秒: plain('ビョウ'),
  枚: plain('マイ'),
  台: plain('ダイ'),
  番: plain('バン'),
  番目: plain('バンメ'),
  回目: k('カイメ'),
  度: plain('ド'),
  倍: plain('バイ'),
  号: plain('ゴウ'),
  位: plain('イ'),
  羽: plain('ワ'),
  割: plain('ワリ'),
  'm': plain('メートル'),
  mm: plain('ミリ'),
  g: plain('グラム'),
  L: plain('リットル'),
  '%': hard('パーセント'),
  '％': hard('パーセント'),
  '℃': plain('ド'),
  ドル: plain('ドル'),
  ユーロ: plain('ユーロ'),
}; // prettier-ignore
