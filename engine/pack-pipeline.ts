import { amplify, dbToGain } from './audio/gain.ts';
import { DramatisError } from './contract/errors.ts';
import { PRODUCT } from './contract/product.ts';
import { LIMITS } from './contract/limits.ts';
import { recordingsOf } from './contract/voice-card.ts';
import type {
  ClonedVoice,
  ReferenceSample,
  SpeakerVoice,
  SpeechEngine,
  SpeechEvent,
  SpeechRequest,
} from './contract/speech.ts';
import { EXPECTED_GAIN_DB, Mastering } from './effects/mastering.ts';
import { readScript, type Script, tagsBetween } from './expression/script.ts';
import { directionNotices, lettersNotice, packNotices, separateNotice } from './pack-notices.ts';
import type { PackModel, PackSpeaker, PackSpeech, PackToken } from './packs/families/family.ts';
import { maskRaw, type RawBlock, withRaw } from './packs/families/raw.ts';
import { divideSpeed, stretched } from './packs/families/stretch.ts';
import type { FamilyPack } from './packs/family-pack.ts';
import { RecordedSpeakers, voiceOfRecordings } from './recorded-speakers.ts';
import { checkSpeakers, checkWords } from './plan/check.ts';
import { type ChunkEnd, planChunks, type TextChunk } from './plan/chunks.ts';
import { Random } from './random.ts';
import { othersTurn } from './reading.ts';
import { RunStats } from './run-stats.ts';
import { detectLanguage, normalizeText, sentences, UserLexicon } from './text/index.ts';

/** Seconds of silence before the next chunk, by how the one before ended; the models leave a little themselves. */
const PAUSES: Readonly<Record<ChunkEnd, number>> = {
  letter: 0,
  word: 0,
  clause: 0.05,
  sentence: 0.2,
  paragraph: 0.5,
  turn: 0.3,
};
/** Samples that are mastered before others have their turn. */
const BLOCK = 24_000;

type Notice = Extract<SpeechEvent, { type: 'notice' }>;
type Chunk = Extract<SpeechEvent, { type: 'chunk' }>;
type Sound = { readonly type: 'sound'; readonly samples: Float32Array };

/** A text, or a part of one that comes in pieces. */
interface Piece {
  readonly text: string;
  readonly script: Script;
  readonly blocks: readonly RawBlock[];
}

/** A speaker of a request, and what its card says beside that. */
interface Cast {
  readonly speaker: PackSpeaker;
  readonly accent: string;
  readonly rate: number;
  /** dB. */
  readonly energy: number;
}

/**
 * Speaks with a pack of a family that makes samples of text by itself: the plan (chunks, sentences, words) and the
 * mastering are those of the starter's pipeline, and what lies between is the family's.
 */
export class PackPipeline implements SpeechEngine {
  private readonly recorded = new RecordedSpeakers();

  constructor(private readonly pack: FamilyPack) {}

  /**
   * A voice that names recordings as its speaker. That is made now, so that what is wrong with them is told, and the first
   * line is spoken at once. @throws DramatisError unsupported_by_model, invalid_reference_audio, engine_unavailable, cancelled
   */
  async clone(references: readonly ReferenceSample[], signal: AbortSignal): Promise<ClonedVoice> {
    const { manifest, slot } = this.pack;
    this.checkVoice({ references }, null);
    const model = await slot.take();
    try {
      return voiceOfRecordings(manifest, references, await this.recorded.of(model, references, signal));
    } finally {
      slot.give();
    }
  }

  /** See SpeechEngine. @throws DramatisError unsupported_by_model, unknown_voice, nothing_to_say, engine_unavailable */
  async *speak(
    request: SpeechRequest,
    signal: AbortSignal,
    more?: AsyncIterable<string>,
  ): AsyncGenerator<SpeechEvent, void, undefined> {
    const { manifest, slot } = this.pack;
    const stats = new RunStats(manifest.sampleRate);
    const opening = pieceOf(request.text, request);
    if (!more) checkWords(opening.script, request.normalize);
    for (const voice of request.voices) this.checkVoice(voice, request.language);
    const pieces = more ? furtherPieces(opening, request, stats.waits(more)) : [opening];
    const model = await slot.take();
    try {
      const fallback = this.pack.fallback();
      if (fallback !== null) yield { type: 'notice', code: 'provider_fallback', message: fallback };
      yield* packNotices(manifest, request, model);
      const conditioned = request.conditionOnPreviousChunks && request.given?.includes('condition_on_previous_chunks');
      if (conditioned && severalChunks(opening, request)) yield separateNotice(manifest.id);
      const casts: Cast[] = [];
      for (const voice of request.voices) casts.push(yield* this.toCast(voice, model, signal));
      const sounds = this.sounds(pieces, request, casts, model, stats, signal);
      yield* stats.events(master(sounds, request, manifest.sampleRate, signal), signal);
    } finally {
      slot.give();
    }
  }

  /** Chunk by chunk: its times, then its samples. */
  private async *sounds(
    pieces: Iterable<Piece> | AsyncIterable<Piece>,
    request: SpeechRequest,
    casts: readonly Cast[],
    model: PackModel,
    stats: RunStats,
    signal: AbortSignal,
  ): AsyncGenerator<Sound | Chunk | Notice, void, undefined> {
    const lexicon = new UserLexicon(request.lexicon);
    const random = new Random(request.seed);
    let index = 0;
    /** Samples so far. */
    let at = 0;
    let pause = 0;
    let spoken = false;
    let lettersTold = false;
    const silence = (seconds: number): Sound => {
      const samples = new Float32Array(Math.round(seconds * model.sampleRate));
      at += samples.length;
      return { type: 'sound', samples };
    };
    for await (const piece of pieces) {
      yield* directionNotices(this.pack.manifest.id, piece.script);
      for (const chunk of planChunks(piece.script.text, request, sentences)) {
        if (signal.aborted) return;
        const cast = casts[chunk.speaker]!;
        const { from, to } = chunk;
        const language = request.language ?? this.languageOf(piece.script.text.slice(from, to), cast);
        const read = normalizeText(piece.script.text, { language, from, to, normalize: request.normalize, lexicon });
        if (!model.phonemes && !lettersTold && read.tokens.some(({ phonemes }) => phonemes !== undefined)) {
          yield lettersNotice(this.pack.manifest.id);
          lettersTold = true;
        }
        const gain = dbToGain(cast.energy);
        const { own, stretch } = divideSpeed(request.speed * cast.rate, model);
        let told = from;
        for (const part of partsOf(withRaw(read, piece.blocks), piece.script, chunk)) {
          if ('seconds' in part) {
            yield silence(part.seconds);
            pause = 0;
            continue;
          }
          const utterance = {
            language,
            tokens: part.tokens,
            endsSentence: read.endsSentence,
            speaker: cast.speaker,
            speed: own,
            variation: request.temperature / LIMITS.tts.temperature.default,
            seed: random.derive('chunk', index).int32(),
          };
          const speeches = model.synthesize(utterance, signal);
          for await (const speech of stretch === 1 ? speeches : stretched(speeches, model.sampleRate, stretch)) {
            if (pause > 0) yield silence(pause);
            pause = 0;
            spoken = true;
            const end = speech.last ? part.to : behind(piece.text, speech.words.at(-1)?.to ?? told, part.to);
            yield chunkEvent(speech, index++, chunk.speaker, piece.text.slice(told, end), at, model.sampleRate);
            told = end;
            at += speech.samples.length;
            stats.count(speech.samples.length, speech.ids.length);
            yield { type: 'sound', samples: gain === 1 ? speech.samples : amplify(speech.samples, gain) };
          }
        }
        pause = spoken ? PAUSES[chunk.end] : 0;
      }
    }
    if (!spoken && !signal.aborted) throw new DramatisError('nothing_to_say', 'text: no word in it can be spoken.');
  }

  /** Before the graphs are opened. */
  private checkVoice(voice: SpeakerVoice, language: string | null): void {
    const { id, name, capabilities } = this.pack.manifest;
    if ('card' in voice && voice.card.pack !== id)
      throw new DramatisError('unknown_voice', `The voice belongs to pack ${voice.card.pack}, but pack ${id} speaks.`);
    const recorded = 'card' in voice ? recordingsOf(voice.card) : voice.references;
    if (recorded && !capabilities.clone)
      throw new DramatisError(
        'unsupported_by_model',
        `${'card' in voice ? 'reference_id' : 'references'}: the pack ${name} cannot make a voice of recordings.`,
      );
    if ('card' in voice && recorded && voice.recordings?.length !== recorded.length)
      throw new DramatisError('unknown_voice', 'The recordings that the voice is made of did not come with it.');
    const spoken = language ?? ('card' in voice ? voice.card.accent : null);
    if (spoken !== null) this.checkLanguage(spoken);
  }

  /** Makes a speaker of recordings, where the voice is those or its card names some. */
  private async *toCast(
    voice: SpeakerVoice,
    model: PackModel,
    signal: AbortSignal,
  ): AsyncGenerator<Notice, Cast, undefined> {
    const { manifest } = this.pack;
    if (!('card' in voice)) {
      const speaker = await this.recorded.of(model, voice.references, signal);
      for (const notice of speaker.notices) yield { type: 'notice', ...notice };
      return { speaker, accent: manifest.languages[0] ?? 'en', rate: 1, energy: 0 };
    }
    const { speaker, accent, rate, energy } = voice.card;
    if (!('recordings' in speaker)) return { speaker, accent, rate, energy };
    return { speaker: await this.recorded.of(model, voice.recordings!, signal), accent, rate, energy };
  }

  /** What a text is read in that says nothing of its language: found from it, where the pack reads more than one. */
  private languageOf(text: string, { accent }: Cast): string {
    const { languages } = this.pack.manifest;
    if (languages.length < 2) return accent;
    const found = detectLanguage(text, accent);
    if (base(found) === base(accent)) return accent;
    return languages.find((known) => base(known) === base(found)) ?? accent;
  }

  private checkLanguage(language: string): void {
    const { languages, name } = this.pack.manifest;
    if (languages.some((known) => base(known) === base(language))) return;
    throw new DramatisError(
      'unsupported_by_model',
      `language: the pack ${name} does not read "${language}"; it reads ${languages.join(', ')}.`,
    );
  }
}

/** @throws DramatisError speaker_out_of_range, unsupported_by_model */
function pieceOf(text: string, request: SpeechRequest): Piece {
  checkSpeakers(text, request);
  const { text: masked, blocks } = maskRaw(text);
  return { text, script: readScript(masked, request.profile.grammar), blocks };
}

async function* furtherPieces(
  opening: Piece,
  request: SpeechRequest,
  more: AsyncIterable<string>,
): AsyncGenerator<Piece, void, undefined> {
  yield opening;
  for await (const text of more) yield pieceOf(text, request);
}

/** Whether a text is spoken in more than one piece. */
function severalChunks({ script }: Piece, request: SpeechRequest): boolean {
  const chunks = planChunks(script.text, request, sentences)[Symbol.iterator]();
  chunks.next();
  return chunks.next().done !== true;
}

/** Words that reach to `to` in the text, or a pause. */
type Part = { readonly tokens: readonly PackToken[]; readonly to: number } | { readonly seconds: number };

/** The words of a chunk, and the pauses that its directions ask for between them. */
function* partsOf(tokens: readonly PackToken[], script: Script, { from, to }: TextChunk): Generator<Part> {
  let next = 0;
  for (const tag of tagsBetween(script.tags, from, to)) {
    if (tag.direction.kind !== 'pause') continue;
    const begun = next;
    while (next < tokens.length && tokens[next]!.from < tag.from) next++;
    if (next > begun) yield { tokens: tokens.slice(begun, next), to: tag.from };
    yield { seconds: tag.direction.seconds };
  }
  if (next < tokens.length) yield { tokens: tokens.slice(next), to };
}

/** Behind the marks and the space that follow a word. */
function behind(text: string, from: number, most: number): number {
  let at = from;
  while (at < most && /[\s\p{P}]/u.test(text[at]!) && !/[[<(]/.test(text[at]!)) at++;
  return at;
}

function chunkEvent(
  { samples, words }: PackSpeech,
  index: number,
  speaker: number,
  text: string,
  at: number,
  sampleRate: number,
): Chunk {
  const offsetSeconds = at / sampleRate;
  return {
    type: 'chunk',
    index,
    speaker,
    text,
    offsetSeconds,
    durationSeconds: samples.length / sampleRate,
    words: words.map((word) => ({ ...word, start: word.start + offsetSeconds, end: word.end + offsetSeconds })),
  };
}

/** Samples to encoded bytes; everything else passes. */
async function* master(
  sounds: AsyncIterable<Sound | Chunk | Notice>,
  request: SpeechRequest,
  sampleRate: number,
  signal: AbortSignal,
): AsyncGenerator<Exclude<SpeechEvent, { type: 'end' }>, void, undefined> {
  const mastering = await Mastering.open({
    sampleRate,
    output: request.output,
    volume: request.volume,
    normalizeLoudness: request.normalizeLoudness && request.profile.loudness,
    expectedGainDb: EXPECTED_GAIN_DB.usual,
    metadata: { program: `${PRODUCT.name} ${PRODUCT.version}`, voice: castOf(request), seed: request.seed },
  });
  try {
    for await (const part of sounds) {
      if (part.type !== 'sound') {
        yield part;
        continue;
      }
      for (let from = 0; from < part.samples.length; from += BLOCK) {
        const bytes = mastering.push(part.samples.subarray(from, from + BLOCK));
        if (bytes.length > 0) yield { type: 'audio', bytes };
        await othersTurn();
        if (signal.aborted) return;
      }
    }
    if (!signal.aborted) yield { type: 'audio', bytes: mastering.finish() };
  } finally {
    mastering.dispose();
  }
}

/** Who speaks, as the file tells it: the voices' names, each once. */
export function castOf({ voices }: SpeechRequest): string {
  const names = voices.map((voice) => voice.name ?? 'unnamed voice');
  return [...new Set(names)].join(', ').replace(/\p{Cc}+/gu, ' ');
}

/** The primary subtag, with one name for Mandarin. */
function base(language: string): string {
  const [primary = ''] = language.toLowerCase().split('-');
  return primary === 'zh' ? 'cmn' : primary;
}
