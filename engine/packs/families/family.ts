import type { PackManifest } from '../../contract/pack.ts';
import type { VoiceCard } from '../../contract/voice-card.ts';
import type { ReferenceSample } from '../../contract/speech.ts';
import type { Phonemizer } from '../../phonemes/index.ts';
import type { SpokenToken } from '../../types.ts';
import type { PackSource } from './source.ts';

/**
 * A family of voice models: packs whose graphs have the same inputs and outputs and the same files beside them.
 * docs/model-families.md says how to add one.
 */
export interface PackFamily {
  readonly id: PackManifest['family'];
  /**
   * What the folder is, if it is of this family; null where nothing in it looks so.
   * @throws DramatisError invalid_parameter, with a sentence, where it looks so but does not fit
   */
  recognise(source: PackSource): Promise<RecognisedPack | null>;
  /** Opens the graphs. @throws DramatisError engine_unavailable, invalid_parameter for what does not fit */
  open(source: PackSource, options: OpenOptions): Promise<PackModel>;
}

export interface OpenOptions {
  /** Threads of one inference. */
  readonly threads: number;
  readonly phonemizer: Phonemizer;
}

/** What `pack.json` is made of. */
export interface RecognisedPack extends Pick<
  PackManifest,
  'name' | 'licence' | 'sampleRate' | 'languages' | 'capabilities'
> {
  readonly description?: string;
  /** Files that the pack needs, relative to its folder. */
  readonly files: readonly string[];
  /** At least one. */
  readonly voices: readonly PackVoice[];
}

/** A voice that a pack brings. */
export interface PackVoice {
  /** The name by which cards mix it. */
  readonly speaker: string;
  readonly name: string;
  /** BCP 47: what it reads where nothing else is said. */
  readonly language: string;
  readonly sex: 'female' | 'male' | 'neutral';
}

/** A pack whose graphs are open. Several texts may be spoken at the same time. */
export interface PackModel {
  /** Hz of its samples. */
  readonly sampleRate: number;
  /** Which speeds the model itself has; what it lacks is made by stretching its sound. */
  readonly speeds: 'any' | 'whole' | 'one';
  /** Whether the noise can be scaled; else it is inside the graph, and `variation` has no effect. */
  readonly variable: boolean;
  /** Whether the noise is drawn from `seed`, so that the same seed gives the same sound. */
  readonly seeded: boolean;
  /** Whether phonemes can be given for a word; else it is read as it is spelt. */
  readonly phonemes: boolean;
  /**
   * A text to samples, in pieces that are each below the model's limit; what is longer is cut, never left out.
   * Ends early when `signal` aborts. @throws DramatisError unknown_voice, unsupported_by_model
   */
  synthesize(utterance: Utterance, signal: AbortSignal): AsyncIterable<PackSpeech>;
  /**
   * A speaker made of recordings of one person, whose transcripts it may do without; absent where the family cannot.
   * @throws DramatisError invalid_reference_audio
   */
  clone?(references: readonly ReferenceSample[]): Promise<ClonedSpeaker>;
  /** Frees the graphs. Nothing may be at work. */
  dispose(): Promise<void>;
}

/** A speaker made of recordings, for as long as the model is open. */
export interface ClonedSpeaker {
  /** What the model reads before the text: rows of `width` values. */
  readonly prompt: Float32Array;
  readonly width: number;
  /** What is to be said about the recordings. */
  readonly notices: readonly { readonly code: string; readonly message: string }[];
}

/** Who speaks: speakers of the pack, or one made of recordings. */
export type PackSpeaker = Exclude<VoiceCard['speaker'], { readonly recordings: unknown }> | ClonedSpeaker;

/** A word to be said, or phonemes in the model's own symbols. */
export interface PackToken extends SpokenToken {
  /** Symbols of the model that are taken as they are, instead of `text`. */
  readonly raw?: string;
}

export interface Utterance {
  /** BCP 47. */
  readonly language: string;
  readonly tokens: readonly PackToken[];
  readonly endsSentence: boolean;
  readonly speaker: PackSpeaker;
  /** Factor on the pace; 1 is the model's own. Of the model's `speeds`. */
  readonly speed: number;
  /** Factor on the noise that the model draws from; 0 is none, 1 is the model's own. */
  readonly variation: number;
  /** Unsigned, 32 bits. */
  readonly seed: number;
}

/** When a word is said, in seconds from the start of its piece. `from`, `to` as in its token. */
export interface SpokenSpan {
  readonly text: string;
  readonly from: number;
  readonly to: number;
  readonly start: number;
  readonly end: number;
}

export interface PackSpeech {
  readonly samples: Float32Array;
  readonly words: readonly SpokenSpan[];
  /** Whether the times come from the model; else they are shares of the piece by its number of phonemes. */
  readonly exact: boolean;
  /** Whether this is the last piece of the text. A piece without words goes on with those of the one before. */
  readonly last: boolean;
  /** Tokens that the model was given. */
  readonly ids: readonly number[];
}
