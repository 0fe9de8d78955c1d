import { writeFileSync } from 'node:fs';
import { beforeAll, describe, expect, it } from 'vitest';
import { createEncoder, warmEncoders } from '../../../engine/audio/encoder.ts';
import { resample } from '../../../engine/audio/resample.ts';
import { toInt16 } from '../../../engine/audio/samples.ts';
import { FORMATS, MP3_BITRATES, OPUS_BITRATES, type OutputFormat } from '../../../engine/contract/formats.ts';
import { encodeAll, ffmpegDecode, ffprobe, run, snr, speech, temporary } from './tools.ts';

const META = { program: 'Dramatis 0.1.0', voice: 'Ada', seed: 7 };
const OUTPUTS: OutputFormat[] = [
  ...FORMATS.wav.rates.map((sampleRate) => ({ format: 'wav' as const, sampleRate })),
  ...FORMATS.pcm.rates.map((sampleRate) => ({ format: 'pcm' as const, sampleRate })),
  ...FORMATS.mp3.rates.flatMap((sampleRate) =>
    MP3_BITRATES.map((bitrate) => ({ format: 'mp3' as const, sampleRate, bitrate })),
  ),
  ...OPUS_BITRATES.map((bitrate) => ({ format: 'opus' as const, sampleRate: 48000 as const, bitrate })),
];
const name = (o: OutputFormat): string => `${o.format} ${o.sampleRate} Hz ${'bitrate' in o ? o.bitrate : ''}`.trim();

const atRate = new Map<number, Float32Array>();
/** Speech at a rate, of a length that fits no frame. */
function input(rate: number): Float32Array {
  const known = atRate.get(rate) ?? resample(spoken, 24000, rate).subarray(0, rate * 6 + 1);
  atRate.set(rate, known);
  return known;
}
let spoken: Float32Array;

/** SNR that ten seconds of speech must keep, dB: 3 dB under what was measured. */
const SNR_FLOOR: Readonly<Record<string, number>> = {
  wav: 76,
  pcm: 76,
  'mp3 64': 17,
  'mp3 128': 23,
  'mp3 192': 27,
  'opus -1000': 12,
  'opus 24000': 11,
  'opus 32000': 12,
  'opus 48000': 15,
  'opus 64000': 16,
};

beforeAll(async () => {
  spoken = speech();
  await warmEncoders();
});

describe.each(OUTPUTS.map((output) => [name(output), output] as const))('%s', (_, output) => {
  const floor = SNR_FLOOR['bitrate' in output ? `${output.format} ${output.bitrate}` : output.format]!;

  it('is what ffmpeg expects: codec, rate, channels, length, level', async () => {
    const samples = input(output.sampleRate);
    const meta = { ...META, samples: samples.length };
    const bytes = await encodeAll(output, samples, meta);
    const decoded =
      output.format === 'pcm'
        ? Float32Array.from(new Int16Array(bytes.buffer), (x) => x / 32768)
        : ffmpegDecode(bytes, output.format);
    expect(decoded.length).toBe(samples.length);
    expect(snr(samples, decoded)).toBeGreaterThan(floor);
    expect(decoded.reduce((m, x) => Math.max(m, Math.abs(x)), 0)).toBeLessThan(0.95);
    if (output.format === 'pcm') return;

    const { stream } = ffprobe(bytes, output.format);
    expect(stream).toMatchObject({
      codec_name: { wav: 'pcm_s16le', mp3: 'mp3', opus: 'opus' }[output.format],
      sample_rate: String(output.sampleRate),
      channels: 1,
    });
    if (output.format === 'mp3') expect(stream).toMatchObject({ bit_rate: String(output.bitrate * 1000) });
  });

  it('does not depend on the blocks, nor on what was encoded before', async () => {
    const samples = input(output.sampleRate).subarray(0, output.sampleRate);
    const whole = await encodeAll(output, samples, META, samples.length);
    await encodeAll(
      output,
      samples.map((x) => -x),
      META,
    );
    expect(await encodeAll(output, samples, META, 1)).toEqual(whole);
    expect(await encodeAll(output, samples, META, 1009)).toEqual(whole);
  });

  it('encodes nothing at all as an empty, valid file', async () => {
    const bytes = await encodeAll(output, new Float32Array(0), META);
    if (output.format === 'pcm') expect(bytes.length).toBe(0);
    else if (output.format === 'opus') expect(ffmpegDecode(bytes, 'opus').length).toBe(0);
    else expect(ffprobe(bytes, output.format).stream).toMatchObject({ channels: 1 });
  });
});

describe('16 bit samples', () => {
  it('round half up, clamp, and come back as they were', () => {
    const lsb = 1 / 32768;
    expect([...toInt16(Float32Array.of(0, 0.5 * lsb, -0.5 * lsb, 0.49 * lsb, 1, -1, 2, -2))]).toEqual([
      0, 1, 0, 0, 32767, -32768, 32767, -32768,
    ]);
    const all = Int16Array.from({ length: 65536 }, (_, i) => i - 32768);
    expect(toInt16(Float32Array.from(all, (x) => x / 32768))).toEqual(all);
  });

  it.each(['wav', 'mp3', 'opus'] as const)('never hands a number that is not finite to %s', async (format) => {
    const output = OUTPUTS.find((o) => o.format === format)!;
    for (const bad of [NaN, Infinity, -Infinity]) {
      const encoder = await createEncoder(output, META);
      expect(() => encoder.encode(Float32Array.of(0, bad, 0))).toThrow(/not a finite number/);
      encoder.dispose();
    }
  });
});

describe('lengths', () => {
  it('cuts the delay of an MP3 of unknown length, and leaves less than two frames of padding', async () => {
    for (const sampleRate of FORMATS.mp3.rates) {
      const samples = input(sampleRate);
      const decoded = ffmpegDecode(await encodeAll({ format: 'mp3', sampleRate, bitrate: 128 }, samples, META), 'mp3');
      expect(snr(samples, decoded)).toBeGreaterThan(15);
      expect(decoded.length - samples.length).toBeGreaterThanOrEqual(0);
      expect(decoded.length - samples.length).toBeLessThan(1200);
    }
  });

  it('makes an MP3 of known length exact at every length modulo a frame', async () => {
    for (const length of [1, 575, 576, 577, 1152, 5000]) {
      for (const bitrate of MP3_BITRATES) {
        const samples = input(44100).subarray(8000, 8000 + length);
        const meta = { ...META, samples: length };
        const bytes = await encodeAll({ format: 'mp3', sampleRate: 44100, bitrate }, samples, meta);
        expect(ffmpegDecode(bytes, 'mp3').length).toBe(length);
        const at = bytes.findIndex((_, i) => bytes[i] === 0x49 && bytes[i + 1] === 0x6e && bytes[i + 2] === 0x66);
        const told = new DataView(bytes.buffer).getUint32(at + 12);
        expect(told).toBe(bytes.length - (at - 21));
      }
    }
  });

  it('makes an Ogg Opus exact at every length modulo a frame', async () => {
    for (const length of [1, 647, 648, 649, 959, 960, 961, 9600, 20001]) {
      const samples = input(48000).subarray(8000, 8000 + length);
      const bytes = await encodeAll({ format: 'opus', sampleRate: 48000, bitrate: 32000 }, samples, META);
      expect(ffmpegDecode(bytes, 'ogg').length).toBe(length);
    }
  });

  it('refuses to finish a file whose header promised another length', async () => {
    for (const output of OUTPUTS) {
      const encoder = await createEncoder(output, { ...META, samples: 100 });
      encoder.encode(new Float32Array(99));
      expect(() => encoder.finish()).toThrow(/100 samples and got 99/);
    }
  });
});

describe('opusinfo', () => {
  it.each(OPUS_BITRATES)('finds nothing to complain about at %i bps, and a bitrate near it', async (bitrate) => {
    const path = temporary('opus');
    writeFileSync(path, await encodeAll({ format: 'opus', sampleRate: 48000, bitrate }, input(48000), META));
    const report = run('opusinfo', [path]).toString();
    expect(report).not.toMatch(/warning|error/i);
    expect(report).toMatch(/Pre-skip: 312/);
    expect(report).toMatch(/Playback length: 0m:06.000s/);
    const kbps = Number(/w\/o overhead: ([\d.]+) kbit/.exec(report)![1]);
    const wanted = bitrate === -1000 ? 32 : bitrate / 1000;
    expect(kbps).toBeGreaterThan(wanted * 0.85);
    expect(kbps).toBeLessThan(wanted * 1.15);
  });
});

describe('memory', () => {
  it('comes back whether an encoder is finished or dropped', async () => {
    const samples = input(48000).subarray(0, 4800);
    const cycle = async (): Promise<void> => {
      for (const output of OUTPUTS) {
        const encoder = await createEncoder(output, META);
        encoder.encode(samples);
        encoder.dispose();
        encoder.dispose();
      }
    };
    for (let i = 0; i < 3; i++) await cycle();
    const before = process.memoryUsage().external;
    for (let i = 0; i < 150; i++) await cycle();
    // 750 Opus encoders of 40 KB each would be 30 MB.
    expect(process.memoryUsage().external - before).toBeLessThan(20e6);
  });
});
