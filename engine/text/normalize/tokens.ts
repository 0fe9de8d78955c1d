import type { Mark, SpokenToken } from '../../types.ts';
import type { Piece } from './scan.ts';

const chineseWords = new Intl.Segmenter('zh', { granularity: 'word' });
const HAN = /^\p{Script=Han}/u;

/** The spoken words of a piece. `mark` goes to the last; `language` is set on each where it is not the stretch's own. */
export function toTokens(piece: Piece, mark: Mark, spoken: string, language: string | undefined): SpokenToken[] {
  const { from, to, phonemes } = piece;
  const tag = language === undefined ? {} : { language };
  if (phonemes) return [{ text: piece.words, mark, from, to, ...tag, phonemes }];
  if (piece.plain) {
    if (/^(?:cmn|zh)\b/.test(spoken) && HAN.test(piece.words)) return hanTokens(piece, mark, tag);
    return [{ text: piece.words, mark, from, to, ...tag }];
  }
  const words = piece.words.split(' ').filter(Boolean);
  return words.map((word, i): SpokenToken => {
    const paused = word.endsWith(',');
    const text = paused ? word.slice(0, -1) : word;
    const spelled = /^\p{Lu}(?:['’]s)?$/u.test(text);
    // In Chinese a Latin word is English.
    const own = /^(?:cmn|zh|ja)\b/.test(spoken) && /^\p{Script=Latin}/u.test(text) ? { language: 'en-US' } : tag;
    return {
      text: text.toLowerCase(),
      mark: i === words.length - 1 ? mark : paused ? ',' : '',
      from,
      to,
      ...own,
      ...(spelled ? { spelled } : {}),
    };
  });
}

/** A run of Hanzi as words, each with its own place. */
function hanTokens(piece: Piece, mark: Mark, tag: { readonly language?: string }): SpokenToken[] {
  const words = [...chineseWords.segment(piece.words)];
  return words.map(({ segment, index }, i) => ({
    text: segment,
    mark: i === words.length - 1 ? mark : '',
    from: piece.from + index,
    to: piece.from + index + segment.length,
    ...tag,
  }));
}
