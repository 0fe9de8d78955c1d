import type { Word } from '../api/speech.ts';

export interface PlacedWord {
  /** Range in the line's text. */
  readonly from: number;
  readonly to: number;
  readonly start: number;
  readonly end: number;
}

const core = (text: string): string => text.replace(/^[^\p{L}\p{N}]+|[^\p{L}\p{N}]+$/gu, '').toLowerCase();

/**
 * Where each spoken word stands in the line. Words come in the order of the text, so each is looked for behind the one
 * before; a word that is not written so (a number said in full, a pronunciation of the speaker's own) takes the written
 * word that stands between its neighbours.
 */
export function placeWords(text: string, words: readonly Word[]): PlacedWord[] {
  const masked = text.replace(/\[[^\]]*\]|<\|[^|]*\|>/g, (tag) => ' '.repeat(tag.length)).toLowerCase();
  const placed: PlacedWord[] = [];
  let at = 0;
  for (const { text: said, start, end } of words) {
    const wanted = core(said);
    if (wanted === '') continue;
    // Far ahead it would more likely be another word that looks the same.
    const found = masked.slice(0, at + 60 + wanted.length).indexOf(wanted, at);
    if (found >= 0) {
      placed.push({ from: found, to: found + wanted.length, start, end });
      at = found + wanted.length;
      continue;
    }
    const next = /[\p{L}\p{N}][\p{L}\p{N}'’.,:]*/u.exec(masked.slice(at));
    if (!next) continue;
    placed.push({ from: at + next.index, to: at + next.index + next[0].length, start, end });
  }
  return placed;
}

/** The word that is being said at `seconds`, or null in a pause. */
export function wordAt(words: readonly PlacedWord[], seconds: number): PlacedWord | null {
  const word = words.findLast(({ start }) => start <= seconds);
  return word && seconds < word.end + 0.12 ? word : null;
}
