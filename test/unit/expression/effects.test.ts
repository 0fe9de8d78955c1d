import { describe, expect, it } from 'vitest';
import type { Key } from '../../../engine/expression/effects/compose.ts';
import { scoreOf } from '../../../engine/expression/effects/scores.ts';
import { EFFECTS } from '../../../engine/expression/sounds.ts';
import { Random } from '../../../engine/random.ts';

const keys = (effect: (typeof EFFECTS)[number], seed = 1): readonly Key[] => scoreOf(effect, new Random(seed)).keys;
/** Voiced moments that are louder than those around them. */
const bursts = (list: readonly Key[]): Key[] =>
  list.filter(
    (key, i) =>
      key.pitch !== null && key.gain > (list[i - 1]?.gain ?? -99) && key.gain > (list[i + 1]?.gain ?? -99) && key.gain > -20,
  ); // prettier-ignore

describe('sounds', () => {
  it.each(EFFECTS)(
    '%s is in order of time, of the length of the real thing, and begins and ends in silence',
    (effect) => {
      for (let seed = 1; seed < 20; seed++) {
        const list = keys(effect, seed);
        list.slice(1).forEach((key, i) => expect(key.at).toBeGreaterThan(list[i]!.at));
        expect(list.at(-1)!.at).toBeGreaterThan(20);
        expect(list.at(-1)!.at).toBeLessThan(400);
        expect(Math.max(...list.map(({ gain }) => gain)) - list[0]!.gain).toBeGreaterThan(15);
        expect(list.at(-1)!.gain).toBeLessThan(-35);
      }
    },
  );

  it('are new each time, and the same for the same seed', () => {
    expect(keys('laugh', 3)).toEqual(keys('laugh', 3));
    expect(keys('laugh', 3)).not.toEqual(keys('laugh', 4));
  });

  it('a laugh has four to five and a half bursts a second, falling in pitch', () => {
    for (let seed = 1; seed < 10; seed++) {
      const list = bursts(keys('laugh', seed));
      expect(list.length).toBeGreaterThanOrEqual(5);
      const seconds = (list.at(-1)!.at - list[0]!.at) / 100;
      expect((list.length - 1) / seconds).toBeGreaterThan(4);
      expect((list.length - 1) / seconds).toBeLessThan(5.8);
      expect(list.at(-1)!.pitch!).toBeLessThan(list[0]!.pitch! - 2);
    }
  });

  it('a cough bursts open in noise before there is a voice', () => {
    const list = keys('cough');
    const loudest = list.reduce((a, b) => (b.gain > a.gain ? b : a));
    expect(loudest.pitch).toBeNull();
    expect(list.find(({ pitch }) => pitch !== null)!.at).toBeGreaterThan(loudest.at);
  });

  it('a sigh is breathed in, then falls in pitch and level into breath', () => {
    const list = keys('sigh');
    const voiced = list.filter(({ pitch }) => pitch !== null);
    expect(list[1]!.pitch).toBeNull();
    expect(voiced.at(-1)!.pitch!).toBeLessThan(voiced[0]!.pitch! - 4);
    expect(voiced.at(-1)!.breath).toBeGreaterThan(0.9);
    expect(list.at(-2)!.pitch).toBeNull();
  });

  it('a yawn rises, then falls for long', () => {
    const voiced = keys('yawn').filter(({ pitch }) => pitch !== null);
    const top = voiced.reduce((a, b) => (b.pitch! > a.pitch! ? b : a));
    expect(top.at).toBeGreaterThan(voiced[0]!.at);
    expect(voiced.at(-1)!.at - top.at).toBeGreaterThan(60);
    expect(voiced.at(-1)!.pitch!).toBeLessThan(top.pitch! - 6);
  });

  it('a gasp, a sniff, panting and a breath have no voice', () => {
    for (const effect of ['gasp', 'sniff', 'pant', 'breath'] as const)
      expect(keys(effect).every(({ pitch }) => pitch === null)).toBe(true);
  });
});
