/** How a description is taken apart. The training's mirror is models/training/design/tokens.py. */

/** Words of a description that are read. */
const LONGEST = 320;
const HAN_OR_KANA = '\\u3040-\\u30ff\\u3400-\\u9fff';
const WORD = new RegExp(
  `[${HAN_OR_KANA}]|(?:(?![${HAN_OR_KANA}])[\\p{L}\\p{Nl}\\p{No}])+|\\p{Nd}+|[,;:.!?…()—–\\-、，。；]`,
  'gu',
);

/** Lower-case words, numbers and marks; a Chinese or Japanese character is a word. */
export function words(text: string): string[] {
  const plain = text
    .toLowerCase()
    .replace(/n['’]t(?![\p{L}\p{N}_])/gu, ' not ')
    .replaceAll('’', "'")
    .replaceAll("'s", ' ');
  return Array.from(plain.matchAll(WORD), ([word]) => mark(word)).slice(0, LONGEST);
}

function mark(word: string): string {
  if ('-—–'.includes(word)) return '-';
  if (',;:()、，；'.includes(word)) return ',';
  return '.!?…。'.includes(word) ? '.' : word;
}

/**
 * The hash buckets of a word, padded with 0: of itself first, then of its character n-grams, so that a word which the
 * training never met is known by its parts (Bojanowski et al. 2017). A number is known by its first digit and its
 * length too: 83 is eighty-odd.
 */
export function buckets(word: string, count: number, width: number): number[] {
  const found = [bucket(`=${word}`, count)];
  if (/^\p{Nd}+$/u.test(word)) found.push(bucket(`#${word.length}${word.charAt(0)}`, count));
  if (word.length > 2 && /^\p{L}+$/u.test(word)) {
    const framed = `<${word}>`;
    for (const n of [4, 3, 5]) {
      for (let i = 0; i + n <= framed.length && found.length < width; i++) {
        found.push(bucket(framed.slice(i, i + n), count));
      }
    }
  }
  return [...found, ...Array.from({ length: width - found.length }, () => 0)];
}

/** FNV-1a over UTF-16 code units; never 0, which is padding. */
function bucket(piece: string, count: number): number {
  let hash = 0x811c9dc5;
  for (let i = 0; i < piece.length; i++) hash = Math.imul(hash ^ piece.charCodeAt(i), 0x01000193);
  return 1 + ((hash >>> 0) % (count - 1));
}
