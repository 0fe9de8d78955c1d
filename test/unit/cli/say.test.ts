import { expect, test } from 'vitest';
import { createWavEncoder } from '../../../engine/audio/wav/encoder.ts';
import { withSizes } from '../../../main/cli/say.ts';

test('a streamed WAV gets the sizes that one of known length has', () => {
  const meta = { program: 'Dramatis', voice: 'data', seed: 1 };
  const samples = Float32Array.from({ length: 480 }, (_, i) => Math.sin(i / 10) / 2);
  const encode = (known: object): Buffer => {
    const encoder = createWavEncoder(24000, { ...meta, ...known });
    return Buffer.concat([encoder.encode(samples), encoder.finish()]);
  };
  const streamed = encode({});
  const whole = encode({ samples: samples.length });
  expect(streamed.equals(whole)).toBe(false);
  expect(withSizes(streamed).equals(whole)).toBe(true);
});

test('what is no WAV, or ends before its samples, stays as it is', () => {
  for (const text of ['OggS....', 'RIFF....WAVEfmt ']) {
    expect(withSizes(Buffer.from(text)).toString()).toBe(text);
  }
});
