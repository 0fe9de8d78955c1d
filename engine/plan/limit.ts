import type { PhoneSequence } from '../types.ts';

/**
 * A sequence of at most `max` phones (one prosody token each): it ends after the last word that fits, with a pause.
 * Where not even the first word fits, it ends inside it.
 */
export function limitPhones(sequence: PhoneSequence, max: number): PhoneSequence {
  const { phones } = sequence;
  if (phones.length <= max) return sequence;
  const room = max - 1;
  let end = room;
  while (end > 1 && phones[end]!.word === phones[end - 1]!.word) end--;
  const kept = phones.slice(0, end > 1 ? end : room);
  while (kept.length > 1 && kept.at(-1)!.word < 0) kept.pop();
  const words = sequence.words.slice(0, 1 + Math.max(-1, ...kept.map((phone) => phone.word)));
  return { ...sequence, words, phones: [...kept, phones.at(-1)!] };
}
