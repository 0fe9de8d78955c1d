import { describe, expect, it } from 'vitest';
import { decodeReference, type ReferenceLimits } from '../../../engine/audio/decode/decode.ts';
import { concatBytes, concatSamples } from '../../../engine/audio/samples.ts';
import { DramatisError } from '../../../engine/contract/errors.ts';
import { LIMITS } from '../../../engine/contract/limits.ts';
import { encodeAll, ffmpegDecode, ffmpegEncode, sine, snr, speech } from './tools.ts';

const spoken = speech().subarray(0, 24000 * 3 + 7);
const LIMIT: ReferenceLimits = { minSeconds: 1, maxSeconds: 10, maxBytes: 4_000_000 };
const META = { program: 'Dramatis', voice: 'Ada', seed: 1 };

async function refusal(bytes: Uint8Array, limits = LIMIT): Promise<string> {
  const error: unknown = await decodeReference(bytes, limits).then(
    () => null,
    (e: unknown) => e,
  );
  expect(error).toBeInstanceOf(DramatisError);
  expect((error as DramatisError).reason).toBe('invalid_reference_audio');
  expect((error as DramatisError).message).toMatch(/^The reference audio .*\.$/);
  return (error as DramatisError).message;
}

describe('what ffmpeg writes is read as ffmpeg reads it', () => {
  // Tolerances: WAV is exact; the FLAC library scales by 32767; MP3 and Opus decoders may round.
  it.each([
    ['wav 16 bit', 'wav', ['-c:a', 'pcm_s16le'], 0],
    ['wav 24 bit', 'wav', ['-c:a', 'pcm_s24le'], 0],
    ['wav 32 bit', 'wav', ['-c:a', 'pcm_s32le'], 0],
    ['wav 8 bit', 'wav', ['-c:a', 'pcm_u8'], 0],
    ['wav float', 'wav', ['-c:a', 'pcm_f32le'], 0],
    ['wav double', 'wav', ['-c:a', 'pcm_f64le'], 0],
    ['flac 16 bit', 'flac', ['-sample_fmt', 's16'], 1e-4],
    ['flac 24 bit', 'flac', ['-sample_fmt', 's32'], 1e-4],
    ['flac 44100', 'flac', ['-ar', '44100'], 1e-4],
    ['mp3 128', 'mp3', ['-b:a', '128k', '-ar', '44100'], 1e-5],
    // Not at 24 kHz, where mpg123 and ffmpeg read the table of short blocks differently.
    ['mp3 MPEG-2', 'mp3', ['-b:a', '48k', '-ar', '22050'], 1e-5],
    ['mp3 MPEG-2.5', 'mp3', ['-b:a', '16k', '-ar', '8000'], 1e-5],
    ['mp3 variable', 'mp3', ['-q:a', '3', '-ar', '48000'], 1e-5],
    ['mp3 without tags', 'mp3', ['-ar', '32000', '-write_xing', '0', '-id3v2_version', '0'], 1e-5],
    ['opus', 'ogg', ['-c:a', 'libopus'], 1e-5],
    ['opus 60 ms', 'ogg', ['-c:a', 'libopus', '-frame_duration', '60'], 1e-5],
  ])('%s', async (_, suffix, args, tolerance) => {
    const bytes = ffmpegEncode(spoken, 24000, suffix, args);
    const expected = ffmpegDecode(bytes, suffix);
    const { samples, sampleRate } = await decodeReference(bytes, LIMIT);
    const asked = args.indexOf('-ar');
    expect(sampleRate).toBe(suffix === 'ogg' ? 48000 : asked < 0 ? 24000 : Number(args[asked + 1]));
    expect(samples.length).toBe(expected.length);
    let worst = 0;
    for (let i = 0; i < samples.length; i++) worst = Math.max(worst, Math.abs(samples[i]! - expected[i]!));
    expect(worst).toBeLessThanOrEqual(tolerance);
  });

  it.each([
    ['wav', 'wav', []],
    ['extensible wav', 'wav', ['-c:a', 'pcm_s24le']],
    ['flac', 'flac', []],
    ['mp3', 'mp3', ['-b:a', '192k']],
    ['opus', 'ogg', ['-c:a', 'libopus', '-b:a', '128k']],
  ])('stereo %s becomes the mean of its channels', async (_, suffix, args) => {
    // Left is the speech, right a third of it, inverted: the mean is a third of the speech.
    const pan = ['-af', 'pan=stereo|c0=c0|c1=-0.333333*c0'];
    const { samples, sampleRate } = await decodeReference(
      ffmpegEncode(spoken, 24000, suffix, [...pan, ...args]),
      LIMIT,
    );
    const mono = (await decodeReference(ffmpegEncode(spoken, 24000, suffix, args), LIMIT)).samples;
    expect(samples.length / sampleRate).toBeCloseTo(3, 2);
    expect(
      snr(
        mono.map((x) => x / 3),
        samples,
      ),
    ).toBeGreaterThan(suffix === 'wav' || suffix === 'flac' ? 60 : 12);
  });
});

describe('what this program writes', () => {
  it.each(['wav', 'mp3', 'opus'] as const)('%s, streamed or with its length, is read back whole', async (format) => {
    const rate = { wav: 24000, mp3: 32000, opus: 48000 }[format];
    const output = { format, sampleRate: rate, bitrate: { wav: 0, mp3: 128, opus: 64000 }[format] };
    const samples = sine(440, rate, 2);
    for (const length of [undefined, samples.length]) {
      const meta = length === undefined ? META : { ...META, samples: length };
      const bytes = await encodeAll(output as Parameters<typeof encodeAll>[0], samples, meta);
      const decoded = await decodeReference(bytes, LIMIT);
      expect(decoded.sampleRate).toBe(rate);
      if (format === 'mp3' && length === undefined) {
        // Without a length there is nothing to cut the end by: delay and padding stay.
        expect(decoded.samples.length - samples.length).toBeLessThan(3 * 1152);
      } else {
        expect(decoded.samples.length).toBe(samples.length);
        expect(snr(samples.subarray(2000, -2000), decoded.samples.subarray(2000, -2000))).toBeGreaterThan(20);
      }
    }
  });
});

describe('limits', () => {
  const tooLong = new Float32Array(24000 * 60);

  it.each([
    ['wav', []],
    ['flac', ['-compression_level', '12']],
    ['mp3', ['-b:a', '8k', '-ar', '8000']],
    ['ogg', ['-c:a', 'libopus', '-b:a', '6k', '-frame_duration', '60']],
  ])('stops %s at the greatest length', async (suffix, args) => {
    const bytes = ffmpegEncode(tooLong, 24000, suffix, args);
    expect(await refusal(bytes, { ...LIMIT, maxBytes: 1e9 })).toMatch(/longer than 10 s/);
  });

  it('counts samples, not what a FLAC header tells', async () => {
    const bytes = ffmpegEncode(tooLong, 24000, 'flac', []);
    bytes.fill(0, 22, 26); // total samples: not known
    bytes[21]! &= 0xf0;
    expect(await refusal(bytes)).toMatch(/longer than 10 s/);
  });

  it('refuses what is too short, too large or empty', async () => {
    const short = ffmpegEncode(spoken.subarray(0, 12000), 24000, 'wav');
    expect(await refusal(short)).toMatch(/lasts 0.50 s; at least 1 s/);
    expect(await refusal(new Uint8Array(LIMITS.reference.maxBytes + 1), LIMITS.reference)).toMatch(/at most 16777216/);
    expect(await refusal(new Uint8Array(0))).toMatch(/no known format/);
  });
});

describe('lying and broken files', () => {
  const wav = ffmpegEncode(spoken, 24000, 'wav');
  const flac = ffmpegEncode(spoken, 24000, 'flac');
  const mp3 = ffmpegEncode(spoken, 24000, 'mp3', ['-b:a', '64k']);
  const ogg = ffmpegEncode(spoken, 24000, 'ogg', ['-c:a', 'libopus']);
  const patched = (bytes: Uint8Array, at: number, ...values: number[]): Uint8Array => {
    const copy = bytes.slice();
    copy.set(values, at);
    return copy;
  };

  it('knows files by their content', async () => {
    expect(await refusal(new TextEncoder().encode('<html>no audio here</html>'.repeat(100)))).toMatch(
      /no known format/,
    );
    expect(await refusal(ffmpegEncode(spoken, 24000, 'ogg', ['-c:a', 'libvorbis']))).toMatch(/only Opus/);
    expect(await refusal(ffmpegEncode(spoken, 24000, 'wav', ['-c:a', 'adpcm_ms']))).toMatch(/format 2 with 4 bits/);
    expect(await refusal(ffmpegEncode(spoken, 24000, 'mp4', ['-c:a', 'aac']))).toMatch(/no known format/);
  });

  it.each([
    ['no channels', patched(wav, 22, 0, 0), /0 channels/],
    ['65535 channels', patched(wav, 22, 255, 255), /65535 channels/],
    ['a block size of 0', patched(wav, 32, 0, 0), /in 0 bytes/],
    ['a rate of 0', patched(wav, 24, 0, 0, 0, 0), /rate of 0 Hz/],
    ['a rate of 4 GHz', patched(wav, 24, 255, 255, 255, 255), /rate of 4294967295 Hz/],
    ['samples before the format', concatBytes([wav.subarray(0, 12), wav.subarray(36)]), /before their format/],
    ['nothing but a header', wav.subarray(0, 12), /without samples/],
    ['less than it says', wav.subarray(0, 50_000), /cut off after 4\d{4} of 144014/],
  ])('refuses a WAV with %s', async (_, bytes, sentence) => {
    expect(await refusal(bytes)).toMatch(sentence);
  });

  it('reads a WAV whose data size is a placeholder to its end', async () => {
    const at = wav.length - spoken.length * 2 - 4;
    for (const size of [
      [0, 0, 0, 0],
      [255, 255, 255, 255],
      [0, 0xf0, 0xff, 0x7f],
      [0x40, 0xff, 0xff, 0xff],
    ]) {
      expect((await decodeReference(patched(wav, at, ...size), LIMIT)).samples.length).toBe(spoken.length);
    }
  });

  it('refuses float samples that are no numbers', async () => {
    const bad = concatSamples([spoken, Float32Array.of(NaN)]);
    expect(await refusal(ffmpegEncode(bad, 24000, 'wav', ['-c:a', 'pcm_f32le']))).toMatch(/not finite/);
  });

  it.each([
    ['FLAC', flac],
    ['Ogg Opus', ogg],
    ['MP3', mp3],
  ])('refuses a %s that is cut off', async (_, bytes) => {
    for (const share of [0.02, 0.5, 0.8]) await refusal(bytes.subarray(0, bytes.length * share));
  });

  it('refuses an MP3 whose rate changes on the way', async () => {
    const other = ffmpegEncode(spoken, 24000, 'mp3', ['-ar', '44100', '-write_xing', '0', '-id3v2_version', '0']);
    const plain = ffmpegEncode(spoken, 24000, 'mp3', ['-write_xing', '0', '-id3v2_version', '0']);
    expect(await refusal(concatBytes([plain, other]))).toMatch(/changes its sample rate/);
  });

  it('refuses an Ogg with a second stream, before or after the end of the first', async () => {
    expect(await refusal(concatBytes([ogg, ogg]))).toMatch(/several streams/);
    const second = (await encodeAll({ format: 'opus', sampleRate: 48000, bitrate: 24000 }, spoken, META)).subarray(
      0,
      47,
    );
    expect(await refusal(concatBytes([second, ogg]))).toMatch(/several streams/);
  });

  it('refuses an Ogg page with a flipped bit', async () => {
    expect(await refusal(patched(ogg, ogg.length >> 1, ogg[ogg.length >> 1]! ^ 1))).toMatch(/damaged/);
  });
});
