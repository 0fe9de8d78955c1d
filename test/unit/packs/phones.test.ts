import { describe, expect, it } from 'vitest';
import { canonical, PhoneLookup } from '../../../engine/packs/phones.ts';
import type { Phone } from '../../../engine/types.ts';

const lookup = new PhoneLookup({
  symbols: ['_', 'a', 't', 'tʰ', 'ə'],
  features: [
    [0, 0, 0],
    [1, 0, 0],
    [0, 1, 0],
    [0, 1, 1],
    [0.6, 0, 0],
  ],
  classes: [0, 1, 5, 5, 2],
  others: { ɑ: { features: [0.9, 0, 0], class: 3 } },
});
const phones = (...ipa: string[]): Phone[] => ipa.map((symbol) => ({ ipa: symbol }) as Phone);

describe('PhoneLookup', () => {
  it('encodes what the model knows by its id, features, class and statistics', () => {
    const encoded = lookup.encode(phones('_', 'tʰ'));
    expect([...encoded.ids]).toEqual([0n, 3n]);
    expect([...encoded.rows]).toEqual([0, 3]);
    expect([...encoded.features]).toEqual([0, 0, 0, 0, 1, 1]);
    expect([...lookup.classes(phones('a', 'tʰ'))]).toEqual([1, 5]);
  });

  it('takes a symbol that it knows by features alone with the statistics of its nearest relative', () => {
    const encoded = lookup.encode(phones('ɑ'));
    expect(encoded.ids[0]).toBe(5n);
    expect(encoded.rows[0]).toBe(1);
    expect(encoded.features[0]).toBeCloseTo(0.9, 6);
    expect(lookup.classes(phones('ɑ'))[0]).toBe(3);
  });

  it('drops what it does not know of a symbol, from the end', () => {
    expect([...lookup.encode(phones('tʲ', 'aː', 'ˈa', 'ɑ̃', 'ʔ')).ids]).toEqual([2n, 1n, 1n, 5n, 4n]);
  });

  it('has one spelling for a phone', () => {
    expect(canonical('ˈg:')).toBe('ɡː');
    expect(canonical('t͡ʃ')).toBe('tʃ');
  });
});
