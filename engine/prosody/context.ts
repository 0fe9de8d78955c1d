import type { Phone, PhoneSequence } from '../types.ts';

/** Inputs of the prosody model beside the phone itself: flags (5), position (6), mark of the phrase (4), tone (5). */
export const PROSODY_CONTEXT = 20;
/** Inputs of the acoustic encoder beside the phone itself: flags (5), log duration / 3, energy / 2. */
export const ACOUSTIC_CONTEXT = 7;

const SENTENCE_MARKS = new Set(['.', '?', '!', '…']);

/** Primary stress, secondary stress, word start, syllable start, break / 4: the first columns of both models' contexts. */
export function writeFlags(sequence: PhoneSequence, out: Float32Array, stride: number): void {
  const { phones, language } = sequence;
  const english = /^en\b/i.test(language);
  phones.forEach((phone, i) => {
    const at = i * stride;
    const stress = english ? englishStress(phones, i) : phone.stress;
    out[at] = stress === 1 ? 1 : 0;
    out[at + 1] = stress === 2 ? 1 : 0;
    out[at + 2] = phone.wordStart ? 1 : 0;
    out[at + 3] = phone.syllableStart ? 1 : 0;
    out[at + 4] = Math.min(syllableBreak(phones, i), 4) / 4;
  });
}

/** The English teachers know one degree of stress: secondary stress is primary, but for a final /i/, as in "ability". */
function englishStress(phones: readonly Phone[], i: number): 0 | 1 {
  if (phones[i]!.stress !== 2) return phones[i]!.stress === 1 ? 1 : 0;
  const end = syllableEnd(phones, i);
  return phones[end]!.ipa === 'i' && phones[end + 1]?.word !== phones[i]!.word ? 0 : 1;
}

/** The break after the syllable of phone `i`: all of its phones carry it, as in the training labels. */
function syllableBreak(phones: readonly Phone[], i: number): number {
  return phones[i]!.word < 0 ? 0 : phones[syllableEnd(phones, i)]!.breakAfter;
}

/** Index of the last phone of the syllable of phone `i`. */
function syllableEnd(phones: readonly Phone[], i: number): number {
  let last = i;
  while (last + 1 < phones.length && phones[last + 1]!.word === phones[i]!.word && !phones[last + 1]!.syllableStart)
    last++;
  return last;
}

/**
 * The prosody model's context, n * PROSODY_CONTEXT. Positions count within the sentence: from the phone after the last
 * pause that ends a sentence to the next such pause. Mirrors `context` in models/training/voice/prosody.py.
 */
export function prosodyContext(sequence: PhoneSequence): Float32Array {
  const { phones } = sequence;
  const n = phones.length;
  const out = new Float32Array(n * PROSODY_CONTEXT);
  writeFlags(sequence, out, PROSODY_CONTEXT);
  const marks = phraseMarks(sequence);
  const pause = (i: number): boolean => phones[i]!.word < 0;
  let start = 0;
  for (let i = 0; i < n; i++) {
    const ends = i === n - 1 || (i > 0 && pause(i) && SENTENCE_MARKS.has(marks[i - 1]!));
    if (!ends) continue;
    const size = i - start + 1;
    for (let k = 0; k < size; k++) {
      const at = (start + k) * PROSODY_CONTEXT + 5;
      out[at] = k / size;
      out[at + 1] = Math.min(k, 20) / 20;
      out[at + 2] = Math.min(size - 1 - k, 20) / 20;
      out[at + 3] = Math.min(size, 80) / 80;
    }
    start = i + 1;
  }
  for (let i = 0, since = 0; i < n; i++) {
    since = pause(i) ? 0 : since + 1;
    out[i * PROSODY_CONTEXT + 9] = Math.min(since, 20) / 20;
  }
  for (let i = n - 1, until = 0; i >= 0; i--) {
    until = pause(i) ? 0 : until + 1;
    out[i * PROSODY_CONTEXT + 10] = Math.min(until, 20) / 20;
  }
  phones.forEach((phone, i) => {
    const mark = marks[i]!;
    const kind = mark === '?' ? 2 : mark === '!' ? 3 : mark === '.' || mark === '…' ? 0 : 1;
    out[i * PROSODY_CONTEXT + 11 + kind] = 1;
    if (phone.tone > 0) out[i * PROSODY_CONTEXT + 15 + phone.tone - 1] = 1;
  });
  return out;
}

/** For each phone the punctuation at the end of its phrase, which lasts to the next pause. */
function phraseMarks({ phones, words }: PhoneSequence): string[] {
  const out = new Array<string>(phones.length);
  let current = '.';
  for (let i = phones.length - 1; i >= 0; i--) {
    const { word } = phones[i]!;
    if (word >= 0 && (i + 1 >= phones.length || phones[i + 1]!.word < 0)) {
      current = words[word]!.mark || (i >= phones.length - 2 ? '.' : ',');
    }
    out[i] = current;
  }
  return out;
}
