import { describe, expect, it } from 'vitest';
import { ENVELOPE_BINS } from '../../engine/contract/voice-card.ts';
import type { Delivery } from '../../engine/expression/delivery.ts';
import { perform, silence } from '../../engine/expression/perform.ts';
import type { Style } from '../../engine/expression/style.ts';
import { StyleTracks } from '../../engine/expression/tracks.ts';
import { understand } from '../../engine/expression/understand.ts';
import type { FrameBlock, ProsodyPlan } from '../../engine/types.ts';
import { BANDS } from '../../engine/vocoder/grid.ts';
import { deliver, houseVoices } from './support/expression.ts';
import { RATE, speak } from './support/speaking.ts';

const TEXT = 'Nobody in the valley remembered a longer winter.';
const understoodStyle = (tag: string): Style | null => {
  const direction = understand(tag.slice(1, -1));
  return direction.kind === 'style' ? direction.style : null;
};
const semitones = (a: number, b: number): number => 12 * Math.log2(a / b);

describe('each tag changes the sound in its direction', () => {
  it.each(houseVoices().map((voice) => [voice.id, voice] as const))('%s', { timeout: 300_000 }, async (_, voice) => {
    const say = (tag: string): ReturnType<typeof deliver> => deliver(tag, voice, TEXT);
    const plain = await say('');
    expect((await say('[whispering]')).voiced).toBeLessThan(0.05);
    const shout = await say('[shouting]');
    expect(shout.level - plain.level).toBeGreaterThan(6);
    expect(shout.tilt).toBeGreaterThan(plain.tilt);
    const [sad, excited] = [await say('[sad]'), await say('[excited]')];
    expect(sad.wordsPerSecond).toBeLessThan(0.92 * plain.wordsPerSecond);
    expect(excited.wordsPerSecond).toBeGreaterThan(1.08 * plain.wordsPerSecond);
    expect(excited.level).toBeGreaterThan(sad.level + 2);
    if (voice.card.breathiness >= 1) {
      // This voice whispers by itself: its pitch is heard in its formants.
      expect(plain.voiced).toBeLessThan(0.05);
      expect(sad.centre).toBeLessThan(plain.centre);
      expect(excited.centre).toBeGreaterThan(plain.centre);
      expect((await say('[high pitched]')).centre).toBeGreaterThan((await say('[low voice]')).centre + 0.02);
      return;
    }
    // A rough voice's cycles differ so much that half of its frames pass for noise.
    expect(plain.voiced).toBeGreaterThan(voice.card.roughness > 0.5 ? 0.35 : 0.6);
    expect(semitones(shout.f0, plain.f0)).toBeGreaterThan(2);
    expect(semitones(sad.f0, plain.f0)).toBeLessThan(-0.5);
    expect(semitones(excited.f0, plain.f0)).toBeGreaterThan(1);
    // In a voice that is half breath the tracker loses octaves: its range is not known.
    if (voice.card.breathiness < 0.3) expect(sad.range).toBeLessThan(excited.range);
  });
});

/** The longest stretch of the samples without sound (below -60 dB of full scale), seconds. */
function longestSilence(samples: Float32Array): number {
  let [longest, length] = [0, 0];
  for (const x of samples) {
    length = Math.abs(x) < 0.001 ? length + 1 : 0;
    longest = Math.max(longest, length);
  }
  return longest / RATE;
}

describe('pauses', () => {
  it.each([
    ['Wait [0.5s] here now.', 0.5],
    ['Wait [250ms] here now.', 0.25],
    ['Wait [pause] here now.', 0.5],
    ['Wait [long pause] here now.', 1],
    ['Wait (break) here now.', 0.5],
    ['Hello there. [1.5 seconds] Next, please.', 1.5],
    ['One two. <|speaker:0|>[1s] Three four.', 1],
    ['[sad] One two [0.75s] [excited] three four.', 0.75],
  ])('%s is exactly so long, and is not read aloud', async (text, seconds) => {
    const { chunks, samples } = await speak({ text });
    const words = chunks.flatMap((chunk) => chunk.words);
    const gaps = words.slice(1).map((word, i) => word.start - words[i]!.end);
    expect(Math.max(...gaps)).toBeCloseTo(seconds, 5);
    expect(words.every((word) => text.slice(word.from, word.to) === word.text)).toBe(true);
    expect(words.some((word) => /pause|break|s\b\]/u.test(text.slice(word.from, word.to)))).toBe(false);
    // From the last sound of a word to the first of the next: but for what rings on of the last cycle. A word that begins
    // with a closed mouth is heard a little later than it begins.
    const silent = longestSilence(samples.subarray(0, Math.round(words.at(-1)!.end * RATE)));
    expect(silent).toBeGreaterThan(seconds - 0.025);
    expect(silent).toBeLessThan(seconds + 0.05);
  });
});

describe('styles and sounds, however they are delivered', () => {
  const text = '[sad] Nobody came. [laughing] And then [0.3s] everybody did! [whispering] Be quiet now, they sleep.';

  it('the same request twice is the same sound, and its words stand in its text', async () => {
    const [a, b] = [await speak({ text }), await speak({ text })];
    expect(Buffer.from(a.samples.buffer).equals(Buffer.from(b.samples.buffer))).toBe(true);
    expect(a.chunks.flatMap((chunk) => chunk.words).length).toBe(11);
  });

  it('what comes in blocks is what comes at once: no block of frames is another sound', async () => {
    const f0 = Float32Array.from({ length: 60 }, (_, i) => 120 + i);
    const block = (from: number, to: number): FrameBlock => ({
      frames: to - from,
      f0: f0.subarray(from, to),
      envelope: new Float32Array((to - from) * ENVELOPE_BINS).fill(-8),
      aperiodicity: new Float32Array((to - from) * BANDS).fill(0.2),
    });
    const plan = {
      durations: Int32Array.from([20, 20, 20]),
      sequence: { phones: [0, 1, 1].map((word) => ({ word })) },
    };
    const delivery = { styles: [understoodStyle('[sad]'), understoodStyle('[excited]')], emphasis: [0, 1] };
    const tracks = StyleTracks.of(plan as unknown as ProsodyPlan, delivery as unknown as Delivery);
    const insertions = [{ at: 33, frames: 12, blocks: () => silence(12), silent: [31, 36] as const }];
    const heard = async (cuts: readonly number[]): Promise<number[]> => {
      const blocks = cuts.slice(1).map((to, i) => block(cuts[i]!, to));
      const result: number[] = [];
      for await (const made of perform(blocks, tracks, insertions, Math.log(140)))
        for (let i = 0; i < made.frames; i++)
          result.push(made.f0[i]!, made.manner?.energy ?? 0, made.manner?.tilt ?? 0);
      return result;
    };
    const whole = await heard([0, 60]);
    expect(whole.length).toBe(3 * 72);
    for (const cuts of [[0, 1, 60], [0, 20, 33, 60], [0, 32, 34, 60], Array.from({ length: 61 }, (_, i) => i)])
      expect(await heard(cuts)).toEqual(whole);
  });
});
