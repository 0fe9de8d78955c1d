/** Flags of an Ogg page (RFC 3533 §6). */
export const CONTINUED = 1;
export const BEGIN_OF_STREAM = 2;
export const END_OF_STREAM = 4;

const CRC_TABLE = Uint32Array.from({ length: 256 }, (_, n) => {
  let r = n << 24;
  for (let bit = 0; bit < 8; bit++) r = r & 0x80000000 ? (r << 1) ^ 0x04c11db7 : r << 1;
  return r >>> 0;
});

/** CRC-32 of Ogg: polynomial 04c11db7, start 0, not reflected. */
function crc32(bytes: Uint8Array): number {
  let crc = 0;
  for (let i = 0; i < bytes.length; i++) crc = ((crc << 8) ^ CRC_TABLE[(crc >>> 24) ^ bytes[i]!]!) >>> 0;
  return crc;
}

/**
 * One Ogg page of whole packets (RFC 3533). `granule` is the position after the last packet, in samples at 48 kHz.
 * The packets' lacing values must fit one page: at most 255 in all (255 * 255 bytes).
 */
export function oggPage(
  packets: readonly Uint8Array[],
  page: { readonly serial: number; readonly sequence: number; readonly granule: number; readonly flags: number },
): Uint8Array {
  const lacing: number[] = [];
  let size = 0;
  for (const packet of packets) {
    for (let left = packet.length; left >= 255; left -= 255) lacing.push(255);
    lacing.push(packet.length % 255);
    size += packet.length;
  }
  if (lacing.length > 255) throw new RangeError(`An Ogg page holds 255 segments, not ${lacing.length}.`);

  const bytes = new Uint8Array(27 + lacing.length + size);
  const view = new DataView(bytes.buffer);
  bytes.set(new TextEncoder().encode('OggS'));
  bytes[5] = page.flags;
  view.setBigUint64(6, BigInt(page.granule), true);
  view.setUint32(14, page.serial, true);
  view.setUint32(18, page.sequence, true);
  bytes[26] = lacing.length;
  bytes.set(lacing, 27);
  let at = 27 + lacing.length;
  for (const packet of packets) {
    bytes.set(packet, at);
    at += packet.length;
  }
  view.setUint32(22, crc32(bytes), true);
  return bytes;
}

/** The checksum that belongs into a page, which is cleared where it stands. */
function checksum(page: Uint8Array): number {
  return crc32(page.fill(0, 22, 26));
}

export interface OggPage {
  readonly flags: number;
  readonly serial: number;
  readonly granule: number;
  readonly lacing: Uint8Array;
  readonly body: Uint8Array;
}

/** The pages of an Ogg file; null in place of the first one that is not whole, with nothing after it. */
export function* oggPages(bytes: Uint8Array): Generator<OggPage | null> {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  for (let at = 0; at < bytes.length;) {
    const lacing = bytes.subarray(at + 27, at + 27 + (bytes[at + 26] ?? 0));
    const bodyAt = at + 27 + lacing.length;
    const end = bodyAt + lacing.reduce<number>((a, b) => a + b, 0);
    const whole = at + 27 <= bytes.length && end <= bytes.length && view.getUint32(at) === 0x4f676753;
    if (!whole || checksum(bytes.slice(at, end)) !== view.getUint32(at + 22, true)) {
      yield null;
      return;
    }
    yield {
      flags: bytes[at + 5]!,
      serial: view.getUint32(at + 14, true),
      granule: Number(view.getBigInt64(at + 6, true)),
      lacing,
      body: bytes.subarray(bodyAt, end),
    };
    at = end;
  }
}
