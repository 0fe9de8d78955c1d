import type { Syllable } from '../sequence.ts';
import type { EnglishPhone } from './arpabet.ts';

/** Clusters that begin a syllable, as in the Festival lexicon that the voice's teachers read with. */
const ONSETS: ReadonlySet<string> = new Set(
  (
    's-t-ɹ s-p-j s-p-ɹ s-p-l s-k-j s-k-w s-k-ɹ s-k-l z-w z-l v-j v-ɹ v-l θ-w θ-ɹ t-j t-w t-ɹ ʃ-w ʃ-ɹ ʃ-n ʃ-m ʃ-l s-w s-v ' +
    's-t s-ɹ s-p s-n s-m s-l s-k s-f p-j p-w p-ɹ p-l n-j m-j m-ɹ l-j k-j k-w k-ɹ k-l h-j h-w h-ɹ h-l ɡ-j ɡ-w ɡ-ɹ ɡ-l f-j ' +
    'f-ɹ f-l d-j d-w d-ɹ b-j b-ɹ b-l'
  ).split(' '),
);

/** Cuts a word into syllables with the longest legal onset each (maximal onset principle). */
export function syllabify(phones: readonly EnglishPhone[]): Syllable[] {
  const vowels = phones.flatMap((phone, i) => (phone.vowel ? [i] : []));
  if (vowels.length === 0) return phones.length ? [{ phones: phones.map((p) => p.ipa), stress: 0, tone: 0 }] : [];
  return vowels.map((vowel, k) => {
    const from = k === 0 ? 0 : onsetStart(phones, (vowels[k - 1] ?? 0) + 1, vowel);
    const next = vowels[k + 1];
    const to = next === undefined ? phones.length : onsetStart(phones, vowel + 1, next);
    return { phones: phones.slice(from, to).map((p) => p.ipa), stress: phones[vowel]?.stress ?? 0, tone: 0 };
  });
}

/** Where the onset of the syllable of `vowel` begins; `from` is just after the vowel before. */
function onsetStart(phones: readonly EnglishPhone[], from: number, vowel: number): number {
  for (let length = Math.min(3, vowel - from); length > 1; length--) {
    const start = vowel - length;
    // A tap is an r, as in Scotland.
    const cluster = phones.slice(start, vowel).map((p) => (p.ipa === 'ɾ' ? 'ɹ' : p.ipa));
    if (ONSETS.has(cluster.join('-'))) return start;
  }
  const last = phones[vowel - 1];
  return vowel > from && last?.ipa !== 'ŋ' ? vowel - 1 : vowel;
}
