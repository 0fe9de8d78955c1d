import { describe, expect, it } from 'vitest';
import { ENVELOPE_BINS, VoiceCard } from '../../../engine/contract/voice-card.ts';
import { PhoneLookup } from '../../../engine/packs/phones.ts';
import { CANDIDATES, candidatesNeeded, faults } from '../../../engine/plan/quality-guard.ts';
import type { FrameBlock, Phone, ProsodyPlan } from '../../../engine/types.ts';

const symbols = ['_', 'a', 't'];
const lookup = new PhoneLookup({
  symbols,
  features: [
    [0, 0],
    [1, 0],
    [0, 1],
  ],
  classes: [0, 1, 5],
  others: {},
});
const voice = {
  card: VoiceCard.parse({ speaker: { mix: { one: 1 } } }),
  speakerEmbedding: new Float32Array(1),
  logF0Mean: 5,
  logF0Sd: 0.2,
  energyScale: 1,
  f0Scale: 1,
  logDurationMean: Float32Array.of(Math.log(20), Math.log(10), Math.log(6)),
};

/** `_ ta ta _ ta ta _`, ten frames a vowel, six a consonant. */
const order = ['_', 't', 'a', 't', 'a', '_', 't', 'a', 't', 'a', '_'];
const phones = order.map((ipa, i): Phone => ({
  ipa,
  stress: 0,
  tone: 0,
  word: ipa === '_' ? -1 : i < 5 ? 0 : 1,
  wordStart: false,
  syllableStart: false,
  breakAfter: 0,
}));

interface Change {
  readonly durations?: Readonly<Record<number, number>>;
  readonly f0?: number;
  /** Frames of vowels that are unvoiced; frames that are silent; level in nepers of power. */
  readonly unvoiced?: boolean;
  readonly level?: number;
}

function judge({ durations = {}, f0 = 0, unvoiced = false, level = -4 }: Change = {}): number {
  const usual = { _: 20, a: 10, t: 6 } as const;
  const plan: ProsodyPlan = {
    sequence: { language: 'en-US', words: [], phones },
    durations: Int32Array.from(order, (ipa, i) => durations[i] ?? usual[ipa as keyof typeof usual]),
    f0: new Float32Array(33).fill(f0),
    energy: new Float32Array(11),
  };
  const frames = order.flatMap((ipa, i) => new Array<string>(plan.durations[i]!).fill(ipa));
  const block: FrameBlock = {
    frames: frames.length,
    f0: Float32Array.from(frames, (ipa) => (ipa === 'a' && !unvoiced ? 120 : 0)),
    envelope: Float32Array.from({ length: frames.length * ENVELOPE_BINS }, (_, i) =>
      frames[Math.floor(i / ENVELOPE_BINS)] === '_' ? -16 : level,
    ),
    aperiodicity: new Float32Array(frames.length * 5),
  };
  return faults(plan, [block], voice, lookup, 1);
}

describe('quality guard', () => {
  it('finds no fault with a plain reading', () => {
    expect(judge()).toBeLessThan(0.01);
  });

  it.each<[string, Change]>([
    ['too long as a whole', { durations: { 1: 9, 2: 16, 3: 9, 4: 16, 6: 9, 7: 16, 8: 9, 9: 16 } }],
    ['too short as a whole', { durations: { 1: 3, 2: 5, 3: 3, 4: 5, 6: 3, 7: 5, 8: 3, 9: 5 } }],
    ['a held phone', { durations: { 2: 60 } }],
    ['dead air', { durations: { 5: 150 } }],
    ['a voice out of its range', { f0: 1.2 }],
    ['vowels without voice', { unvoiced: true }],
    ['clipping', { level: 4 }],
  ])('finds fault with %s', (_, change) => {
    expect(judge(change)).toBeGreaterThan(judge() + 0.3);
  });

  it('needs the share of its candidates that it is told', () => {
    expect([0, 0.2, 0.5, 1].map(candidatesNeeded)).toEqual([1, 1, 2, CANDIDATES]);
  });
});
