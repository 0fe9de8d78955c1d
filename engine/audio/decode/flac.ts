import { FLACDecoder } from '@wasm-audio-decoders/flac';
import { badAudio, Collector } from './collector.ts';
import type { DecodedAudio } from './decode.ts';

/** Bytes given to the decoder at a time. A frame of 65535 equal samples takes 15 bytes, so that a block must be small. */
const BLOCK = 512;
const STREAMINFO_END = 4 + 4 + 34;
/**
 * The parser finds the end of a short last frame only when some bytes follow. Zeros may: the checksum of a
 * frame and its footer is 0, and zeros leave it so.
 */
const TAIL = new Uint8Array(64);

export function isFlac(bytes: Uint8Array): boolean {
  return bytes[0] === 0x66 && bytes[1] === 0x4c && bytes[2] === 0x61 && bytes[3] === 0x43;
}

/** Native FLAC (RFC 9639). A stream shorter than its header tells is refused as cut off. */
export async function decodeFlac(bytes: Uint8Array, maxSeconds: number): Promise<DecodedAudio> {
  const info = streamInfo(bytes);
  const collector = new Collector(maxSeconds);
  collector.setRate(info.sampleRate);
  if (info.samples > maxSeconds * info.sampleRate) throw badAudio(`is longer than ${maxSeconds} s`);
  const decoder = new FLACDecoder();
  await decoder.ready;
  try {
    for (let from = 0; from < bytes.length; from += BLOCK) {
      add(collector, await decoder.decode(bytes.subarray(from, from + BLOCK)));
      await collector.breathe();
    }
    add(collector, await decoder.decode(TAIL));
    add(collector, await decoder.flush());
  } finally {
    decoder.free();
  }
  if (collector.count < info.samples) {
    throw badAudio(`is a FLAC cut off after ${collector.count} of ${info.samples} samples`);
  }
  return collector.result();
}

type Decoded = Awaited<ReturnType<FLACDecoder['decode']>>;

function add(collector: Collector, block: Decoded): void {
  if (block.errors.length > 0) throw badAudio(`is a broken FLAC: ${block.errors[0]!.message}`);
  collector.add(block.channelData, block.samplesDecoded, block.sampleRate);
}

/** STREAMINFO (RFC 9639 §8.2). `samples` is 0 when the file does not tell. */
function streamInfo(bytes: Uint8Array): { readonly sampleRate: number; readonly samples: number } {
  if (bytes.length < STREAMINFO_END || (bytes[4]! & 127) !== 0) throw badAudio('is a FLAC without its stream info');
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const word = view.getUint32(18);
  return { sampleRate: word >>> 12, samples: (word & 15) * 2 ** 32 + view.getUint32(22) };
}
