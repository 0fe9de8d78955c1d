import { AcousticModel } from './acoustic/model.ts';
import { warmEncoders } from './audio/encoder.ts';
import { PRODUCT } from './contract/product.ts';
import type { RecordingsReport } from './contract/recording-check.ts';
import type { ClonedVoice, ReferenceSample, SpeechEngine, SpeechEvent, SpeechRequest } from './contract/speech.ts';
import type { VoiceCard } from './contract/voice-card.ts';
import { EXPECTED_GAIN_DB, Mastering } from './effects/mastering.ts';
import { expressionNotices } from './expression/notices.ts';
import { readScript } from './expression/script.ts';
import { loadPack } from './packs/load.ts';
import { PhoneLookup } from './packs/phones.ts';
import { createPhonemizer } from './phonemes/index.ts';
import { checkFeatures, checkSpeakers, checkWords } from './plan/check.ts';
import { ProsodyModel } from './prosody/model.ts';
import { Random } from './random.ts';
import { type Piece, Reader, type Stages } from './reading.ts';
import { rehearse } from './rehearsal.ts';
import { RunStats } from './run-stats.ts';
import { sound } from './sounding.ts';
import { loadFfts } from './vocoder/fft.ts';
import { FRAMES_PER_SECOND, SAMPLE_RATE } from './vocoder/grid.ts';
import { assessRecordings } from './voice/clone/assess.ts';
import { cloneVoice } from './voice/clone/clone.ts';
import type { CloneTools } from './voice/clone/tools.ts';
import { resolveVoice, type ResolvedVoice } from './voice/resolve.ts';

/** Gain that every voice gets: the models speak at about -30 LUFS, so that effort has room, and the limiter stays at rest. */
const LEVEL_DB = 9;

/**
 * A pack's engine, from text to encoded audio:
 * plan -> phonemes -> prosody (reading.ts) -> acoustic -> vocoder (sounding.ts) -> effects -> resample -> encode (mastering.ts).
 * Each stage takes from the one before only what it needs next, so sound leaves after the first window of the first chunk.
 */
export class Pipeline implements SpeechEngine {
  constructor(readonly stages: Stages) {}

  /**
   * Loads everything that most requests need; `warmUp` brings the rest. Throws `engine_unavailable` for a broken pack.
   */
  static async load(folder: string, threads: number): Promise<Pipeline> {
    const pack = await loadPack(folder, threads);
    const [phonemizer, prosody, acoustic] = await Promise.all([
      createPhonemizer({ spelling: 'starter' }),
      ProsodyModel.load(pack),
      AcousticModel.load(pack),
      loadFfts(),
      warmEncoders(),
    ]);
    return new Pipeline({ pack, phones: new PhoneLookup(pack.tables.phones), phonemizer, prosody, acoustic });
  }

  /** A voice from one speaker's recordings. @throws DramatisError invalid_reference_audio, cancelled */
  clone(
    references: readonly ReferenceSample[],
    signal: AbortSignal = new AbortController().signal,
  ): Promise<ClonedVoice> {
    return cloneVoice(references, this.cloneTools(), signal);
  }

  /**
   * Recordings measured, and how near a card comes to them where one is given.
   * @throws DramatisError invalid_reference_audio, unsupported_by_model, unknown_voice, cancelled
   */
  assess(
    references: readonly ReferenceSample[],
    card: VoiceCard | null,
    signal: AbortSignal,
  ): Promise<RecordingsReport> {
    return assessRecordings(references, card, this.cloneTools(), signal);
  }

  private cloneTools(): CloneTools {
    const { stages } = this;
    return { pack: stages.pack, phones: stages.phones, rehearse: (...args) => rehearse(stages, ...args) };
  }

  /** Ends early, within a window and without an `end`, when `signal` aborts. @throws DramatisError */
  async *speak(
    request: SpeechRequest,
    signal: AbortSignal,
    more?: AsyncIterable<string>,
  ): AsyncGenerator<SpeechEvent, void, undefined> {
    const { stages } = this;
    const stats = new RunStats(FRAMES_PER_SECOND);
    const opening = pieceOf(request.text, request, more !== undefined);
    if (!more) checkWords(opening.script, request.normalize);
    const pieces = more ? piecesOf(opening, request, stats.waits(more)) : [opening];
    const notices = checkFeatures(request);
    const voices: ResolvedVoice[] = [];
    for (const voice of request.voices) {
      if (signal.aborted) return;
      const { card, notices: told } =
        'card' in voice ? { card: voice.card, notices: [] } : await this.clone(voice.references, signal);
      for (const notice of told) notices.push({ type: 'notice', ...notice });
      voices.push(resolveVoice(stages.pack, { card }));
    }
    const random = new Random(request.seed);

    const reader = new Reader(stages, request, voices, random, signal);
    const readings = stats.readings(reader.read(pieces));
    const sounds = sound(readings, stages, request, random, signal);
    yield* notices;
    yield* stats.events(master(sounds, request, voices, signal), signal);
  }
}

/** @throws DramatisError speaker_out_of_range, unsupported_by_model */
function pieceOf(text: string, request: SpeechRequest, open: boolean): Piece {
  checkSpeakers(text, request);
  const script = readScript(text, request.profile.grammar);
  return { text, script, notices: expressionNotices(script.tags), open };
}

async function* piecesOf(
  opening: Piece,
  request: SpeechRequest,
  more: AsyncIterable<string>,
): AsyncGenerator<Piece, void, undefined> {
  yield opening;
  for await (const text of more) yield pieceOf(text, request, true);
}

/** Samples to encoded bytes; everything else passes. */
async function* master(
  sounds: ReturnType<typeof sound>,
  request: SpeechRequest,
  voices: readonly ResolvedVoice[],
  signal: AbortSignal,
): AsyncGenerator<Exclude<SpeechEvent, { type: 'end' }>, void, undefined> {
  const levelled = request.normalizeLoudness && request.profile.loudness;
  const mastering = await Mastering.open({
    sampleRate: SAMPLE_RATE,
    output: request.output,
    volume: levelled ? request.volume : request.volume + LEVEL_DB,
    normalizeLoudness: levelled,
    expectedGainDb: expectedGain(voices[0]!),
    metadata: { program: `${PRODUCT.name} ${PRODUCT.version}`, voice: castOf(request), seed: request.seed },
  });
  try {
    for await (const part of sounds) {
      if (part.type !== 'sound') {
        yield part;
        continue;
      }
      const bytes = mastering.push(part.samples);
      if (bytes.length > 0) yield { type: 'audio', bytes };
    }
    if (!signal.aborted) yield { type: 'audio', bytes: mastering.finish() };
  } finally {
    mastering.dispose();
  }
}

/** Who speaks, as the file tells it: the voices' names, each once. What has no name is a voice from a recording. */
function castOf({ voices }: SpeechRequest): string {
  const names = voices.map((voice) => voice.name ?? ('card' in voice ? 'unnamed voice' : 'cloned voice'));
  return [...new Set(names)].join(', ').replace(/\p{Cc}+/gu, ' ');
}

/** About the gain that brings a voice to -18 LUFS, dB: where the loudness stage begins, before it has heard anything. */
function expectedGain({ card }: ResolvedVoice): number {
  // A whisper is some 12 dB quieter than the voice it comes from.
  return EXPECTED_GAIN_DB.starter + 12 * card.breathiness ** 4 - card.energy;
}
