import { describe, expect, it } from 'vitest';
import { deliver, houseVoices } from './support/expression.ts';
import { speak } from './support/speaking.ts';

const TEXT = 'Nobody in the valley remembered a longer winter.';
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

describe('pauses', () => {
  it.each([
    ['Wait [0.5s] here now.', 0.5],
    ['Hello there. [1.5 seconds] Next, please.', 1.5],
    ['One two. <|speaker:0|>[1s] Three four.', 1],
  ])('%s', async (text, seconds) => {
    const { chunks } = await speak({ text });
    const words = chunks.flatMap((chunk) => chunk.words);
    const gaps = words.slice(1).map((word, i) => word.start - words[i]!.end);
    expect(Math.max(...gaps)).toBeCloseTo(seconds, 5);
    expect(words.every((word) => text.slice(word.from, word.to) === word.text)).toBe(true);
  });
});
