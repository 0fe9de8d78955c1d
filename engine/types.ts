import type { Pronunciation } from './contract/speech.ts';

/** The values that pass between the stages of the pipeline. Frames are 10 ms; samples are at the pack's rate. */

/** Punctuation that follows a word, as the voice model knows it; '' is none. */
export const MARKS = ['', ',', ';', ':', '.', '?', '!', '-', '…'] as const;
export type Mark = (typeof MARKS)[number];

/** Phonemes that the writer gave for a word, in one of the notations that the service takes. */
export interface GivenPhonemes {
  readonly alphabet: Pronunciation['alphabet'] | 'pinyin' | 'romaji';
  readonly value: string;
}

/** One word as it is spoken. */
export interface SpokenToken {
  /** Letters of the word in its language's ordinary spelling (a run of Hanzi is one word); holds no digits. */
  readonly text: string;
  /** The pause that the writing asks for after it. */
  readonly mark: Mark;
  /** Range of the written form in the request's own text (UTF-16); words of one expansion share it. */
  readonly from: number;
  readonly to: number;
  /** BCP 47, where it differs from the sentence's. */
  readonly language?: string;
  /** Said by the name of its letter ("a" as in "ABC"). */
  readonly spelled?: boolean;
  /** Said exactly so, whatever a lexicon has. */
  readonly phonemes?: GivenPhonemes;
}

/** A stretch of the request's text as a sequence of spoken words. */
export interface NormalizedText {
  /** BCP 47 of the stretch, as `en-US`, `cmn`, `de`. */
  readonly language: string;
  readonly tokens: readonly SpokenToken[];
  /** Whether a sentence ends with the last word, so that the voice falls even where no full stop is written. */
  readonly endsSentence: boolean;
}

/** One phone, in one IPA inventory for all languages. Affricates and diphthongs are one phone; `_` is a pause. */
export interface Phone {
  readonly ipa: string;
  /** Stress of its syllable: 0 none, 1 primary, 2 secondary. */
  readonly stress: 0 | 1 | 2;
  /** Lexical tone of its syllable: 0 none, 1 to 5 as in pinyin (5 neutral). */
  readonly tone: 0 | 1 | 2 | 3 | 4 | 5;
  /** Index into `words`, -1 for pauses. */
  readonly word: number;
  readonly wordStart: boolean;
  readonly syllableStart: boolean;
  /** Break after this phone's syllable: 0 inside a word, 1 word, 3 phrase, 4 sentence. */
  readonly breakAfter: 0 | 1 | 2 | 3 | 4;
}

/** One written word as it is spoken. */
export interface SpokenWord {
  readonly text: string;
  /** Punctuation that follows it: one of '' , ; : . ? ! - … */
  readonly mark: string;
  /** Range in the request's own text, so that the studio can mark what is being said. */
  readonly from: number;
  readonly to: number;
}

/** A chunk's phones: begins and ends with a pause phone. */
export interface PhoneSequence {
  /** BCP 47 of the chunk, as `en-US`, `cmn`, `de`. */
  readonly language: string;
  readonly words: readonly SpokenWord[];
  readonly phones: readonly Phone[];
}

/** What the prosody model decides. Arrays have one entry per phone (F0: three). */
export interface ProsodyPlan {
  readonly sequence: PhoneSequence;
  /** Frames (10 ms) of each phone, at least 1. */
  readonly durations: Int32Array;
  /** 3 values per phone (start, middle, end): log F0 minus the speaker's mean log F0. */
  readonly f0: Float32Array;
  /** Energy of each phone as deviation (nepers) from the mean of its phone. */
  readonly energy: Float32Array;
}

/** What a way of speaking changes in the vocoder, on top of the voice. See VoiceCard for the meaning of each. */
export interface Manner {
  /** dB. */
  readonly energy: number;
  /** Added; the sum is held to 0..1. */
  readonly breathiness: number;
  /** dB per octave. */
  readonly tilt: number;
  /** Added; the sum is held to 0..1. */
  readonly roughness: number;
  /** Factor. */
  readonly tract: number;
}

/** Consecutive frames of acoustic parameters, what the vocoder takes. */
export interface FrameBlock {
  /** Number of frames. */
  readonly frames: number;
  /** Hz; 0 is unvoiced. Length `frames`. */
  readonly f0: Float32Array;
  /** Natural log power density on the mel grid. Length `frames * 72`. */
  readonly envelope: Float32Array;
  /** Aperiodic share of the power in 5 bands, 0..1. Length `frames * 5`. */
  readonly aperiodicity: Float32Array;
  /** dB per mel bin that a voice adds, in final frequency (after the tract is scaled). Length `frames * 72`; absent: none. */
  readonly offset?: Float32Array;
  /** How these frames are said; absent: as the voice is. */
  readonly manner?: Manner;
}
