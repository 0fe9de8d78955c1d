import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { HouseVoice, VoiceCard } from '../../../engine/contract/voice-card.ts';
import { StarterTables } from '../../../engine/packs/tables.ts';
import { cardId, parseCard } from '../../../engine/voice/cards.ts';
import { voiceDistance } from '../../../engine/voice/distance.ts';
import { mixCards } from '../../../engine/voice/mix.ts';

const starter = join(import.meta.dirname, '..', '..', '..', 'models', 'starter');
const json = (file: string): unknown => JSON.parse(readFileSync(join(starter, file), 'utf8'));
const { speakers } = StarterTables.parse(json('tables.json'));
const house = z.array(HouseVoice).parse(json('voices.json'));
const card = (controls: object = {}, mix: Record<string, number> = { rms: 1 }): VoiceCard =>
  VoiceCard.parse({ speaker: { mix }, ...controls });

describe('a card that comes from outside', () => {
  it('gets its neutral values', () => {
    expect(parseCard({ speaker: { mix: { rms: 1 } } })).toMatchObject({ tract: 1, pitch: { semitones: 0, range: 1 } });
  });

  it('is refused with the control that is wrong', () => {
    expect(() => parseCard({ speaker: { mix: { rms: 1 } }, pitch: { semitones: 99 } })).toThrow(/pitch\.semitones/);
    expect(() => parseCard({ speaker: { mix: { rms: 1 } }, growl: 1 })).toThrow(/growl/);
    expect(() => parseCard(null)).toThrow(/not valid/);
  });
});

describe('the id of a card', () => {
  it('follows from the voice alone', () => {
    const id = cardId(card({ rate: 1.1, tilt: -1 }));
    expect(id).toMatch(/^[0-9a-f]{24}$/);
    expect(cardId(VoiceCard.parse({ tilt: -1, rate: 1.1, tract: 1, speaker: { mix: { rms: 0.5, awb: 0 } } }))).toBe(id);
    expect(cardId(card({ rate: 1.1, tilt: -1.01 }))).not.toBe(id);
    expect(new Set(house.map((voice) => cardId(voice.card))).size).toBe(house.length);
  });
});

describe('a mix of two voices', () => {
  const low = card({ pitch: { semitones: -4, range: 0.5 }, rate: 0.8, tract: 0.9, envelopeOffset: Array(72).fill(4) });
  const high = card(
    { pitch: { semitones: 4, range: 1.5 }, rate: 1.25, tract: 1.1, accent: 'en-GB' },
    { slt: 2 / 3, hts: 1 / 3 },
  );

  it('is either voice at the ends', () => {
    expect(cardId(mixCards(low, high, 0))).toBe(cardId(low));
    expect(voiceDistance(mixCards(low, high, 1), high, speakers).total).toBeCloseTo(0, 5);
  });

  it('lies between them', () => {
    const middle = mixCards(low, high, 0.5);
    expect(middle.pitch).toEqual({ semitones: 0, range: 1 });
    expect(middle.rate).toBeCloseTo(1, 6);
    expect(middle.envelopeOffset?.[3]).toBe(2);
    expect(middle.accent).toBe('en-GB');
    const whole = voiceDistance(low, high, speakers).total;
    for (const end of [low, high]) {
      const part = voiceDistance(middle, end, speakers).total;
      expect(part).toBeGreaterThan(0.3 * whole);
      expect(part).toBeLessThan(0.8 * whole);
    }
  });

  it('is refused where there is no such voice', () => {
    const other = VoiceCard.parse({ speaker: { embedding: [1, 2] } });
    expect(() => mixCards(low, other, 0.5)).toThrow(/cannot be mixed/);
    expect(() => mixCards(low, { ...high, pack: 'x' }, 0.5)).toThrow(/packs/);
    expect(() => mixCards(low, high, 1.5)).toThrow(/share/);
    expect(() => mixCards(low, high, NaN)).toThrow(/share/);
  });
});

describe('the distance of two voices', () => {
  const apart = (a: VoiceCard, b: VoiceCard): number => voiceDistance(a, b, speakers).total;

  it('is one of a metric', () => {
    for (const a of house.slice(0, 6)) {
      expect(apart(a.card, a.card)).toBe(0);
      for (const b of house.slice(0, 6)) {
        expect(apart(a.card, b.card)).toBeCloseTo(apart(b.card, a.card), 9);
        for (const c of house.slice(6, 9)) {
          expect(apart(a.card, b.card)).toBeLessThanOrEqual(apart(a.card, c.card) + apart(c.card, b.card) + 1e-9);
        }
      }
    }
  });

  it('says each part in its unit', () => {
    expect(voiceDistance(card(), card({ pitch: { semitones: 3 } }), speakers).pitch).toBeCloseTo(3, 9);
    expect(voiceDistance(card(), card({ tract: 1.2 }), speakers).tract).toBeCloseTo(20, 9);
    expect(voiceDistance(card(), card({ rate: 1.1 }), speakers).rate).toBeCloseTo(10, 9);
    expect(voiceDistance(card(), card({ tilt: -3 }), speakers).tilt).toBe(3);
    expect(voiceDistance(card(), card({}, { slt: 1 }), speakers).colour).toBeGreaterThan(1);
  });

  it('does not hear the pitch of a whisper', () => {
    const [a, b] = [card({ breathiness: 1 }), card({ breathiness: 1, pitch: { semitones: 9 } })];
    expect(apart(a, b)).toBe(0);
  });

  it('sets a man and a woman further apart than two settings of one voice', () => {
    expect(apart(card(), card({}, { slt: 1 }))).toBeGreaterThan(apart(card(), card({ tilt: 1, rate: 1.05 })));
  });
});
