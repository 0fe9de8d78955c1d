/**
 * Makes `lexicon.json` from the CMU Pronouncing Dictionary: `tsx engine/phonemes/english/build-lexicon.ts`.
 * Words are sorted; blocks of 32 begin with `^`; an entry is the length of the prefix that it shares with the entry
 * before (one character, '0' + n), the rest of the word, a space, a character a phone, `~`.
 */
import { writeFileSync } from 'node:fs';
import { dictionary as published } from 'cmu-pronouncing-dictionary';
import { encodeArpabet } from './arpabet.ts';

const BLOCK = 32;

const dictionary: Readonly<Record<string, string>> = Object.fromEntries(
  Object.entries(published).map(([word, phones]) => [word, phones.replace(/\s*#.*$/, '').trim()]),
);

function sharedPrefix(a: string, b: string): number {
  let n = 0;
  while (n < a.length && n < b.length && n < 40 && a[n] === b[n]) n++;
  return n;
}

/** A possessive that the morphology makes from its noun needs no entry. */
function isPlainPossessive(word: string, phones: string): boolean {
  const noun = word.endsWith("'s") ? dictionary[word.slice(0, -2)] : undefined;
  if (noun === undefined) return false;
  const last = noun.split(' ').at(-1) ?? '';
  const ending = /^(S|Z|SH|ZH|CH|JH)$/.test(last) ? 'IH0 Z' : /^(P|T|K|F|TH)$/.test(last) ? 'S' : 'Z';
  return phones === `${noun} ${ending}` || phones === `${noun} AH0 Z`;
}

const words = Object.keys(dictionary)
  .filter((word) => /^[a-z][a-z'-]*$|^'[a-z]+$/.test(word) && !isPlainPossessive(word, dictionary[word] ?? ''))
  .sort((a, b) => (a < b ? -1 : 1));
let blob = '';
words.forEach((word, i) => {
  const first = i % BLOCK === 0;
  const shared = first ? 0 : sharedPrefix(words[i - 1] ?? '', word);
  blob += `${first ? '^' : ''}${String.fromCharCode(48 + shared)}${word.slice(shared)} ${encodeArpabet(dictionary[word] ?? '')}~`;
});
writeFileSync(new URL('./lexicon.json', import.meta.url), `${JSON.stringify({ words: words.length, blob })}\n`);
console.error(`${words.length} words, ${blob.length} bytes`);
