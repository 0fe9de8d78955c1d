import { describe, expect, it } from 'vitest';
import type { SpeechEvent, SpeechRequest } from '../../../engine/contract/speech.ts';
import { level, PCM, requestFor, samplesOf, starter } from './speech.ts';

const never = new AbortController().signal;
type Chunk = Extract<SpeechEvent, { type: 'chunk' }>;

interface Spoken {
  readonly bytes: Buffer;
  readonly chunks: readonly Chunk[];
  /** Bytes that were there when each further piece was asked for. */
  readonly asked: readonly number[];
}

async function speak(pieces: readonly string[], change: Partial<SpeechRequest> = {}): Promise<Spoken> {
  const pipeline = await starter();
  const [first = '', ...rest] = pieces;
  const parts: Uint8Array[] = [];
  const chunks: Chunk[] = [];
  const asked: number[] = [];
  const more = async function* (): AsyncGenerator<string> {
    for (const piece of rest) {
      asked.push(Buffer.concat(parts).length);
      yield piece;
    }
  };
  for await (const event of pipeline.speak(requestFor(pipeline, { ...change, text: first }), never, more())) {
    if (event.type === 'audio') parts.push(event.bytes);
    else if (event.type === 'chunk') chunks.push(event);
  }
  return { bytes: Buffer.concat(parts), chunks, asked };
}

describe('a text that comes in pieces', () => {
  it('is one piece of audio, in which the times go on', async () => {
    const { bytes, chunks } = await speak(['The bridge still stands.', ' One of the arches,', ' though, is wonky.']);
    expect(chunks.map(({ text }) => text).join('')).toBe(
      'The bridge still stands. One of the arches, though, is wonky.',
    );
    expect(chunks.map(({ index }) => index)).toEqual(chunks.map((_, i) => i));
    let end = 0;
    for (const { offsetSeconds, durationSeconds, words } of chunks) {
      expect(offsetSeconds).toBeCloseTo(end, 6);
      for (const word of words) expect(word.start).toBeGreaterThanOrEqual(end);
      end = offsetSeconds + durationSeconds;
    }
    expect(bytes.length / 2 / PCM.sampleRate).toBeCloseTo(end, 3);
  });

  it('is spoken up to its last word before the next piece is asked for', async () => {
    const { bytes, chunks, asked } = await speak(['The bridge still stands.', ' It is old.']);
    const heard = asked[0]! / 2 / PCM.sampleRate;
    expect(heard).toBeGreaterThan(chunks[0]!.words.at(-1)!.end);
    // What is still held back belongs to the pause.
    const held = samplesOf(bytes).subarray(asked[0]! / 2, Math.round(chunks[1]!.offsetSeconds * PCM.sampleRate));
    expect(held.length).toBeLessThan(0.05 * PCM.sampleRate);
    expect(level(held)).toBeLessThan(-50);
  });

  it('pauses at a piece as at the clause or the sentence that it is', async () => {
    const gap = async (first: string): Promise<number> => {
      const { chunks } = await speak([first, ' it went on.']);
      return chunks[1]!.words[0]!.start - chunks[0]!.words.at(-1)!.end;
    };
    const [clause, sentence] = [await gap('The bridge still stands,'), await gap('The bridge still stands.')];
    expect(sentence).toBeGreaterThan(clause * 1.5);
  });

  it('passes over pieces without words, and says so when there was no word at all', async () => {
    const { chunks } = await speak([' … ', 'The bridge.', ' --', ' Gone!']);
    expect(chunks.map(({ text }) => text.trim())).toEqual(['The bridge.', 'Gone!']);
    await expect(speak(['…', '!'])).rejects.toMatchObject({ reason: 'nothing_to_say' });
  });

  it('refuses a speaker that the request does not have in any piece', async () => {
    await expect(speak(['Hello.', '<|speaker:2|>Hi.'])).rejects.toMatchObject({ reason: 'speaker_out_of_range' });
  });

  it('reads a text that came whole as if nothing could follow', async () => {
    const pipeline = await starter();
    const alone: Uint8Array[] = [];
    const request = requestFor(pipeline, { text: 'The bridge still stands.' });
    for await (const event of pipeline.speak(request, never)) if (event.type === 'audio') alone.push(event.bytes);
    const { chunks } = await speak(['The bridge still stands.']);
    expect(Buffer.concat(alone).length / 2 / PCM.sampleRate).toBeLessThanOrEqual(chunks[0]!.durationSeconds + 0.001);
  });
});
