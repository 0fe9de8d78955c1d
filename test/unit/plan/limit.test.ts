import { describe, expect, it } from 'vitest';
import { limitPhones } from '../../../engine/plan/limit.ts';
import { setEdgePauses } from '../../../engine/plan/pauses.ts';
import type { Phone, PhoneSequence } from '../../../engine/types.ts';

const phone = (ipa: string, word: number): Phone => ({
  ipa,
  stress: 0,
  tone: 0,
  word,
  wordStart: false,
  syllableStart: false,
  breakAfter: 0,
});

/** _ a b | c d _ | e f g _ */
const sequence: PhoneSequence = {
  language: 'en-US',
  words: ['ab', 'cd', 'efg'].map((text, i) => ({ text, mark: '', from: i, to: i + 1 })),
  phones: [
    ['_', -1],
    ['a', 0],
    ['b', 0],
    ['c', 1],
    ['d', 1],
    ['_', -1],
    ['e', 2],
    ['f', 2],
    ['g', 2],
    ['_', -1],
  ].map(([ipa, word]) => phone(ipa as string, word as number)),
};
const ipa = (s: PhoneSequence): string => s.phones.map((p) => p.ipa).join('');

describe('limitPhones', () => {
  it('leaves a sequence that fits', () => {
    expect(limitPhones(sequence, 10)).toBe(sequence);
  });

  it.each([
    [9, '_abcd_', 2],
    [7, '_abcd_', 2],
    [6, '_abcd_', 2],
    [5, '_ab_', 1],
    [4, '_ab_', 1],
    [3, '_a_', 1],
    [2, '__', 0],
  ])('ends after the last word that fits %i phones', (max, expected, words) => {
    const limited = limitPhones(sequence, max);
    expect(ipa(limited)).toBe(expected);
    expect(limited.words).toHaveLength(words);
    expect(limited.phones.length).toBeLessThanOrEqual(max);
  });
});

describe('setEdgePauses', () => {
  const plan = {
    sequence,
    durations: Int32Array.from({ length: 10 }, () => 7),
    f0: new Float32Array(30),
    energy: new Float32Array(10),
  };

  it('changes the pauses at the ends alone, by what stands there', () => {
    const at = (end: 'word' | 'turn', speed: number) =>
      setEdgePauses(plan, { before: 'sentence', end, last: false, speed }).durations;
    expect(Array.from(at('turn', 1).slice(1, -1))).toEqual(Array.from(plan.durations.slice(1, -1)));
    expect(at('turn', 1)[9]!).toBeGreaterThan(at('word', 1)[9]!);
    expect(at('turn', 2)[9]!).toBe(Math.round(at('turn', 1)[9]! / 2));
    expect(plan.durations[9]).toBe(7);
  });
});
