import { describe, expect, it } from 'vitest';
import { createEncoder } from '../../../engine/audio/encoder.ts';
import { readCardChunk, writeCardChunk } from '../../../engine/audio/wav/card.ts';
import { isWav, riffChunks } from '../../../engine/audio/wav/riff.ts';
import type { OutputFormat } from '../../../engine/contract/formats.ts';
import { VoiceCard } from '../../../engine/contract/voice-card.ts';
import { encodeAll, ffmpegDecode, ffprobe, sine } from './tools.ts';

const META = { program: 'Dramatis 0.1.0', voice: 'Ada, Sängerin 阿', seed: 7 };
const WAV: OutputFormat = { format: 'wav', sampleRate: 24000 };
const OPUS: OutputFormat = { format: 'opus', sampleRate: 48000, bitrate: -1000 };
const MP3: OutputFormat = { format: 'mp3', sampleRate: 44100, bitrate: 64 };
const tone = (output: OutputFormat): Float32Array => sine(440, output.sampleRate, 1.5);

describe('every container says that it is synthetic, by what and in whose voice', () => {
  it.each([
    ['wav', WAV, { encoder: META.program, comment: 'synthetic speech', title: META.voice }],
    ['mp3', MP3, { encoder: META.program, comment: 'synthetic speech', artist: META.voice }],
    ['ogg', OPUS, { encoder: META.program, comment: 'synthetic speech', PERFORMER: META.voice }],
  ] as const)('%s', async (suffix, output, expected) => {
    const { tags } = ffprobe(await encodeAll(output, tone(output), META), suffix);
    const lower = (o: object): object => Object.fromEntries(Object.entries(o).map(([k, v]) => [k.toLowerCase(), v]));
    expect(lower(tags)).toMatchObject(lower(expected));
  });
});

describe('WAV', () => {
  it('has the placeholder sizes that clients of streams know, when the length is not known', async () => {
    const bytes = await encodeAll(WAV, tone(WAV), META);
    expect(new DataView(bytes.buffer).getUint32(4, true)).toBe(4_294_967_076);
    const data = [...riffChunks(bytes)].find((chunk) => chunk.id === 'data')!;
    expect(data.size).toBe(4_294_967_040);
    expect(data.body.length).toBe(2 * tone(WAV).length);
  });

  it('has exact sizes when the length is known', async () => {
    const samples = tone(WAV);
    const bytes = await encodeAll(WAV, samples, { ...META, samples: samples.length });
    expect(isWav(bytes)).toBe(true);
    expect(new DataView(bytes.buffer).getUint32(4, true)).toBe(bytes.length - 8);
    expect([...riffChunks(bytes)].map((c) => [c.id, c.size === c.body.length])).toEqual([
      ['fmt ', true],
      ['LIST', true],
      ['data', true],
    ]);
  });

  it('carries a voice card and keeps its samples', async () => {
    const card = VoiceCard.parse({ speaker: { mix: { ada: 0.5, bo: 0.5 } }, pitch: { semitones: -3 }, rate: 1.1 });
    const other = VoiceCard.parse({ speaker: { embedding: [1, 2, 3] }, envelopeOffset: Array<number>(72).fill(1.5) });
    for (const meta of [META, { ...META, samples: tone(WAV).length }]) {
      const plain = await encodeAll(WAV, tone(WAV), meta);
      expect(readCardChunk(plain)).toBeNull();
      const carrying = writeCardChunk(plain, card);
      expect(readCardChunk(carrying)).toEqual(card);
      const replaced = writeCardChunk(carrying, other);
      expect(readCardChunk(replaced)).toEqual(other);
      expect([...riffChunks(replaced)].filter((c) => c.id === 'DRMC')).toHaveLength(1);
      expect(ffmpegDecode(replaced, 'wav')).toEqual(ffmpegDecode(plain, 'wav'));
      const riffSize = new DataView(replaced.buffer).getUint32(4, true);
      expect(riffSize).toBe('samples' in meta ? replaced.length - 8 : 4_294_967_076);
    }
  });

  it('refuses a card chunk that holds no card', async () => {
    const card = VoiceCard.parse({ speaker: { mix: { ada: 1 } } });
    const good = writeCardChunk(await encodeAll(WAV, tone(WAV), META), card);
    const at = [...riffChunks(good)].find((c) => c.id === 'DRMC')!.at;
    const notJson = good.slice();
    notJson[at + 8] = 0x21;
    expect(() => readCardChunk(notJson)).toThrow(/voice card .* is not JSON/);
    const notCard = good.slice();
    notCard.set(new TextEncoder().encode('["version'), at + 8);
    expect(() => readCardChunk(notCard)).toThrow(/voice card/);
    expect(() => readCardChunk(good.subarray(0, at + 20))).toThrow(/cut off/);
    expect(readCardChunk(new Uint8Array(100))).toBeNull();
  });
});

describe('sound leaves early', () => {
  it.each([
    ['wav', WAV, 0.001],
    ['mp3', MP3, 0.06],
    ['opus', OPUS, 0.041],
  ] as const)('%s', async (_, output, seconds) => {
    const encoder = await createEncoder(output, META);
    const start = encoder.encode(new Float32Array(0)).length;
    let fed = 0;
    let sent = 0;
    while (sent === 0 && fed < output.sampleRate) {
      const block = tone(output).subarray(fed, (fed += 24));
      sent = encoder.encode(block).length;
    }
    encoder.dispose();
    expect(start).toBeGreaterThan(0);
    expect(fed / output.sampleRate).toBeLessThanOrEqual(seconds);
  });
});

describe('Ogg', () => {
  it('draws its serial number from the seed', async () => {
    const serial = async (seed: number): Promise<number> => {
      const bytes = await encodeAll(OPUS, tone(OPUS), { ...META, seed });
      return new DataView(bytes.buffer).getUint32(14, true);
    };
    expect(await serial(1)).toBe(await serial(1));
    expect(new Set([await serial(0), await serial(1), await serial(2), await serial(4294967295)]).size).toBe(4);
  });
});
