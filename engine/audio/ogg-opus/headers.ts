import type { AudioMetadata } from '../encoder.ts';
import { concatBytes } from '../samples.ts';

const text = (s: string): Uint8Array => new TextEncoder().encode(s);

/** Identification header, mono (RFC 7845 §5.1). `preSkip` in samples at 48 kHz, `inputRate` in Hz (told, not used). */
export function opusHead(preSkip: number, inputRate: number): Uint8Array {
  const bytes = new Uint8Array(19);
  const view = new DataView(bytes.buffer);
  bytes.set(text('OpusHead'));
  bytes[8] = 1;
  bytes[9] = 1;
  view.setUint16(10, preSkip, true);
  view.setUint32(12, inputRate, true);
  return bytes;
}

function lengthAndText(s: string): Uint8Array {
  const body = text(s);
  const size = new Uint8Array(4);
  new DataView(size.buffer).setUint32(0, body.length, true);
  return concatBytes([size, body]);
}

/** Comment header (RFC 7845 §5.2) that marks the stream as synthetic: program, voice and a description. */
export function opusTags(vendor: string, meta: AudioMetadata): Uint8Array {
  const comments = [`ENCODER=${meta.program}`, `PERFORMER=${meta.voice}`, 'DESCRIPTION=synthetic speech'];
  const count = Uint8Array.of(comments.length, 0, 0, 0);
  return concatBytes([text('OpusTags'), lengthAndText(vendor), count, ...comments.map(lengthAndText)]);
}
