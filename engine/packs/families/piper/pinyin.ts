import { pinyin } from 'pinyin-pro';
import type { PackToken } from '../family.ts';
import type { Unit } from '../units.ts';

/** The initials, those of two letters first. */
const INITIALS = [
  ...['zh', 'ch', 'sh', 'b', 'p', 'm', 'f', 'd', 't', 'n', 'l'],
  ...['g', 'k', 'h', 'j', 'q', 'x', 'r', 'z', 'c', 's', 'y', 'w'],
];
/** A syllable that begins with its vowel. */
const NO_INITIAL = 'Ø';
const SYLLABLE = /^([a-zêü:]+?)([0-5])$/;

/** Symbols behind which a pad is put: what ends a syllable, and marks. */
export const GROUP_ENDS: ReadonlySet<string> = new Set('12345。？！.?!—…、，：；,:; ');

/** Chinese words as initial, final and tone of each syllable, as Piper's Mandarin voices read them. */
export function pinyinUnits(tokens: readonly PackToken[]): Unit[] {
  return tokens.flatMap((token, i) => {
    const symbols = syllablesOf(token).flatMap(symbolsOf);
    const mark = token.mark === '-' ? '—' : token.mark;
    if (mark !== '') symbols.push(mark);
    return symbols.map((symbol) => ({ symbol, token: i }));
  });
}

function syllablesOf(token: PackToken): string[] {
  const given = token.raw ?? (token.phonemes?.alphabet === 'pinyin' ? token.phonemes.value : null);
  if (given !== null) return given.toLowerCase().match(/[a-zêü:]+[0-5]?/g) ?? [];
  return pinyin(token.text, { toneType: 'num', type: 'array', nonZh: 'removed', v: true });
}

/** `hang2` is h, ang, 2; `ai3` is Ø, ai, 3; without a tone digit the tone is neutral. */
function symbolsOf(syllable: string): string[] {
  const written = syllable.replaceAll('u:', 'v').replaceAll('ü', 'v');
  const [, base = '', digit = '5'] = SYLLABLE.exec(/\d$/.test(written) ? written : `${written}5`) ?? [];
  if (base === '') return [];
  const initial = INITIALS.find((candidate) => base.startsWith(candidate) && base !== candidate);
  return [initial ?? NO_INITIAL, initial ? base.slice(initial.length) : base, digit === '0' ? '5' : digit];
}
