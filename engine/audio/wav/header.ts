import type { AudioMetadata } from '../encoder.ts';
import { concatBytes } from '../samples.ts';

/**
 * Sizes of a stream whose length is not known yet: the greatest that 32 bits hold with room for a header, as clients
 * of streamed WAV already meet them.
 */
export const STREAM_RIFF_SIZE = 4_294_967_076;
export const STREAM_DATA_SIZE = 4_294_967_040;

const ascii = (text: string): Uint8Array => new TextEncoder().encode(text);

/** One RIFF chunk: 4 characters, little-endian size, body, padded to an even length. */
export function riffChunk(id: string, body: Uint8Array): Uint8Array {
  const chunk = new Uint8Array(8 + body.length + (body.length & 1));
  chunk.set(ascii(id));
  new DataView(chunk.buffer).setUint32(4, body.length, true);
  chunk.set(body, 8);
  return chunk;
}

/** LIST INFO chunk that marks the file as synthetic: program (ISFT), comment (ICMT) and voice (INAM). */
function infoChunk(meta: AudioMetadata): Uint8Array {
  const entry = (id: string, text: string): Uint8Array => riffChunk(id, ascii(`${text}\0`));
  const entries = [entry('ISFT', meta.program), entry('ICMT', 'synthetic speech'), entry('INAM', meta.voice)];
  return riffChunk('LIST', concatBytes([ascii('INFO'), ...entries]));
}

/**
 * Everything of a 16 bit mono WAV before its samples. With `meta.samples` the sizes are exact, without it they are
 * the stream placeholders. Source: Microsoft/IBM, "Multimedia Programming Interface and Data Specifications 1.0".
 */
export function wavHeader(sampleRate: number, meta: AudioMetadata): Uint8Array {
  const format = new DataView(new ArrayBuffer(16));
  format.setUint16(0, 1, true);
  format.setUint16(2, 1, true);
  format.setUint32(4, sampleRate, true);
  format.setUint32(8, sampleRate * 2, true);
  format.setUint16(12, 2, true);
  format.setUint16(14, 16, true);
  const chunks = concatBytes([riffChunk('fmt ', new Uint8Array(format.buffer)), infoChunk(meta)]);

  const header = new Uint8Array(12 + chunks.length + 8);
  const view = new DataView(header.buffer);
  const dataSize = meta.samples === undefined ? STREAM_DATA_SIZE : meta.samples * 2;
  const riffSize = meta.samples === undefined ? STREAM_RIFF_SIZE : header.length - 8 + dataSize;
  header.set(ascii('RIFF'), 0);
  view.setUint32(4, riffSize, true);
  header.set(ascii('WAVE'), 8);
  header.set(chunks, 12);
  header.set(ascii('data'), 12 + chunks.length);
  view.setUint32(16 + chunks.length, dataSize, true);
  return header;
}
