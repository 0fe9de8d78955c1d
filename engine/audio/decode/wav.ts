import { riffChunks } from '../wav/riff.ts';
import { badAudio, Collector } from './collector.ts';
import type { DecodedAudio } from './decode.ts';

const PCM = 1;
const FLOAT = 3;
const EXTENSIBLE = 0xfffe;
const MAX_CHANNELS = 8;
/** A data size from here on, or 0, is the placeholder of a stream: the samples go on to the end of the file. */
const PLACEHOLDER = 0x7fff_0000;

interface WavFormat {
  readonly sampleRate: number;
  readonly channels: number;
  /** Bytes of one sample of one channel, and how to read it. */
  readonly width: number;
  readonly read: (view: DataView, at: number) => number;
}

/** RIFF WAVE: PCM of 8, 16, 24 and 32 bits, float of 32 and 64 bits, plain or extensible; up to 8 channels. */
export function decodeWav(bytes: Uint8Array, maxSeconds: number): DecodedAudio {
  let format: WavFormat | null = null;
  for (const chunk of riffChunks(bytes)) {
    if (chunk.id === 'fmt ') format = parseFormat(chunk.body);
    if (chunk.id !== 'data') continue;
    if (!format) throw badAudio('is a WAV whose samples come before their format');
    const streamed = chunk.size === 0 || chunk.size >= PLACEHOLDER;
    if (!streamed && chunk.body.length < chunk.size) {
      throw badAudio(`is a WAV cut off after ${chunk.body.length} of ${chunk.size} bytes of samples`);
    }
    return readSamples(streamed ? bytes.subarray(chunk.at + 8) : chunk.body, format, maxSeconds);
  }
  throw badAudio('is a WAV without samples');
}

function parseFormat(body: Uint8Array): WavFormat {
  if (body.length < 16) throw badAudio('is a WAV with a broken format chunk');
  const view = new DataView(body.buffer, body.byteOffset, body.byteLength);
  let tag = view.getUint16(0, true);
  if (tag === EXTENSIBLE && body.length >= 26) tag = view.getUint16(24, true);
  const channels = view.getUint16(2, true);
  const sampleRate = view.getUint32(4, true);
  const align = view.getUint16(12, true);
  const bits = view.getUint16(14, true);
  const read = reader(tag, bits);
  if (!read)
    throw badAudio(`is a WAV of format ${tag} with ${bits} bits; PCM 8 to 32 and float 32 or 64 are supported`);
  if (channels < 1 || channels > MAX_CHANNELS || align !== (channels * bits) / 8) {
    throw badAudio(`is a WAV with ${channels} channels in ${align} bytes; 1 to ${MAX_CHANNELS} channels are supported`);
  }
  return { sampleRate, channels, width: bits / 8, read };
}

function reader(tag: number, bits: number): WavFormat['read'] | null {
  if (tag === FLOAT && bits === 32) return (view, at) => view.getFloat32(at, true);
  if (tag === FLOAT && bits === 64) return (view, at) => view.getFloat64(at, true);
  if (tag !== PCM) return null;
  switch (bits) {
    case 8:
      return (view, at) => (view.getUint8(at) - 128) / 128;
    case 16:
      return (view, at) => view.getInt16(at, true) / 32768;
    case 24:
      return (view, at) => (view.getUint8(at) | (view.getInt16(at + 1, true) << 8)) / 8_388_608;
    case 32:
      return (view, at) => view.getInt32(at, true) / 2_147_483_648;
    default:
      return null;
  }
}

function readSamples(data: Uint8Array, format: WavFormat, maxSeconds: number): DecodedAudio {
  const { sampleRate, channels, width, read } = format;
  const count = Math.floor(data.length / (width * channels));
  const view = new DataView(data.buffer, data.byteOffset, data.byteLength);
  const collector = new Collector(maxSeconds);
  collector.setRate(sampleRate);
  const block = Array.from({ length: channels }, () => new Float32Array(65_536));
  for (let from = 0; from < count; from += 65_536) {
    const frames = Math.min(65_536, count - from);
    for (let i = 0; i < frames; i++) {
      for (let c = 0; c < channels; c++) block[c]![i] = read(view, ((from + i) * channels + c) * width);
    }
    collector.add(block, frames, sampleRate);
  }
  return collector.result();
}
