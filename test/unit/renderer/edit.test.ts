import { describe, expect, it } from 'vitest';
import {
  applyChanges,
  cueIndexAt,
  direct,
  join,
  move,
  reassign,
  rename,
  split,
  textOf,
} from '../../../renderer/script/edit.ts';
import { parseScript } from '../../../renderer/script/parse.ts';

const script = 'ANNA: One two.\nStill Anna.\n\nBRAM (low): Three.\nMore Bram.';
const doc = textOf(script);
const { cues, speakers } = parseScript(script.split('\n'));
const display = (key: string): string => speakers.get(key) ?? key;
const spoken = (text: string): string[] =>
  parseScript(text.split('\n')).cues.map((cue) => `${cue.speaker}: ${cue.text}`);

describe('edits of whole lines', () => {
  it('splits within the words and eats the space', () => {
    expect(applyChanges(script, split(doc, cues[0]!, script.indexOf(' two')))).toContain('ANNA: One\ntwo.\nStill');
    expect(split(doc, cues[0]!, 2)).toEqual([]);
  });
  it('joins with the next line', () => {
    expect(spoken(applyChanges(script, join(doc, cues, 0)))[0]).toBe('ANNA: One two. Still Anna.');
    expect(spoken(applyChanges(script, join(doc, cues, 1)))[1]).toBe('ANNA: Still Anna. Three.');
    expect(join(doc, cues, 3)).toEqual([]);
  });
  it('reassigns one line and leaves the next with its speaker', () => {
    expect(spoken(applyChanges(script, reassign(doc, cues, 0, 'Cleo', display)))).toEqual([
      'CLEO: One two.',
      'ANNA: Still Anna.',
      'BRAM: Three.',
      'BRAM: More Bram.',
    ]);
    expect(spoken(applyChanges(script, reassign(doc, cues, 3, 'ANNA', display)))[3]).toBe('ANNA: More Bram.');
  });
  it('reassigns a stretch that a tag began', () => {
    const text = '<|speaker:0|>One. <|speaker:1|>Two.';
    const parsed = parseScript([text]).cues;
    expect(spoken(applyChanges(text, reassign(textOf(text), parsed, 1, 'Anna', display)))).toEqual([
      'SPEAKER 0: One.',
      'ANNA: Two.',
    ]);
  });
  it('writes, changes and removes a direction', () => {
    const written = applyChanges(script, direct(doc, cues[0]!, 'very [slow]', display));
    expect(written).toContain('ANNA (very slow): One two.');
    expect(applyChanges(script, direct(doc, cues[2]!, '', display))).toContain('BRAM: Three.');
    expect(applyChanges(script, direct(doc, cues[1]!, 'loud', display))).toContain('ANNA (loud): Still Anna.');
  });
  it('moves lines and keeps every speaker', () => {
    const down = move(doc, cues, 1, 1, display)!;
    expect(spoken(applyChanges(script, down.changes))).toEqual([
      'ANNA: One two.',
      'BRAM: Three.',
      'ANNA: Still Anna.',
      'BRAM: More Bram.',
    ]);
    expect(down.line).toBe(4);
    expect(move(doc, cues, 0, -1, display)).toBeNull();
    expect(move(doc, cues, 3, 1, display)).toBeNull();
  });
  it('renames a speaker everywhere', () => {
    expect(applyChanges(script, rename(doc, 'BRAM', 'Boris'))).toContain('Boris (low): Three.');
  });
  it('finds the line under the cursor', () => {
    expect(cueIndexAt(cues, 1, 3)).toBe(0);
    expect(cueIndexAt(cues, 3, 0)).toBe(1);
    expect(cueIndexAt(cues, 5, 1)).toBe(3);
    expect(cueIndexAt([], 1, 0)).toBe(-1);
  });
});
