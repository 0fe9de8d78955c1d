import type { Syllable } from '../sequence.ts';

/** Pinyin as eSpeak NG's Mandarin voice writes it in IPA, its clusters cut into single phones. */

const INITIALS: Readonly<Record<string, string>> = {
  zh: 'ʈʂ',
  ch: 'ʈʂʰ',
  sh: 'ʂ',
  b: 'p',
  p: 'pʰ',
  m: 'm',
  f: 'f',
  d: 't',
  t: 'tʰ',
  n: 'n',
  l: 'l',
  g: 'k',
  k: 'kʰ',
  h: 'χ',
  j: 'tɕ',
  q: 'tɕʰ',
  x: 'ɕ',
  r: 'ʐ',
  z: 'ts',
  c: 'tsʰ',
  s: 's',
};

const FINALS: Readonly<Record<string, readonly string[]>> = {
  a: ['ɑ'],
  o: ['o'],
  e: ['ɤ'],
  ê: ['ɛ'],
  ai: ['ai'],
  ei: ['ei'],
  ao: ['ɑu'],
  ou: ['ou'],
  an: ['a', 'n'],
  en: ['ə', 'n'],
  ang: ['ɑ', 'ŋ'],
  eng: ['ə', 'ŋ'],
  ong: ['o', 'ŋ'],
  er: ['ɚ'],
  i: ['i'],
  ia: ['j', 'ɑ'],
  iao: ['j', 'ɑu'],
  ie: ['j', 'ɛ'],
  io: ['j', 'o'],
  iu: ['j', 'ou'],
  ian: ['j', 'ɛ', 'n'],
  in: ['i', 'n'],
  iang: ['j', 'ɑ', 'ŋ'],
  ing: ['i', 'ŋ'],
  iong: ['j', 'o', 'ŋ'],
  u: ['u'],
  ua: ['w', 'ɑ'],
  uo: ['w', 'o'],
  uai: ['w', 'ai'],
  ui: ['w', 'ei'],
  uan: ['w', 'a', 'n'],
  un: ['w', 'ə', 'n'],
  uang: ['w', 'ɑ', 'ŋ'],
  ü: ['y'],
  üe: ['ɥ', 'ɛ'],
  üan: ['ɥ', 'æ', 'n'],
  ün: ['ɥ', 'ə', 'n'],
};

/** Syllables without an initial, which are spelled with y and w, and the nasals that are syllables. */
const WHOLE: Readonly<Record<string, readonly string[]>> = {
  yi: ['j', 'i'],
  ya: ['j', 'ɑ'],
  yo: ['j', 'o'],
  ye: ['j', 'ɛ'],
  yao: ['j', 'ɑu'],
  you: ['j', 'ou'],
  yan: ['j', 'ɛ', 'n'],
  yin: ['j', 'i', 'n'],
  yang: ['j', 'ɑ', 'ŋ'],
  ying: ['j', 'i', 'ŋ'],
  yong: ['j', 'o', 'ŋ'],
  yu: ['j', 'y'],
  yue: ['ɥ', 'ɛ'],
  yuan: ['ɥ', 'æ', 'n'],
  yun: ['ɥ', 'ə', 'n'],
  wu: ['w', 'u'],
  wa: ['w', 'ɑ'],
  wo: ['w', 'o'],
  wai: ['w', 'ai'],
  wei: ['w', 'ei'],
  wan: ['w', 'ɑ', 'n'],
  wen: ['w', 'ə', 'n'],
  wang: ['w', 'ɑ', 'ŋ'],
  weng: ['w', 'ə', 'ŋ'],
  m: ['m'],
  n: ['n'],
  ng: ['ŋ'],
  hm: ['χ', 'm'],
  hng: ['χ', 'ŋ'],
};

/** "zhong1" as a syllable (tone 5 or 0: neutral); null when it is no pinyin. `v` and `u:` write ü. */
export function pinyinSyllable(pinyin: string): Syllable | null {
  const match = /^([a-zêü:]+)([0-5])?$/.exec(pinyin.toLowerCase().replace(/u:|v/g, 'ü'));
  if (!match) return null;
  const digit = Number(match[2] ?? 5);
  const phones = syllablePhones(match[1] ?? '');
  if (!phones) return null;
  const tone = digit === 0 ? 5 : (digit as Syllable['tone']);
  return { phones, stress: 0, tone };
}

function syllablePhones(letters: string): string[] | null {
  const whole = WHOLE[letters];
  if (whole) return [...whole];
  const rhotic = letters.length > 2 && letters.endsWith('r') && letters !== 'er';
  const plain = rhotic ? letters.slice(0, -1) : letters;
  if (rhotic) {
    const base = syllablePhones(plain);
    return base && rhotacized(base);
  }
  const initial = /^(?:[zcs]h|[bpmfdtnlgkhjqxrzcs])/.exec(plain)?.[0] ?? '';
  let final = plain.slice(initial.length);
  if (/^[jqx]$/.test(initial)) final = final.replace(/^u/, 'ü');
  const phones = FINALS[final];
  if (!phones) return null;
  const onset = INITIALS[initial];
  return onset === undefined ? [...phones] : [onset, ...nucleus(initial, final, phones)];
}

/** After d, t, n and l the e is a schwa; after z, zh and their kin the i is no [i]. */
function nucleus(initial: string, final: string, phones: readonly string[]): readonly string[] {
  if (final === 'i' && /^(?:[zcs]h?|r)$/.test(initial)) return ['ɨ'];
  if (final === 'e' && /^[dtnl]$/.test(initial)) return ['ə'];
  return phones;
}

/** Adds the r of 儿: a final n or i gives way to it. */
export function rhotacized(phones: readonly string[]): string[] {
  const last = phones.at(-1) ?? '';
  const open = phones.slice(0, -1);
  if (last === 'n') return [...open, 'ɹ'];
  if (last === 'ai' || last === 'ei') return [...open, last.charAt(0), 'ɹ'];
  if (last === 'ɨ') return [...open, 'ɚ'];
  if (last === 'i' || last === 'y') return [...open, last === 'i' ? 'j' : 'ɥ', 'ɚ'];
  return [...phones, 'ɹ'];
}
