import type { AudioMetadata, Encoder } from '../encoder.ts';
import { assertFinite, concatBytes, NO_BYTES, toInt16 } from '../samples.ts';
import { wavHeader } from './header.ts';

/** Raw signed 16 bit little-endian mono samples. */
export function createPcmEncoder(sampleRate: number, meta: AudioMetadata): Encoder {
  return new SampleEncoder(sampleRate, NO_BYTES, meta.samples);
}

/** 16 bit mono WAV. Sizes in the header are exact when `meta.samples` is given, else the stream placeholders. */
export function createWavEncoder(sampleRate: number, meta: AudioMetadata): Encoder {
  return new SampleEncoder(sampleRate, wavHeader(sampleRate, meta), meta.samples);
}

/** A header, then samples. The header leaves with the first block. */
class SampleEncoder implements Encoder {
  private count = 0;

  constructor(
    readonly sampleRate: number,
    private header: Uint8Array,
    private readonly expected: number | undefined,
  ) {}

  encode(samples: Float32Array): Uint8Array {
    assertFinite(samples);
    this.count += samples.length;
    // Every platform that Node runs on with this package's native parts is little-endian.
    const bytes = new Uint8Array(toInt16(samples).buffer);
    return this.header.length === 0 ? bytes : concatBytes([this.takeHeader(), bytes]);
  }

  finish(): Uint8Array {
    assertLength(this.count, this.expected);
    return this.takeHeader();
  }

  dispose(): void {
    this.header = NO_BYTES;
  }

  private takeHeader(): Uint8Array {
    const header = this.header;
    this.header = NO_BYTES;
    return header;
  }
}

/** A header that promised another length is a bug of the caller, and the file is broken: say so. */
export function assertLength(samples: number, expected: number | undefined): void {
  if (expected !== undefined && samples !== expected) {
    throw new RangeError(`The encoder was told ${expected} samples and got ${samples}.`);
  }
}
