import type { VoiceCard } from '../../../engine/contract/voice-card.ts';
import type { SpeechEngine } from '../../../engine/contract/speech.ts';
import { speechRequest } from '../request.ts';
import { measure, type Heard } from './measure.ts';

const RATE = 24000;

/** What is heard when a card reads a line in its own accent. */
export async function speakAndMeasure(
  engine: SpeechEngine,
  job: { readonly text: string; readonly card: VoiceCard; readonly seed: number },
): Promise<Heard> {
  const request = { ...speechRequest({ ...job, output: { format: 'pcm', sampleRate: RATE } }), language: null };
  const blocks: Uint8Array[] = [];
  let phones = 0;
  for await (const event of engine.speak(request, new AbortController().signal)) {
    if (event.type === 'audio') blocks.push(event.bytes);
    if (event.type === 'end') phones = event.stats.phones;
  }
  return measure(fromPcm(Buffer.concat(blocks)), RATE, phones);
}

/** 16 bit little-endian samples as numbers in [-1, 1). */
export function fromPcm(bytes: Buffer): Float32Array {
  return Float32Array.from({ length: bytes.length >> 1 }, (_, i) => bytes.readInt16LE(2 * i) / 32768);
}
