/** Dimensions of a hashed word vector. */
const SIZE = 1024;

/** A word as a unit vector of its hashed character bigrams to 4-grams, borders included: words that share a stem lie close. */
export function embed(word: string): Float32Array {
  const vector = new Float32Array(SIZE);
  const padded = `<${word}>`;
  for (let n = 2; n <= 4; n++) {
    for (let i = 0; i + n <= padded.length; i++) {
      // FNV-1a. The beginning of a word says more about its meaning than its ending.
      let hash = 0x811c9dc5 ^ n;
      for (let j = i; j < i + n; j++) hash = Math.imul(hash ^ padded.charCodeAt(j), 0x01000193);
      vector[(hash >>> 0) % SIZE]! += i === 0 ? 1.5 : 1;
    }
  }
  const norm = Math.sqrt(vector.reduce((sum, x) => sum + x * x, 0)) || 1;
  return vector.map((x) => x / norm);
}

/** Cosine of two unit vectors. */
export function similarity(a: Float32Array, b: Float32Array): number {
  let sum = 0;
  for (let i = 0; i < SIZE; i++) sum += a[i]! * b[i]!;
  return sum;
}

const ENDINGS =
  /(?:ishly|fully|lessly|ingly|edly|ously|ness|ment|ings|ing|ed|ies|ied|iest|ier|ily|ly|es|s|er|est|y|e)$/u;

/** A word without its ending and with one of two equal last letters: "angrily", "angrier" are both "angr". */
export function stem(word: string): string {
  if (!/^[a-z]+$/.test(word) || word.length < 4) return word;
  let short = word;
  for (let i = 0; i < 2; i++) {
    const cut = short.replace(ENDINGS, '');
    if (cut.length < 3) break;
    short = cut;
  }
  return short.replace(/([b-df-hj-np-tv-z])\1$/u, '$1');
}

/** Whether two words of 5 letters and more differ by one letter that is wrong, too many, missing or swapped with its neighbour. */
export function misspelt(a: string, b: string): boolean {
  if (Math.abs(a.length - b.length) > 1 || a.length < 5 || b.length < 5 || a[0] !== b[0]) return false;
  let i = 0;
  while (i < a.length && a[i] === b[i]) i++;
  const [x, y] = [a.slice(i), b.slice(i)];
  const swapped = x[0] === y[1] && x[1] === y[0] && x.slice(2) === y.slice(2);
  return swapped || x.slice(1) === y || x === y.slice(1) || x.slice(1) === y.slice(1);
}
