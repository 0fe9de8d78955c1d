/** One chunk of a RIFF file. `size` is what the header says; `body` is what there really is. */
export interface RiffChunk {
  readonly id: string;
  readonly size: number;
  /** Offset of the chunk's header. */
  readonly at: number;
  readonly body: Uint8Array;
}

export function isWav(bytes: Uint8Array): boolean {
  return bytes.length >= 12 && fourCc(bytes, 0) === 'RIFF' && fourCc(bytes, 8) === 'WAVE';
}

/** The chunks of a RIFF file in order, until a header does not fit any more. Sizes are believed only within the file. */
export function* riffChunks(bytes: Uint8Array): Generator<RiffChunk> {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  let at = 12;
  while (at + 8 <= bytes.length) {
    const size = view.getUint32(at + 4, true);
    yield { id: fourCc(bytes, at), size, at, body: bytes.subarray(at + 8, at + 8 + size) };
    at += 8 + size + (size & 1);
  }
}

function fourCc(bytes: Uint8Array, at: number): string {
  return String.fromCharCode(...bytes.subarray(at, at + 4));
}
