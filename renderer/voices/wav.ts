/** WAV files as the studio meets them: mono, 16 bit, perhaps with the card of the voice that speaks. */
import { VoiceCard } from '../../engine/contract/voice-card.ts';

export interface Wav {
  /** Hz. */
  readonly rate: number;
  readonly samples: Int16Array<ArrayBuffer>;
  /** The voice itself, where the file carries it. */
  readonly card: VoiceCard | null;
}

/** The chunk in which voice design's files carry the card, as JSON. */
const CARD_CHUNK = 'DRMC';

/** @throws Error for anything but a PCM WAV of 16 bits and one channel */
export function readWav(bytes: Uint8Array): Wav {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const name = (at: number): string => String.fromCharCode(...bytes.subarray(at, at + 4));
  if (bytes.length < 12 || name(0) !== 'RIFF' || name(8) !== 'WAVE') throw new Error('This is no WAV file.');
  let rate = 0;
  let card: VoiceCard | null = null;
  for (let at = 12; at + 8 <= bytes.length;) {
    const [id, from] = [name(at), at + 8];
    const size = Math.min(view.getUint32(at + 4, true), bytes.length - from);
    if (id === 'fmt ') {
      const plain = [view.getUint16(from, true), view.getUint16(from + 2, true), view.getUint16(from + 14, true)];
      if (plain.join() !== '1,1,16') throw new Error('Only WAV files of 16 bits and one channel are read here.');
      rate = view.getUint32(from + 4, true);
    } else if (id === CARD_CHUNK) {
      const told = VoiceCard.safeParse(JSON.parse(new TextDecoder().decode(bytes.subarray(from, from + size))));
      card = told.success ? told.data : null;
    } else if (id === 'data') {
      const body = bytes.slice(from, from + (size & ~1));
      return { rate, samples: new Int16Array(body.buffer), card };
    }
    at = from + size + (size % 2);
  }
  throw new Error('This WAV file holds no sound.');
}

export function writeWav(samples: Int16Array, rate: number): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(44 + samples.byteLength);
  const view = new DataView(bytes.buffer);
  const text = (at: number, value: string): void => bytes.set(new TextEncoder().encode(value), at);
  text(0, 'RIFF');
  view.setUint32(4, 36 + samples.byteLength, true);
  text(8, 'WAVEfmt ');
  view.setUint32(16, 16, true);
  view.setUint16(20, 1, true);
  view.setUint16(22, 1, true);
  view.setUint32(24, rate, true);
  view.setUint32(28, rate * 2, true);
  view.setUint16(32, 2, true);
  view.setUint16(34, 16, true);
  text(36, 'data');
  view.setUint32(40, samples.byteLength, true);
  bytes.set(new Uint8Array(samples.buffer, samples.byteOffset, samples.byteLength), 44);
  return bytes;
}
