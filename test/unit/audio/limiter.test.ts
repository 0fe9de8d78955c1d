import { describe, expect, it } from 'vitest';
import { applyGain, dbToGain, gainToDb } from '../../../engine/audio/gain.ts';
import { TruePeakLimiter } from '../../../engine/audio/limiter.ts';
import { resample } from '../../../engine/audio/resample.ts';
import { truePeak } from '../../../engine/audio/true-peak.ts';
import { ebur128, inBlocks, noise, sine, snr, speech } from './tools.ts';

const spoken = speech();
const peakOf = (samples: Float32Array): number => samples.reduce((m, x) => Math.max(m, Math.abs(x)), 0);
/** Noise as a recording may have it: up to 91 % of the Nyquist frequency. */
const hiss = (rate: number): Float32Array => resample(noise(2 * rate), 2 * rate, rate);
/** No click at the ends, whose peak depends on how far an interpolator looks. */
const faded = (x: Float32Array): Float32Array => x.map((s, n) => s * Math.min(1, n / 1000, (x.length - 1 - n) / 1000));

describe('truePeak', () => {
  it('finds the peaks between samples that ffmpeg finds', () => {
    for (const rate of [24000, 44100]) {
      for (const samples of [
        spoken,
        hiss(rate),
        faded(sine(rate / 4 - 1, rate, 1, 0.9)),
        faded(sine(rate / 6, rate, 1, 0.9)),
      ]) {
        expect(Math.abs(gainToDb(truePeak(samples)) - ebur128(samples, rate).peak)).toBeLessThan(0.15);
      }
    }
  });

  it('reads a full tone at a quarter of the rate, whose samples lie at 0.707, as 0 dB', () => {
    const tone = Float32Array.from({ length: 4000 }, (_, n) => Math.sin((Math.PI / 2) * n + Math.PI / 4));
    const inside = tone.map((x, n) => x * Math.min(1, n / 1000, (3999 - n) / 1000));
    expect(peakOf(inside)).toBeLessThan(0.708);
    expect(gainToDb(truePeak(inside))).toBeCloseTo(0, 1);
  });
});

describe('TruePeakLimiter', () => {
  it('passes bit by bit what stays under the ceiling', () => {
    for (const samples of [spoken, sine(1000, 24000, 1, 0.89), noise(24000, 0.3), new Float32Array(100)]) {
      expect(inBlocks(new TruePeakLimiter(24000), samples, [480])).toEqual(samples);
    }
  });

  it.each([8000, 24000, 44100, 48000])('holds the ceiling of -1 dBTP by ffmpeg at %i Hz, whatever comes', (rate) => {
    const inputs = [spoken.subarray(0, rate * 3), hiss(rate), sine(440, rate, 1)];
    for (const gain of [3, 12, 20]) {
      for (const samples of inputs) {
        const out = inBlocks(new TruePeakLimiter(rate), applyGain(samples, gain), [480]);
        expect(ebur128(out, rate).peak).toBeLessThan(-0.85);
        expect(peakOf(out)).toBeLessThanOrEqual(dbToGain(-1) + 1e-6);
      }
    }
  });

  it('takes no more than it must: a steady tone ends at the ceiling, a lone click is untouched a quarter second later', () => {
    const out = inBlocks(new TruePeakLimiter(24000), sine(440, 24000, 1, 2), [480]);
    expect(gainToDb(peakOf(out.subarray(12000)))).toBeCloseTo(-1, 1);
    const click = sine(300, 24000, 2, 0.4);
    click[12000] = 3;
    const limited = inBlocks(new TruePeakLimiter(24000), click, [480]);
    expect(limited.subarray(0, 12000 - 120)).toEqual(click.subarray(0, 12000 - 120));
    expect(snr(click.subarray(18000), limited.subarray(18000))).toBeGreaterThan(40);
    expect(limited.subarray(40000)).toEqual(click.subarray(40000));
  });

  it('gives as many samples as it got, the same whatever the blocks, and can be used again', () => {
    const limiter = new TruePeakLimiter(24000);
    for (const length of [0, 1, 50, 111, 112, 113, 500, 20_000]) {
      const samples = applyGain(spoken.subarray(5000, 5000 + length), 12);
      const whole = inBlocks(limiter, samples, [length + 1]);
      expect(whole.length).toBe(length);
      expect(inBlocks(limiter, samples, [1, 7, 480])).toEqual(whole);
    }
  });

  it('looks ahead less than 5 ms', () => {
    for (const rate of [24000, 44100, 48000]) {
      expect(new TruePeakLimiter(rate).lookAhead / rate).toBeLessThan(0.005);
    }
  });
});

describe('gain', () => {
  it('converts both ways, and 0 dB is a bit-exact copy', () => {
    for (const level of [-40, -1, 0, 6, 20]) expect(gainToDb(dbToGain(level))).toBeCloseTo(level, 10);
    expect(applyGain(spoken, 0)).toEqual(spoken);
    expect(applyGain(spoken, 0).buffer).not.toBe(spoken.buffer);
    expect(applyGain(Float32Array.of(0.25), 20)[0]).toBeCloseTo(2.5, 6);
  });
});
