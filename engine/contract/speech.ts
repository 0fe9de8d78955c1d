import type { OutputFormat } from './formats.ts';
import { LIMITS } from './limits.ts';
import type { VoiceCard } from './voice-card.ts';

/** What a `model` name brings beside the pack: see models/profiles.json. */
export interface ModelProfile {
  readonly name: string;
  readonly pack: string;
  /** s1: expression in parentheses; s2: in square brackets. */
  readonly grammar: 's1' | 's2';
  readonly multiSpeaker: boolean;
  /** Whether `prosody.normalize_loudness` has an effect (BS.1770, -18 LUFS). */
  readonly loudness: boolean;
  /** 0 is served first. */
  readonly priority: number;
  /** Credit per UTF-8 byte of text. */
  readonly price: number;
}

/** A word of the user's own lexicon. */
export interface Pronunciation {
  readonly word: string;
  readonly language?: string | undefined;
  readonly alphabet: 'ipa' | 'arpabet' | 'respelling';
  readonly pronunciation: string;
  readonly caseSensitive?: boolean | undefined;
}

/** Reference audio of one speaker, still encoded (WAV, MP3, FLAC, Ogg Opus), with its transcript. */
export interface ReferenceSample {
  readonly audio: Uint8Array;
  readonly text: string;
}

/**
 * Who speaks as speaker N: a finished card, or recordings that the engine turns into one. `name` is the voice's own, for
 * the marks that files carry; absent where the voice has none. `recordings` are those that the card names, in its order.
 */
export type SpeakerVoice = { readonly name?: string } & (
  | { readonly card: VoiceCard; readonly recordings?: readonly ReferenceSample[] }
  | { readonly references: readonly ReferenceSample[] }
);

/** A voice that was made from recordings, and what is to be said about them. */
export interface ClonedVoice {
  readonly card: VoiceCard;
  /** Whether a recording carried the card itself (voice design's WAVs do), so that nothing was estimated. */
  readonly carried: boolean;
  /** BCP 47, of the transcripts. */
  readonly languages: readonly string[];
  readonly notices: readonly { readonly code: string; readonly message: string }[];
}

/**
 * A validated request, as the engine takes it. The server builds it; it holds no HTTP, no keys and no file names.
 * Units: speed is a factor, volume dB, lengths characters (UTF-16 code units of the text).
 */
export interface SpeechRequest {
  readonly text: string;
  /** Index = speaker number of the tags in `text`. At least one. */
  readonly voices: readonly SpeakerVoice[];
  readonly profile: ModelProfile;
  readonly output: OutputFormat;
  readonly seed: number;
  readonly temperature: number;
  readonly topP: number;
  readonly repetitionPenalty: number;
  readonly maxNewTokens: number;
  readonly chunkLength: number;
  readonly minChunkLength: number;
  readonly conditionOnPreviousChunks: boolean;
  readonly earlyStopThreshold: number;
  readonly latency: 'low' | 'normal' | 'balanced';
  readonly normalize: boolean;
  readonly speed: number;
  readonly volume: number;
  readonly normalizeLoudness: boolean;
  readonly features: readonly string[];
  /** BCP 47; null: found from the text. */
  readonly language: string | null;
  readonly lexicon: readonly Pronunciation[];
  /** Fields of the contract that the caller set, whatever to: of the others nobody wants to hear that they have no effect. */
  readonly given?: readonly string[];
}

/** One word with its time. Times are seconds from the start of the whole audio; `from`/`to` index the request's text. */
export interface TimedWord {
  readonly text: string;
  readonly start: number;
  readonly end: number;
  readonly from: number;
  readonly to: number;
}

/** What the engine gives back, in order. Encoded bytes of a request, concatenated, are the response body. */
export type SpeechEvent =
  | { readonly type: 'audio'; readonly bytes: Uint8Array }
  /** Sent when a chunk's durations are known, before its audio: exact times of its words, in the final audio. */
  | {
      readonly type: 'chunk';
      readonly index: number;
      readonly speaker: number;
      readonly text: string;
      readonly offsetSeconds: number;
      readonly durationSeconds: number;
      readonly words: readonly TimedWord[];
    }
  /** Something that the request asked for and this pack could not do, or only nearly. */
  | { readonly type: 'notice'; readonly code: string; readonly message: string }
  | { readonly type: 'end'; readonly stats: SpeechStats };

export interface SpeechStats {
  readonly audioSeconds: number;
  readonly computeSeconds: number;
  readonly firstAudioMs: number;
  readonly chunks: number;
  readonly phones: number;
}

/** The engine as every shell sees it. */
export interface SpeechEngine {
  /**
   * Ends early, within one window of work, when `signal` aborts. With `more` the request's text is only the beginning of
   * one text that comes in pieces: each further piece is taken when what came before has been spoken, the voice goes on
   * over the joins, and all the audio is one file. The places of words then count from the start of their own piece.
   */
  speak(request: SpeechRequest, signal: AbortSignal, more?: AsyncIterable<string>): AsyncIterable<SpeechEvent>;
}

/** What a request has that says no more than its text, voices and output: the service's defaults. */
export const SPEECH_DEFAULTS = {
  temperature: LIMITS.tts.temperature.default,
  topP: LIMITS.tts.topP.default,
  repetitionPenalty: LIMITS.tts.repetitionPenalty.default,
  maxNewTokens: LIMITS.tts.maxNewTokens.default,
  chunkLength: LIMITS.tts.chunkLength.default,
  minChunkLength: LIMITS.tts.minChunkLength.default,
  conditionOnPreviousChunks: true,
  earlyStopThreshold: LIMITS.tts.earlyStopThreshold.default,
  latency: 'normal',
  normalize: true,
  speed: LIMITS.tts.speed.default,
  volume: LIMITS.tts.volume.default,
  normalizeLoudness: true,
  features: [],
  language: null,
  lexicon: [],
} as const satisfies Partial<SpeechRequest>;
