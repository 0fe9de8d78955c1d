import { EditorState } from '@codemirror/state';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseScript } from '../../renderer/script/parse.ts';
import { readScript, rereadScript } from '../../renderer/script/reading.ts';

const line = fc.constantFrom(
  '',
  'A: one',
  'B: two',
  'go on',
  '# Act',
  '(exit)',
  'A:',
  'x <|speaker:1|> y',
  '<|speaker:0|>',
  'C (low): three',
  '// n',
);
const edit = fc.record({ at: fc.nat(), length: fc.nat(30), insert: fc.array(line, { maxLength: 4 }) });

describe('reading a script piece by piece', () => {
  it('gives what reading it whole gives, after any edits, and never one identity twice', () => {
    fc.assert(
      fc.property(fc.array(line, { maxLength: 14 }), fc.array(edit, { minLength: 1, maxLength: 8 }), (lines, edits) => {
        let state = EditorState.create({ doc: lines.join('\n') });
        let reading = readScript(state.doc);
        for (const { at, length, insert } of edits) {
          const from = at % (state.doc.length + 1);
          const to = Math.min(state.doc.length, from + length);
          const transaction = state.update({ changes: { from, to, insert: insert.join('\n') } });
          reading = rereadScript(reading, state.doc, transaction.newDoc, transaction.changes);
          state = transaction.state;
          const whole = parseScript(state.doc.iterLines());
          expect(reading.cues.map(({ id: _, ...cue }) => cue)).toEqual(whole.cues);
          expect([...reading.speakers]).toEqual([...whole.speakers]);
          expect(new Set(reading.cues.map((cue) => cue.id)).size).toBe(reading.cues.length);
        }
      }),
      { numRuns: 1000 },
    );
  });
});
