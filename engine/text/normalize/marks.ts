import type { Mark } from '../../types.ts';

/** What each punctuation character asks of the voice. Characters that are not here ask for nothing. */
const MARK_OF: ReadonlyMap<string, Mark> = new Map(
  (
    [
      [',', ',，、،﹐､'],
      [';', ';；؛﹔'],
      [':', ':：﹕︰'],
      ['.', '.。．｡।॥።۔'],
      ['?', '?？؟﹖⁇⸮'],
      ['!', '!！﹗‼⁉⁈'],
      ['-', '–—―─⸺'],
      ['…', '…‥⋯'],
      [',', '()（）[]【】{}〔〕'],
    ] as const
  ).flatMap(([mark, characters]) => Array.from(characters, (c) => [c, mark] as const)),
);

const STRENGTH: Readonly<Record<Mark, number>> = {
  '': 0,
  ',': 1,
  '-': 2,
  ':': 3,
  ';': 4,
  '…': 5,
  '.': 6,
  '!': 7,
  '?': 8,
};

/** The strongest mark among the characters between two words; a hyphen counts where it stands alone. */
export function markOf(between: string): Mark {
  let best: Mark = '';
  for (const char of between) {
    const mark = MARK_OF.get(char);
    if (mark !== undefined && STRENGTH[mark] > STRENGTH[best]) best = mark;
  }
  if (/\.{2,}/.test(between) && STRENGTH[best] <= STRENGTH['.']) best = '…';
  if (best === '' && /(?:^|\s)-+(?:\s|$)|--/.test(between)) best = '-';
  return best;
}

/** The mark between two words: a full stop counts only where a sentence ends, and every end of a sentence has a mark. */
export function markBehind(between: string, sentenceEnds: boolean, textFollows: boolean): Mark {
  const mark = markOf(between);
  const final = mark === '.' || mark === '?' || mark === '!';
  if (!sentenceEnds) return mark === '.' ? '' : mark;
  return final || mark === '…' || !textFollows ? mark : '.';
}
