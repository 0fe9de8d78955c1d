import { describe, expect, it } from 'vitest';
import type { PackSpeech } from '../../../../engine/packs/families/family.ts';
import { divideSpeed, stretched, Stretcher } from '../../../../engine/packs/families/stretch.ts';

const RATE = 24_000;
/** A voice-like sound: partials of a tone that rises. */
const SOUND = Float32Array.from({ length: RATE }, (_, i) => {
  const phase = 2 * Math.PI * (120 * (i / RATE) + 20 * (i / RATE) ** 2);
  return 0.3 * (Math.sin(phase) + 0.5 * Math.sin(2 * phase) + 0.3 * Math.sin(3 * phase));
});

/** Rising zero crossings in a second. */
function pitch(samples: Float32Array): number {
  let crossings = 0;
  for (let i = 1; i < samples.length; i++) if (samples[i - 1]! < 0 && samples[i]! >= 0) crossings++;
  return (crossings / samples.length) * RATE;
}

function stretch(speed: number, block: number): Float32Array {
  const stretcher = new Stretcher(RATE, speed);
  const parts: Float32Array[] = [];
  for (let at = 0; at < SOUND.length; at += block) parts.push(stretcher.push(SOUND.subarray(at, at + block)));
  parts.push(stretcher.flush());
  return Float32Array.from(parts.flatMap((part) => [...part]));
}

describe('stretching', () => {
  it.each([0.5, 0.8, 1.25, 2])('at speed %d changes the length and neither pitch nor level', (speed) => {
    const out = stretch(speed, 4800);
    expect(out.length).toBe(Math.round(SOUND.length / speed));
    expect(Math.abs(pitch(out) / pitch(SOUND) - 1)).toBeLessThan(0.05);
    const power = (samples: Float32Array): number => samples.reduce((sum, x) => sum + x * x, 0) / samples.length;
    expect(Math.abs(power(out) / power(SOUND) - 1)).toBeLessThan(0.15);
    // Frames fit one another: no step that the sound itself does not have.
    const step = (samples: Float32Array): number =>
      samples.reduce((most, x, i) => (i === 0 ? 0 : Math.max(most, Math.abs(x - samples[i - 1]!))), 0);
    expect(step(out.subarray(0, -RATE / 20))).toBeLessThan(2.5 * step(SOUND));
  });

  it('is the same whatever the blocks', () => {
    expect(stretch(1.3, 100)).toEqual(stretch(1.3, RATE));
  });

  it('has a speed of a model as far as it goes', () => {
    expect(divideSpeed(1.5, { speeds: 'any' })).toEqual({ own: 1.5, stretch: 1 });
    expect(divideSpeed(1.5, { speeds: 'one' })).toEqual({ own: 1, stretch: 1.5 });
    expect(divideSpeed(1.5, { speeds: 'whole' })).toEqual({ own: 2, stretch: 0.75 });
    expect(divideSpeed(0.5, { speeds: 'whole' })).toEqual({ own: 1, stretch: 0.5 });
  });

  it('keeps words in order and inside their pieces', async () => {
    const word = (start: number, end: number): PackSpeech['words'][number] => ({
      text: 'a',
      from: 0,
      to: 1,
      start,
      end,
    });
    async function* pieces(): AsyncGenerator<PackSpeech> {
      const common = { exact: false, ids: [] };
      yield { ...common, samples: SOUND.subarray(0, RATE / 2), words: [word(0, 0.2), word(0.2, 0.5)], last: false };
      yield { ...common, samples: SOUND.subarray(RATE / 2), words: [word(0, 0.5)], last: true };
    }
    const spans: number[] = [];
    let at = 0;
    for await (const { samples, words } of stretched(pieces(), RATE, 2)) {
      for (const { start, end } of words) spans.push(at + start, at + end);
      at += samples.length / RATE;
    }
    expect(at).toBeCloseTo(0.5, 6);
    expect(spans.map((second) => Math.round(second * 1000) / 1000)).toEqual([0, 0.1, 0.1, 0.25, 0.25, 0.5]);
  });
});
