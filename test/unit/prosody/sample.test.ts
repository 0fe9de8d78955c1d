import { describe, expect, it } from 'vitest';
import { sampleToken, type Sampling } from '../../../engine/prosody/sample.ts';
import { Random } from '../../../engine/random.ts';

const logits = Float32Array.from({ length: 512 }, (_, i) => 3 * Math.exp(-(((i - 200) / 40) ** 2)) + Math.sin(i) * 0.1);
const neutral: Sampling = { temperature: 1, topP: 1, repetitionPenalty: 1 };

function draw(sampling: Sampling, count: number, history: number[] = []): number[] {
  const random = new Random(7);
  const scratch = new Float64Array(logits.length);
  return Array.from({ length: count }, () => sampleToken(logits, history, sampling, random, scratch));
}
const distinct = (tokens: number[]): number => new Set(tokens).size;

describe('sampling of prosody tokens', () => {
  it('follows the distribution at temperature 1', () => {
    const drawn = draw(neutral, 20_000);
    const p = Float64Array.from(logits, (v) => Math.exp(v));
    const total = p.reduce((a, b) => a + b);
    const near = drawn.filter((t) => Math.abs(t - 200) < 40).length / drawn.length;
    const want = p.reduce((sum, v, i) => sum + (Math.abs(i - 200) < 40 ? v : 0), 0) / total;
    expect(near).toBeCloseTo(want, 1);
  });

  it('takes the likeliest at temperature 0', () => {
    expect(distinct(draw({ ...neutral, temperature: 0 }, 50))).toBe(1);
  });

  it('varies more with temperature and with top_p', () => {
    const variety = (s: Partial<Sampling>): number => distinct(draw({ ...neutral, ...s }, 400));
    expect(variety({ temperature: 0.3 })).toBeLessThan(variety({ temperature: 1 }));
    expect(variety({ topP: 0.2 })).toBeLessThan(variety({ topP: 0.9 }));
  });

  it('draws a repeated token less often the higher the penalty', () => {
    const best = draw({ ...neutral, temperature: 0 }, 1)[0]!;
    const share = (repetitionPenalty: number): number =>
      draw({ ...neutral, temperature: 0.2, repetitionPenalty }, 4000, [best, best, best]).filter((t) => t === best)
        .length;
    expect(share(2)).toBeLessThan(share(1));
    expect(share(0.8)).toBeGreaterThan(share(1));
  });

  it('gives the same tokens for the same seed', () => {
    expect(draw(neutral, 30)).toEqual(draw(neutral, 30));
  });
});
