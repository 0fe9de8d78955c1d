import { describe, expect, it } from 'vitest';
import { deliver, houseVoices } from './support/expression.ts';
import { speak } from './support/speaking.ts';

const TEXT = 'Nobody in the valley remembered a longer winter.';
const semitones = (a: number, b: number): number => 12 * Math.log2(a / b);
/** A voice that whispers by itself has no pitch to change. */
const voices = houseVoices();
const voiced = voices.filter(({ card }) => card.breathiness < 1);

describe('each tag changes the sound in its direction', () => {
  it.each(voiced.map((voice) => [voice.id, voice] as const))('%s', { timeout: 300_000 }, async (_, voice) => {
    const say = (tag: string): ReturnType<typeof deliver> => deliver(tag, voice, TEXT);
    const plain = await say('');
    const whisper = await say('[whispering]');
    // The pitch tracker takes up to a fifth of the noise of a whisper for voice.
    expect(whisper.voiced).toBeLessThan(0.25);
    expect(plain.voiced).toBeGreaterThan(0.6);
    const shout = await say('[shouting]');
    expect(shout.level - plain.level).toBeGreaterThan(6);
    expect(semitones(shout.f0, plain.f0)).toBeGreaterThan(2);
    expect(shout.tilt).toBeGreaterThan(plain.tilt);
    const [sad, excited] = [await say('[sad]'), await say('[excited]')];
    expect(sad.wordsPerSecond).toBeLessThan(0.92 * plain.wordsPerSecond);
    expect(excited.wordsPerSecond).toBeGreaterThan(1.08 * plain.wordsPerSecond);
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
