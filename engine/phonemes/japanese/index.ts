import type { SpokenToken } from '../../types.ts';
import type { WordReader } from '../reader.ts';
import type { PhonedWord } from '../sequence.ts';
import { type Analyse, loadAnalyser } from './analyser.ts';
import { kanaSyllables } from './kana.ts';

const KANA_ONLY = /^[\p{Script=Hiragana}\p{Script=Katakana}ー]+$/u;

/** Japanese: readings of kanji by the dictionary, words without them by their kana. */
export class JapaneseReader implements WordReader {
  async read(tokens: readonly SpokenToken[]): Promise<PhonedWord[]> {
    const analyse = await loadAnalyser();
    return phrases(tokens).flatMap((phrase) => readPhrase(phrase, analyse));
  }
}

function phrases(tokens: readonly SpokenToken[]): SpokenToken[][] {
  const result: SpokenToken[][] = [[]];
  for (const token of tokens) {
    result.at(-1)?.push(token);
    if (token.mark !== '') result.push([]);
  }
  return result.filter((phrase) => phrase.length > 0);
}

/** Words as they are said together: a noun and its particle, a verb and its endings. */
function readPhrase(tokens: readonly SpokenToken[], analyse: Analyse): PhonedWord[] {
  const text = tokens.map((token) => token.text).join('');
  const places = tokens.flatMap((token) => Array.from({ length: token.text.length }, (_, i) => placeOf(token, i)));
  const words: { surface: string; kana: string; from: number; to: number }[] = [];
  let at = 0;
  for (const { surface, pronunciation, attached } of analyse(text)) {
    const kana = pronunciation ?? (KANA_ONLY.test(surface) ? surface : '');
    const from = places[at]?.from ?? 0;
    const to = places[at + surface.length - 1]?.to ?? from;
    const before = words.at(-1);
    // A doubled consonant belongs to both words.
    if (before && (attached || /[っッ]$/u.test(before.kana))) {
      before.surface += surface;
      before.kana += kana;
      before.to = to;
    } else {
      words.push({ surface, kana, from, to });
    }
    at += surface.length;
  }
  return words.map((word, i): PhonedWord => {
    const last = i === words.length - 1;
    const mark = last ? (tokens.at(-1)?.mark ?? '') : '';
    return { text: word.surface, mark, from: word.from, to: word.to, syllables: kanaSyllables(word.kana) };
  });
}

/** The place of a character in the request's text; a number that was written out keeps the place of its figures. */
function placeOf(token: SpokenToken, index: number): { readonly from: number; readonly to: number } {
  if (token.to - token.from !== token.text.length) return token;
  return { from: token.from + index, to: token.from + index + 1 };
}
