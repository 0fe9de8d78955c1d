import type { EspeakPhone } from './parse.ts';

const GAP = 2;

function changeCost(a: EspeakPhone | undefined, b: EspeakPhone | undefined): number {
  if (a?.ipa === b?.ipa) return 0;
  return a?.vowel === b?.vowel ? 2 : 5;
}

/**
 * Cuts the phones of a clause in which eSpeak joined or split words ("of the" is one word to it) at the places where
 * its words, read one by one, align best (edit distance).
 */
export function divide(whole: readonly EspeakPhone[], words: readonly (readonly EspeakPhone[])[]): EspeakPhone[][] {
  const owners = words.flatMap((phones, w) => phones.map(() => w));
  const alone = words.flat();
  const width = alone.length + 1;
  const cost = new Int32Array((whole.length + 1) * width);
  const at = (i: number, j: number): number => cost[i * width + j] ?? 0;
  for (let i = 0; i <= whole.length; i++) {
    for (let j = 0; j < width; j++) {
      if (i === 0 || j === 0) cost[i * width + j] = GAP * (i + j);
      else {
        const change = at(i - 1, j - 1) + changeCost(whole[i - 1], alone[j - 1]);
        cost[i * width + j] = Math.min(change, at(i - 1, j) + GAP, at(i, j - 1) + GAP);
      }
    }
  }
  const result: EspeakPhone[][] = words.map(() => []);
  let j = alone.length;
  for (let i = whole.length; i > 0;) {
    if (j > 0 && at(i, j) === at(i, j - 1) + GAP) {
      j--;
      continue;
    }
    const phone = whole[i - 1];
    if (phone) result[owners[Math.max(0, j - 1)] ?? 0]?.unshift(phone);
    if (j > 0 && at(i, j) === at(i - 1, j - 1) + changeCost(phone, alone[j - 1])) j--;
    i--;
  }
  return result;
}
