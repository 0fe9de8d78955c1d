import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, vi } from 'vitest';
import { createEncoder, type AudioMetadata } from '../../../engine/audio/encoder.ts';
import { resample } from '../../../engine/audio/resample.ts';
import { concatBytes, concatSamples } from '../../../engine/audio/samples.ts';
import type { OutputFormat } from '../../../engine/contract/formats.ts';

// Other programs are started here, which a busy machine is slow at.
vi.setConfig({ testTimeout: 120_000 });

const folder = mkdtempSync(join(tmpdir(), 'dramatis-audio-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
let files = 0;

/** A path in a folder that lives as long as the test file. */
export function temporary(suffix: string): string {
  return join(folder, `${files++}.${suffix}`);
}

/** Runs a program of this machine and returns what it writes to stdout; says how to get it when it is missing. */
export function run(program: string, args: readonly string[], input?: Uint8Array): Buffer {
  const done = spawnSync(program, args, { input, maxBuffer: 1 << 28 });
  if (done.error) {
    const name = program === 'opusinfo' ? 'opus-tools' : program === 'ffprobe' ? 'ffmpeg' : program;
    throw new Error(`${program} is needed for this test (Debian: apt-get install ${name}): ${done.error.message}`);
  }
  if (done.status !== 0) throw new Error(`${program} ${args.join(' ')}: ${done.stderr.toString()}`);
  return done.stdout;
}

/** Decodes with ffmpeg to mono float samples, at the file's own rate. */
export function ffmpegDecode(bytes: Uint8Array, suffix: string): Float32Array {
  const path = temporary(suffix);
  writeFileSync(path, bytes);
  return toFloats(run('ffmpeg', ['-v', 'error', '-i', path, '-f', 'f32le', '-c:a', 'pcm_f32le', '-']));
}

/** Encodes 16 bit mono samples with ffmpeg, to read them with our decoders. */
export function ffmpegEncode(samples: Float32Array, rate: number, suffix: string, args: string[] = []): Uint8Array {
  const path = temporary(suffix);
  const input = ['-f', 'f32le', '-ar', String(rate), '-ac', '1', '-i', '-'];
  run('ffmpeg', ['-v', 'error', ...input, ...args, '-bitexact', path], bytesOf(samples));
  return new Uint8Array(readFileSync(path));
}

/** Fields of the first stream and the tags of the file, as ffprobe reads them. */
export function ffprobe(bytes: Uint8Array, suffix: string): { stream: Record<string, unknown>; tags: object } {
  const path = temporary(suffix);
  writeFileSync(path, bytes);
  const json = run('ffprobe', ['-v', 'error', '-of', 'json', '-show_streams', '-show_format', path]).toString();
  const { streams, format } = JSON.parse(json) as {
    streams: Record<string, unknown>[];
    format: { tags?: object };
  };
  return { stream: streams[0]!, tags: { ...(streams[0]!['tags'] as object | undefined), ...format.tags } };
}

/** Integrated loudness (LUFS) and true peak (dBTP) by ffmpeg's EBU R128 filter. */
export function ebur128(samples: Float32Array, rate: number): { loudness: number; peak: number } {
  const input = ['-f', 'f32le', '-ar', String(rate), '-ac', '1', '-i', '-'];
  const filter = 'ebur128=peak=true:metadata=1,ametadata=print:file=-';
  const out = run('ffmpeg', ['-v', 'error', ...input, '-af', filter, '-f', 'null', '-'], bytesOf(samples)).toString();
  const peaks = [...out.matchAll(/r128\.true_peaks_ch0=([-\d.]+)/g)].map((m) => Number(m[1]));
  const loudness = [...out.matchAll(/r128\.I=([-\d.]+)/g)].map((m) => Number(m[1]));
  return { loudness: loudness.at(-1)!, peak: 20 * Math.log10(Math.max(...peaks)) };
}

function toFloats(bytes: Buffer): Float32Array {
  return new Float32Array(bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.length));
}

const bytesOf = (samples: Float32Array): Uint8Array =>
  new Uint8Array(samples.buffer, samples.byteOffset, samples.byteLength);

const TEXT =
  'The quick brown fox jumps over the lazy dog. She sells sea shells, by the sea shore; in the evening, the weather ' +
  'became much worse, so we went home. Is that so? Stop it now!';

/** Some ten seconds of English by eSpeak NG, at 24 kHz, with a peak of 0.7. */
export function speech(voice = 'en-us'): Float32Array {
  const path = temporary('wav');
  try {
    execFileSync('espeak-ng', ['-v', voice, '-w', path, TEXT], { stdio: 'pipe' });
  } catch (error) {
    throw new Error(`espeak-ng is needed for this test (Debian: apt-get install espeak-ng): ${String(error)}`);
  }
  const spoken = toFloats(run('ffmpeg', ['-v', 'error', '-i', path, '-f', 'f32le', '-']));
  const samples = resample(spoken, 22050, 24000);
  const peak = samples.reduce((m, x) => Math.max(m, Math.abs(x)), 0);
  return samples.map((x) => (0.7 * x) / peak);
}

export const sine = (hz: number, rate: number, seconds: number, amplitude = 0.5): Float32Array =>
  Float32Array.from(
    { length: Math.round(rate * seconds) },
    (_, n) => amplitude * Math.sin((2 * Math.PI * hz * n) / rate),
  );

/** White noise that is the same every time. */
export function noise(length: number, amplitude = 0.5): Float32Array {
  let state = 1;
  return Float32Array.from({ length }, () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return amplitude * (state / 2 ** 31 - 1);
  });
}

/** Feeds `samples` through a stage in blocks of the given sizes, taken in turn. */
export function inBlocks(
  stage: { push(samples: Float32Array): Float32Array; flush(): Float32Array },
  samples: Float32Array,
  sizes: readonly number[],
): Float32Array {
  const parts: Float32Array[] = [];
  for (let at = 0, i = 0; at < samples.length; i++) {
    const size = sizes[i % sizes.length]!;
    parts.push(stage.push(samples.subarray(at, at + size)));
    at += size;
  }
  return concatSamples([...parts, stage.flush()]);
}

export async function encodeAll(
  output: OutputFormat,
  samples: Float32Array,
  meta: AudioMetadata,
  block = 2400,
): Promise<Uint8Array> {
  const encoder = await createEncoder(output, meta);
  const parts: Uint8Array[] = [];
  for (let at = 0; at < samples.length; at += block) parts.push(encoder.encode(samples.subarray(at, at + block)));
  parts.push(encoder.finish());
  return concatBytes(parts);
}

/** Signal-to-noise ratio in dB of `actual` against `expected`, over the length of `expected`. */
export function snr(expected: Float32Array, actual: Float32Array): number {
  let signal = 0;
  let error = 0;
  for (let i = 0; i < expected.length; i++) {
    signal += expected[i]! ** 2;
    error += (expected[i]! - (actual[i] ?? 0)) ** 2;
  }
  return 10 * Math.log10(signal / error);
}

export const rms = (samples: Float32Array): number =>
  Math.sqrt(samples.reduce((sum, x) => sum + x * x, 0) / samples.length);
