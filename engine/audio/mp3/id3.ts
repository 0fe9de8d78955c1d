import type { AudioMetadata } from '../encoder.ts';
import { concatBytes } from '../samples.ts';

const UTF8 = 3;
const text = (s: string): Uint8Array => new TextEncoder().encode(s);

/** 28 bits in four bytes, the top bit of each clear (ID3v2.4 §6.2). */
function syncsafe(n: number): Uint8Array {
  return Uint8Array.of((n >> 21) & 127, (n >> 14) & 127, (n >> 7) & 127, n & 127);
}

function frame(id: string, body: Uint8Array): Uint8Array {
  return concatBytes([text(id), syncsafe(body.length), Uint8Array.of(0, 0), body]);
}

const textFrame = (id: string, value: string): Uint8Array => frame(id, concatBytes([Uint8Array.of(UTF8), text(value)]));

/** ID3v2.4 tag that marks the stream as synthetic: program (TSSE), voice (TPE1) and a comment (COMM). */
export function id3Tag(meta: AudioMetadata): Uint8Array {
  const comment = concatBytes([Uint8Array.of(UTF8), text('eng\0synthetic speech')]);
  const frames = concatBytes([textFrame('TSSE', meta.program), textFrame('TPE1', meta.voice), frame('COMM', comment)]);
  return concatBytes([text('ID3'), Uint8Array.of(4, 0, 0), syncsafe(frames.length), frames]);
}
