import { DramatisError } from '../../contract/errors.ts';
import { VoiceCard } from '../../contract/voice-card.ts';
import { concatBytes } from '../samples.ts';
import { riffChunk } from './header.ts';
import { isWav, riffChunks } from './riff.ts';

/** The private chunk in which a WAV carries the voice card that spoke it, as JSON. */
const CARD_CHUNK = 'DRMC';
/** A card with every envelope is near 10 KB. */
const MAX_CARD_BYTES = 65_536;
/** Greater sizes in the header are placeholders of a stream. */
const MAX_RIFF_SIZE = 0x7fff_0000;

/**
 * The voice card that a WAV carries, or null when it carries none (or is no WAV). Throws `invalid_reference_audio` when
 * the chunk is there and holds no valid card.
 */
export function readCardChunk(wav: Uint8Array): VoiceCard | null {
  if (!isWav(wav)) return null;
  for (const chunk of riffChunks(wav)) {
    if (chunk.id !== CARD_CHUNK) continue;
    if (chunk.body.length < chunk.size || chunk.size > MAX_CARD_BYTES) throw badCard('is cut off or too long');
    const card = VoiceCard.safeParse(parseJson(chunk.body));
    if (!card.success) throw badCard('does not hold a valid card');
    return card.data;
  }
  return null;
}

/** A copy of `wav` that carries `card`, before its samples. A card that was there is replaced. */
export function writeCardChunk(wav: Uint8Array, card: VoiceCard): Uint8Array {
  if (!isWav(wav)) throw new RangeError('A voice card can only be written into a WAV.');
  const chunks = [...riffChunks(wav)];
  const data = chunks.find((chunk) => chunk.id === 'data');
  if (!data) throw new RangeError('The WAV has no data chunk.');
  const kept = chunks
    .filter((chunk) => chunk.at < data.at && chunk.id !== CARD_CHUNK)
    .map((chunk) => riffChunk(chunk.id, chunk.body));
  const body = new TextEncoder().encode(JSON.stringify(card));
  const out = concatBytes([wav.subarray(0, 12), ...kept, riffChunk(CARD_CHUNK, body), wav.subarray(data.at)]);
  const view = new DataView(out.buffer);
  if (view.getUint32(4, true) < MAX_RIFF_SIZE) view.setUint32(4, out.length - 8, true);
  return out;
}

function parseJson(body: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(body));
  } catch {
    throw badCard('is not JSON');
  }
}

function badCard(problem: string): DramatisError {
  return new DramatisError('invalid_reference_audio', `The voice card inside the reference WAV ${problem}.`);
}
