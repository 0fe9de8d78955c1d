import { describe, expect, it, vi } from 'vitest';
import { integratedLoudness } from '../../engine/audio/loudness.ts';
import type { ProsodyPlan } from '../../engine/types.ts';
import { trackPitch } from '../../engine/voice/clone/pitch.ts';
import { decibels, pipeline, RATE, rms, speak, type Chunk } from './support/speaking.ts';

const LONG =
  'It had rained for three days. The river stood high under the bridge, and nobody crossed it who did not have to. ' +
  'On the fourth morning the miller put on his coat. He walked down to the water, looked at it for a while, and went home again. ' +
  'There would be no flour this week, he said, and his wife answered that there had been none last week either.';

/** How much the pace of words differs between takes: mean over words of the spread of their durations (log). */
function variety(takes: readonly (readonly Chunk[])[]): number {
  const words = takes.map((chunks) => chunks.flatMap((chunk) => chunk.words.map((word) => word.end - word.start)));
  const spreads = words[0]!.map((_, w) => {
    const logs = words.map((take) => Math.log(take[w]!));
    const mean = logs.reduce((a, b) => a + b, 0) / logs.length;
    return Math.sqrt(logs.reduce((sum, x) => sum + (x - mean) ** 2, 0) / logs.length);
  });
  return spreads.reduce((a, b) => a + b, 0) / spreads.length;
}
/** What the prosody model decides while a request is spoken, candidate by candidate. */
async function plansOf(change: Parameters<typeof speak>[0]): Promise<ProsodyPlan[]> {
  const { prosody } = (await pipeline()).stages;
  const planning = vi.spyOn(prosody, 'plan');
  await speak(change);
  const made = await Promise.all(planning.mock.results.map(({ value }) => value as ReturnType<typeof prosody.plan>));
  planning.mockRestore();
  return made.map(({ plan }) => plan);
}

const takes = async (change: Parameters<typeof speak>[0], count = 6): Promise<(readonly Chunk[])[]> => {
  const out = [];
  for (let seed = 0; seed < count; seed++) out.push((await speak({ ...change, seed })).chunks);
  return out;
};

describe('every field of a request changes the sound as the design says', () => {
  it('seed: the same gives the same samples, another gives another take', async () => {
    const [a, b, c] = [await speak({ seed: 5 }), await speak({ seed: 5 }), await speak({ seed: 6 })];
    expect(Buffer.from(a.samples.buffer).equals(Buffer.from(b.samples.buffer))).toBe(true);
    expect(Buffer.from(a.samples.buffer).equals(Buffer.from(c.samples.buffer))).toBe(false);
  });

  it('prosody.speed: durations scale, pitch stays', async () => {
    const [slow, plain, fast] = [await speak({ speed: 0.5 }), await speak(), await speak({ speed: 2 })];
    expect(slow.seconds / plain.seconds).toBeGreaterThan(1.85);
    expect(slow.seconds / plain.seconds).toBeLessThan(2.15);
    expect(fast.seconds / plain.seconds).toBeGreaterThan(0.44);
    expect(fast.seconds / plain.seconds).toBeLessThan(0.58);
    const median = async (samples: Float32Array): Promise<number> => {
      const voiced = (await trackPitch(samples, RATE)).filter((hz) => hz > 0).sort();
      return voiced[voiced.length >> 1]!;
    };
    const shift = 12 * Math.log2((await median(fast.samples)) / (await median(plain.samples)));
    expect(Math.abs(shift)).toBeLessThan(1);
  });

  it('prosody.volume: gain in dB', async () => {
    const plain = await speak();
    for (const volume of [-12, 6]) {
      const { samples } = await speak({ volume });
      expect(decibels(rms(samples) / rms(plain.samples))).toBeCloseTo(volume, 0);
    }
    const loud = await speak({ volume: 20 });
    expect(loud.samples.reduce((most, x) => Math.max(most, Math.abs(x)), 0)).toBeLessThanOrEqual(1);
  });

  it('prosody.normalize_loudness: -18 LUFS, on the model that does it', async () => {
    const s2 = {
      name: 's2-pro',
      pack: 'starter',
      grammar: 's2',
      multiSpeaker: true,
      loudness: true,
      priority: 0,
      price: 1,
    } as const;
    const on = await speak({ text: LONG, profile: s2 });
    expect(Math.abs(integratedLoudness(on.samples, RATE) + 18)).toBeLessThan(1.2);
    const off = await speak({ text: LONG, profile: s2, normalizeLoudness: false });
    const never = await speak({ text: LONG });
    expect(Buffer.from(off.samples.buffer).equals(Buffer.from(never.samples.buffer))).toBe(true);
  });

  it('temperature: more varied takes the higher', async () => {
    const [none, some, much] = [
      variety(await takes({ temperature: 0 })),
      variety(await takes({ temperature: 0.5 })),
      variety(await takes({ temperature: 1, topP: 1 })),
    ];
    expect(none).toBeLessThan(0.01);
    expect(some).toBeGreaterThan(0.02);
    expect(much).toBeGreaterThan(some);
  });

  it('top_p: more varied takes the larger the nucleus', async () => {
    const [small, large] = [variety(await takes({ topP: 0.1 })), variety(await takes({ topP: 1 }))];
    expect(large).toBeGreaterThan(small * 1.2);
  });

  it('repetition_penalty: intonation repeats itself less the higher', async () => {
    /** Share of phones whose F0 and energy are those of one of the twelve before. */
    const repetition = async (repetitionPenalty: number): Promise<number> => {
      const plans = await plansOf({ text: LONG, temperature: 0, repetitionPenalty });
      let again = 0;
      let phones = 0;
      for (const { f0, energy } of plans) {
        const tokens = Array.from(energy, (e, i) => [...f0.subarray(3 * i, 3 * i + 3), e].join());
        again += tokens.filter((token, i) => tokens.slice(Math.max(0, i - 12), i).includes(token)).length;
        phones += tokens.length;
      }
      return again / phones;
    };
    const [none, some, strong] = [await repetition(1), await repetition(1.5), await repetition(3)];
    expect(some).toBeLessThan(none);
    expect(strong).toBeLessThan(some);
  });

  it('max_new_tokens: a chunk ends there, cleanly', async () => {
    const [whole, cut] = [await speak(), await speak({ maxNewTokens: 20 })];
    expect(cut.seconds).toBeLessThan(whole.seconds * 0.6);
    expect(cut.notices.map((n) => n.code)).toContain('max_new_tokens');
    expect(Math.abs(cut.samples.at(-1)!)).toBeLessThan(0.01);
  });

  it('chunk_length and min_chunk_length: how the text is cut, and nothing is lost', async () => {
    const large = await speak({ text: LONG, chunkLength: 300 });
    const small = await speak({ text: LONG, chunkLength: 100, minChunkLength: 0 });
    expect(small.chunks.length).toBeGreaterThan(large.chunks.length);
    expect(small.chunks.every((chunk) => chunk.text.trim().length <= 100)).toBe(true);
    const words = (chunks: readonly Chunk[]): string => chunks.flatMap((c) => c.words.map((w) => w.text)).join(' ');
    expect(words(small.chunks)).toBe(words(large.chunks));
    const joined = await speak({ text: LONG, chunkLength: 300, minChunkLength: 100, latency: 'normal' });
    expect(joined.chunks.length).toBeLessThanOrEqual(small.chunks.length);
  });

  it('condition_on_previous_chunks: the next chunk goes on from the state of the one before', async () => {
    const at = { text: LONG, chunkLength: 100, minChunkLength: 0, temperature: 0 };
    const [joined, alone] = [await speak(at), await speak({ ...at, conditionOnPreviousChunks: false })];
    expect(joined.chunks[0]!.words.map((w) => w.end)).toEqual(alone.chunks[0]!.words.map((w) => w.end));
    expect(joined.chunks.at(-1)!.words.map((w) => w.end)).not.toEqual(alone.chunks.at(-1)!.words.map((w) => w.end));
    // No click at a join: the largest step there is no larger than the largest step of the speech around it.
    for (const chunk of joined.chunks.slice(1)) {
      const edge = Math.round(chunk.offsetSeconds * RATE);
      const step = (from: number, to: number): number => {
        let most = 0;
        for (let i = from + 1; i < to; i++)
          most = Math.max(most, Math.abs(joined.samples[i]! - joined.samples[i - 1]!));
        return most;
      };
      expect(step(edge - 48, edge + 48)).toBeLessThanOrEqual(step(edge - RATE, edge + RATE));
    }
  });

  it('latency: less audio stands before the first sound', async () => {
    const [low, balanced, normal] = [
      await speak({ latency: 'low' }),
      await speak({ latency: 'balanced' }),
      await speak({ latency: 'normal' }),
    ];
    expect(low.firstBlock).toBeLessThan(normal.firstBlock);
    expect(balanced.firstBlock).toBeLessThanOrEqual(normal.firstBlock);
    expect(low.firstBlock).toBeGreaterThan(0);
  });

  it('normalize: numbers are read as words, or left as they are', async () => {
    const text = 'Room 21 costs $45.';
    const [on, off] = [await speak({ text }), await speak({ text, normalize: false })];
    const words = (chunks: readonly Chunk[]): string =>
      chunks
        .flatMap((c) => c.words.map((w) => w.text))
        .join(' ')
        .toLowerCase();
    expect(words(on.chunks)).toContain('dollar');
    expect(words(off.chunks)).not.toContain('dollar');
  });

  it('features: the quality guard chooses among candidates, as many as early_stop_threshold asks for', async () => {
    const plain = await speak({ seed: 3, temperature: 1, topP: 1 });
    const one = await speak({ seed: 3, temperature: 1, topP: 1, features: ['quality-guard'], earlyStopThreshold: 0 });
    expect(Buffer.from(one.samples.buffer).equals(Buffer.from(plain.samples.buffer))).toBe(true);
    const candidates = async (earlyStopThreshold: number): Promise<number> =>
      (await plansOf({ features: ['quality-guard'], earlyStopThreshold })).length;
    const [half, all] = [await candidates(0.5), await candidates(1)];
    expect(half).toBeGreaterThan(1);
    expect(all).toBeGreaterThan(half);
    let changed = 0;
    for (let seed = 0; seed < 6; seed++) {
      const [bare, guarded] = [
        await speak({ seed, temperature: 1, topP: 1 }),
        await speak({ seed, temperature: 1, topP: 1, features: ['quality-guard'] }),
      ];
      if (bare.samples.length !== guarded.samples.length) changed++;
    }
    expect(changed).toBeGreaterThan(0);
    const unknown = await speak({ features: ['sparkle'] });
    expect(unknown.notices.map((n) => n.code)).toContain('unknown_feature');
  });
});
