import { fromInt16Bytes } from './audio/samples.ts';
import { DramatisError } from './contract/errors.ts';
import { PRODUCT } from './contract/product.ts';
import type { SpeakerVoice, SpeechEngine, SpeechEvent, SpeechRequest, SpeechStats } from './contract/speech.ts';
import { EXPECTED_GAIN_DB, Mastering } from './effects/mastering.ts';
import { castOf } from './pack-pipeline.ts';
import { checkSpeakers } from './plan/check.ts';
import { turns } from './plan/turns.ts';
import { Random } from './random.ts';

/** Seconds between two speakers; what a pack leaves at the edges of its speech comes on top. */
const PAUSE = 0.2;
/** Hz of the turns where the encoder has a rate of its own that bare samples have not. */
const RATE = 44_100;

type Of<T extends SpeechEvent['type']> = Extract<SpeechEvent, { type: T }>;

/** The packs whose voices a request has: cards name theirs, recordings become voices of the model's. */
export function packsOf({ voices, profile }: SpeechRequest): ReadonlySet<string> {
  return new Set(voices.map((voice) => packOf(voice, profile.pack)));
}

const packOf = (voice: SpeakerVoice, usual: string): string => ('card' in voice ? voice.card.pack : usual);

/**
 * Speaks a dialogue whose speakers have voices of several packs: each turn by the pack of its speaker, one after the
 * other, through one mastering and one encoder, so that it is one file with one loudness. What a pack remembers from one
 * chunk to the next ends with its turn.
 */
export class CastEngine implements SpeechEngine {
  constructor(private readonly engineOf: (pack: string) => SpeechEngine) {}

  /** See SpeechEngine. @throws DramatisError speaker_out_of_range, nothing_to_say, and what the packs' engines throw */
  async *speak(
    request: SpeechRequest,
    signal: AbortSignal,
    more?: AsyncIterable<string>,
  ): AsyncGenerator<SpeechEvent, void, undefined> {
    const { output, seed, profile } = request;
    const sampleRate = output.format === 'opus' ? RATE : output.sampleRate;
    const mastering = await Mastering.open({
      sampleRate,
      output,
      volume: request.volume,
      normalizeLoudness: request.normalizeLoudness && profile.loudness,
      expectedGainDb: EXPECTED_GAIN_DB.usual,
      metadata: { program: `${PRODUCT.name} ${PRODUCT.version}`, voice: castOf(request), seed },
    });
    const tally = new Tally();
    try {
      for await (const event of this.turnsOf(request, sampleRate, tally, signal, more)) {
        if (!('samples' in event)) {
          yield event;
          continue;
        }
        tally.samples += event.samples.length;
        const bytes = mastering.push(event.samples);
        if (bytes.length > 0) yield tally.heard(bytes);
      }
      if (signal.aborted) return;
      if (tally.stats.chunks === 0) throw new DramatisError('nothing_to_say', 'text: no word in it can be spoken.');
      yield tally.heard(mastering.finish());
      yield { type: 'end', stats: { ...tally.stats, audioSeconds: tally.samples / sampleRate } };
    } finally {
      mastering.dispose();
    }
  }

  /** The turns' sound with pauses between them, and what is told of them, as of the whole. */
  private async *turnsOf(
    request: SpeechRequest,
    sampleRate: number,
    tally: Tally,
    signal: AbortSignal,
    more: AsyncIterable<string> | undefined,
  ): AsyncGenerator<{ readonly samples: Float32Array } | Of<'chunk'> | Of<'notice'>, void, undefined> {
    const random = new Random(request.seed);
    let number = 0;
    for await (const text of piecesOf(request.text, more)) {
      checkSpeakers(text, request);
      for (const { speaker, from, to } of turns(text)) {
        const voice = request.voices[speaker]!;
        const pack = packOf(voice, request.profile.pack);
        const turn: SpeechRequest = {
          ...request,
          text: text.slice(from, to),
          voices: [voice],
          profile: { ...request.profile, pack, loudness: false },
          output: { format: 'pcm', sampleRate },
          volume: 0,
          seed: random.derive('turn', number++).int32() >>> 0,
        };
        if (tally.stats.chunks > 0) yield { samples: new Float32Array(Math.round(PAUSE * sampleRate)) };
        const start = tally.samples / sampleRate;
        for await (const event of spoken(this.engineOf(pack).speak(turn, signal))) {
          if (event.type === 'audio') yield { samples: fromInt16Bytes(event.bytes) };
          else if (event.type === 'end') tally.add(event.stats);
          else if (event.type === 'chunk') yield tally.place(event, speaker, from, start);
          else if (tally.isNew(event)) yield event;
        }
        if (signal.aborted) return;
      }
    }
  }
}

/** Of the whole request: what was counted, and what was told already. */
class Tally {
  samples = 0;
  stats: SpeechStats = { audioSeconds: 0, computeSeconds: 0, firstAudioMs: 0, chunks: 0, phones: 0 };
  private readonly started = performance.now();
  private readonly told = new Set<string>();
  private index = 0;

  add({ computeSeconds, chunks, phones }: SpeechStats): void {
    this.stats = {
      ...this.stats,
      computeSeconds: this.stats.computeSeconds + computeSeconds,
      chunks: this.stats.chunks + chunks,
      phones: this.stats.phones + phones,
    };
  }

  heard(bytes: Uint8Array): Of<'audio'> {
    if (this.stats.firstAudioMs === 0) this.stats = { ...this.stats, firstAudioMs: performance.now() - this.started };
    return { type: 'audio', bytes };
  }

  /** A chunk of a turn at its place in the whole text (`from`) and in the whole sound (`start`, seconds). */
  place(chunk: Of<'chunk'>, speaker: number, from: number, start: number): Of<'chunk'> {
    const words = chunk.words.map((word) => ({
      ...word,
      start: word.start + start,
      end: word.end + start,
      from: word.from + from,
      to: word.to + from,
    }));
    return { ...chunk, index: this.index++, speaker, offsetSeconds: chunk.offsetSeconds + start, words };
  }

  isNew({ code, message }: Of<'notice'>): boolean {
    const key = `${code} ${message}`;
    if (this.told.has(key)) return false;
    this.told.add(key);
    return true;
  }
}

async function* piecesOf(first: string, more: AsyncIterable<string> | undefined): AsyncGenerator<string> {
  yield first;
  if (more) yield* more;
}

/** A turn of marks alone is no error where others have words. */
async function* spoken(events: AsyncIterable<SpeechEvent>): AsyncGenerator<SpeechEvent, void, undefined> {
  try {
    yield* events;
  } catch (error) {
    if (!(error instanceof DramatisError) || error.reason !== 'nothing_to_say') throw error;
  }
}
