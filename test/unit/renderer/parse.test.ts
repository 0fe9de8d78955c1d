import { describe, expect, it } from 'vitest';
import { nameOf, parseLine, parseScript, speakerKey } from '../../../renderer/script/parse.ts';

const cues = (script: string): string[] =>
  parseScript(script.split('\n')).cues.map((cue) => `${cue.speaker}|${cue.direction}|${cue.text}`);

describe('parseScript', () => {
  it('reads names, directions and lines that go on', () => {
    expect(cues('ANNA: Hello there.\nStill me.\nBram (tired): Hi. [sigh] Again?')).toEqual([
      'ANNA||Hello there.',
      'ANNA||Still me.',
      'BRAM|tired|Hi. [sigh] Again?',
    ]);
  });
  it('leaves headings, notes, stage directions and rules unsaid', () => {
    expect(cues('# One\n// a note\n(She leaves.)\n（他走了。）\n---\n\nANNA: Yes.')).toEqual(['ANNA||Yes.']);
  });
  it('knows the speaker tags of the interface, at the start and in the middle of a line', () => {
    expect(cues('<|speaker:0|>One. <|speaker:1|> Two.\nThree.')).toEqual([
      'SPEAKER 0||One.',
      'SPEAKER 1||Two.',
      'SPEAKER 1||Three.',
    ]);
  });
  it('gives what nobody is named for to the narrator', () => {
    const { cues: found, speakers } = parseScript(['It rained.']);
    expect(found[0]?.speaker).toBe('NARRATOR');
    expect([...speakers]).toEqual([['NARRATOR', 'Narrator']]);
  });
  it('takes a name alone on its line as the speaker of the next', () => {
    expect(cues('ANNA:\nHello.')).toEqual(['ANNA||Hello.']);
  });
  it('reads Chinese names and full-width colons', () => {
    expect(cues('小明（小声）：你好。\n老师：坐下。')).toEqual(['小明|小声|你好。', '老师||坐下。']);
  });
  it('gives columns that cut the words out of their line', () => {
    const line = '  ANNA [low]:   Well, then. ';
    const cue = parseScript([line]).cues[0]!;
    expect(line.slice(cue.textFrom, cue.textTo)).toBe('Well, then.');
    expect(line.slice(cue.column)).toMatch(/^ANNA/);
  });
  it('skips what has nothing to say', () => {
    expect(cues('ANNA: …\nANNA: !!!\nANNA: [laugh]')).toEqual(['ANNA||[laugh]']);
  });
});

describe('names', () => {
  it.each([
    'At 10:30 we go.',
    'he said: no',
    'http://example.org',
    'Remember this well and never forget: no',
    '\\Note: this',
  ])('does not take %j for a speaker', (line) => expect(nameOf(line)).toBeNull());
  it.each(['ANNA: x', 'Dr. No: x', "O'Brien: x", 'Old Man 2: x', 'Ludwig van Beethoven: x', 'Élodie: x', 'ANNA:'])(
    'takes %j',
    (line) => expect(nameOf(line)).not.toBeNull(),
  );
  it('knows a speaker whatever the case and spacing', () => {
    expect(speakerKey(' old  Man ')).toBe(speakerKey('OLD MAN'));
  });
  it('keeps the words after a backslash', () => {
    const line = '\\Note: this';
    const { parts } = parseLine(line);
    expect(line.slice(parts[0]?.from, parts[0]?.to)).toBe('Note: this');
  });
});
