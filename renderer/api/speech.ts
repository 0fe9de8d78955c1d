import { noteTold } from '../packs/told.ts';
import { call } from './client.ts';
import { fromBase64, serverEvents } from './events.ts';

/** Hz of everything that the studio plays and keeps. */
export const STUDIO_RATE = 44_100;

/** What a line asks of the speech interface. `voice` null: the server's default voice. */
export interface LineRequest {
  readonly text: string;
  readonly voice: string | null;
  readonly speed: number;
  readonly seed: number;
}

export interface Word {
  readonly text: string;
  readonly start: number;
  readonly end: number;
}

export type SpeechPiece =
  | { readonly type: 'audio'; readonly samples: Int16Array }
  | { readonly type: 'words'; readonly words: readonly Word[] };

interface TimestampEvent {
  readonly audio_base64: string;
  readonly alignment: { readonly segments: readonly Word[]; readonly audio_duration: number } | null;
  readonly chunk_seq: number;
  readonly chunk_audio_offset_sec: number;
}

/** The body of a line's request, also what "copy as curl" shows. */
export function bodyOf(line: LineRequest): Record<string, unknown> {
  return {
    text: line.text,
    reference_id: line.voice,
    prosody: { speed: line.speed, volume: 0, normalize_loudness: false },
    format: 'pcm',
    sample_rate: STUDIO_RATE,
    latency: 'low',
    seed: line.seed,
  };
}

/** Speaks a line: samples (16 bit, mono, STUDIO_RATE) and the times of its words, as they arrive. */
export async function* speak(line: LineRequest, signal: AbortSignal): AsyncIterable<SpeechPiece> {
  const response = await call('/v1/tts/stream/with-timestamp', {
    method: 'POST',
    json: bodyOf(line),
    headers: { model: 's2.1-pro', accept: 'text/event-stream' },
    signal,
  });
  noteTold(line, response.headers.get('x-dramatis-notice'));
  if (!response.body) return;
  // The alignment of a chunk is told again and again, longer each time: the last one of each chunk counts.
  const chunks = new Map<number, readonly Word[]>();
  let odd: number | null = null;
  for await (const data of serverEvents(response.body)) {
    const event = JSON.parse(data) as Partial<TimestampEvent> &
      Omit<TimestampEvent, 'audio_base64'> & { message?: string };
    if (event.audio_base64 === undefined) throw new Error(event.message ?? data);
    if (event.alignment) {
      chunks.set(
        event.chunk_seq,
        event.alignment.segments.map((word) => moved(word, event.chunk_audio_offset_sec)),
      );
      yield { type: 'words', words: [...chunks.values()].flat() };
    }
    let bytes = fromBase64(event.audio_base64);
    if (odd !== null) bytes = Uint8Array.of(odd, ...bytes);
    odd = bytes.length % 2 === 1 ? (bytes.at(-1) ?? null) : null;
    if (bytes.length > 1)
      yield {
        type: 'audio',
        samples: new Int16Array(bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + (bytes.length & ~1))),
      };
  }
}

const moved = (word: Word, by: number): Word => ({ text: word.text, start: word.start + by, end: word.end + by });
