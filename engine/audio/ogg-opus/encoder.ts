import { Application, createEncoder as createLibopus, loadLibopus, Signal, type OpusEncoderHandle } from 'libopus-wasm';
import type { OpusBitrate } from '../../contract/formats.ts';
import type { AudioMetadata, Encoder } from '../encoder.ts';
import { assertFinite, concatBytes } from '../samples.ts';
import { assertLength } from '../wav/encoder.ts';
import { opusHead, opusTags } from './headers.ts';
import { BEGIN_OF_STREAM, END_OF_STREAM, oggPage } from './ogg-page.ts';

const RATE = 48000;
/** 20 ms, the frame that Opus is tuned for. */
const FRAME = 960;
/** Packets on the first pages, so that sound leaves early; later pages hold 200 ms. */
const FIRST_PAGES = [1, 2, 4];
const PACKETS_PER_PAGE = 10;
/** Target of `-1000`: libopus is left free around it (its own automatic choice for 48 kHz mono would be 51 kbps). */
const AUTO_BITRATE = 32000;

export async function warmOpus(): Promise<void> {
  await loadLibopus();
}

/** Mono Ogg Opus at 48 kHz (RFC 6716, RFC 7845), variable bitrate around `bitrate` bps. The decoded length is exact. */
export async function createOpusEncoder(bitrate: OpusBitrate, meta: AudioMetadata): Promise<Encoder> {
  const { version } = await loadLibopus();
  const opus = await createLibopus({
    channels: 1,
    sampleRate: RATE,
    application: Application.Audio,
    signal: Signal.Voice,
    bitrate: bitrate === -1000 ? AUTO_BITRATE : bitrate,
    vbr: true,
    vbrConstraint: bitrate !== -1000,
  });
  return new OggOpusEncoder(opus, version, meta);
}

class OggOpusEncoder implements Encoder {
  readonly sampleRate = RATE;
  private readonly frame = new Float32Array(FRAME);
  /** Samples that wait in `frame`. */
  private filled = 0;
  private samples = 0;
  private packets: Uint8Array[] = [];
  private packetCount = 0;
  private pages: Uint8Array[] = [];
  private pageCount = 0;
  private readonly preSkip: number;
  private readonly serial: number;
  private finished = false;

  constructor(
    private readonly opus: OpusEncoderHandle,
    vendor: string,
    private readonly meta: AudioMetadata,
  ) {
    this.preSkip = opus.getLookahead();
    // Multiplying by an odd constant spreads neighbouring seeds and never maps two of them to one serial.
    this.serial = Math.imul(meta.seed, 0x9e3779b1) >>> 0;
    this.writePage([opusHead(this.preSkip, RATE)], 0, BEGIN_OF_STREAM);
    this.writePage([opusTags(vendor, meta)], 0, 0);
  }

  encode(samples: Float32Array): Uint8Array {
    assertFinite(samples);
    if (this.finished) throw new Error('The Opus encoder is finished.');
    this.samples += samples.length;
    this.push(samples);
    return this.takePages();
  }

  finish(): Uint8Array {
    if (this.finished) throw new Error('The Opus encoder is finished.');
    const end = this.preSkip + this.samples;
    // Silence pushes the last samples through the encoder's delay; the end granule cuts what is too much.
    const frames = Math.max(1, Math.ceil(end / FRAME));
    this.push(new Float32Array(frames * FRAME - this.samples), true);
    this.writePage(this.packets, end, END_OF_STREAM);
    this.dispose();
    assertLength(this.samples, this.meta.samples);
    return this.takePages();
  }

  dispose(): void {
    this.finished = true;
    this.opus.free();
  }

  private push(samples: Float32Array, last = false): void {
    for (let from = 0; from < samples.length;) {
      const part = samples.subarray(from, from + FRAME - this.filled);
      this.frame.set(part, this.filled);
      this.filled += part.length;
      from += part.length;
      if (this.filled < FRAME) break;
      this.filled = 0;
      // A page is written when the packet after it is there, since the last page must carry the end flag and a packet.
      this.flushFullPage();
      this.packets.push(this.opus.encodeFloat(this.frame));
      this.packetCount++;
    }
    if (!last) this.flushFullPage();
  }

  private flushFullPage(): void {
    const audioPage = this.pageCount - 2;
    if (this.packets.length < (FIRST_PAGES[audioPage] ?? PACKETS_PER_PAGE)) return;
    this.writePage(this.packets, this.packetCount * FRAME, 0);
    this.packets = [];
  }

  private writePage(packets: readonly Uint8Array[], granule: number, flags: number): void {
    this.pages.push(oggPage(packets, { serial: this.serial, sequence: this.pageCount++, granule, flags }));
  }

  private takePages(): Uint8Array {
    const bytes = concatBytes(this.pages);
    this.pages = [];
    return bytes;
  }
}
