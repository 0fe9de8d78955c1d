import { beforeAll, describe, expect, it } from 'vitest';
import { createEncoder } from '../../../../engine/audio/encoder.ts';
import { concatBytes } from '../../../../engine/audio/samples.ts';
import { estimateCard, type Measured } from '../../../../engine/voice/clone/base.ts';
import { align, coarser } from '../../../../engine/voice/clone/align.ts';
import { trackPitch } from '../../../../engine/voice/clone/pitch.ts';
import { readRecordings } from '../../../../engine/voice/clone/recording.ts';
import { BIN_HZ, warpSpectrum } from '../../../../engine/voice/clone/spectrum.ts';
import { Random } from '../../../../engine/random.ts';
import { loadFfts } from '../../../../engine/vocoder/fft.ts';

const RATE = 24000;
beforeAll(() => loadFfts());

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

const speaker = (name: string, hz: number, peak: number): Parameters<typeof estimateCard>[1][number] => ({
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

describe('the first card, from measurements', () => {
  const measured = (of: (typeof cast)[number], change: Partial<Measured> = {}): Measured => ({
    logF0Mean: of.logF0Mean,
    logF0Sd: of.logF0Sd,
    spectrum: Float64Array.from(of.spectrum),
    speechSeconds: 0.8,
    ...change,
  });

  it('finds the speaker it was measured on, unchanged', () => {
    for (const one of cast) {
      const card = estimateCard(measured(one), cast, 'starter');
      expect(card.speaker).toEqual({ mix: { [one.name]: 1 } });
      expect(Math.abs(card.pitch.semitones)).toBeLessThan(0.01);
      expect(card.tract).toBeCloseTo(1, 1);
    }
  });

  it('moves pitch and tract to what was measured', () => {
    const [low] = cast;
    const changed = measured(low!, {
      logF0Mean: Math.log(100) + (3 * Math.LN2) / 12,
      logF0Sd: 0.3,
      spectrum: warpSpectrum(low!.spectrum, 1.12),
    });
    const card = estimateCard(changed, [low!], 'starter');
    expect(card.pitch.semitones).toBeCloseTo(3, 2);
    expect(card.pitch.range).toBeCloseTo(1.5, 2);
    expect(card.tract).toBeGreaterThan(1.05);
  });
});

describe('alignment', () => {
  it('finds what was said faster and slower, and costs more against the words turned round', async () => {
    const width = 4;
    const track = (frames: number, warp: (u: number) => number): Float32Array =>
      Float32Array.from({ length: frames * width }, (_, i) => {
        const u = warp(Math.floor(i / width) / frames);
        return 5 * Math.sin((3 + (i % width)) * 7 * u + (i % width)) + 3 * u;
      });
    const ours = track(300, (u) => u);
    const theirs = track(240, (u) => u ** 1.3);
    const path = await align(ours, theirs, width, [0, 300], [0, 240]);
    const errors = Array.from(path.ours, (i, n) => Math.abs(i / 300 - (path.theirs[n]! / 240) ** 1.3));
    expect(Math.max(...errors)).toBeLessThan(0.02);
    expect([path.ours[0], path.theirs[0], path.ours.at(-1), path.theirs.at(-1)]).toEqual([0, 0, 299, 239]);
    const turned = await align(ours, theirs, width, [0, 300], [0, 240], { backwards: true });
    const rough = await align(coarser(ours, width), coarser(theirs, width), width, [0, 150], [0, 120]);
    const near = await align(ours, theirs, width, [0, 300], [0, 240], { near: rough });
    expect(near.cost).toBeLessThan(1.02 * path.cost);
    expect(path.cost).toBeLessThan(0.3 * turned.cost);
  });
});

describe('a recording', () => {
  const noise = new Random(5);
  const wav = async (samples: Float32Array): Promise<Uint8Array> => {
    const meta = { program: 'test', voice: 'test', seed: 0, samples: samples.length };
    const encoder = await createEncoder({ format: 'wav', sampleRate: RATE }, meta);
    return concatBytes([encoder.encode(samples), encoder.finish()]);
  };

  it.each<[string, (i: number) => number, RegExp]>([
    ['without voice', () => noise.gaussian() * 0.1, /voiced speech/],
    ['of silence', () => 0, /silent/],
    ['that is clipped', (i) => (Math.sin(i / 20) > 0 ? 1 : -1), /clipped/],
  ])('%s is refused', async (_, sample, said) => {
    const audio = await wav(Float32Array.from({ length: 2 * RATE }, (_value, i) => sample(i)));
    await expect(readRecordings([{ audio, text: '' }])).rejects.toMatchObject({
      reason: 'invalid_reference_audio',
      message: expect.stringMatching(said) as string,
    });
  });
});
