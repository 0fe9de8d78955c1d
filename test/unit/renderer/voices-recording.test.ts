import { describe, expect, it } from 'vitest';
import { check, findingsOf } from '../../../renderer/voices/recording.ts';
import { randomOf } from '../../../renderer/voices/card.ts';

const RATE = 16_000;

/** Bursts of a tone, `on` of each second, over a floor of noise. */
function speech(seconds: number, { level = 9000, noise = 20, on = 0.7 } = {}): Int16Array {
  const random = randomOf(1);
  return Int16Array.from({ length: seconds * RATE }, (_, i) => {
    const tone = (i / RATE) % 1 < on ? level * Math.sin((i * 200 * 2 * Math.PI) / RATE) : 0;
    return Math.max(-32_768, Math.min(32_767, Math.round(tone + noise * (2 * random() - 1))));
  });
}

describe('a recording', () => {
  it('of a quarter of a minute, clear and clean, is good', () => {
    const { findings, speech: seconds } = check(speech(16), RATE);
    expect(findings).toEqual([]);
    expect(seconds).toBeCloseTo(16 * 0.7, 0);
  });
  it.each([
    ['short', speech(3)],
    ['brief', speech(8)],
    ['long', speech(61)],
    ['clipped', speech(16, { level: 60_000 })],
    ['quiet', speech(16, { level: 300, noise: 1 })],
    ['noisy', speech(16, { noise: 3000 })],
    ['pauses', speech(30, { on: 0.4 })],
  ] as const)('that is %s is told so', (finding, samples) => {
    expect(check(samples, RATE).findings).toContain(finding);
  });
  it('of nothing is silent', () => {
    expect(check(new Int16Array(RATE * 12), RATE).findings).toEqual(['silent']);
    expect(check(new Int16Array(0), RATE).findings).toEqual(['silent']);
  });
  it('is judged at once, and then by what the server measured', () => {
    const here = check(speech(30, { on: 0.4 }), RATE);
    const measured = {
      seconds: 30,
      speechSeconds: 12,
      levelDb: -20,
      snrDb: 40,
      clippedShare: 0,
      reverberationSeconds: 0.9,
      bandwidthHz: 8000,
      speakers: 2 as const,
      findings: ['reverberant' as const, 'several_speakers' as const],
    };
    expect(findingsOf(here, null)).toEqual(here.findings);
    expect(findingsOf(here, measured)).toEqual(['reverberant', 'several_speakers', 'pauses']);
    expect(findingsOf(check(new Int16Array(RATE), RATE), measured)).toEqual(['silent']);
  });
});
