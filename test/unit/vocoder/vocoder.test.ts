import { describe, expect, it } from 'vitest';
import { ENVELOPE_BINS } from '../../../engine/contract/voice-card.ts';
import type { FrameBlock } from '../../../engine/types.ts';
import { NEUTRAL, type VocoderControls } from '../../../engine/vocoder/controls.ts';
import { loadFfts } from '../../../engine/vocoder/fft.ts';
import { EFFORT_TILT } from '../../../engine/vocoder/frame-spectrum.ts';
import { BANDS, FRAME_SAMPLES, SAMPLE_RATE } from '../../../engine/vocoder/grid.ts';
import { Vocoder } from '../../../engine/vocoder/vocoder.ts';

const MEL_STEP = (1127 * Math.log1p(12000 / 700)) / (ENVELOPE_BINS - 1);
const binOf = (hz: number): number => (1127 * Math.log1p(hz / 700)) / MEL_STEP;
const hzOf = (bin: number): number => 700 * Math.expm1((bin * MEL_STEP) / 1127);

/** Frames alike but for F0: `envelope` gives log power density by frequency, `share` the aperiodicity. */
function frames(f0: ArrayLike<number>, envelope: (hz: number) => number, share = 0.05): FrameBlock {
  const n = f0.length;
  const one = Float32Array.from({ length: ENVELOPE_BINS }, (_, k) => envelope(hzOf(k)));
  const block = { frames: n, f0: Float32Array.from(f0), envelope: new Float32Array(n * ENVELOPE_BINS) };
  for (let i = 0; i < n; i++) block.envelope.set(one, i * ENVELOPE_BINS);
  return { ...block, aperiodicity: new Float32Array(n * BANDS).fill(share) };
}

const steady = (hz: number, n = 200): number[] => new Array<number>(n).fill(hz);
const flat = (): number => -6;

async function vocode(block: FrameBlock, controls: Partial<VocoderControls> = {}, seed = 7): Promise<Float32Array> {
  const vocoder = await Vocoder.create(seed, { ...NEUTRAL, ...controls });
  return Float32Array.from([...vocoder.push(block), ...vocoder.flush()]);
}

const power = (x: Float32Array, from = 4800): number => {
  const part = x.subarray(from, x.length - 2400);
  return part.reduce((sum, v) => sum + v * v, 0) / part.length;
};
const decibel = (ratio: number): number => 10 * Math.log10(ratio);

/** Mean power spectrum (Hann, 1024 points), as power at `hz` averaged over `width` Hz. */
async function spectrum(x: Float32Array): Promise<(hz: number, width?: number) => number> {
  const fft = (await loadFfts()).get(1024)!;
  const sum = new Float64Array(513);
  for (let at = 4800; at + 1024 < x.length - 2400; at += 256) {
    for (let i = 0; i < 1024; i++) fft.signal[i] = x[at + i]! * (0.5 - 0.5 * Math.cos((2 * Math.PI * i) / 1024));
    fft.forward();
    for (let k = 1; k < 512; k++) sum[k]! += fft.spectrum[2 * k]! ** 2 + fft.spectrum[2 * k + 1]! ** 2;
  }
  return (hz, width = 400) => {
    const [low, high] = [Math.max(1, Math.round((hz - width / 2) / 23.4375)), Math.round((hz + width / 2) / 23.4375)];
    let mean = 0;
    for (let k = low; k <= high; k++) mean += sum[k]! / (high - low + 1);
    return mean;
  };
}

/** Greatest normalised autocorrelation at the lags of 60 to 400 Hz, and the frequency there. */
function periodicity(x: Float32Array, from = 12000, length = 4800): { strength: number; hz: number } {
  let best = { strength: 0, hz: 0 };
  const part = x.subarray(from, from + length);
  for (let lag = 60; lag <= 400; lag++) {
    let [cross, a, b] = [0, 0, 0];
    for (let i = 0; i + lag < part.length; i++) {
      cross += part[i]! * part[i + lag]!;
      a += part[i]! ** 2;
      b += part[i + lag]! ** 2;
    }
    const strength = cross / Math.sqrt(a * b);
    if (strength > best.strength + 0.06) best = { strength, hz: SAMPLE_RATE / lag };
  }
  return best;
}

/** Speech-like: voice and no voice in turn, moving F0 and formants. */
function lively(n = 120): FrameBlock {
  const f0 = Array.from({ length: n }, (_, i) => (i % 30 < 8 ? 0 : 130 + 40 * Math.sin(i / 9)));
  const block = frames(f0, (hz) => -5 - hz / 2000, 0.2);
  for (let i = 0; i < n; i++) {
    for (let k = 0; k < ENVELOPE_BINS; k++) {
      block.envelope[i * ENVELOPE_BINS + k]! += 2 * Math.sin(k / 5 + i / 7);
    }
  }
  return block;
}

function slice(block: FrameBlock, from: number, to: number): FrameBlock {
  return {
    frames: to - from,
    f0: block.f0.slice(from, to),
    envelope: block.envelope.slice(from * ENVELOPE_BINS, to * ENVELOPE_BINS),
    aperiodicity: block.aperiodicity.slice(from * BANDS, to * BANDS),
  };
}

describe('Vocoder', () => {
  it('makes 10 ms of samples per frame, in all', async () => {
    for (const n of [1, 2, 57]) expect(await vocode(frames(steady(120, n), flat))).toHaveLength(n * FRAME_SAMPLES);
    const unused = await Vocoder.create(1);
    expect(unused.flush()).toHaveLength(0);
  });

  it.each([{}, { roughness: 0.8, breathiness: 0.3, tract: 1.2 }])(
    'streams the very samples of one block (%o)',
    async (controls) => {
      const block = lively();
      const whole = await vocode(block, controls);
      for (const sizes of [[1], [7], [3, 50, 1, 24]]) {
        const vocoder = await Vocoder.create(7, { ...NEUTRAL, ...controls });
        const parts: number[] = [];
        for (let at = 0, i = 0; at < block.frames; i++) {
          const to = Math.min(at + sizes[i % sizes.length]!, block.frames);
          parts.push(...vocoder.push(slice(block, at, to)));
          at = to;
        }
        parts.push(...vocoder.flush());
        expect(Float32Array.from(parts)).toEqual(whole);
      }
    },
  );

  it('does not mix the work of two vocoders that take turns', async () => {
    const block = lively();
    const alone = await vocode(block);
    const [a, b] = [await Vocoder.create(7), await Vocoder.create(8)];
    const parts: number[] = [];
    for (let at = 0; at < block.frames; at += 10) {
      parts.push(...a.push(slice(block, at, at + 10)));
      b.push(slice(block, at, at + 10));
    }
    parts.push(...a.flush());
    expect(Float32Array.from(parts)).toEqual(alone);
  });

  it('repeats itself for a seed and differs for another', async () => {
    const block = lively();
    expect(await vocode(block)).toEqual(await vocode(block));
    expect(await vocode(block, {}, 8)).not.toEqual(await vocode(block));
  });

  it.each([0, 80, 120, 240, 400])('has the power that the envelope says at F0 %i', async (f0) => {
    const y = await vocode(frames(steady(f0), flat, f0 === 0 ? 1 : 0.3));
    expect(Math.abs(decibel(power(y) / Math.exp(-6)))).toBeLessThan(0.6);
  });

  it.each([90.5, 133, 261.6])('keeps F0 (%d Hz)', async (f0) => {
    const y = await vocode(frames(steady(f0), (hz) => -4 - hz / 1500));
    const found = periodicity(y);
    expect(found.strength).toBeGreaterThan(0.9);
    expect(Math.abs(found.hz / f0 - 1)).toBeLessThan(0.012);
  });

  it('has the envelope that the frames say, valleys included', async () => {
    const shape = (hz: number): number => -6 + 3 * Math.cos(hz / 500) - hz / 3000;
    for (const f0 of [0, 110]) {
      const at = await spectrum(await vocode(frames(steady(f0, 400), shape, f0 ? 0.05 : 1)));
      const errors = [700, 1500, 2300, 3100, 4700, 6300, 7900].map(
        (hz) => decibel(at(hz, 240) / at(1500, 240)) - 4.343 * (shape(hz) - shape(1500)),
      );
      expect(Math.max(...errors.map(Math.abs))).toBeLessThan(2);
    }
  });

  it('has no offset and little below the high-pass', async () => {
    const y = await vocode(frames(steady(100), (hz) => -4 - hz / 1000));
    expect(Math.abs(y.reduce((a, b) => a + b, 0) / y.length)).toBeLessThan(1e-4);
  });

  it('moves formants by the tract', async () => {
    const formant = (hz: number): number => -10 + 7 * Math.exp(-(((hz - 1500) / 250) ** 2));
    const peak = async (tract: number): Promise<number> => {
      const at = await spectrum(await vocode(frames(steady(0), formant, 1), { tract }));
      const candidates = Array.from({ length: 100 }, (_, i) => 800 + 20 * i);
      return candidates.reduce((a, b) => (at(b, 100) > at(a, 100) ? b : a));
    };
    for (const tract of [0.7, 1, 1.3]) expect(Math.abs((await peak(tract)) / (1500 * tract) - 1)).toBeLessThan(0.05);
  });

  it('tilts by dB per octave and adds the offsets where they say', async () => {
    const base = await spectrum(await vocode(frames(steady(120), flat)));
    const tilted = await spectrum(await vocode(frames(steady(120), flat), { tilt: -6 }));
    expect(decibel(tilted(4000) / base(4000))).toBeCloseTo(-12, 0);
    expect(decibel(tilted(1000) / base(1000))).toBeCloseTo(0, 0);

    const envelopeOffset = Array.from({ length: ENVELOPE_BINS }, (_, k) => (Math.abs(k - binOf(3000)) < 5 ? 9 : 0));
    // In final frequency: the tract does not move it.
    const raised = await spectrum(await vocode(frames(steady(120), flat), { envelopeOffset, tract: 1.3 }));
    expect(Math.abs(decibel(raised(3000, 300) / base(3000, 300)) - 9)).toBeLessThan(1.5);
    expect(Math.abs(decibel(raised(6000) / base(6000)))).toBeLessThan(1);

    const block = frames(steady(120), flat);
    const offset = Float32Array.from(
      { length: block.frames * ENVELOPE_BINS },
      (_, i) => envelopeOffset[i % ENVELOPE_BINS]!,
    );
    const perFrame = await spectrum(await vocode({ ...block, offset }, { tract: 1.3 }));
    expect(decibel(perFrame(3000, 300) / raised(3000, 300))).toBeCloseTo(0, 1);
  });

  it('raises the level by energy, and the highs a little more, as effort does', async () => {
    const base = await spectrum(await vocode(frames(steady(120), flat)));
    const loud = await spectrum(await vocode(frames(steady(120), flat), { energy: 6 }));
    expect(decibel(loud(1000) / base(1000))).toBeCloseTo(6, 0);
    expect(decibel(loud(4000) / base(4000))).toBeGreaterThan(decibel(loud(1000) / base(1000)));
  });

  it('spreads the pulses of effort over the cycle: as loud with a lower peak', async () => {
    const crest = (x: Float32Array): number => {
      const loudest = x.subarray(4800, x.length - 2400).reduce((most, v) => Math.max(most, Math.abs(v)), 0);
      return decibel(loudest ** 2 / power(x));
    };
    const block = frames(steady(100), (hz) => -6 - 1.5 * Math.log2(Math.max(hz, 200) / 200), 0.02);
    const [plain, loud] = [await vocode(block), await vocode(block, { energy: 12, tilt: -12 * EFFORT_TILT })];
    expect(crest(loud)).toBeLessThan(crest(plain) - 3);
    const [before, after] = [await spectrum(plain), await spectrum(loud)];
    for (const hz of [300, 700, 1500, 3000, 5000]) expect(decibel(after(hz) / before(hz))).toBeCloseTo(12, 0);
  });

  it('loses its voice with breathiness, down to a whisper without any', async () => {
    const vowel = frames(steady(120), (hz) => -4 - hz / 700);
    const strength = async (breathiness: number): Promise<number> =>
      periodicity(await vocode(vowel, { breathiness })).strength;
    const [voiced, breathy, whisper] = [await strength(0), await strength(0.6), await strength(1)];
    expect(voiced).toBeGreaterThan(0.9);
    expect(breathy).toBeLessThan(voiced);
    expect(whisper).toBeLessThan(0.35);

    // The whisper's spectrum is flatter than the voice's, and it is quieter, but it is there.
    const [loud, soft] = [await spectrum(await vocode(vowel)), await spectrum(await vocode(vowel, { breathiness: 1 }))];
    expect(decibel(soft(3000) / soft(400))).toBeGreaterThan(decibel(loud(3000) / loud(400)) + 6);
    const level = decibel(power(await vocode(vowel, { breathiness: 1 })) / power(await vocode(vowel)));
    expect(level).toBeGreaterThan(-25);
    expect(level).toBeLessThan(-6);

    // Consonants are not whispered any more than they are.
    const hiss = frames(steady(0), flat, 1);
    expect(await vocode(hiss, { breathiness: 1 })).toEqual(await vocode(hiss));
  });

  it('makes the voice irregular with roughness, at the same level', async () => {
    const vowel = frames(steady(120), (hz) => -4 - hz / 700);
    const [clean, rough] = [await vocode(vowel), await vocode(vowel, { roughness: 0.8 })];
    expect(periodicity(rough).strength).toBeLessThan(periodicity(clean).strength - 0.05);
    expect(Math.abs(decibel(power(rough) / power(clean)))).toBeLessThan(1.5);
  });

  it('leaves no hole and no burst where the voice sets in', async () => {
    const f0 = Array.from({ length: 400 }, (_, i) => (i % 20 < 10 ? 0 : 140));
    const block = frames(f0, flat, 0.2);
    for (let i = 0; i < 400; i++) if (f0[i] === 0) block.aperiodicity.fill(1, i * BANDS, (i + 1) * BANDS);
    const y = await vocode(block);
    const around = (offset: number): number => {
      let sum = 0;
      for (let join = 10; join < 390; join += 10) {
        const at = Math.round((join + offset) * FRAME_SAMPLES);
        sum += y.subarray(at - 120, at + 120).reduce((a, b) => a + b * b, 0);
      }
      return sum;
    };
    expect(Math.abs(decibel(around(-0.5) / ((around(-3) + around(3)) / 2)))).toBeLessThan(1);
  });
});
