import { beforeAll, describe, expect, it } from 'vitest';
import { Random } from '../../../../engine/random.ts';
import { loadFfts } from '../../../../engine/vocoder/fft.ts';
import { checkRecording } from '../../../../engine/voice/clone/check.ts';
import { analyseRecording } from '../../../../engine/voice/clone/recording.ts';
import type { RecordingCheck } from '../../../../engine/contract/recording-check.ts';

const RATE = 24000;
beforeAll(() => loadFfts());

interface Person {
  readonly hz: number;
  /** The formants, as a share of a man's. */
  readonly tract: number;
}
const MAN: Person = { hz: 110, tract: 1 };
const WOMAN: Person = { hz: 210, tract: 1.2 };

/** Syllables of 0.25 s, 0.1 s between them and 0.5 s after each third: harmonics under formants of one vowel after another. */
function speech({ hz, tract }: Person, seconds: number): Float32Array {
  const out = new Float32Array(Math.round(seconds * RATE));
  const vowels = [
    [700, 1200],
    [300, 2200],
    [400, 800],
    [500, 1700],
  ];
  for (let at = 0, n = 0; at < seconds; at += n % 3 === 2 ? 0.75 : 0.35, n++) {
    const [first, second] = vowels[n % vowels.length]!;
    const f0 = hz * (1 + 0.08 * Math.sin(n));
    for (let h = 1; h * f0 < 8000; h++) {
      const peak = (centre: number): number => 1 / (1 + ((h * f0 - centre * tract) / 120) ** 2);
      const gain = (0.02 + peak(first!) + 0.6 * peak(second!) + 0.3 * peak(2600)) / (1 + (h * f0) / 900);
      for (let i = 0; i < 0.25 * RATE; i++) {
        const place = Math.round(at * RATE) + i;
        if (place >= out.length) break;
        const edge = Math.min(1, i / 480, (0.25 * RATE - i) / 480);
        out[place]! += 0.12 * edge * gain * Math.sin((2 * Math.PI * h * f0 * i) / RATE);
      }
    }
  }
  return out;
}

const join = (a: Float32Array, b: Float32Array): Float32Array => {
  const out = new Float32Array(a.length + b.length);
  out.set(a);
  out.set(b, a.length);
  return out;
};

/** A room: noise that dies away, 60 dB in `seconds`, after the sound itself. */
function inRoom(dry: Float32Array, seconds: number): Float32Array {
  const out = dry.slice();
  const random = new Random(3);
  // Feedback combs of unlike lengths make a dense, exponential decay.
  for (const length of [1031, 1327, 1523, 1871, 2203]) {
    const delay = Math.round(length * (0.9 + 0.2 * random.uniform()));
    const gain = 10 ** ((-3 * delay) / (seconds * RATE));
    const comb = new Float32Array(dry.length);
    for (let i = delay; i < dry.length; i++) {
      comb[i] = dry[i - delay]! + gain * comb[i - delay]!;
      out[i]! += 0.25 * comb[i]!;
    }
  }
  return out;
}

const checked = async (samples: Float32Array): Promise<RecordingCheck> =>
  checkRecording(await analyseRecording({ text: '', samples, limitHz: 11_000 }));

describe('what is told of a recording', () => {
  it('finds nothing wrong with a clean one', async () => {
    const check = await checked(speech(MAN, 20));
    expect(check.findings).toEqual([]);
    expect(check.seconds).toBe(20);
    expect(check.speechSeconds).toBeGreaterThan(8);
    expect(check.speechSeconds).toBeLessThan(12);
    expect(check.speakers).toBe(1);
  });

  it('measures noise within 3 dB', async () => {
    const clean = speech(WOMAN, 12);
    const power = clean.reduce((sum, x) => sum + x * x, 0) / (clean.length * 0.52);
    for (const snr of [10, 30]) {
      const random = new Random(1);
      const scale = Math.sqrt(power) * 10 ** (-snr / 20);
      const { snrDb, findings } = await checked(clean.map((x) => x + scale * random.gaussian()));
      expect(Math.abs(snrDb - snr)).toBeLessThan(3);
      expect(findings.includes('noisy')).toBe(snr < 20);
    }
  });

  it('hears rooms apart, and two people', async () => {
    const dry = speech(MAN, 12);
    const rooms = [];
    for (const seconds of [0.3, 0.8]) rooms.push(await checked(inRoom(dry, seconds)));
    expect(rooms[1]!.reverberationSeconds).toBeGreaterThan(1.2 * rooms[0]!.reverberationSeconds!);
    expect(rooms[1]!.findings).toContain('reverberant');
    expect((await checked(join(speech(MAN, 9), speech(WOMAN, 9)))).findings).toContain('several_speakers');
  });

  it('tells of what is clipped, quiet, short or narrow', async () => {
    const clean = speech(MAN, 8);
    const loud = clean.map((x) => Math.min(Math.max(60 * x, -1), 1));
    expect((await checked(loud)).findings).toContain('clipped');
    expect((await checked(clean.map((x) => 0.01 * x))).findings).toContain('quiet');
    expect((await checked(clean.subarray(0, 2 * RATE))).findings).toContain('short');
    expect((await checked(clean)).findings).toContain('brief');
    expect((await checked(new Float32Array(2 * RATE))).findings).toContain('short');
  });
});
