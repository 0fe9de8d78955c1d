import { parseArpabet, type EnglishPhone } from './arpabet.ts';

type Find = (word: string) => readonly EnglishPhone[] | null;

const ending = (arpabet: string): readonly EnglishPhone[] => parseArpabet(arpabet) ?? [];
const S = ending('S');
const Z = ending('Z');
const IZ = ending('IH0 Z');
const T = ending('T');
const D = ending('D');
const ID = ending('IH0 D');
const ING = ending('IH0 NG');

const SIBILANT = new Set(['s', 'z', 'ʃ', 'ʒ', 'tʃ', 'dʒ']);
const VOICELESS = new Set(['p', 't', 'k', 'f', 'θ', 's', 'ʃ', 'tʃ']);

/** Endings that add a syllable without moving the stress. */
const SUFFIXES: readonly (readonly [suffix: string, phones: readonly EnglishPhone[]])[] = [
  ['ingly', ending('IH0 NG L IY0')],
  ['edly', ending('IH0 D L IY0')],
  ['fulness', ending('F AH0 L N AH0 S')],
  ['lessly', ending('L AH0 S L IY0')],
  ['lessness', ending('L AH0 S N AH0 S')],
  ['ness', ending('N AH0 S')],
  ['less', ending('L AH0 S')],
  ['like', ending('L AY2 K')],
  ['ship', ending('SH IH0 P')],
  ['hood', ending('HH UH2 D')],
  ['wards', ending('W ER0 D Z')],
  ['ward', ending('W ER0 D')],
  ['wise', ending('W AY2 Z')],
  ['ful', ending('F AH0 L')],
  ['ment', ending('M AH0 N T')],
  ['able', ending('AH0 B AH0 L')],
  ['ism', ending('IH0 Z AH0 M')],
  ['ist', ending('IH0 S T')],
  ['ish', ending('IH0 SH')],
  ['er', ending('ER0')],
  ['or', ending('ER0')],
  ['ly', ending('L IY0')],
  ['y', ending('IY0')],
];

const PREFIXES: readonly (readonly [prefix: string, phones: readonly EnglishPhone[]])[] = [
  ['un', ending('AH0 N')],
  ['re', ending('R IY2')],
  ['non', ending('N AA2 N')],
  ['pre', ending('P R IY2')],
  ['over', ending('OW2 V ER0')],
  ['under', ending('AH2 N D ER0')],
  ['out', ending('AW2 T')],
  ['anti', ending('AE2 N T IY0')],
  ['super', ending('S UW2 P ER0')],
  ['inter', ending('IH2 N T ER0')],
  ['micro', ending('M AY2 K R OW0')],
  ['multi', ending('M AH2 L T IY0')],
  ['mis', ending('M IH0 S')],
  ['dis', ending('D IH0 S')],
  ['co', ending('K OW2')],
  ['de', ending('D IY2')],
];

/** Pronounces a word from its stem: possessive, plural, past, -ing, plain derivations and compounds; null if it cannot. */
export function derive(word: string, find: Find): readonly EnglishPhone[] | null {
  return inflected(word, find) ?? derived(word, find) ?? compound(word, find);
}

function inflected(word: string, find: Find): readonly EnglishPhone[] | null {
  if (word.endsWith("'s")) return withS(find(word.slice(0, -2)) ?? derive(word.slice(0, -2), find));
  if (word.endsWith("s'")) return find(word.slice(0, -1)) ?? derive(word.slice(0, -1), find);
  if (/[^s]s$/.test(word)) {
    const stem = find(word.slice(0, -1)) ?? (word.endsWith('es') ? find(word.slice(0, -2)) : null);
    const y = word.endsWith('ies') ? find(`${word.slice(0, -3)}y`) : null;
    const plural = withS(y ?? stem);
    if (plural) return plural;
  }
  if (word.endsWith('ed'))
    return withD(stemOf(word.slice(0, -2), find) ?? (word.endsWith('ied') ? find(`${word.slice(0, -3)}y`) : null));
  if (word.endsWith('ing')) return join(stemOf(word.slice(0, -3), find), ING);
  if (word.endsWith("in'")) return join(stemOf(word.slice(0, -3), find), ending('IH0 N'));
  return null;
}

/**
 * The stem of an inflected verb: as it stands, with a silent e, or with its last consonant single again. After a single
 * vowel and consonant the e comes first ("hived" is of "hive", not of "hiv").
 */
function stemOf(base: string, find: Find): readonly EnglishPhone[] | null {
  if (base.length < 2) return null;
  const withE = find(`${base}e`);
  if (withE && /(?:^|[^aeiou])[aeiouy][^aeiouwxy]$/.test(base)) return withE;
  const single = /([b-df-hj-np-tv-z])\1$/.test(base) ? find(base.slice(0, -1)) : null;
  return find(base) ?? withE ?? single;
}

function withS(stem: readonly EnglishPhone[] | null): readonly EnglishPhone[] | null {
  const last = stem?.at(-1)?.ipa;
  if (!stem || last === undefined) return null;
  return [...stem, ...(SIBILANT.has(last) ? IZ : VOICELESS.has(last) ? S : Z)];
}

function withD(stem: readonly EnglishPhone[] | null): readonly EnglishPhone[] | null {
  const last = stem?.at(-1)?.ipa;
  if (!stem || last === undefined) return null;
  return [...stem, ...(last === 't' || last === 'd' ? ID : VOICELESS.has(last) ? T : D)];
}

function derived(word: string, find: Find): readonly EnglishPhone[] | null {
  for (const [suffix, phones] of SUFFIXES) {
    if (!word.endsWith(suffix) || word.length < suffix.length + 3) continue;
    const base = word.slice(0, -suffix.length);
    const y = base.endsWith('i') ? find(`${base.slice(0, -1)}y`) : null;
    const vowelSuffix = phones[0]?.vowel === true;
    const stem = y ?? (vowelSuffix ? stemOf(base, find) : find(base)) ?? inflected(base, find);
    if (stem) return join(stem, phones);
  }
  for (const [prefix, phones] of PREFIXES) {
    if (!word.startsWith(prefix) || word.length < prefix.length + 4) continue;
    const rest = word.slice(prefix.length);
    const stem = find(rest) ?? inflected(rest, find);
    if (stem) return join(phones, stem);
  }
  return null;
}

/** Two dictionary words written as one: the first keeps its main stress, the second's becomes secondary. */
function compound(word: string, find: Find): readonly EnglishPhone[] | null {
  for (let cut = word.length - 4; cut >= 4; cut--) {
    const first = find(word.slice(0, cut));
    const second = first && (find(word.slice(cut)) ?? inflected(word.slice(cut), find));
    if (first && second) return [...first, ...second.map((p) => (p.stress === 1 ? { ...p, stress: 2 as const } : p))];
  }
  return null;
}

function join(a: readonly EnglishPhone[] | null, b: readonly EnglishPhone[]): readonly EnglishPhone[] | null {
  return a && [...a, ...b];
}
