import { DramatisError } from '../contract/errors.ts';

export const NO_BYTES: Uint8Array = new Uint8Array(0);

/**
 * Float samples to signed 16 bit: `round(x * 32768)`, halves upwards, clamped. No dither, so that the same samples
 * give the same bytes; the inverse of the decoder's `s / 32768`.
 */
export function toInt16(samples: Float32Array): Int16Array {
  const out = new Int16Array(samples.length);
  for (let i = 0; i < samples.length; i++) {
    const s = samples[i]! * 32768 + 0.5;
    out[i] = s >= 32767 ? 32767 : s <= -32768 ? -32768 : Math.floor(s);
  }
  return out;
}

/** 16-bit little-endian bytes to float samples: the inverse of `toInt16`. */
export function fromInt16Bytes(bytes: Uint8Array): Float32Array {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const samples = new Float32Array(bytes.byteLength >> 1);
  for (let i = 0; i < samples.length; i++) samples[i] = view.getInt16(2 * i, true) / 32768;
  return samples;
}

/** Throws `internal_error` when a sample is NaN or infinite: noise at full scale must never leave the engine. */
export function assertFinite(samples: Float32Array): void {
  let sum = 0;
  for (let i = 0; i < samples.length; i++) sum += samples[i]! * 0;
  if (sum !== 0) throw new DramatisError('internal_error', 'The synthesis made a sample that is not a finite number.');
}

/** Joins blocks into one owned array. */
export function concatBytes(parts: readonly Uint8Array[]): Uint8Array {
  const out = new Uint8Array(parts.reduce((n, p) => n + p.length, 0));
  let at = 0;
  for (const part of parts) {
    out.set(part, at);
    at += part.length;
  }
  return out;
}

/** Joins blocks of samples into one array. */
export function concatSamples(parts: readonly Float32Array[]): Float32Array {
  const out = new Float32Array(parts.reduce((n, p) => n + p.length, 0));
  let at = 0;
  for (const part of parts) {
    out.set(part, at);
    at += part.length;
  }
  return out;
}
