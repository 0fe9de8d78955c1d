import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type ChunkOptions, planChunks, type TextChunk } from '../../../engine/plan/chunks.ts';
import { type Sentence, sentences } from '../../../engine/text/index.ts';
import { namedSpeakers, turns } from '../../../engine/plan/turns.ts';

const options: ChunkOptions = { chunkLength: 200, minChunkLength: 50, latency: 'normal' };
const plan = (text: string, change: Partial<ChunkOptions> = {}): TextChunk[] =>
  Array.from(planChunks(text, { ...options, ...change }, sentences));
const spoken = (chunk: TextChunk): string => chunk.text.trim();

const SENTENCE = 'The quick brown fox jumps over the lazy dog near the bank. ';

describe('turns', () => {
  it('gives what stands before the first tag to speaker 0', () => {
    const text = 'One. <|speaker:1|>Two. <|speaker:0|> Three.';
    expect(Array.from(turns(text), (t) => [t.speaker, text.slice(t.from, t.to).trim()])).toEqual([
      [0, 'One.'],
      [1, 'Two.'],
      [0, 'Three.'],
    ]);
    expect([...namedSpeakers(text)]).toEqual([1, 0]);
  });

  it('leaves blank turns out and reads a broken tag as text', () => {
    expect(Array.from(turns('<|speaker:1|>  <|speaker:2|>Yes <|speaker:x|> no'), (t) => t.speaker)).toEqual([2]);
  });
});

describe('planChunks', () => {
  it('fills chunks with whole sentences', () => {
    const chunks = plan(SENTENCE.repeat(9));
    expect(chunks.map((c) => c.end)).toEqual(['sentence', 'sentence', 'sentence', 'turn']);
    expect(chunks[1]!.text).toBe(SENTENCE.repeat(3));
    expect(chunks[0]!.text).toBe(SENTENCE);
  });

  it('does not end a chunk before it has min_chunk_length characters', () => {
    const text = `Yes. ${SENTENCE}${SENTENCE}`;
    expect(plan(text)[0]!.text).toBe(`Yes. ${SENTENCE}`);
    expect(plan(text, { minChunkLength: 0 })[0]!.text).toBe('Yes. ');
  });

  it('cuts a sentence that is too long at its last clause that fits', () => {
    const long = `${'When the wind came down from the northern hills, '.repeat(8)}it was cold.`;
    const chunks = plan(long);
    expect(chunks.slice(0, -1).every((c) => c.end === 'clause' && c.text.endsWith(', '))).toBe(true);
  });

  it('cuts between words where there is no clause, and inside where there is no word', () => {
    expect(plan('word '.repeat(90)).every((c) => /^(word )+$/.test(c.text))).toBe(true);
    const chunks = plan('a'.repeat(450), { latency: 'low' });
    expect(chunks.map((c) => c.text.length)).toEqual([48, 200, 200, 2]);
    expect(chunks[0]!.end).toBe('letter');
  });

  it('cuts Chinese at its own clauses', () => {
    const chunks = plan('今天天气很好，我们去公园散步，看看花，听听鸟叫，'.repeat(20), { chunkLength: 100 });
    expect(chunks.slice(0, -1).every((c) => c.text.endsWith('，') && c.text.length <= 100)).toBe(true);
  });

  it('does not cut a number at its comma, nor phonemes that the writer gave, nor an expression', () => {
    const given = '<|phoneme_start|>HH AH0 L OW1 , W ER1 L D<|phoneme_end|>';
    for (const whole of ['1,000,000', given, '[speaking softly, to nobody, as if half asleep]']) {
      const text = `${'x'.repeat(30)} ${whole} `.repeat(9);
      const parts = plan(text, { chunkLength: 100 }).map((c) => c.text);
      expect(parts.join('').split(whole).length).toBe(10);
      expect(parts.reduce((n, part) => n + part.split(whole).length - 1, 0)).toBe(9);
    }
  });

  it('ends a chunk with a paragraph', () => {
    const chunks = plan(`${SENTENCE}\n\n${SENTENCE}`, { latency: 'normal' });
    expect(chunks.map((c) => c.end)).toEqual(['paragraph', 'turn']);
  });

  it.each([
    ['low', 48],
    ['balanced', 72],
    ['normal', 90],
  ] as const)('keeps the first chunk short at latency %s', (latency, most) => {
    const first = plan('one two three four five six seven eight nine ten, '.repeat(40), { latency })[0]!;
    expect(spoken(first).length).toBeLessThanOrEqual(most);
  });

  it('leaves the first sentence whole where several speakers talk, and ends the first chunk with it', () => {
    const long = `${'one two three four five six, '.repeat(4)}and no more.`;
    const text = `<|speaker:0|>${long} Then this.<|speaker:1|>Yes.`;
    for (const latency of ['low', 'normal'] as const) expect(spoken(plan(text, { latency })[0]!)).toBe(long);
  });

  it('gives the first chunk without reading the whole text', () => {
    let read = 0;
    const counting = function* (text: string): Generator<Sentence> {
      for (const range of sentences(text)) {
        read++;
        yield range;
      }
    };
    const first = planChunks(SENTENCE.repeat(3000), options, counting).next().value as TextChunk;
    expect(first.text).toBe(SENTENCE);
    expect(read).toBe(1);
  });

  it('takes time in proportion to a text without any boundary', () => {
    const start = performance.now();
    expect(plan(','.repeat(20_000)).length).toBeGreaterThan(80);
    expect(plan('\n'.repeat(20_000) + 'a')).toHaveLength(1);
    expect(performance.now() - start).toBeLessThan(10_000);
  });

  it('adds up: the chunks of the turns are the turns, in bounds and in order', () => {
    const piece = fc.oneof(
      fc.constantFrom(
        SENTENCE,
        'No. ',
        'Why? ',
        '\n\n',
        ', ',
        ' ',
        '。',
        '，',
        '[sigh] ',
        '1,000 ',
        '<|speaker:1|>',
        '<|speaker:0|>',
      ),
      fc.string({ maxLength: 40, unit: 'grapheme' }),
      fc.lorem({ maxCount: 60 }).map((words) => `${words} `),
    );
    fc.assert(
      fc.property(
        fc.array(piece, { maxLength: 30 }),
        fc.integer({ min: 100, max: 300 }),
        fc.integer({ min: 0, max: 100 }),
        fc.constantFrom('low', 'balanced', 'normal'),
        (pieces, chunkLength, minChunkLength, latency) => {
          const text = pieces.join('');
          const chunks = plan(text, { chunkLength, minChunkLength, latency });
          const expected = Array.from(turns(text), (t) => text.slice(t.from, t.to)).join('');
          expect(chunks.map((c) => c.text).join('')).toBe(expected);
          chunks.forEach((chunk, i) => {
            expect(chunk.index).toBe(i);
            expect(chunk.text).toBe(text.slice(chunk.from, chunk.to));
            expect(chunk.from).toBeGreaterThanOrEqual(chunks[i - 1]?.to ?? 0);
            if (!/[<[(]/.test(chunk.text)) expect(spoken(chunk).length).toBeLessThanOrEqual(chunkLength);
          });
        },
      ),
      { numRuns: 300 },
    );
  });
});
