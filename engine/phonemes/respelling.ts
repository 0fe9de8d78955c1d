import type { Syllable } from './sequence.ts';

/**
 * Respelling as in dictionaries and newspapers: syllables between hyphens, the stressed one in capitals
 * ("kuh-BER-neh-teez", "NYOO-kee").
 */
const VOWELS: readonly (readonly [spelling: string, phones: readonly string[]])[] = [
  ['air', ['ɛ', 'ɹ']],
  ['eer', ['ɪ', 'ɹ']],
  ['ear', ['ɪ', 'ɹ']],
  ['ure', ['ʊ', 'ɹ']],
  ['oor', ['ʊ', 'ɹ']],
  ['ire', ['aɪ', 'ɹ']],
  ['igh', ['aɪ']],
  ['eye', ['aɪ']],
  ['awr', ['ɔ', 'ɹ']],
  ['ar', ['ɑ', 'ɹ']],
  ['or', ['ɔ', 'ɹ']],
  ['er', ['ɝ']],
  ['ur', ['ɝ']],
  ['ir', ['ɝ']],
  ['ah', ['ɑ']],
  ['aw', ['ɔ']],
  ['au', ['ɔ']],
  ['ay', ['eɪ']],
  ['ai', ['eɪ']],
  ['ee', ['i']],
  ['ea', ['i']],
  ['eh', ['ɛ']],
  ['ih', ['ɪ']],
  ['oh', ['oʊ']],
  ['oa', ['oʊ']],
  ['oe', ['oʊ']],
  ['oo', ['u']],
  ['oy', ['ɔɪ']],
  ['oi', ['ɔɪ']],
  ['ow', ['aʊ']],
  ['ou', ['aʊ']],
  ['uh', ['ə']],
  ['uu', ['ʊ']],
  ['a', ['æ']],
  ['e', ['ɛ']],
  ['i', ['ɪ']],
  ['o', ['ɑ']],
  ['u', ['ʌ']],
];

const CONSONANTS: readonly (readonly [spelling: string, phones: readonly string[]])[] = [
  ['tch', ['tʃ']],
  ['ch', ['tʃ']],
  ['sh', ['ʃ']],
  ['zh', ['ʒ']],
  ['th', ['θ']],
  ['dh', ['ð']],
  ['ng', ['ŋ']],
  ['ck', ['k']],
  ['kh', ['k']],
  ['ph', ['f']],
  ['wh', ['w']],
  ['qu', ['k', 'w']],
  ['b', ['b']],
  ['c', ['k']],
  ['d', ['d']],
  ['f', ['f']],
  ['g', ['ɡ']],
  ['h', ['h']],
  ['j', ['dʒ']],
  ['k', ['k']],
  ['l', ['l']],
  ['m', ['m']],
  ['n', ['n']],
  ['p', ['p']],
  ['r', ['ɹ']],
  ['s', ['s']],
  ['t', ['t']],
  ['v', ['v']],
  ['w', ['w']],
  ['x', ['k', 's']],
  ['z', ['z']],
];

/** The syllables of a respelled word; null when a part of it spells nothing. */
export function respell(value: string): Syllable[] | null {
  const parts = value
    .trim()
    .split(/[-\s·]+/)
    .filter(Boolean);
  const capitals = parts.some((part) => part === part.toUpperCase() && part.length > 1);
  const syllables = parts.map((part, i): Syllable | null => {
    const phones = phonesOf(part.toLowerCase());
    const stressed = capitals ? part === part.toUpperCase() && part !== part.toLowerCase() : i === 0;
    return (
      phones && {
        phones: stressed ? phones.map((p) => (p === 'ə' ? 'ʌ' : p)) : phones,
        stress: stressed ? 1 : 0,
        tone: 0,
      }
    );
  });
  return syllables.length > 0 && syllables.every((s) => s !== null) ? syllables : null;
}

/** One vowel, consonants around it. A y begins a syllable as a consonant and ends it as a vowel ("my", "yes"); so a silent e. */
function phonesOf(syllable: string): string[] | null {
  const phones: string[] = [];
  let vowel = false;
  for (let at = 0; at < syllable.length;) {
    const rest: string = syllable.slice(at);
    if (vowel && rest === 'e') break;
    const y: string | null = rest.startsWith('y') ? (vowel || at + 1 < syllable.length ? 'j' : 'aɪ') : null;
    if (y !== null) {
      phones.push(y);
      vowel ||= y === 'aɪ';
      at++;
      continue;
    }
    const found =
      (vowel ? undefined : VOWELS.find(([s]) => rest.startsWith(s))) ?? CONSONANTS.find(([s]) => rest.startsWith(s));
    if (!found) return null;
    vowel ||= VOWELS.includes(found);
    phones.push(...found[1]);
    at += rest.length > found[0].length && rest.startsWith(found[0].repeat(2)) ? found[0].length * 2 : found[0].length;
  }
  return vowel ? phones : null;
}
