import { describe, expect, it } from 'vitest';
import { median, quantile, table } from '../../bench/statistics.ts';
import { prose, TEXTS } from '../../bench/texts.ts';
import { WavStream } from '../../bench/wav-stream.ts';
import { wavHeader } from '../../../engine/audio/wav/header.ts';

describe('quantile', () => {
  it('lies between neighbours by proportion', () => {
    expect(quantile([4, 1, 3, 2], 0.5)).toBe(2.5);
    expect(quantile([10, 20], 0.95)).toBeCloseTo(19.5);
    expect(quantile([7], 0.95)).toBe(7);
    expect(median([9, 1, 5])).toBe(5);
  });

  it('refuses to tell of nothing', () => {
    expect(() => quantile([], 0.5)).toThrow('no values');
  });
});

describe('prose', () => {
  it.each([100, 101, 2000, 20_000])('has exactly %i characters and ends with a full stop', (length) => {
    const text = prose(length);
    expect(text).toHaveLength(length);
    expect(text).toMatch(/[a-z]\.$/);
  });

  it('gives texts of the lengths that the figures are asked for', () => {
    expect(Object.values(TEXTS).map((text) => text.length)).toEqual([32, 100, 2000, 20_000]);
  });
});

describe('WavStream', () => {
  const header = Buffer.from(wavHeader(24000, { program: 'p', voice: 'v', seed: 1 }));

  it.each([1, 7, 44, 4096])('finds the samples when the file comes in pieces of %i bytes', (size) => {
    const file = Buffer.concat([header, Buffer.alloc(4800)]);
    const wav = new WavStream();
    for (let at = 0; at < file.length; at += size) {
      wav.push(file.subarray(at, at + size));
      expect(wav.hasSamples).toBe(Math.min(at + size, file.length) > header.length);
    }
    expect(wav.seconds).toBeCloseTo(0.1, 6);
  });
});

describe('table', () => {
  it('aligns names to the left and figures to the right', () => {
    expect(
      table(
        ['name', 'ms'],
        [
          ['a', '10.5'],
          ['long name', '3'],
        ],
      ),
    ).toBe(['name         ms', '---------  ----', 'a          10.5', 'long name     3'].join('\n'));
  });
});
