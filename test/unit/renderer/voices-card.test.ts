import { describe, expect, it } from 'vitest';
import { VoiceCard } from '../../../engine/contract/voice-card.ts';
import {
  changedWords,
  DIAL_NAMES,
  DIALS,
  dialOf,
  mixable,
  neighbour,
  withDial,
} from '../../../renderer/voices/card.ts';
import { clipOf } from '../../../renderer/voices/sound.ts';
import { readWav, writeWav } from '../../../renderer/voices/wav.ts';

const low = VoiceCard.parse({ speaker: { mix: { a: 0.6, b: 0.4 } }, pitch: { semitones: -6 }, tract: 0.8 });
const high = VoiceCard.parse({ speaker: { mix: { b: 1 } }, pitch: { semitones: 6 }, tract: 1.25, tilt: 2 });

describe('neighbours of a voice', () => {
  it('are valid cards, unlike it, and the same for the same seed', () => {
    for (let seed = 0; seed < 50; seed++) {
      const near = neighbour(low, seed);
      expect(VoiceCard.safeParse(near).success).toBe(true);
      expect(near).not.toEqual(low);
      expect(near).toEqual(neighbour(low, seed));
      expect(Math.abs(near.pitch.semitones - low.pitch.semitones)).toBeLessThan(2.3);
      for (const dial of DIAL_NAMES) expect(dialOf(near, dial)).toBeLessThanOrEqual(DIALS[dial].max);
    }
    expect(neighbour(low, 1)).not.toEqual(neighbour(low, 2));
  });
  it('keep a number that lies outside the sliders', () => {
    const odd = withDial(low, 'tract', 1.5);
    expect(neighbour(odd, 3).tract).toBeGreaterThan(1.25);
  });
});

describe('a mixture', () => {
  it('is possible between voices of one pack that are built alike', () => {
    expect(mixable(low, high)).toBe(true);
    expect(mixable(low, { ...high, pack: 'other' })).toBe(false);
    expect(mixable(low, { ...high, speaker: { recordings: ['0'.repeat(64)] } })).toBe(false);
    const embedded = (size: number) => ({ ...low, speaker: { embedding: Array<number>(size).fill(0) } });
    expect([mixable(embedded(2), embedded(2)), mixable(embedded(2), embedded(3))]).toEqual([true, false]);
  });
});

describe('what changed between two prompts', () => {
  it('is told word by word', () => {
    expect(changedWords('an old man, calm', 'an old woman, calm')).toEqual({ gone: ['man,'], come: ['woman,'] });
    expect(changedWords('calm', 'calm and slow')).toEqual({ gone: [], come: ['and', 'slow'] });
  });
});

describe('WAV files', () => {
  const samples = Int16Array.from({ length: 4410 }, (_, i) => Math.round(8000 * Math.sin(i / 20)));
  it('come back as they were written', () => {
    const { rate, samples: read, card } = readWav(writeWav(samples, 44_100));
    expect([rate, card]).toEqual([44_100, null]);
    expect(read).toEqual(samples);
  });
  it('are refused when they are none', () => {
    expect(() => readWav(new Uint8Array(64))).toThrow(/no WAV/);
  });
});

describe('clips that are compared', () => {
  const tone = (level: number) =>
    clipOf(
      Int16Array.from({ length: 44_100 }, (_, i) => Math.round(level * Math.sin((i * 440 * 2 * Math.PI) / 44_100))),
      44_100,
    );
  it('are brought to one loudness', () => {
    const [quiet, loud] = [tone(800), tone(8000)];
    expect((quiet.gain * 800) / (loud.gain * 8000)).toBeCloseTo(1, 2);
  });
  it('are never driven into clipping', () => {
    const spike = new Int16Array(44_100);
    spike[100] = 30_000;
    expect(clipOf(spike, 44_100).gain * (30_000 / 32_768)).toBeLessThanOrEqual(0.971);
  });
});
