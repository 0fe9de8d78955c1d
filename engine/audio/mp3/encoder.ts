import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { createEncoder as instantiate, type WasmMediaEncoder } from 'wasm-media-encoders';
import type { Mp3Bitrate } from '../../contract/formats.ts';
import type { AudioMetadata, Encoder } from '../encoder.ts';
import { assertFinite, concatBytes, NO_BYTES } from '../samples.ts';
import { assertLength } from '../wav/encoder.ts';
import { id3Tag } from './id3.ts';
import { infoFrame } from './info-frame.ts';

type Lame = WasmMediaEncoder<'audio/mpeg'>;

/** Instances that wait for the next request. Each holds 16 MiB of address space, so only a few are kept. */
const idle: Lame[] = [];
const KEEP_IDLE = 2;
/** Samples given to the WASM module at a time: bounds its input buffer. */
const BLOCK = 4608;

/** The module's bytes, then, from the first instance on, the compiled module. */
type Wasm = Uint8Array | WebAssembly.Module;
let wasm: Wasm | undefined;

async function acquire(): Promise<Lame> {
  const ready = idle.pop();
  if (ready) return ready;
  wasm ??= new Uint8Array(await readFile(createRequire(import.meta.url).resolve('wasm-media-encoders/wasm/mp3')));
  return await instantiate('audio/mpeg', wasm, (compiled) => (wasm = compiled));
}

export async function warmMp3(): Promise<void> {
  if (idle.length === 0) idle.push(await acquire());
}

/**
 * MPEG-1 layer III, mono, constant bitrate (LAME). An ID3v2.4 tag and an Info frame come first. `sampleRate` is 32000
 * or 44100 Hz: LAME would silently change any other.
 */
export async function createMp3Encoder(sampleRate: number, bitrate: Mp3Bitrate, meta: AudioMetadata): Promise<Encoder> {
  const lame = await acquire();
  lame.configure({ channels: 1, sampleRate, outputSampleRate: sampleRate as 32000 | 44100, bitrate });
  const start = concatBytes([id3Tag(meta), infoFrame(sampleRate, bitrate, meta.samples && Math.max(1, meta.samples))]);
  return new Mp3Encoder(sampleRate, lame, start, meta.samples);
}

class Mp3Encoder implements Encoder {
  private count = 0;
  private lame: Lame | null;

  constructor(
    readonly sampleRate: number,
    lame: Lame,
    private start: Uint8Array,
    private readonly expected: number | undefined,
  ) {
    this.lame = lame;
  }

  encode(samples: Float32Array): Uint8Array {
    assertFinite(samples);
    const lame = this.open();
    this.count += samples.length;
    const parts = [this.takeStart()];
    for (let from = 0; from < samples.length; from += BLOCK) {
      // The library returns a view of its own memory, which the next call overwrites.
      parts.push(lame.encode([samples.subarray(from, from + BLOCK)]).slice());
    }
    return concatBytes(parts);
  }

  finish(): Uint8Array {
    assertLength(this.count, this.expected);
    // LAME makes no frame from no samples, and players refuse a file without one: one silent sample stands for none.
    const silence = this.count === 0 ? this.encode(new Float32Array(1)) : NO_BYTES;
    const end = this.open().finalize().slice();
    this.dispose();
    return concatBytes([silence, this.takeStart(), end]);
  }

  dispose(): void {
    if (this.lame && idle.length < KEEP_IDLE) idle.push(this.lame);
    this.lame = null;
  }

  private open(): Lame {
    if (!this.lame) throw new Error('The MP3 encoder is finished.');
    return this.lame;
  }

  private takeStart(): Uint8Array {
    const start = this.start;
    this.start = NO_BYTES;
    return start;
  }
}
