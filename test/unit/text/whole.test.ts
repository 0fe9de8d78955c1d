import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readScript } from '../../../engine/expression/script.ts';
import { planChunks } from '../../../engine/plan/chunks.ts';
import { turns } from '../../../engine/plan/turns.ts';
import { normalizeText, sentences } from '../../../engine/text/index.ts';

/** Text as the world writes it, and as it should not. */
const piece = fc.oneof(
  { weight: 3, arbitrary: fc.string({ maxLength: 30, unit: 'binary' }) },
  { weight: 2, arbitrary: fc.string({ maxLength: 30, unit: 'grapheme' }) },
  {
    weight: 6,
    arbitrary: fc.constantFrom(
      '\ud800', '\udc00', '\ud83d', '\u0000', '\u001b[31m', '\u0007', '\ufffe', '\u200b', '\u200d', '\u2060', '\ufeff', '\u202e', '\u2066',
      'مرحبا بالعالم. ', 'שלום עולם! ', '😀👩‍👩‍👧', 'e\u0301\u0301\u0301', 'ﬁ', '①', 'Ⅳ', '𝟘𝟙', '𠮷野家', '，', '。', '……', '——', '「', '」',
      '1,234.5 km ', '$5-$10 ', 'Dr. ', '3/4', '10:30 ', '-', '–', '\n', '\r\n', '\n\n', '\t', '[sad]', '[', ']', '(break)', '<|speaker:1|>',
      '<|speaker:', '<|phoneme_start|>', 'HH AH0', '<|phoneme_end|>', 'hello ', 'Nothing is said twice. ', '我用 iPhone 打电话。', 'カタカナ', 'a',
    ),
  },
  { weight: 1, arbitrary: fc.nat(60).map((n) => 'x'.repeat(n)) },
); // prettier-ignore
const text = fc.array(piece, { maxLength: 24 }).map((pieces) => pieces.join(''));

describe('any text', () => {
  it('is cut into chunks that are the text of its turns: nothing is dropped, nothing is there twice', () => {
    fc.assert(
      fc.property(
        text,
        fc.integer({ min: 100, max: 300 }),
        fc.constantFrom('low', 'balanced', 'normal'),
        fc.constantFrom('s1', 's2'),
        (written, chunkLength, latency, grammar) => {
          const script = readScript(written, grammar);
          expect(script.text.length).toBe(written.length);
          const chunks = [...planChunks(script.text, { chunkLength, minChunkLength: 50, latency }, sentences)];
          const said = Array.from(turns(script.text), (turn) => script.text.slice(turn.from, turn.to));
          expect(chunks.map((chunk) => chunk.text).join('')).toBe(said.join(''));
          chunks.forEach((chunk, i) => expect(chunk.from).toBeGreaterThanOrEqual(chunks[i - 1]?.to ?? 0));
        },
      ),
      { numRuns: 500 },
    );
  });

  it('has each of its letters in exactly one of the spoken words, in order', () => {
    fc.assert(
      fc.property(text, fc.constantFrom('en-US', 'cmn', 'ja', 'de', null), fc.boolean(), (written, language, normalize) => {
        const { tokens } = normalizeText(written, { language, normalize });
        const covered = new Uint8Array(written.length);
        let [from, to] = [0, 0];
        for (const token of tokens) {
          const samePiece = token.from === from && token.to === to;
          expect(token.from >= to || samePiece).toBe(true);
          if (!samePiece) covered.fill(1, token.from, token.to);
          [from, to] = [token.from, token.to];
        }
        expect(to).toBeLessThanOrEqual(written.length);
        for (const { index, 0: letter } of written.matchAll(/[A-Za-zÀ-ÖØ-öø-ÿ0-9]|(?=\p{L})[\p{Script=Han}\p{Script=Cyrillic}]/gu)) {
          const inTag = isInTag(written, index);
          if (!inTag && covered[index] === 0) throw new Error(`${letter} at ${index} of ${JSON.stringify(written)} is not said`);
        }
      }),
      { numRuns: 500 },
    );
  }); // prettier-ignore

  it.each([
    ['words', 'The quick brown fox jumps over the lazy dog. '],
    ['one word', 'a'],
    ['figures', '1'],
    ['commas', ','],
    ['full stops', '.'],
    ['brackets', '['],
    ['open tags', '<|phoneme_start|>'],
    ['surrogates', '\ud800'],
    ['emoji', '👩‍👩‍👧'],
    ['Hanzi', '我'],
    ['dates', '1/2/3-4:5.'],
    ['money', '$1,'],
    ['addresses', 'a@b.c/'],
    ['right to left', 'مرحبا '],
    ['zero-width', '\u200b'],
    ['spaces', ' '],
    ['lines of one letter', 'a\n'],
    ['hearts', '❤'],
    ['open and closed quotes', '„a.“ '],
  ])('40,000 characters of %s take time in proportion', (_, unit) => {
    const written = unit.repeat(Math.ceil(40_000 / unit.length));
    const started = performance.now();
    const script = readScript(written, 's2');
    let length = 0;
    for (const chunk of planChunks(
      script.text,
      { chunkLength: 300, minChunkLength: 50, latency: 'normal' },
      sentences,
    )) {
      normalizeText(script.text, { from: chunk.from, to: chunk.to });
      length += chunk.text.length;
    }
    expect(length === written.length || !/\S/u.test(written)).toBe(true);
    // No measure of speed: a step whose cost grew with the square would take minutes.
    expect(performance.now() - started).toBeLessThan(20_000);
  });
});

function isInTag(written: string, index: number): boolean {
  for (const tag of written.matchAll(/<\|phoneme_start\|>[^]{0,2000}?<\|phoneme_end\|>|<\|[^|<>\n]{0,60}\|>/gu))
    if (index >= tag.index && index < tag.index + tag[0].length) return true;
  return false;
}
