import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { frameInputs, FRAME_FEATURES } from '../../../engine/acoustic/frames.ts';
import { canonical } from '../../../engine/packs/phones.ts';
import { ACOUSTIC_CONTEXT, PROSODY_CONTEXT, prosodyContext, writeFlags } from '../../../engine/prosody/context.ts';
import type { Phone, PhoneSequence } from '../../../engine/types.ts';

interface Recorded {
  words: { text: string; mark: string }[];
  phones: { ipa: string; word: number; stress: 0 | 1 | 2; tone: 0 | 1 | 2 | 3 | 4 | 5; ws: number; ss: number }[];
  breaks: (0 | 1 | 3 | 4)[];
  durations: number[];
  f3: number[][];
  energy: number[];
  prosodyContext: number[][];
  acousticContext: number[][];
  index: number[];
  line: number[];
  frames: number[][];
  canonical: Record<string, string>;
}

const recorded = JSON.parse(
  readFileSync(new URL('../../fixtures/voice-parity.json', import.meta.url), 'utf8'),
) as Recorded;

/** The break of a syllable stands on its last phone alone, as a phonemizer may leave it. */
const phones: Phone[] = recorded.phones.map((p, i) => {
  const next = recorded.phones[i + 1];
  const last = next === undefined || next.word !== p.word || next.ss === 1;
  return {
    ipa: p.ipa,
    stress: p.stress,
    tone: p.tone,
    word: p.word,
    wordStart: p.ws === 1,
    syllableStart: p.ss === 1,
    breakAfter: last ? recorded.breaks[i]! : 0,
  };
});
const sequence: PhoneSequence = {
  language: 'en-US',
  words: recorded.words.map((w, i) => ({ ...w, from: i, to: i + 1 })),
  phones,
};
const near = (got: ArrayLike<number>, want: readonly number[], tolerance: number): void => {
  expect(got.length).toBe(want.length);
  want.forEach((value, i) => expect(Math.abs(got[i]! - value), `at ${i}`).toBeLessThan(tolerance));
};

describe('the features that the models were trained on', () => {
  it('prosody context', () => {
    near(prosodyContext(sequence), recorded.prosodyContext.flat(), 1e-5);
    expect(prosodyContext(sequence).length).toBe(phones.length * PROSODY_CONTEXT);
  });

  it('acoustic flags', () => {
    const out = new Float32Array(phones.length * ACOUSTIC_CONTEXT);
    writeFlags(sequence, out, ACOUSTIC_CONTEXT);
    phones.forEach((_, i) =>
      near(
        out.subarray(i * ACOUSTIC_CONTEXT, i * ACOUSTIC_CONTEXT + 5),
        recorded.acousticContext[i]!.slice(0, 5),
        1e-5,
      ),
    );
  });

  it('frames', () => {
    const inputs = frameInputs({
      sequence,
      durations: Int32Array.from(recorded.durations),
      f0: Float32Array.from(recorded.f3.flat()),
      energy: Float32Array.from(recorded.energy),
    });
    expect([...inputs.index]).toEqual(recorded.index);
    near(inputs.line, recorded.line, 1e-6);
    near(inputs.features, recorded.frames.flat(), 1e-4);
    expect(inputs.features.length).toBe(inputs.frames * FRAME_FEATURES);
  });

  it('spelling of phones', () => {
    for (const [written, want] of Object.entries(recorded.canonical)) expect(canonical(written)).toBe(want);
  });

  it('secondary stress of English counts as stress, but for a final i', () => {
    const word = (ipa: string[], stress: 2): Phone[] =>
      ipa.map((symbol, i) => ({
        ipa: symbol,
        stress,
        tone: 0,
        word: 0,
        wordStart: i === 0,
        syllableStart: i === 0,
        breakAfter: 1,
      }));
    const flags = (ipa: string[], language: string): number[] => {
      const out = new Float32Array(ipa.length * 5);
      writeFlags({ language, words: [{ text: 'x', mark: '', from: 0, to: 1 }], phones: word(ipa, 2) }, out, 5);
      return [out[0]!, out[1]!];
    };
    expect(flags(['t', 'i'], 'en-US')).toEqual([0, 0]);
    expect(flags(['t', 'aɪ', 'm'], 'en-US')).toEqual([1, 0]);
    expect(flags(['t', 'aɪ', 'm'], 'de')).toEqual([0, 1]);
  });
});
