import { describe, expect, it } from 'vitest';
import { estimateCard, measure, type Measured } from '../../../../engine/voice/clone/clone.ts';
import { trackPitch } from '../../../../engine/voice/clone/pitch.ts';
import { BIN_HZ, warpSpectrum } from '../../../../engine/voice/clone/spectrum.ts';

const RATE = 24000;

/** A buzz with falling harmonics whose F0 glides from `from` to `to` Hz, then silence. */
function buzz(from: number, to: number, seconds: number): Float32Array {
  const out = new Float32Array(Math.round(seconds * RATE) + RATE / 4);
  for (let h = 1; h < 20; h++) {
    let phase = 0;
    for (let i = 0; i < seconds * RATE; i++) {
      phase += (2 * Math.PI * h * (from + ((to - from) * i) / (seconds * RATE))) / RATE;
      out[i]! += (0.2 / h) * Math.sin(phase);
    }
  }
  return out;
}

const speaker = (name: string, hz: number, peak: number): Parameters<typeof estimateCard>[2][number] => ({
  name,
  embedding: [0],
  logF0Mean: Math.log(hz),
  logF0Sd: 0.2,
  energyScale: 1,
  f0Scale: 1,
  logDurationMean: [Math.log(8)],
  spectrum: Array.from(BIN_HZ, (f) => -10 * Math.log2(1 + f / 500) + 8 * Math.exp(-(((f - peak) / 400) ** 2))),
});
const cast = [speaker('low', 100, 1200), speaker('high', 200, 2000)];

describe('pitch of a recording', () => {
  it.each([
    [90, 110],
    [180, 240],
    [320, 300],
  ])('follows a glide from %i to %i Hz', async (from, to) => {
    const f0 = await trackPitch(buzz(from, to, 1), RATE);
    const inside = Array.from(f0.subarray(5, 95));
    const errors = inside.map((hz, i) => Math.abs(Math.log2(hz / (from + ((to - from) * (i + 5)) / 100))) * 12);
    expect(errors.filter((e) => e > 0.5).length).toBeLessThan(3);
    expect(Array.from(f0.subarray(110)).every((hz) => hz === 0)).toBe(true);
  });
});

describe('a card from measurements', () => {
  const measured = (of: (typeof cast)[number], change: Partial<Measured> = {}): Measured => ({
    logF0Mean: of.logF0Mean,
    logF0Sd: of.logF0Sd,
    spectrum: Float64Array.from(of.spectrum),
    speechSeconds: 0.8,
    ...change,
  });

  it('finds the speaker it was measured on, unchanged', () => {
    for (const one of cast) {
      const card = estimateCard(measured(one), [new Int32Array(10)], cast, 'starter');
      expect(card.speaker).toEqual({ mix: { [one.name]: 1 } });
      expect(Math.abs(card.pitch.semitones)).toBeLessThan(0.01);
      expect(card.tract).toBeCloseTo(1, 1);
      expect(card.rate).toBeCloseTo(1, 2);
    }
  });

  it('moves pitch, pace and tract to what was measured', () => {
    const [low] = cast;
    const changed = measured(low!, {
      logF0Mean: Math.log(100) + (3 * Math.LN2) / 12,
      logF0Sd: 0.3,
      spectrum: warpSpectrum(low!.spectrum, 1.12),
      speechSeconds: 0.64,
    });
    const card = estimateCard(changed, [new Int32Array(10)], [low!], 'starter');
    expect(card.pitch.semitones).toBeCloseTo(3, 2);
    expect(card.pitch.range).toBeCloseTo(1.5, 2);
    expect(card.rate).toBeCloseTo(1.25, 2);
    expect(card.tract).toBeGreaterThan(1.05);
    const tilted = { ...changed, spectrum: changed.spectrum.map((x, i) => x + (BIN_HZ[i]! > 3000 ? 6 : 0)) };
    const brighter = estimateCard(tilted, [new Int32Array(10)], [low!], 'starter').envelopeOffset!;
    expect(brighter[60]! - brighter[20]!).toBeGreaterThan(3);
  });

  it('refuses a recording without voice', async () => {
    const hiss = Float32Array.from({ length: RATE }, (_, i) => Math.sin(i * i) * 0.2);
    await expect(measure(hiss)).rejects.toMatchObject({ reason: 'invalid_reference_audio' });
  });
});
