import { MPEGDecoder } from 'mpg123-decoder';
import { badAudio, Collector } from './collector.ts';
import type { DecodedAudio } from './decode.ts';

/** Bytes given to the decoder at a time: at 8 kbps some 100,000 samples. */
const BLOCK = 4096;
/** Where the first frame may be looked for after the tags. */
const SEARCH = 8192;
/** Samples by which a whole file may fall short of what its Info frame tells (delay, padding and one lost frame). */
const SHORTFALL = 4 * 1152;

/** kbps of layer III by index, for MPEG-1 and for MPEG-2 and 2.5. */
const KBPS_1 = [0, 32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320];
const KBPS_2 = [0, 8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160];
const RATES = [44100, 48000, 32000];

interface FrameHeader {
  readonly bytes: number;
  readonly samples: number;
  /** Where an Info or Xing tag would be. */
  readonly tagAt: number;
}

export function isMp3(bytes: Uint8Array): boolean {
  return firstFrame(bytes) !== null;
}

/** MPEG layer III (mpg123), gapless where the file tells how. */
export async function decodeMp3(bytes: Uint8Array, maxSeconds: number): Promise<DecodedAudio> {
  const collector = new Collector(maxSeconds);
  const decoder = new MPEGDecoder();
  await decoder.ready;
  try {
    for (let from = 0; from < bytes.length; from += BLOCK) {
      const block = decoder.decode(bytes.subarray(from, from + BLOCK));
      if (block.errors.length > 0) throw badAudio(`is a broken MP3: ${block.errors[0]!.message}`);
      collector.add(block.channelData, block.samplesDecoded, block.sampleRate);
      await collector.breathe();
    }
  } finally {
    decoder.free();
  }
  const told = toldSamples(bytes);
  if (collector.count < told - SHORTFALL) {
    throw badAudio(`is an MP3 cut off after ${collector.count} of ${told} samples`);
  }
  return collector.result();
}

/** Position and header of the first frame that a second one follows. */
function firstFrame(bytes: Uint8Array): { at: number; header: FrameHeader } | null {
  const start = skipId3(bytes);
  for (let at = start; at < Math.min(bytes.length - 4, start + SEARCH); at++) {
    const header = frameHeader(bytes, at);
    if (header && frameHeader(bytes, at + header.bytes)) return { at, header };
  }
  return null;
}

function skipId3(bytes: Uint8Array): number {
  let at = 0;
  while (bytes[at] === 0x49 && bytes[at + 1] === 0x44 && bytes[at + 2] === 0x33 && at + 10 <= bytes.length) {
    const [a, b, c, d] = bytes.subarray(at + 6, at + 10);
    at += 10 + (((a! & 127) << 21) | ((b! & 127) << 14) | ((c! & 127) << 7) | (d! & 127));
  }
  return at;
}

/** ISO/IEC 11172-3 §2.4.1.3 and 13818-3; null where no layer III frame with a bitrate begins. */
function frameHeader(bytes: Uint8Array, at: number): FrameHeader | null {
  const [b0, b1, b2, b3] = bytes.subarray(at, at + 4);
  if (b3 === undefined || b0 !== 0xff || (b1! & 0xe6) !== 0xe2) return null;
  const version = (b1! >> 3) & 3; // 0: MPEG 2.5, 2: MPEG 2, 3: MPEG 1
  const rate = RATES[(b2! >> 2) & 3];
  const kbps = (version === 3 ? KBPS_1 : KBPS_2)[b2! >> 4];
  if (version === 1 || rate === undefined || !kbps) return null;
  const samples = version === 3 ? 1152 : 576;
  const hz = version === 3 ? rate : version === 2 ? rate / 2 : rate / 4;
  const mono = b3 >> 6 === 3;
  const sideInfo = version === 3 ? (mono ? 17 : 32) : mono ? 9 : 17;
  return { bytes: Math.floor((samples * 125 * kbps) / hz) + ((b2! >> 1) & 1), samples, tagAt: 4 + sideInfo };
}

/** Samples that the Info or Xing frame promises; 0 without one. */
function toldSamples(bytes: Uint8Array): number {
  const first = firstFrame(bytes);
  if (!first) return 0;
  const at = first.at + first.header.tagAt;
  const tag = String.fromCharCode(...bytes.subarray(at, at + 4));
  if ((tag !== 'Info' && tag !== 'Xing') || at + 12 > bytes.length) return 0;
  const view = new DataView(bytes.buffer, bytes.byteOffset + at);
  return view.getUint32(4) & 1 ? view.getUint32(8) * first.header.samples : 0;
}
