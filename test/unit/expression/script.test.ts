import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readScript, styleAt } from '../../../engine/expression/script.ts';

const kinds = (text: string, grammar: 's1' | 's2' = 's2'): string[] =>
  readScript(text, grammar).tags.map(({ text: tag, direction }) => `${tag} ${direction.kind}`);

describe('directions of a text', () => {
  it('s1 takes its list in parentheses and reads all others', () => {
    expect(kinds('(sad) I went (really) home (long-break) [angry]', 's1')).toEqual([
      '(sad) style',
      '(long-break) pause',
    ]);
  });

  it('s2 takes any brackets, and named pauses in parentheses', () => {
    expect(kinds('[a little afraid] Go (now) (break) [0.5s] [laugh] [purple]')).toEqual([
      '[a little afraid] style',
      '(break) pause',
      '[0.5s] pause',
      '[laugh] effect',
      '[purple] nothing',
    ]);
  });

  it('leaves given phonemes alone', () => {
    expect(kinds('<|phoneme_start|>[sad]<|phoneme_end|> <|speaker:0|> x')).toEqual([]);
  });

  it('keeps every place: what is not a tag stands where it stood, whatever the text', () => {
    const piece = fc.constantFrom(
      '[',
      ']',
      '(',
      ')',
      '[sad]',
      '(happy)',
      '[1s]',
      '<|speaker:0|>',
      'a',
      '. ',
      '\n',
      '\ud800',
      '我',
      '[笑]',
    );
    fc.assert(
      fc.property(
        fc.array(piece, { maxLength: 30 }),
        fc.constantFrom('s1' as const, 's2' as const),
        (parts, grammar) => {
          const text = parts.join('');
          const script = readScript(text, grammar);
          expect(script.text.length).toBe(text.length);
          let at = 0;
          for (const { from, to } of script.tags) {
            expect(script.text.slice(at, from)).toBe(text.slice(at, from));
            expect(script.text.slice(from, to)).toMatch(/^[ \u2060]+$/);
            at = to;
          }
          expect(script.text.slice(at)).toBe(text.slice(at));
        },
      ),
    );
  });

  it('a style holds until its sentence ends or the next one begins', () => {
    const text = '[sad] One two. Three [excited] four [slow] five. Six';
    const { spans } = readScript(text, 's2');
    const rate = (word: string): number => styleAt(spans, text.indexOf(word))?.rate ?? 1;
    expect(rate('two')).toBeLessThan(1);
    expect(rate('Three')).toBe(1);
    expect(rate('four')).toBeGreaterThan(1);
    expect(rate('five')).toBeLessThan(1);
    expect(rate('Six')).toBe(1);
  });
});
