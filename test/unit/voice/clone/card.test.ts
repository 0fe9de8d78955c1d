import { join } from 'node:path';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { createEncoder } from '../../../../engine/audio/encoder.ts';
import { concatBytes } from '../../../../engine/audio/samples.ts';
import { VoiceCard } from '../../../../engine/contract/voice-card.ts';
import { Pipeline } from '../../../../engine/pipeline.ts';
import { speechRequest } from '../../../bench/request.ts';
import { measure, type Heard } from '../../../bench/heard/measure.ts';

vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });

const TEXT =
  'The old captain asked his crew to bring the boat about before the storm arrived, and then he went to bed.';
const RATE = 24000;
let engine: Pipeline;
beforeAll(async () => {
  engine = await Pipeline.load(join(import.meta.dirname, '..', '..', '..', '..', 'models', 'starter'), 1);
});

async function say(card: VoiceCard, text: string, seed = 3): Promise<Float32Array> {
  const request = speechRequest({ text, card, seed, output: { format: 'pcm', sampleRate: RATE } });
  const parts: Uint8Array[] = [];
  for await (const event of engine.speak(request, new AbortController().signal)) {
    if (event.type === 'audio') parts.push(event.bytes);
  }
  const pcm = Buffer.concat(parts);
  return Float32Array.from({ length: pcm.length >> 1 }, (_, i) => pcm.readInt16LE(2 * i) / 32768);
}

async function wav(samples: Float32Array): Promise<Uint8Array> {
  const meta = { program: 'test', voice: 'test', seed: 0, samples: samples.length };
  const encoder = await createEncoder({ format: 'wav', sampleRate: RATE }, meta);
  return concatBytes([encoder.encode(samples), encoder.finish()]);
}

describe('a clone', () => {
  it('hears effort in the slope of the spectrum, whatever the level of the recording', async () => {
    const clones: VoiceCard[] = [];
    for (const [effort, gain] of [
      [-15, 1.5],
      [15, 0.15],
    ] as const) {
      const card = VoiceCard.parse({ speaker: { mix: { rms: 1 } }, energy: effort });
      const audio = await wav((await say(card, TEXT)).map((x) => Math.max(-0.99, Math.min(0.99, gain * x))));
      clones.push((await engine.clone([{ audio, text: TEXT }])).card);
    }
    const [soft, loud] = clones;
    expect(loud!.energy).toBeGreaterThan(soft!.energy + 1);
    expect(loud!.tilt).toBeGreaterThan(soft!.tilt);
  });

  it('of the same recordings is made once', async () => {
    const audio = await wav(await say(VoiceCard.parse({ speaker: { mix: { awb: 1 } } }), TEXT));
    const first = await engine.clone([{ audio, text: TEXT }]);
    expect(await engine.clone([{ audio: audio.slice(), text: TEXT }])).toBe(first);
    expect(await engine.clone([{ audio, text: '' }])).not.toBe(first);
  });
});

describe('a card', () => {
  it('is the same voice on every line', async () => {
    const card = VoiceCard.parse({ speaker: { mix: { slt: 0.6, hts: 0.4 } }, pitch: { semitones: -2 }, tract: 0.95 });
    const other = VoiceCard.parse({ speaker: { mix: { rms: 1 } } });
    const lines = [
      'Nobody at the table had expected the letter to arrive before the end of the week.',
      'Please bring three large boxes of paper, and a new chair for her office upstairs.',
      'A cold wind from the north had closed the harbour, so the boats lay still.',
      'What a strange little machine this is, and how loudly it hums in the night!',
    ];
    const heard: Heard[] = [];
    for (const [seed, line] of lines.entries()) heard.push(await measure(await say(card, line, seed), RATE, 1));
    const strangers: Heard[] = [];
    for (const line of lines.slice(2)) strangers.push(await measure(await say(other, line), RATE, 1));
    const semitones = (a: Heard, b: Heard): number => Math.abs(12 * Math.log2(a.f0 / b.f0));
    for (const [i, a] of heard.entries()) {
      for (const b of heard.slice(i + 1)) {
        expect(semitones(a, b)).toBeLessThan(2);
        expect(Math.abs(a.level - b.level)).toBeLessThan(3);
      }
      for (const b of strangers) expect(semitones(a, b)).toBeGreaterThan(4);
    }
    // Two lines have sounds enough for a spectrum that is the voice's and not the words'.
    const spectrum = (some: readonly Heard[]): number[] =>
      some[0]!.spectrum.map((_, k) => some.reduce((sum, one) => sum + one.spectrum[k]! / some.length, 0));
    const gap = (a: readonly Heard[], b: readonly Heard[]): number => {
      const [x, y] = [spectrum(a), spectrum(b)];
      return x.reduce((sum, dB, k) => sum + Math.abs(dB - y[k]!), 0) / x.length;
    };
    expect(gap(heard.slice(0, 2), heard.slice(2))).toBeLessThan(0.7 * gap(strangers, heard.slice(2)));
  });
});
