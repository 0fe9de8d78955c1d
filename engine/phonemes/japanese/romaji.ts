/** Hepburn romaji, as in the inline phoneme form: morae with a pitch digit behind each ("ha0shi1"), or none. */

const ROWS: Readonly<Record<string, string>> = {
  '': 'アイウエオ',
  k: 'カキクケコ',
  g: 'ガギグゲゴ',
  s: 'サシスセソ',
  z: 'ザジズゼゾ',
  t: 'タチツテト',
  d: 'ダヂヅデド',
  n: 'ナニヌネノ',
  h: 'ハヒフヘホ',
  b: 'バビブベボ',
  p: 'パピプペポ',
  m: 'マミムメモ',
  r: 'ラリルレロ',
};
const VOWELS = 'aiueo';

const SPECIAL: Readonly<Record<string, string>> = {
  shi: 'シ',
  chi: 'チ',
  tsu: 'ツ',
  fu: 'フ',
  ji: 'ジ',
  ya: 'ヤ',
  yu: 'ユ',
  yo: 'ヨ',
  wa: 'ワ',
  wo: 'ヲ',
  vu: 'ヴ',
  fa: 'ファ',
  fi: 'フィ',
  fe: 'フェ',
  fo: 'フォ',
  ti: 'ティ',
  di: 'ディ',
  she: 'シェ',
  che: 'チェ',
  je: 'ジェ',
  wi: 'ウィ',
  we: 'ウェ',
  n: 'ン',
};
const PALATAL: Readonly<Record<string, string>> = {
  sh: 'シ',
  ch: 'チ',
  j: 'ジ',
  ky: 'キ',
  gy: 'ギ',
  ny: 'ニ',
  hy: 'ヒ',
  by: 'ビ',
  py: 'ピ',
  my: 'ミ',
  ry: 'リ',
};
const SMALL: Readonly<Record<string, string>> = { a: 'ャ', u: 'ュ', o: 'ョ' };

export interface PitchedMora {
  readonly kana: string;
  readonly high: boolean;
}

/** The morae of a word in romaji; null when it is no romaji. */
export function romajiToKana(value: string): PitchedMora[] | null {
  const result: PitchedMora[] = [];
  let rest = value
    .toLowerCase()
    .replace(/[\s'’-]+/g, '')
    .replace(/[āīūēō]/g, (v) => `${'aiueo'['āīūēō'.indexOf(v)] ?? ''}ー`);
  while (rest !== '') {
    const match =
      /^(?:(?<double>[kstpgdbzcjf])(?=\k<double>)|(?<long>ー|:)|(?<mora>(?:[ksgzcjtdnhbpmrfwyv]|sh|ch|ts|[kgnhbpmr]y)?[aiueo]|n(?![aiueoy])))(?<pitch>\d)?/u.exec(
        rest,
      );
    const groups = match?.groups;
    if (!match || !groups) return null;
    const kana = groups.double !== undefined ? 'ッ' : groups.long !== undefined ? 'ー' : moraKana(groups.mora ?? '');
    if (kana === null) return null;
    const previous = result.at(-1);
    const high = groups.pitch === '1';
    if (previous && (kana === 'ー' || kana === 'ッ' || kana === 'ン'))
      result[result.length - 1] = { ...previous, kana: previous.kana + kana };
    else result.push({ kana, high });
    rest = rest.slice(match[0].length);
  }
  return result.length > 0 ? joinGeminates(result) : null;
}

/** A small tsu needs the kana behind it. */
function joinGeminates(morae: readonly PitchedMora[]): PitchedMora[] {
  const result: PitchedMora[] = [];
  for (const mora of morae) {
    const before = result.at(-1);
    if (before?.kana.endsWith('ッ'))
      result[result.length - 1] = { kana: before.kana + mora.kana, high: before.high || mora.high };
    else result.push(mora);
  }
  return result;
}

function moraKana(mora: string): string | null {
  const special = SPECIAL[mora];
  if (special !== undefined) return special;
  const vowel = mora.at(-1) ?? '';
  const consonant = mora.slice(0, -1);
  const palatal = PALATAL[consonant];
  const small = SMALL[vowel];
  if (palatal !== undefined) return small === undefined ? null : palatal + small;
  return ROWS[consonant]?.[VOWELS.indexOf(vowel)] ?? null;
}
