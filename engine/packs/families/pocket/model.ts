import { type InferenceSession, Tensor } from 'onnxruntime-node';
import { type DecodedAudio, decodeReference } from '../../../audio/decode/decode.ts';
import { resample } from '../../../audio/resample.ts';
import { concatSamples } from '../../../audio/samples.ts';
import { DramatisError } from '../../../contract/errors.ts';
import { LIMITS } from '../../../contract/limits.ts';
import type { ReferenceSample } from '../../../contract/speech.ts';
import { Random } from '../../../random.ts';
import type { ClonedSpeaker, PackModel, PackSpeaker, PackSpeech, PackToken, Utterance } from '../family.ts';
import { type Bundle, type Embedding, type GraphName, WIDTH } from './files.ts';
import { piecesOf, promptOf, WordClock } from './pieces.ts';
import { firstStates, nextStates, type States, type StateSlot } from './state.ts';
import type { Tokenizer } from './tokenizer.ts';

/** Hz. All releases have it. */
export const SAMPLE_RATE = 24_000;
/** Frames of a second. */
const FRAME_RATE = 12.5;
/** Values of a frame, where the graphs leave them open. */
const LATENT = 32;
/** The model's own temperature; the deviation of its noise is the root. */
const TEMPERATURE = 0.7;
/** Steps from noise to a frame: the release's own number. */
const STEPS = 1;
/** The end is near where the logit is above it; so many frames more are still said. */
const END_LOGIT = -4;
const FRAMES_AFTER_END = 3;
/** Ids of one piece, and how long it may become: so many ids in a second, and some seconds more. As in the release. */
const MOST_IDS = 50;
const IDS_PER_SECOND = 3;
const SECONDS_MORE = 2;
/** Frames that are decoded together: few at first, so that the sound begins early; then more, which costs less. */
const PARTS = [2, 4, 8, 12] as const;
/** Seconds of a recording that a voice is made of. */
const MOST_PROMPT = LIMITS.reference.recommendedMax;

export interface PocketParts {
  readonly sessions: Readonly<Record<GraphName, InferenceSession>>;
  readonly tokenizer: Tokenizer;
  readonly bos: Float32Array;
  readonly bundle: Bundle | null;
  readonly mainSlots: readonly StateSlot[];
  readonly decoderSlots: readonly StateSlot[];
  /** The pack's voices. */
  readonly voices: ReadonlyMap<string, PackVoiceSource>;
}

/** A recording, or what the encoder made of one. */
export type PackVoiceSource = () => Promise<DecodedAudio | Embedding>;

export class PocketModel implements PackModel {
  readonly sampleRate = SAMPLE_RATE;
  readonly speeds = 'one';
  readonly variable = true;
  readonly seeded = true;
  readonly phonemes = false;
  private readonly prompts = new Map<string, Promise<ClonedSpeaker>>();
  /** The states after the last voice that was read: most requests go on with it. */
  private last: { readonly speaker: ClonedSpeaker; readonly states: Promise<States> } | null = null;

  constructor(private readonly parts: PocketParts) {}

  async *synthesize(utterance: Utterance, signal: AbortSignal): AsyncGenerator<PackSpeech, void, undefined> {
    const { bundle, tokenizer } = this.parts;
    const voice = await this.voiceStates(await this.speakerOf(utterance.speaker));
    const pieces = piecesOf(utterance.tokens, bundle?.max_token_per_chunk ?? MOST_IDS, (text) => {
      return tokenizer.encode(text).length;
    });
    const random = new Random(utterance.seed);
    for (const [i, piece] of pieces.entries()) {
      const noise = { random: random.derive('piece', i), deviation: Math.sqrt(TEMPERATURE * utterance.variation) };
      for await (const speech of this.piece(piece, voice, noise, signal))
        yield { ...speech, last: speech.last && i === pieces.length - 1 };
      if (signal.aborted) return;
    }
  }

  /** The recordings one behind the other, as far as the model uses them. Their transcripts are not needed. */
  async clone(references: readonly ReferenceSample[]): Promise<ClonedSpeaker> {
    const decoded: DecodedAudio[] = [];
    for (const { audio } of references) decoded.push(await decodeReference(audio));
    return this.promptOf(decoded);
  }

  async dispose(): Promise<void> {
    this.last = null;
    for (const session of Object.values(this.parts.sessions)) await session.release();
  }

  /** The frames of a piece as they come, decoded a few at a time. */
  private async *piece(
    tokens: readonly PackToken[],
    voice: States,
    noise: Noise,
    signal: AbortSignal,
  ): AsyncGenerator<PackSpeech, void, undefined> {
    const { bundle, tokenizer } = this.parts;
    const padded = bundle?.pad_with_spaces_for_short_inputs ?? false;
    const ids = tokenizer.encode(promptOf(tokens, { padded, semicolons: !(bundle?.remove_semicolons ?? false) }));
    if (ids.length === 0) return;
    const after = bundle === null ? FRAMES_AFTER_END : framesAfterEnd(bundle, tokens.length);
    const clock = new WordClock(tokens);
    let states = firstStates(this.parts.decoderSlots);
    let waiting: Float32Array[] = [];
    let part = 0;
    /** Samples before this part. */
    let at = 0;
    const decode = async (last: boolean): Promise<PackSpeech> => {
      const results = await this.run('decoder', { latent: frames(waiting), ...states });
      states = nextStates(this.parts.decoderSlots, results);
      const samples = this.output('decoder', results, 0).data as Float32Array;
      const before = at / SAMPLE_RATE;
      at += samples.length;
      const end = at / SAMPLE_RATE;
      const words = (last ? clock.rest(end) : clock.until(end)).map((word) => ({
        ...word,
        start: word.start - before,
        end: word.end - before,
      }));
      waiting = [];
      return { samples, words, exact: false, last, ids: part++ === 0 ? ids : [] };
    };
    for await (const frame of this.frames(ids, voice, noise, after, signal)) {
      // A full part waits for the next frame, for only then it is known that it is not the last.
      if (waiting.length === PARTS[Math.min(part, PARTS.length - 1)]) yield await decode(false);
      waiting.push(frame);
    }
    if (waiting.length > 0 && !signal.aborted) yield await decode(true);
  }

  /** Frame after frame of the codec, until the model says that it has ended. */
  private async *frames(
    ids: readonly number[],
    voice: States,
    { random, deviation }: Noise,
    after: number,
    signal: AbortSignal,
  ): AsyncGenerator<Float32Array, void, undefined> {
    const most = Math.ceil((ids.length / IDS_PER_SECOND + SECONDS_MORE) * FRAME_RATE);
    const read = await this.run('conditioner', {
      token_ids: new Tensor('int64', BigInt64Array.from(ids, BigInt), [1, ids.length]),
    });
    let states = await this.read(this.output('conditioner', read, 0), voice);
    const nothing = new Tensor('float32', new Float32Array(0), [1, 0, WIDTH]);
    // Not a number: the model takes it for the beginning.
    let frame: Float32Array = new Float32Array(LATENT).fill(NaN);
    let end = Infinity;
    for (let step = 0; step < most && !signal.aborted; step++) {
      const results = await this.run('main', { sequence: frames([frame]), text_embeddings: nothing, ...states });
      states = nextStates(this.parts.mainSlots, results);
      const logit = (this.output('main', results, 1).data as Float32Array)[0]!;
      if (end === Infinity && logit > END_LOGIT) end = step + after;
      if (step >= end) return;
      frame = await this.flow(this.output('main', results, 0), random, deviation);
      yield frame;
    }
  }

  /** From noise to a frame, by Euler's method. */
  private async flow(c: Tensor, random: Random, deviation: number): Promise<Float32Array> {
    const x = Float32Array.from({ length: LATENT }, () => deviation * random.normal());
    for (let step = 0; step < STEPS; step++) {
      const [s, t] = [step / STEPS, (step + 1) / STEPS];
      const results = await this.run('flow', {
        c,
        s: new Tensor('float32', Float32Array.of(s), [1, 1]),
        t: new Tensor('float32', Float32Array.of(t), [1, 1]),
        x: new Tensor('float32', x.slice(), [1, LATENT]),
      });
      const velocity = this.output('flow', results, 0).data as Float32Array;
      for (let i = 0; i < LATENT; i++) x[i]! += velocity[i]! / STEPS;
    }
    return x;
  }

  /** The states after some rows were read. */
  private async read(rows: Tensor, states: States): Promise<States> {
    const sequence = new Tensor('float32', new Float32Array(0), [1, 0, LATENT]);
    const text_embeddings = new Tensor('float32', rows.data as Float32Array, [1, rows.dims.at(-2)!, rows.dims.at(-1)!]);
    return nextStates(this.parts.mainSlots, await this.run('main', { sequence, text_embeddings, ...states }));
  }

  private async voiceStates(speaker: ClonedSpeaker): Promise<States> {
    if (this.last?.speaker !== speaker) {
      const { prompt, width } = speaker;
      const rows = new Tensor('float32', prompt, [1, prompt.length / width, width]);
      this.last = { speaker, states: this.read(rows, firstStates(this.parts.mainSlots)) };
    }
    return this.last.states;
  }

  private async speakerOf(speaker: PackSpeaker): Promise<ClonedSpeaker> {
    if ('prompt' in speaker) return speaker;
    const names = 'mix' in speaker ? Object.keys(speaker.mix).filter((name) => (speaker.mix[name] ?? 0) > 0) : [];
    const [name] = names;
    if (name === undefined || names.length > 1)
      throw new DramatisError('unsupported_by_model', 'A Pocket voice is one speaker; it cannot mix several.');
    const voice = this.parts.voices.get(name);
    if (!voice)
      throw new DramatisError('unknown_voice', `The voice names the speaker ${name}, which the pack does not have.`);
    const known = this.prompts.get(name);
    if (known) return known;
    const made = voice().then((read) =>
      'rows' in read ? this.behindBos(read.rows, WIDTH, []) : this.promptOf([read]),
    );
    this.prompts.set(name, made);
    // What could not be read now may be there the next time.
    made.catch(() => this.prompts.delete(name));
    return made;
  }

  private behindBos(rows: Float32Array, width: number, notices: ClonedSpeaker['notices']): ClonedSpeaker {
    return { prompt: concatSamples([this.parts.bos, rows]), width, notices };
  }

  private async promptOf(decoded: readonly DecodedAudio[]): Promise<ClonedSpeaker> {
    const parts = decoded.map(({ samples, sampleRate }) => resample(samples, sampleRate, SAMPLE_RATE));
    const all = concatSamples(parts);
    const used = all.subarray(0, MOST_PROMPT * SAMPLE_RATE);
    const results = await this.run('encoder', { audio: new Tensor('float32', used.slice(), [1, 1, used.length]) });
    const { data, dims } = this.output('encoder', results, 0);
    const width = dims.at(-1)!;
    const notices =
      all.length === used.length
        ? []
        : [{ code: 'reference_shortened', message: `references: the first ${MOST_PROMPT} s are used of this voice.` }];
    return this.behindBos(data as Float32Array, width, notices);
  }

  private async run(name: GraphName, feeds: Record<string, Tensor>): Promise<InferenceSession.ReturnType> {
    return this.parts.sessions[name].run(feeds);
  }

  private output(name: GraphName, results: InferenceSession.ReturnType, place: number): Tensor {
    return results[this.parts.sessions[name].outputNames[place]!]!;
  }
}

interface Noise {
  readonly random: Random;
  readonly deviation: number;
}

/** As the packaging with a bundle has it: short texts end less abruptly with more. */
function framesAfterEnd({ model_recommended_frames_after_eos }: Bundle, words: number): number {
  return model_recommended_frames_after_eos ?? (words <= 4 ? 5 : 3);
}

function frames(all: readonly Float32Array[]): Tensor {
  return new Tensor('float32', concatSamples(all), [1, all.length, LATENT]);
}
