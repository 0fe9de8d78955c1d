import type { Syllable } from '../sequence.ts';
import type { EspeakPhone } from './parse.ts';

const GLIDES = new Set('lɫɹrɾʁjwɥɻ');
const OBSTRUENTS = new Set('pbtdkɡfvθɸβc');

/** Cuts a word as the training labels are cut: one consonant goes to the next nucleus, or an obstruent with its glide. */
export function toSyllables(phones: readonly EspeakPhone[]): Syllable[] {
  if (phones.length === 0) return [];
  const starts = syllableStarts(phones);
  return starts.map((start, s) => {
    const part = phones.slice(start, starts[s + 1] ?? phones.length);
    const levels = part.flatMap((phone) => (phone.stress === 0 ? [] : [phone.stress]));
    const stress = levels.length === 0 ? 0 : levels.includes(1) ? 1 : 2;
    return { phones: part.map((phone) => phone.ipa), stress, tone: 0 };
  });
}

function syllableStarts(phones: readonly EspeakPhone[]): number[] {
  const nuclei = phones.flatMap((phone, i) => (phone.vowel ? [i] : []));
  const starts = [0];
  for (let k = 1; k < nuclei.length; k++) {
    const before = nuclei[k - 1] ?? 0;
    const nucleus = nuclei[k] ?? 0;
    let start = nucleus;
    if (nucleus - before > 1) {
      start = nucleus - 1;
      const glide = GLIDES.has(phones[start]?.ipa[0] ?? '');
      if (nucleus - before > 2 && glide && OBSTRUENTS.has(phones[start - 1]?.ipa[0] ?? '')) start--;
    }
    starts.push(start);
  }
  return starts;
}
