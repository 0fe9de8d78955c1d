import { LIMITS } from '../../contract/limits.ts';
import { decodeFlac, isFlac } from './flac.ts';
import { decodeMp3, isMp3 } from './mp3.ts';
import { decodeOggOpus, isOgg } from './ogg-opus.ts';
import { badAudio } from './collector.ts';
import { decodeWav } from './wav.ts';
import { isWav } from '../wav/riff.ts';

/** Bounds of a reference: bytes in, seconds out. */
export interface ReferenceLimits {
  readonly minSeconds: number;
  readonly maxSeconds: number;
  readonly maxBytes: number;
}

/** Mono samples, nominally in [-1, 1], at the file's own rate (Hz). */
export interface DecodedAudio {
  readonly samples: Float32Array;
  readonly sampleRate: number;
}

/**
 * Decodes reference audio: WAV, MP3, FLAC or Ogg Opus, told apart by their content. Channels are averaged. What a header
 * claims is never allocated; samples are counted as they come, and decoding stops at `maxSeconds`.
 * Throws `invalid_reference_audio` with a sentence for everything that is not whole, valid audio within the limits.
 */
export async function decodeReference(
  bytes: Uint8Array,
  limits: ReferenceLimits = LIMITS.reference,
): Promise<DecodedAudio> {
  if (bytes.length > limits.maxBytes) {
    throw badAudio(`has ${bytes.length} bytes; at most ${limits.maxBytes} are allowed`);
  }
  const audio = await decodeAny(bytes, limits.maxSeconds);
  const seconds = audio.samples.length / audio.sampleRate;
  if (seconds < limits.minSeconds) {
    throw badAudio(`lasts ${seconds.toFixed(2)} s; at least ${limits.minSeconds} s are needed`);
  }
  return audio;
}

async function decodeAny(bytes: Uint8Array, maxSeconds: number): Promise<DecodedAudio> {
  if (isWav(bytes)) return decodeWav(bytes, maxSeconds);
  if (isFlac(bytes)) return await decodeFlac(bytes, maxSeconds);
  if (isOgg(bytes)) return await decodeOggOpus(bytes, maxSeconds);
  if (isMp3(bytes)) return await decodeMp3(bytes, maxSeconds);
  throw badAudio('is in no known format; WAV, MP3, FLAC and Ogg Opus are supported');
}
