import { describe, expect, it } from 'vitest';
import { ENVELOPE_BINS, PHONE_CLASSES, VoiceCard } from '../../../engine/contract/voice-card.ts';
import type { StarterPack } from '../../../engine/packs/load.ts';
import { PhoneLookup } from '../../../engine/packs/phones.ts';
import type { FrameBlock, ProsodyPlan } from '../../../engine/types.ts';
import { ClassOffsets } from '../../../engine/voice/class-offsets.ts';
import { resolveVoice } from '../../../engine/voice/resolve.ts';

const speaker = (name: string, embedding: number[], logF0Mean: number, duration: number) => ({
  name,
  embedding,
  logF0Mean,
  logF0Sd: 0.2,
  energyScale: 1,
  f0Scale: 1,
  logDurationMean: [duration, duration + 1],
});
const pack = {
  manifest: { id: 'starter' },
  tables: { speakers: [speaker('ann', [1, 0], 5.3, 2), speaker('bob', [0, 1], 4.7, 1)] },
} as unknown as StarterPack;

const card = (speakerOfCard: VoiceCard['speaker'], change = {}): VoiceCard =>
  VoiceCard.parse({ speaker: speakerOfCard, ...change });
const resolve = (speakerOfCard: VoiceCard['speaker']) => resolveVoice(pack, { card: card(speakerOfCard) });

describe('resolveVoice', () => {
  it('is a speaker, whole', () => {
    const voice = resolve({ mix: { bob: 0.3 } });
    expect([...voice.speakerEmbedding]).toEqual([0, 1]);
    expect(voice.logF0Mean).toBe(4.7);
    expect([...voice.logDurationMean]).toEqual([1, 2]);
  });

  it('is between the speakers of a mix, in everything', () => {
    const voice = resolve({ mix: { ann: 0.2, bob: 0.6 } });
    expect([...voice.speakerEmbedding]).toEqual([0.25, 0.75]);
    expect(voice.logF0Mean).toBeCloseTo(4.85, 9);
    expect(voice.logDurationMean[1]).toBeCloseTo(2.25, 6);
  });

  it('takes the statistics of an embedding from the speakers near it', () => {
    const voice = resolve({ embedding: [0.9, 0] });
    expect(voice.speakerEmbedding[0]).toBeCloseTo(0.9, 6);
    expect(voice.logF0Mean).toBeGreaterThan(5.25);
  });

  it.each<[string, VoiceCard['speaker'], string]>([
    ['an unknown speaker', { mix: { ann: 1, cleo: 1 } }, 'cleo'],
    ['a mix of nobody', { mix: { ann: 0 } }, 'weights'],
    ['an embedding of another size', { embedding: [1, 2, 3] }, '3 values'],
  ])('refuses %s', (_, wrong, text) => {
    expect(() => resolve(wrong)).toThrow(
      expect.objectContaining({ reason: 'unknown_voice', message: expect.stringContaining(text) as string }),
    );
  });

  it('refuses a voice of another pack', () => {
    const other = card({ mix: { ann: 1 } }, { pack: 'kokoro' });
    expect(() => resolveVoice(pack, { card: other })).toThrow(expect.objectContaining({ reason: 'unknown_voice' }));
  });
});

describe('ClassOffsets', () => {
  const phones = new PhoneLookup({ symbols: ['_', 'a'], features: [[0], [1]], classes: [0, 3], others: {} });
  const plan = {
    sequence: { language: 'en', words: [], phones: ['_', 'a', '_'].map((ipa) => ({ ipa })) },
    durations: Int32Array.of(10, 20, 10),
  } as unknown as ProsodyPlan;
  const classOffsets = Array.from({ length: PHONE_CLASSES }, (_, c) =>
    new Array<number>(ENVELOPE_BINS).fill(c === 3 ? 6 : 0),
  );
  const block = (frames: number): FrameBlock => ({
    frames,
    f0: new Float32Array(frames),
    envelope: new Float32Array(frames * ENVELOPE_BINS),
    aperiodicity: new Float32Array(frames * 5),
  });
  const first = (offset: Float32Array | undefined): number[] =>
    Array.from({ length: (offset?.length ?? 0) / ENVELOPE_BINS }, (_, i) => offset![i * ENVELOPE_BINS]!);

  it('adds what the class of each frame gets, with soft edges, however the frames come', () => {
    const with3 = card({ mix: { ann: 1 } }, { classOffsets });
    const whole = first(ClassOffsets.of(with3, plan, phones)!.apply(block(40)).offset);
    expect(whole[0]).toBe(0);
    expect(whole[20]).toBeCloseTo(6, 2);
    expect(whole[9]).toBeGreaterThan(0);
    expect(whole[9]).toBeLessThan(whole[10]!);
    const parts = ClassOffsets.of(with3, plan, phones)!;
    expect([9, 13, 18].flatMap((frames) => first(parts.apply(block(frames)).offset))).toEqual(whole);
  });

  it('is nothing for a card without any', () => {
    expect(ClassOffsets.of(card({ mix: { ann: 1 } }), plan, phones)).toBeNull();
  });
});
