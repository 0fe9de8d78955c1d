import type { NormalizedText, PhoneSequence, SpokenToken } from '../types.ts';
import { british } from './english/accents/british.ts';
import { AccentOfEnglish } from './english/accents/index.ts';
import { scottish } from './english/accents/scottish.ts';
import { STARTER } from './english/accents/spelling.ts';
import { EnglishReader } from './english/index.ts';
import { EnglishLexicon } from './english/lexicon.ts';
import { EspeakReader } from './espeak/index.ts';
import { espeakVoice } from './espeak/voices.ts';
import { loadEspeak } from './espeak/worker.ts';
import { givenSyllables } from './given.ts';
import { JapaneseReader } from './japanese/index.ts';
import { MandarinReader } from './mandarin/index.ts';
import type { WordReader } from './reader.ts';
import { toSequence, type PhonedWord } from './sequence.ts';

/** Turns spoken words into the phones of a chunk. */
export interface Phonemizer {
  readonly name: string;
  /** Whether it reads a BCP 47 language. */
  supports(language: string): boolean;
  /**
   * `language` is the accent that the voice reads in; words that carry another language are read in that one. Throws
   * RangeError when a language is not supported. It answers at once (no promise) where dictionaries know all words.
   */
  phonemize(text: NormalizedText, language: string): PhoneSequence | Promise<PhoneSequence>;
}

export interface PhonemizerOptions {
  /** Load what is otherwise loaded at first use (eSpeak NG: 60 ms, 35 MB), so that no request waits for it. */
  readonly preload?: boolean;
  /** How accents of English are spelt: in their own IPA (default), or with the phones that the starter voice says well. */
  readonly spelling?: 'starter' | 'ipa';
}

/** The phonemizer for all languages: it sends each word to the one that reads it best. */
export async function createPhonemizer(options: PhonemizerOptions = {}): Promise<Phonemizer> {
  const starter = options.spelling === 'starter';
  const lexicon = new EnglishLexicon();
  const readers = {
    american: new EnglishReader(lexicon),
    british: new EnglishReader(lexicon, new AccentOfEnglish(british, starter ? STARTER.british : {})),
    scottish: new EnglishReader(lexicon, new AccentOfEnglish(scottish, starter ? STARTER.scottish : {})),
    mandarin: new MandarinReader(),
    japanese: new JapaneseReader(),
    espeak: new EspeakReader(),
  };
  if (options.preload === true) await loadEspeak();
  const readerOf = (language: string): WordReader => {
    if (/^en-gb-scotland$/i.test(language)) return readers.scottish;
    if (/^en-(?:gb|au|nz|ie|za|in)\b/i.test(language)) return readers.british;
    if (/^en\b/i.test(language)) return readers.american;
    if (/^(?:cmn|zh)\b/i.test(language)) return readers.mandarin;
    if (/^ja\b/i.test(language)) return readers.japanese;
    return readers.espeak;
  };
  return {
    name: 'dramatis',
    supports: (language) => readerOf(language) !== readers.espeak || espeakVoice(language) !== null,
    phonemize(text, language) {
      const parts = runs(text.tokens, language).map((run) => readRun(run, readerOf(run.language)));
      const build = (words: PhonedWord[][]): PhoneSequence => toSequence(language, words.flat(), text.endsSentence);
      return parts.every((part) => Array.isArray(part)) ? build(parts) : all(parts).then(build);
    },
  };
}

/** Answers that are there and answers to come, in order. */
async function all<T>(parts: readonly (T | Promise<T>)[]): Promise<T[]> {
  const results: T[] = [];
  for (const part of parts) results.push(await part);
  return results;
}

interface Run {
  readonly language: string;
  readonly given: boolean;
  readonly tokens: SpokenToken[];
}

/** Neighbouring words of one language; words with given phonemes apart. */
function runs(tokens: readonly SpokenToken[], language: string): Run[] {
  const result: Run[] = [];
  for (const token of tokens) {
    const own = accentOf(token.language ?? language, language);
    const given = token.phonemes !== undefined;
    const last = result.at(-1);
    if (last?.language === own && last.given === given) last.tokens.push(token);
    else result.push({ language: own, given, tokens: [token] });
  }
  return result;
}

/** English words in a British text are British. */
function accentOf(wanted: string, main: string): string {
  const primary = (tag: string): string => tag.toLowerCase().split('-')[0] ?? tag;
  return primary(wanted) === primary(main) ? main : wanted;
}

function readRun(run: Run, reader: WordReader): PhonedWord[] | Promise<PhonedWord[]> {
  if (!run.given) return reader.read(run.tokens, run.language);
  const words = run.tokens.map((token): PhonedWord | null => {
    const syllables = token.phonemes ? givenSyllables(token.phonemes) : null;
    const { text, mark, from, to } = token;
    return syllables && { text, mark, from, to, syllables };
  });
  if (words.every((word) => word !== null)) return words;
  // What cannot be read as phonemes is read as a word, which is heard, rather than left out.
  return all(words.map((word, i) => (word ? [word] : readAsWord(run.tokens[i], reader, run.language)))).then((read) =>
    read.flat(),
  );
}

function readAsWord(
  token: SpokenToken | undefined,
  reader: WordReader,
  language: string,
): PhonedWord[] | Promise<PhonedWord[]> {
  if (!token) return [];
  const { phonemes: _, ...plain } = token;
  return reader.read([plain], language);
}
