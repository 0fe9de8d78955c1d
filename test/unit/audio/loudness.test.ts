import { describe, expect, it } from 'vitest';
import { applyGain } from '../../../engine/audio/gain.ts';
import { integratedLoudness, LoudnessMeter } from '../../../engine/audio/loudness.ts';
import { StreamingNormalizer } from '../../../engine/audio/normalizer.ts';
import { resample } from '../../../engine/audio/resample.ts';
import { concatSamples } from '../../../engine/audio/samples.ts';
import { ebur128, inBlocks, noise, sine, speech } from './tools.ts';

const spoken = speech();
const second = speech('en-us+f3');
const silence = (seconds: number): Float32Array => new Float32Array(24000 * seconds);

describe('LoudnessMeter', () => {
  it.each([
    ['speech', spoken],
    ['quiet speech', applyGain(spoken, -25)],
    ['speech with long pauses', concatSamples([silence(3), spoken, silence(5), second, silence(4)])],
    ['loud, then 15 LU quieter', concatSamples([spoken, applyGain(second, -15)])],
    ['noise', noise(24000 * 5)],
    ['low tone', sine(60, 24000, 5)],
    ['high tone', sine(3500, 24000, 5)],
  ])('reads %s as ffmpeg does, within 0.1 LU, at every rate', (_, samples) => {
    for (const rate of [8000, 24000, 44100, 48000]) {
      const atRate = resample(samples, 24000, rate);
      expect(Math.abs(integratedLoudness(atRate, rate) - ebur128(atRate, rate).loudness)).toBeLessThan(0.1);
    }
  });

  it('reads the calibration tone of BS.1770: 0 dBFS at 997 Hz is -3.01 LUFS', () => {
    for (const rate of [24000, 48000]) expect(integratedLoudness(sine(997, rate, 5, 1), rate)).toBeCloseTo(-3.01, 1);
  });

  it('reads -Infinity where there is nothing to read', () => {
    expect(integratedLoudness(new Float32Array(0), 24000)).toBe(-Infinity);
    expect(integratedLoudness(silence(2), 24000)).toBe(-Infinity);
    expect(integratedLoudness(sine(997, 24000, 0.39), 24000)).toBe(-Infinity);
  });

  it('follows the last 400 ms with its momentary value', () => {
    const meter = new LoudnessMeter(24000);
    meter.push(sine(997, 24000, 1, 1));
    expect(meter.momentary()).toBeCloseTo(-3.01, 1);
    meter.push(silence(1));
    expect(meter.momentary()).toBeLessThan(-100);
    meter.push(sine(997, 24000, 1, 0.1));
    expect(meter.momentary()).toBeCloseTo(-23.01, 1);
  });
});

describe('StreamingNormalizer', () => {
  const levels = [-30, 0, 6];
  const utterances = [
    ['ten seconds', spoken, 0.5],
    ['another voice', second, 0.5],
    ['four seconds', spoken.subarray(0, 24000 * 4), 1],
  ] as const;

  it.each(utterances)('lands within 1 LU of -18 LUFS, when expected within 3 dB: %s', (_, samples, within) => {
    const loudness = integratedLoudness(samples, 24000);
    for (const level of levels) {
      for (const error of [-3, -1, 0, 1, 3]) {
        for (const lookAheadSeconds of [0, 0.4]) {
          const initialGainDb = -18 - loudness - level + error;
          const stage = new StreamingNormalizer(24000, { initialGainDb, lookAheadSeconds });
          const out = inBlocks(stage, applyGain(samples, level), [2400]);
          expect(Math.abs(integratedLoudness(out, 24000) + 18)).toBeLessThan(within);
        }
      }
    }
  });

  it('keeps a short utterance within 1 LU when it was expected within 1 dB', () => {
    const samples = spoken.subarray(0, 24000);
    for (const error of [-1, 0, 1]) {
      const initialGainDb = -18 - integratedLoudness(samples, 24000) + error;
      const out = inBlocks(new StreamingNormalizer(24000, { initialGainDb }), samples, [2400]);
      expect(Math.abs(integratedLoudness(out, 24000) + 18)).toBeLessThan(1);
    }
  });

  it('leaves what is too short to measure at the expected gain', () => {
    const out = inBlocks(new StreamingNormalizer(24000, { initialGainDb: 6 }), sine(300, 24000, 0.09, 0.1), [100]);
    expect(Math.max(...out)).toBeCloseTo(0.1995, 3);
  });

  it('gives as many samples as it got, the same whatever the blocks, and delays by its look-ahead only', () => {
    for (const lookAheadSeconds of [0, 0.4]) {
      for (const length of [0, 1, 2400, 9599, 9600, 9601, 50_001]) {
        const make = (): StreamingNormalizer => new StreamingNormalizer(24000, { initialGainDb: 2, lookAheadSeconds });
        const samples = spoken.subarray(0, length);
        const whole = inBlocks(make(), samples, [length + 1]);
        expect(whole.length).toBe(length);
        expect(inBlocks(make(), samples, [1, 777, 2400, 31])).toEqual(whole);
      }
    }
    expect(new StreamingNormalizer(24000).push(spoken.subarray(0, 100)).length).toBe(100);
  });

  it('never changes the gain faster than 4 dB a second, nor in steps', () => {
    const stage = new StreamingNormalizer(24000, { initialGainDb: 20 });
    const out = inBlocks(stage, spoken, [2400]);
    let before = { at: 0, gain: 20 };
    let fastest = 0;
    for (let i = 0; i < spoken.length; i++) {
      if (Math.abs(spoken[i]!) < 0.01) continue;
      const now = { at: i, gain: 20 * Math.log10(out[i]! / spoken[i]!) };
      // The floor of 0.001 dB is the rounding of two samples.
      const change = Math.max(0, Math.abs(now.gain - before.gain) - 0.001);
      if (i > 0) fastest = Math.max(fastest, (change * 24000) / (i - before.at));
      before = now;
    }
    expect(fastest).toBeGreaterThan(1);
    expect(fastest).toBeLessThan(5);
  });
});
