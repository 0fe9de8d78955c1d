import type { OutputFormat } from '../contract/formats.ts';
import { createMp3Encoder, warmMp3 } from './mp3/encoder.ts';
import { createOpusEncoder, warmOpus } from './ogg-opus/encoder.ts';
import { createPcmEncoder, createWavEncoder } from './wav/encoder.ts';

/** What a file says about itself. Every container is marked as synthetic speech. */
export interface AudioMetadata {
  /** Program and version, as `Dramatis 0.1.0`. */
  readonly program: string;
  readonly voice: string;
  /** Seed of the request; identifiers inside the file (the Ogg serial) are drawn from it, so that bytes repeat. */
  readonly seed: number;
  /** Samples at the encoder's rate, where the whole length is known before the first one: headers are then exact. */
  readonly samples?: number;
}

/**
 * A streaming encoder of mono audio. The bytes that `encode` and `finish` return, concatenated, are one complete file;
 * they are owned by the caller, may be empty, and do not depend on how the samples were cut into blocks.
 * `dispose` gives the memory back at any time and may be called twice; `finish` does it by itself.
 */
export interface Encoder {
  /** Hz. */
  readonly sampleRate: number;
  /** Samples in [-1, 1] at `sampleRate`. Throws `internal_error` on NaN and infinities. */
  encode(samples: Float32Array): Uint8Array;
  finish(): Uint8Array;
  dispose(): void;
}

/** Opens the encoder of a validated format. Cheap once the modules are loaded: see `warmEncoders`. */
export async function createEncoder(output: OutputFormat, meta: AudioMetadata): Promise<Encoder> {
  switch (output.format) {
    case 'wav':
      return createWavEncoder(output.sampleRate, meta);
    case 'pcm':
      return createPcmEncoder(output.sampleRate, meta);
    case 'mp3':
      return await createMp3Encoder(output.sampleRate, output.bitrate, meta);
    case 'opus':
      return await createOpusEncoder(output.bitrate, meta);
  }
}

/** Compiles and instantiates the WASM encoders, so that no request waits for it. */
export async function warmEncoders(): Promise<void> {
  await Promise.all([warmMp3(), warmOpus()]);
}
