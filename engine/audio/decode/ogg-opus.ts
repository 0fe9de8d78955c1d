import { createDecoder, type OpusDecoderHandle } from 'libopus-wasm';
import { concatBytes } from '../samples.ts';
import { CONTINUED, END_OF_STREAM, oggPages, type OggPage } from '../ogg-opus/ogg-page.ts';
import { badAudio, Collector } from './collector.ts';
import type { DecodedAudio } from './decode.ts';

const RATE = 48000;

export function isOgg(bytes: Uint8Array): boolean {
  return startsWith(bytes, 'OggS');
}

/**
 * Ogg Opus (RFC 7845), mono or stereo, at 48 kHz, from pre-skip to end granule. One unbroken logical stream is taken:
 * a page with a wrong checksum, a second stream or a missing end is refused, packet by packet, before it is decoded.
 */
export async function decodeOggOpus(bytes: Uint8Array, maxSeconds: number): Promise<DecodedAudio> {
  const pages = streamPages(bytes);
  const head = parseHead(pages.next().value);
  const collector = new Collector(maxSeconds);
  const decoder = await createDecoder({ channels: head.channels, sampleRate: RATE });
  try {
    await decodePages(pages, head, decoder, collector);
  } finally {
    decoder.free();
  }
  return collector.result();
}

async function decodePages(
  pages: Generator<OggPage>,
  head: OpusHead,
  decoder: OpusDecoderHandle,
  collector: Collector,
): Promise<void> {
  let skip = head.preSkip;
  let tags = true;
  let start: number | null = null;
  let decoded = 0;
  for (const { page, packets } of packetPages(pages)) {
    const last = (page.flags & END_OF_STREAM) !== 0;
    for (const packet of packets) {
      // The packet after the head holds comments.
      if (tags) {
        tags = false;
        continue;
      }
      const block = decodePacket(decoder, packet);
      const count = block.length / head.channels;
      const end = last ? page.granule - (start ?? 0) - decoded : count;
      const from = Math.min(skip, count);
      const to = Math.max(from, Math.min(count, end));
      skip -= from;
      decoded += count;
      collector.add(deinterleave(block, head, from, to), to - from, RATE);
      await collector.breathe();
    }
    // The first page with sound tells where the stream begins: a recording of a broadcast does not begin at 0.
    if (decoded > 0) start ??= Math.max(0, page.granule - decoded);
  }
}

function decodePacket(decoder: OpusDecoderHandle, packet: Uint8Array): Float32Array {
  if (packet.length === 0) throw badAudio('is an Ogg Opus with an empty packet');
  try {
    return decoder.decodeFloat(packet);
  } catch (error) {
    throw badAudio('is an Ogg Opus with a broken packet', error);
  }
}

function deinterleave(block: Float32Array, head: OpusHead, from: number, to: number): Float32Array[] {
  return Array.from({ length: head.channels }, (_, channel) =>
    Float32Array.from({ length: to - from }, (_, i) => block[(from + i) * head.channels + channel]! * head.gain),
  );
}

/** The whole pages of the one stream that the file is. Throws where it is damaged, chained, multiplexed or cut off. */
function* streamPages(bytes: Uint8Array): Generator<OggPage, null> {
  let serial: number | null = null;
  let ended = false;
  for (const page of oggPages(bytes)) {
    if (!page) throw badAudio('is an Ogg file that is damaged or cut off');
    serial ??= page.serial;
    if (ended || page.serial !== serial) throw badAudio('is an Ogg file of several streams; one is supported');
    yield page;
    ended = (page.flags & END_OF_STREAM) !== 0;
  }
  if (!ended) throw badAudio('is an Ogg file that is cut off');
  return null;
}

/** Pages with the packets that end on them. */
function* packetPages(pages: Generator<OggPage>): Generator<{ page: OggPage; packets: Uint8Array[] }> {
  let open: Uint8Array[] = [];
  for (const page of pages) {
    if (!(page.flags & CONTINUED)) open = [];
    const packets: Uint8Array[] = [];
    let at = 0;
    for (const length of page.lacing) {
      open.push(page.body.subarray(at, (at += length)));
      if (length === 255) continue;
      packets.push(concatBytes(open));
      open = [];
    }
    yield { page, packets };
  }
}

interface OpusHead {
  readonly channels: 1 | 2;
  readonly preSkip: number;
  /** Output gain as a factor. */
  readonly gain: number;
}

function parseHead(page: OggPage | null): OpusHead {
  const body = page?.body ?? new Uint8Array(0);
  if (!startsWith(body, 'OpusHead') || body.length < 19) {
    throw badAudio('is an Ogg file without Opus; in Ogg, only Opus is supported');
  }
  const view = new DataView(body.buffer, body.byteOffset, body.byteLength);
  const channels = body[9];
  if ((channels !== 1 && channels !== 2) || body[18] !== 0) {
    throw badAudio(`is an Ogg Opus with ${channels} channels; 1 or 2 are supported`);
  }
  return { channels, preSkip: view.getUint16(10, true), gain: 10 ** (view.getInt16(16, true) / 256 / 20) };
}

function startsWith(bytes: Uint8Array, text: string): boolean {
  return bytes.length >= text.length && [...text].every((c, i) => bytes[i] === c.charCodeAt(0));
}
