import type { AcousticModel, Windows } from './acoustic/model.ts';
import { DramatisError } from './contract/errors.ts';
import type { SpeechEvent, SpeechRequest } from './contract/speech.ts';
import { type Delivery, direct } from './expression/delivery.ts';
import { closeEdges, perform, type Staged, stage } from './expression/perform.ts';
import { pauseLeads, type Script } from './expression/script.ts';
import { hasSound, soundMaker } from './expression/effects/index.ts';
import { applyTiming, meanRate } from './expression/timing.ts';
import { StyleTracks } from './expression/tracks.ts';
import type { StarterPack } from './packs/load.ts';
import type { PhoneLookup } from './packs/phones.ts';
import type { Phonemizer } from './phonemes/index.ts';
import { QUALITY_GUARD } from './plan/check.ts';
import { type ChunkEnd, planChunks, type TextChunk } from './plan/chunks.ts';
import { limitPhones } from './plan/limit.ts';
import { setEdgePauses } from './plan/pauses.ts';
import { candidatesNeeded, faults } from './plan/quality-guard.ts';
import type { ProsodyModel, ProsodyState } from './prosody/model.ts';
import type { Random } from './random.ts';
import { normalizeText, sentences, UserLexicon } from './text/index.ts';
import type { FrameBlock, PhoneSequence, ProsodyPlan } from './types.ts';
import { meanLogF0, type ResolvedVoice } from './voice/resolve.ts';

/** A text to be read, or a part of one that comes in pieces. */
export interface Piece {
  readonly text: string;
  readonly script: Script;
  /** To be told before it is read. */
  readonly notices: readonly Notice[];
  /** Whether more may follow. */
  readonly open: boolean;
}

/** The models and rules that a pipeline works with. Requests that are at work at the same time share them. */
export interface Stages {
  readonly pack: StarterPack;
  readonly phones: PhoneLookup;
  readonly phonemizer: Phonemizer;
  readonly prosody: ProsodyModel;
  readonly acoustic: AcousticModel;
}

/** A chunk with its prosody decided, and its frames, which are made as they are taken. */
export interface Reading {
  readonly type: 'reading';
  readonly chunk: TextChunk;
  readonly voice: ResolvedVoice;
  readonly plan: ProsodyPlan;
  readonly frames: AsyncIterable<FrameBlock> | Iterable<FrameBlock>;
}

type Notice = Extract<SpeechEvent, { type: 'notice' }>;

/** Frames of the acoustic model's windows. The first sound waits for the first one alone. */
const WINDOWS = {
  low: { first: 10, rest: 40 },
  balanced: { first: 14, rest: 80 },
  normal: { first: 18, rest: 120 },
} as const;

/**
 * Text to readings, one chunk at a time: the next chunk is not looked at before the frames of this one are taken.
 * @throws DramatisError nothing_to_say, unsupported_by_model
 */
export class Reader {
  /** Where each speaker's prosody left off. */
  private readonly states = new Map<number, ProsodyState>();
  private before: ChunkEnd | null = null;
  private piece!: Piece;
  /** Chunks of the pieces before. */
  private chunks = 0;
  /** Where the last word said begins in the piece. */
  private lastWord = 0;
  /** Whether no chunk of the piece has been read yet: somebody waits for its first sound. */
  private opening = true;
  /** Whether the pause before the next word has been made to its full length. */
  private paused = false;
  private readonly lexicon: UserLexicon;

  constructor(
    private readonly stages: Stages,
    private readonly request: SpeechRequest,
    private readonly voices: readonly ResolvedVoice[],
    private readonly random: Random,
    private readonly signal: AbortSignal,
  ) {
    this.lexicon = new UserLexicon(request.lexicon);
  }

  async *read(pieces: Iterable<Piece> | AsyncIterable<Piece>): AsyncGenerator<Reading | Notice, void, undefined> {
    for await (const piece of pieces) {
      yield* piece.notices;
      yield* this.readPiece(piece);
    }
    if (this.before === null && !this.signal.aborted)
      throw new DramatisError('nothing_to_say', 'text: no word in it can be spoken.');
  }

  private async *readPiece(piece: Piece): AsyncGenerator<Reading | Notice, void, undefined> {
    const { request } = this;
    const { text, script, open } = piece;
    this.piece = piece;
    this.lastWord = 0;
    this.opening = true;
    const before = this.chunks;
    for (const [planned, atEnd] of withLast(planChunks(script.text, request, sentences))) {
      if (this.signal.aborted) return;
      const last = atEnd && !open;
      const end = atEnd && open ? pieceEnd(text) : planned.end;
      const chunk = { ...planned, end, index: before + planned.index, text: text.slice(planned.from, planned.to) };
      this.chunks = chunk.index + 1;
      const voice = this.voices[chunk.speaker]!;
      const whole = await this.phonemes(chunk, voice);
      const limited = limitPhones(whole, request.maxNewTokens);
      if (limited !== whole) yield truncation(chunk, whole, request.maxNewTokens);
      const delivery = direct(script, limited, chunk.from, chunk.to, this.lastWord);
      if (whole.words.length === 0 && !hasSound(delivery)) continue;
      yield await this.perform(chunk, delivery, voice, last);
      this.before = chunk.end;
      this.lastWord = whole.words.at(-1)?.from ?? chunk.from;
      this.opening = false;
    }
  }

  private async phonemes(chunk: TextChunk, voice: ResolvedVoice): Promise<PhoneSequence> {
    const { text } = this.piece.script;
    const { normalize, language } = this.request;
    const { phonemizer } = this.stages;
    const { accent } = voice.card;
    const written = normalizeText(text, {
      language,
      fallbackLanguage: accent,
      from: chunk.from,
      to: chunk.to,
      normalize,
      lexicon: this.lexicon,
    });
    // A voice reads its own language in its own accent, unless the request says which.
    const accented = language === null && base(accent) === base(written.language) && phonemizer.supports(accent);
    const spoken = accented ? accent : written.language;
    if (!phonemizer.supports(spoken)) {
      throw new DramatisError(
        'unsupported_by_model',
        `language: the text is in "${spoken}", which no phonemizer here reads.`,
      );
    }
    return phonemizer.phonemize(written, spoken);
  }

  /** Plans a chunk: once, or several times under the quality guard. */
  private async perform(chunk: TextChunk, delivery: Delivery, voice: ResolvedVoice, last: boolean): Promise<Reading> {
    const { request, stages, signal } = this;
    const guarded = request.features.includes(QUALITY_GUARD);
    const state = request.conditionOnPreviousChunks ? (this.states.get(chunk.speaker) ?? null) : null;
    const sounds = await soundMaker(delivery, stages.acoustic, voice, this.random.derive('sounds', chunk.index));
    // A pause that the next chunk begins with is that chunk's own; what ends here leaves no more than a frame to it.
    const pauseFollows = !last && pauseLeads(this.piece.script, chunk.to);
    const pauseEnds = delivery.gaps.some(({ phone }) => phone === delivery.sequence.phones.length - 1);
    const edges = { before: this.before, end: chunk.end, last, speed: request.speed * voice.card.rate };
    const followsPause = this.paused;
    const take = async (candidate: number): Promise<{ staged: Staged; state: ProsodyState }> => {
      const random = this.random.derive('prosody', chunk.index).derive('candidate', candidate);
      const { sequence } = delivery;
      const sampling = { ...request, maxNewTokens: sequence.phones.length, random };
      const { plan, state: after } = await stages.prosody.plan(sequence, voice, sampling, state, signal);
      const timed = closeEdges(setEdgePauses(applyTiming(plan, delivery), edges), followsPause, pauseFollows);
      return {
        staged: stage(timed, delivery, sounds, { first: followsPause ? 1 : 0, last: last ? 0 : 1 }),
        state: after,
      };
    };
    const windows = this.windows();
    const reading = ({ rendered, heard, insertions }: Staged, frames: Reading['frames']): Reading => {
      const tracks = StyleTracks.of(rendered, delivery, voice.card.breathiness);
      if (tracks === null && insertions.length === 0) return { type: 'reading', chunk, voice, plan: heard, frames };
      const made = perform(frames, tracks, insertions, meanLogF0(voice));
      return { type: 'reading', chunk, voice, plan: heard, frames: made };
    };
    this.paused = pauseFollows || pauseEnds;
    if (!guarded) {
      const { staged, state: after } = await take(0);
      this.states.set(chunk.speaker, after);
      return reading(staged, stages.acoustic.render(staged.rendered, voice, windows, signal));
    }
    let best: { staged: Staged; frames: FrameBlock[]; state: ProsodyState; faults: number } | null = null;
    for (let i = 0; i < candidatesNeeded(request.earlyStopThreshold); i++) {
      const { staged, state: after } = await take(i);
      const frames = await collect(stages.acoustic.render(staged.rendered, voice, windows, signal));
      const found = faults(staged.rendered, frames, voice, stages.phones, request.speed * meanRate(delivery));
      if (!best || found < best.faults) best = { staged, frames, state: after, faults: found };
    }
    this.states.set(chunk.speaker, best!.state);
    return reading(best!.staged, best!.frames);
  }

  /** Only the very first window of a piece is small: later chunks are made while the earlier sound plays. */
  private windows(): Windows {
    const { first, rest } = WINDOWS[this.request.latency];
    return { first: this.opening ? first : rest, rest };
  }
}

/** Lets the process's other work in between two windows: messages, and the windows of other requests. */
export async function othersTurn(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}

async function collect(frames: AsyncIterable<FrameBlock>): Promise<FrameBlock[]> {
  const blocks: FrameBlock[] = [];
  for await (const block of frames) {
    blocks.push(block);
    await othersTurn();
  }
  return blocks;
}

/** How a piece ends that another follows: the pause there is that of a text which was whole from the start. */
function pieceEnd(text: string): ChunkEnd {
  const written = text.trimEnd();
  if (text.slice(written.length).split('\n').length > 2) return 'paragraph';
  return /[,;:—–，、；：]["'”’»)\]]*$/u.test(written) ? 'clause' : 'sentence';
}

function truncation(chunk: TextChunk, whole: PhoneSequence, max: number): Notice {
  return {
    type: 'notice',
    code: 'max_new_tokens',
    message: `max_new_tokens: chunk ${chunk.index} needs ${whole.phones.length} tokens and was ended after ${max}.`,
  };
}

const base = (language: string): string => language.toLowerCase().split('-')[0]!;

function* withLast<T>(items: Iterable<T>): Generator<[T, boolean], void, undefined> {
  let held: { item: T } | null = null;
  for (const item of items) {
    if (held) yield [held.item, false];
    held = { item };
  }
  if (held) yield [held.item, true];
}
