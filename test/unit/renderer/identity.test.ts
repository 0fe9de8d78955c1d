import { describe, expect, it } from 'vitest';
import { Remembered, reconcile, type Cue } from '../../../renderer/script/identity.ts';
import { parseScript } from '../../../renderer/script/parse.ts';

/** Follows a script through its edits; gives the identity of each line after the last. */
function follow(...scripts: readonly string[]): { ids: string[]; first: string[] } {
  const remembered = new Remembered();
  let cues: Cue[] = [];
  let first: string[] = [];
  scripts.forEach((script, step) => {
    cues = reconcile(cues, parseScript(script.split('\n')).cues, remembered);
    if (step === 0) first = cues.map((cue) => cue.id);
  });
  return { ids: cues.map((cue) => cue.id), first };
}

const base = 'A: one\nB: two\nA: three\nB: four';

describe('identity of lines', () => {
  it('survives an edit of the words, and of the speaker', () => {
    const edited = follow(base, base.replace('two', 'two and a half'), base.replace('B: two', 'C: two'));
    expect(edited.ids).toEqual(edited.first);
  });
  it('gives a new line a new identity and leaves the others theirs', () => {
    const { ids, first } = follow(base, 'A: one\nB: two\nC: new\nA: three\nB: four');
    expect([ids[0], ids[1], ids[3], ids[4]]).toEqual(first);
    expect(first).not.toContain(ids[2]);
  });
  it('brings back the identity of a line that was deleted and undone', () => {
    const { ids, first } = follow(base, 'A: one\nB: four', base);
    expect(ids).toEqual(first);
  });
  it('follows lines that change places', () => {
    const { ids, first } = follow(base, 'A: one\nA: three\nB: two\nB: four');
    expect(ids).toEqual([first[0], first[2], first[1], first[3]]);
  });
  it('keeps the first half of a split line, and a join keeps it again', () => {
    const split = follow('A: one two', 'A: one\ntwo');
    expect(split.ids[0]).toBe(split.first[0]);
    const joined = follow('A: one two', 'A: one\ntwo', 'A: one two');
    expect(joined.ids).toEqual(joined.first);
  });
  it('never gives one identity to two lines', () => {
    const { ids } = follow('A: x\nA: x\nA: x', 'A: x', 'A: x\nA: x\nA: x\nA: x');
    expect(new Set(ids).size).toBe(4);
  });
});
