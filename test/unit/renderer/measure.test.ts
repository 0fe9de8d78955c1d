import { describe, expect, it } from 'vitest';
import { serverEvents } from '../../../renderer/api/events.ts';
import { flawsOf, loudnessOf, peaksOf, powersOf } from '../../../renderer/player/measure.ts';

const RATE = 44_100;
const sine = (seconds: number, amplitude: number, hz = 997): Int16Array =>
  Int16Array.from({ length: RATE * seconds }, (_, n) =>
    Math.round(32_767 * amplitude * Math.sin((2 * Math.PI * hz * n) / RATE)),
  );

describe('loudness', () => {
  it('is -23 LUFS for the reference tone of EBU Tech 3341 (997 Hz, -20 dBFS mono is -23.0)', () => {
    expect(loudnessOf([{ powers: powersOf(sine(5, 0.1), RATE), gain: 0 }])).toBeCloseTo(-23.0, 1);
  });
  it('follows the gain, gates silence, and is minus infinity for none', () => {
    const powers = powersOf(sine(3, 0.1), RATE);
    expect(loudnessOf([{ powers, gain: 6 }])).toBeCloseTo(-17.0, 1);
    expect(
      loudnessOf([
        { powers, gain: 0 },
        { powers: new Float64Array(50), gain: 0 },
      ]),
    ).toBeCloseTo(-23.0, 1);
    expect(loudnessOf([])).toBe(-Infinity);
  });
});

describe('checks', () => {
  it('finds nothing wrong with a plain take', () => expect(flawsOf(sine(2, 0.3), RATE, 2.3)).toEqual([]));
  it('finds takes that are clipped, silent, too long and too short', () => {
    const clipped = sine(2, 0.9).map((value) =>
      Math.max(-32_768, Math.min(32_767, value * 3 > 32_767 ? 32_767 : value * 3)),
    );
    expect(flawsOf(clipped, RATE, 2.3)).toContain('clipped');
    expect(flawsOf(new Int16Array(RATE * 2), RATE, 2.3)).toEqual(['silent']);
    expect(flawsOf(sine(10, 0.3), RATE, 1.6)).toEqual(['tooLong']);
    expect(flawsOf(sine(1, 0.3), RATE, 4.3)).toEqual(['tooShort']);
    expect(flawsOf(sine(1, 0.3), RATE, 2.3)).toEqual([]);
  });
});

describe('peaks', () => {
  it('has sixty a second, as high as the sound', () => {
    const peaks = peaksOf(sine(1, 0.5), RATE);
    expect(peaks).toHaveLength(60);
    for (const peak of peaks) expect(peak).toBeCloseTo(0.5, 2);
  });
});

describe('server-sent events', () => {
  it('reads them however the bytes are cut', async () => {
    const bytes = new TextEncoder().encode(
      'event: message\r\ndata: {"a":"é"}\r\n\r\n: ping\n\ndata: x\ndata: y\n\ndata: end',
    );
    for (const size of [1, 2, 3, 7, 100]) {
      const body = new ReadableStream<Uint8Array>({
        start: (controller) => {
          for (let i = 0; i < bytes.length; i += size) controller.enqueue(bytes.slice(i, i + size));
          controller.close();
        },
      });
      const found: string[] = [];
      for await (const data of serverEvents(body)) found.push(data);
      expect(found).toEqual(['{"a":"é"}', 'x\ny', 'end']);
    }
  });
});
