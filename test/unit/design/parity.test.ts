import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { VoiceCard } from '../../../engine/contract/voice-card.ts';
import { DesignSpace, toCard, toPoint } from '../../../engine/design/space.ts';
import { buckets, words } from '../../../engine/design/tokens.ts';

interface Fixture {
  readonly texts: readonly { readonly text: string; readonly words: string[]; readonly buckets: number[][] }[];
  readonly points: readonly { readonly point: number[]; readonly card: unknown }[];
}

const root = join(import.meta.dirname, '..', '..', '..');
const fixture = JSON.parse(readFileSync(join(root, 'test', 'fixtures', 'design-parity.json'), 'utf8')) as Fixture;
const space = DesignSpace.parse(JSON.parse(readFileSync(join(root, 'models', 'design', 'space.json'), 'utf8')));

describe('what the engine shares with the training of the design model', () => {
  it.each(fixture.texts)('the words of $text', ({ text, words: expected, buckets: ids }) => {
    expect(words(text)).toEqual(expected);
    expect(words(text).map((word) => buckets(word, space.buckets, space.bucketsOfWord))).toEqual(ids);
  });

  it('the cards of points', () => {
    expect(fixture.points.length).toBeGreaterThan(8);
    for (const { point, card } of fixture.points) {
      const made = toCard(point, space, 'starter');
      const expected = VoiceCard.parse(card);
      expect(made.accent).toBe(expected.accent);
      if (!('mix' in made.speaker) || !('mix' in expected.speaker)) throw new Error('a drawn card mixes speakers');
      expect(Object.keys(made.speaker.mix)).toEqual(Object.keys(expected.speaker.mix));
      for (const [name, weight] of Object.entries(expected.speaker.mix))
        expect(made.speaker.mix[name]).toBeCloseTo(weight, 1.5);
      expect(made.pitch.semitones).toBeCloseTo(expected.pitch.semitones, 1);
      for (const control of ['rate', 'tract', 'breathiness', 'roughness'] as const) {
        expect(made[control]).toBeCloseTo(expected[control], 2);
      }
      for (const control of ['tilt', 'energy'] as const) expect(made[control]).toBeCloseTo(expected[control], 1);
    }
  });

  it('a card is the point that it is spoken from', () => {
    for (const { point } of fixture.points) {
      const card = toCard(point, space, 'starter');
      const spoken = toPoint(card, space);
      expect(spoken).toHaveLength(point.length);
      // Back and forth once more changes nothing but the rounding: the controls are already within their bounds.
      toPoint(toCard(spoken, space, 'starter'), space).forEach((x, k) => expect(x).toBeCloseTo(spoken[k]!, 1));
      // Only a pitch that no card can have is spoken as another.
      if (Math.abs(card.pitch.semitones) < 20) expect(spoken[0]).toBeCloseTo(point[0]!, 2);
    }
  });

  it('any point is a card within bounds', () => {
    for (const value of [-1e9, -3, 0, 3, 1e9]) {
      const card = toCard(
        Array.from({ length: space.scale.mean.length }, () => value),
        space,
        'starter',
      );
      expect(card.tract).toBeGreaterThanOrEqual(0.7);
      expect(card.tract).toBeLessThanOrEqual(1.5);
      expect(card.breathiness).toBeGreaterThanOrEqual(0);
      expect(card.breathiness).toBeLessThanOrEqual(1);
    }
  });
});
