import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { resample, Resampler } from '../../../engine/audio/resample.ts';
import { assembled } from '../../../scripts/assemble-fir.ts';
import { inBlocks, noise, rms, sine } from './tools.ts';

const OUT = [8000, 16000, 32000, 44100, 48000];
/** From recordings to the pack's rate, prime and odd rates too. */
const IN = [8000, 11025, 16000, 22050, 32000, 44056, 44100, 47999, 48000, 96000];
const PAIRS = [...OUT.map((out) => [24000, out] as const), ...IN.map((rate) => [rate, 24000] as const)];
const db = (x: number): number => 20 * Math.log10(x);

/** What is left of a resampled sine without the sine: level in dB under it, its gain in dB and its phase in radians. */
function residual(hz: number, inRate: number, outRate: number): { noise: number; gain: number; phase: number } {
  const out = resample(sine(hz, inRate, 1), inRate, outRate);
  const from = Math.round(outRate * 0.2);
  const to = Math.round(outRate * 0.8); // whole periods: hz is a multiple of 5
  const middle = out.subarray(from, to);
  let c = 0;
  let s = 0;
  middle.forEach((x, i) => {
    const angle = (2 * Math.PI * hz * (from + i)) / outRate;
    c += (2 * x * Math.cos(angle)) / middle.length;
    s += (2 * x * Math.sin(angle)) / middle.length;
  });
  const rest = middle.map((x, i) => {
    const angle = (2 * Math.PI * hz * (from + i)) / outRate;
    return x - c * Math.cos(angle) - s * Math.sin(angle);
  });
  const amplitude = Math.hypot(c, s);
  return { noise: db(rms(rest) / (amplitude / Math.SQRT2)), gain: db(amplitude / 0.5), phase: Math.atan2(c, s) };
}

describe.each(PAIRS)('%i Hz to %i Hz', (inRate, outRate) => {
  const nyquist = Math.min(inRate, outRate) / 2;

  it('keeps the passband: THD+N and images under -112 dB, 0.001 dB flat, no phase', () => {
    for (const share of [0.02, 0.2, 0.5, 0.8, 0.905]) {
      const { noise, gain, phase } = residual(5 * Math.round((share * nyquist) / 5), inRate, outRate);
      expect(noise).toBeLessThan(-112);
      expect(Math.abs(gain)).toBeLessThan(0.001);
      expect(Math.abs(phase)).toBeLessThan(1e-6);
    }
  });

  it('passes a constant exactly', () => {
    const out = resample(new Float32Array(inRate).fill(0.5), inRate, outRate);
    const middle = out.subarray(outRate * 0.3, outRate * 0.7);
    expect(Math.max(...middle.map((x) => Math.abs(x - 0.5)))).toBeLessThan(3e-7);
  });

  it('gives ceil(n * out / in) samples, the same whatever the blocks', () => {
    const blocks = fc.array(fc.integer({ min: 1, max: 700 }), { minLength: 1, maxLength: 8 });
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 1500 }), blocks, (length, sizes) => {
        const input = noise(length);
        const whole = resample(input, inRate, outRate);
        expect(whole.length).toBe(Math.ceil((length * outRate) / inRate));
        expect(inBlocks(new Resampler(inRate, outRate), input, sizes)).toEqual(whole);
      }),
      { numRuns: 12, seed: 1 },
    );
  });
});

describe.each(OUT.filter((out) => out < 24000))('24000 Hz down to %i Hz', (outRate) => {
  it('lets nothing fold over from above the new Nyquist frequency (-100 dB)', () => {
    for (const share of [1.0, 1.05, 1.3, 1.45]) {
      const hz = (share * outRate) / 2;
      const out = resample(sine(hz, 24000, 1), 24000, outRate);
      expect(db(rms(out.subarray(outRate * 0.2, outRate * 0.8)) / rms(sine(hz, 24000, 1)))).toBeLessThan(-100);
    }
  });
});

describe('Resampler', () => {
  it('is linear phase: an impulse comes out symmetrical, where it went in', () => {
    const impulse = new Float32Array(2001);
    impulse[1000] = 1;
    const out = resample(impulse, 24000, 48000);
    for (let i = 0; i < 300; i++) expect(Math.abs(out[2000 + i]! - out[2000 - i]!)).toBeLessThan(1e-9);
    expect(out.indexOf(Math.max(...out))).toBe(2000);
  });

  it('passes equal rates bit by bit, as a copy', () => {
    const input = noise(1000);
    const out = new Resampler(24000, 24000).push(input);
    expect(out).toEqual(input);
    expect(out.buffer).not.toBe(input.buffer);
  });

  it('starts anew after flush', () => {
    const resampler = new Resampler(24000, 44100);
    const once = inBlocks(resampler, noise(5000), [333]);
    expect(inBlocks(resampler, noise(5000), [1000])).toEqual(once);
  });

  it('sends a sample no later than its look-ahead', () => {
    for (const outRate of OUT) {
      const resampler = new Resampler(24000, outRate);
      const sent = resampler.push(noise(24000)).length;
      expect(sent).toBeGreaterThanOrEqual(Math.floor(((24000 - resampler.lookAhead) * outRate) / 24000));
      expect(resampler.lookAhead / 24000).toBeLessThanOrEqual(0.01);
    }
  });

  it('refuses rates that are no rates', () => {
    for (const rate of [0, -8000, 0.5, NaN, Infinity]) expect(() => new Resampler(24000, rate)).toThrow(RangeError);
  });
});

it('has the kernel that fir.wat says', async () => {
  expect(readFileSync('engine/audio/fir-wasm.ts', 'utf8')).toBe(await assembled());
});
