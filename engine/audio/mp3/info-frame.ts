import type { Mp3Bitrate } from '../../contract/formats.ts';

/** Samples per MPEG-1 layer III frame. */
export const FRAME = 1152;
/** Samples that LAME puts before the first one; a decoder adds 529 of its own. */
export const ENCODER_DELAY = 576;

const BITRATE_INDEX: Readonly<Record<Mp3Bitrate, number>> = { 64: 5, 128: 9, 192: 11 };
const RATE_INDEX: Readonly<Record<number, number>> = { 44100: 0, 32000: 2 };
const SIDE_INFO_MONO = 17;

/** Frames and padding of a stream of `samples`: LAME pads the end by 576 to 1727 samples (lame.c, lame_encode_flush). */
export function streamLength(samples: number): { readonly frames: number; readonly padding: number } {
  let padding = FRAME - ((samples + ENCODER_DELAY) % FRAME);
  if (padding < 576) padding += FRAME;
  return { frames: (samples + ENCODER_DELAY + padding) / FRAME, padding };
}

/** Bytes of `frames` CBR frames: a frame has a padding byte whenever the fraction of a byte has added up to one. */
function streamBytes(frames: number, sampleRate: number, bitrate: Mp3Bitrate): number {
  const bytesPerFrame = (144_000 * bitrate) / sampleRate;
  const fraction = (144_000 * bitrate) % sampleRate;
  let lag = fraction;
  let padded = 0;
  for (let i = 0; i < frames && fraction > 0; i++) {
    lag -= fraction;
    if (lag < 0) {
      lag += sampleRate;
      padded++;
    }
  }
  return frames * Math.floor(bytesPerFrame) + padded;
}

/**
 * The silent first frame that tells decoders how much to cut ("Info" and LAME tag). A stream of unknown length tells
 * the delay, so that sound starts at time 0; with `samples` it also tells frames, bytes and padding, so that the
 * decoded length is exact. Layout: G. Bouvigne, "Mp3 Info Tag revision 1".
 */
export function infoFrame(sampleRate: number, bitrate: Mp3Bitrate, samples?: number): Uint8Array {
  const bytes = new Uint8Array(Math.floor((144_000 * bitrate) / sampleRate));
  const view = new DataView(bytes.buffer);
  bytes.set([0xff, 0xfb, (BITRATE_INDEX[bitrate] << 4) | (RATE_INDEX[sampleRate]! << 2), 0xc0]);
  let at = 4 + SIDE_INFO_MONO;
  const put32 = (value: number): void => {
    view.setUint32(at, value);
    at += 4;
  };

  put32(0x496e666f); // 'Info'
  let padding = 0;
  let total = 0;
  if (samples === undefined) {
    put32(0);
  } else {
    const length = streamLength(samples);
    padding = length.padding;
    total = bytes.length + streamBytes(length.frames, sampleRate, bitrate);
    put32(0b0111);
    put32(length.frames);
    put32(total);
    for (let i = 0; i < 100; i++) bytes[at++] = Math.floor((i * 256) / 100);
  }

  bytes.set(new TextEncoder().encode('LAME3.100'), at);
  bytes[at + 9] = 1; // tag revision 0, constant bitrate
  bytes[at + 20] = bitrate;
  const delays = (ENCODER_DELAY << 12) | padding;
  bytes.set([delays >> 16, (delays >> 8) & 255, delays & 255], at + 21);
  view.setUint32(at + 28, total);
  view.setUint16(at + 34, crc16(bytes.subarray(0, at + 34)));
  return bytes;
}

/** CRC-16/ARC, which the tag ends with. */
function crc16(bytes: Uint8Array): number {
  let crc = 0;
  for (const byte of bytes) {
    crc ^= byte;
    for (let bit = 0; bit < 8; bit++) crc = crc & 1 ? (crc >> 1) ^ 0xa001 : crc >> 1;
  }
  return crc;
}
