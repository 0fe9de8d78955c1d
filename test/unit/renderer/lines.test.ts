import { describe, expect, it } from 'vitest';
import type { SceneTake } from '../../../engine/contract/scene.ts';
import { layOut } from '../../../renderer/player/timeline.ts';
import { placeWords, wordAt } from '../../../renderer/player/words.ts';
import type { Cue } from '../../../renderer/script/identity.ts';
import {
  basisOf,
  currentTake,
  newSpeaker,
  requestOf,
  setLexicon,
  setPerformsTags,
  setSceneNotes,
  spokenText,
  statusOf,
  takeKey,
  voiceId,
} from '../../../renderer/store/lines.ts';
import { splice } from '../../../renderer/store/splice.ts';

const cue = (text: string, fields: Partial<Cue> = {}): Cue => ({
  id: 'x',
  line: 1,
  column: 0,
  textFrom: 0,
  textTo: text.length,
  speaker: 'ANNA',
  name: 'Anna',
  text,
  direction: '',
  ...fields,
});
const anna = newSpeaker('Anna', 0, 'clara');
const take = (basis: string, seed: number): SceneTake => ({
  key: takeKey(basis, seed),
  basis,
  seed,
  voice: 'clara',
  direction: '',
  said: { text: 'Hi.', voice: 'clara', speed: 1 },
  seconds: 2,
  made: 0,
});
const empty = { takes: [], chosen: null, locked: false, gap: null };

describe('the lexicon of every scene', () => {
  it('asks for the lines that have its words anew, and for no others', () => {
    const [with_, without] = [cue('Is Siobhan here?'), cue('Is she here?')];
    const before = [basisOf(with_, anna), basisOf(without, anna)];
    setLexicon([{ word: 'siobhan', alphabet: 'respelling', pronunciation: 'shi-VAWN' }]);
    expect(basisOf(with_, anna)).not.toBe(before[0]);
    expect(basisOf(without, anna)).toBe(before[1]);
    setLexicon([]);
    expect(basisOf(with_, anna)).toBe(before[0]);
  });
});

describe('what a line asks for', () => {
  it('puts pronunciations in, whole words only, and leaves directions out where the model would read them', () => {
    setPerformsTags(false);
    const speaker = {
      ...anna,
      notes: [
        { word: 'Pell', say: 'pale', arpabet: false },
        { word: 'tide', say: 'T AY1 D', arpabet: true },
      ],
    };
    expect(spokenText(cue('Pell, the tide. [sigh] Pelling.', { direction: 'low' }), speaker)).toBe(
      'pale, the <|phoneme_start|>T AY1 D<|phoneme_end|>. Pelling.',
    );
    setPerformsTags(true);
    expect(spokenText(cue('Well [sigh] now.', { direction: 'low' }), anna)).toBe('[low] Well [sigh] now.');
  });
  it('says noted words of Chinese too, which stand in a row, and leaves directions alone', () => {
    const notes = [
      { word: '佩尔', say: '培尔', arpabet: false },
      { word: 'sigh', say: 'sai', arpabet: false },
    ];
    expect(spokenText(cue('老佩尔来了。[sigh] A sigh.'), { ...anna, notes })).toBe('老培尔来了。[sigh] A sai.');
  });
  it('says what everybody in the scene says so, but for a speaker with another way; such a line is stale', () => {
    const line = cue('Here is Pell.');
    const before = basisOf(line, anna);
    const notes = [{ word: 'pell', say: 'pale', arpabet: false }];
    setSceneNotes([...notes, { word: 'here', say: 'hair', arpabet: false }]);
    expect(spokenText(line, anna)).toBe('hair is pale.');
    expect(basisOf(line, anna)).not.toBe(before);
    expect(spokenText(line, { ...anna, notes: [{ word: 'Pell', say: 'peel', arpabet: false }] })).toBe('hair is peel.');
    setSceneNotes([]);
    expect(basisOf(line, anna)).toBe(before);
  });
  it('names the voice with its pitch trim', () => {
    expect(voiceId(anna)).toBe('clara');
    expect(voiceId({ ...anna, pitch: -2.5 })).toBe('clara@-2.5st');
    expect(requestOf(cue('Hi.'), { ...anna, pitch: 1, pace: 1.2 }, 9)).toEqual({
      text: 'Hi.',
      voice: 'clara@+1st',
      speed: 1.2,
      seed: 9,
    });
  });
  it('changes with words, voice, pace and pitch, and not with level, colour or name', () => {
    const basis = basisOf(cue('Hi.'), anna);
    expect(basisOf(cue('Hi.'), { ...anna, level: 6, color: 4, name: 'Bo' })).toBe(basis);
    for (const other of [{ voice: 'nora' }, { pace: 1.1 }, { pitch: 1 }])
      expect(basisOf(cue('Hi.'), { ...anna, ...other })).not.toBe(basis);
    expect(basisOf(cue('Ho.'), anna)).not.toBe(basis);
  });
});

describe('which take answers', () => {
  const [now, before] = [basisOf(cue('Hi.'), anna), basisOf(cue('Ho.'), anna)];
  it('is the chosen one, else the last that fits; a locked line keeps its take', () => {
    const takes = [take(now, 1), take(now, 2), take(before, 3)];
    expect(currentTake({ ...empty, takes }, now)?.seed).toBe(2);
    expect(currentTake({ ...empty, takes, chosen: takes[0]!.key }, now)?.seed).toBe(1);
    expect(currentTake({ ...empty, takes, chosen: takes[2]!.key }, now)?.seed).toBe(2);
    expect(currentTake({ ...empty, takes, chosen: takes[2]!.key, locked: true }, now)?.seed).toBe(3);
  });
  it('tells what became of the line', () => {
    expect(statusOf(empty, now)).toBe('empty');
    expect(statusOf({ ...empty, takes: [take(before, 1)] }, now)).toBe('stale');
    expect(statusOf({ ...empty, takes: [take(now, 1)] }, now)).toBe('ready');
  });
});

describe('the timeline', () => {
  it('lays lines out with their pauses, negative ones too', () => {
    const lines = [
      cue('One.', { id: 'a' }),
      cue('Two.', { id: 'b', line: 2, speaker: 'BRAM' }),
      cue('Three.', { id: 'c', line: 3 }),
    ];
    const cues = Object.fromEntries(
      lines.map((line) => [
        line.id,
        { ...empty, gap: line.id === 'b' ? -0.5 : null, takes: [take(basisOf(line, anna), 1)] },
      ]),
    );
    const { clips, seconds, missing } = layOut(lines, { title: '', cast: {}, notes: [], cues }, () => anna);
    expect(clips.map(({ start }) => start)).toEqual([0, 1.5, 3.88]);
    expect(seconds).toBeCloseTo(5.88);
    expect(missing).toBe(0);
  });
});

describe('words in the text', () => {
  const words = (...said: string[]) => said.map((text, i) => ({ text, start: i, end: i + 0.8 }));
  it('finds each word behind the one before, around tags and numbers', () => {
    const text = 'The cat [sigh] saw the 21 dogs.';
    const placed = placeWords(text, words('The', 'cat', 'saw', 'the', 'twenty-one', 'dogs'));
    expect(placed.map(({ from, to }) => text.slice(from, to))).toEqual(['The', 'cat', 'saw', 'the', '21', 'dogs']);
  });
  it('knows the word of a moment, and none in a pause', () => {
    const placed = placeWords('One two', [
      { text: 'One', start: 0, end: 0.4 },
      { text: 'two', start: 1, end: 1.4 },
    ]);
    expect(wordAt(placed, 0.2)?.from).toBe(0);
    expect(wordAt(placed, 0.8)).toBeNull();
    expect(wordAt(placed, 1.2)?.from).toBe(4);
  });
});

describe('splice', () => {
  it.each([
    ['abc', 'abXc'],
    ['aaa', 'aa'],
    ['', 'x'],
    ['x', ''],
    ['one two', 'one three two'],
    ['aXbXc', 'aYbYc'],
  ])('leads from %j to %j', (before, after) => {
    const change = splice(before, after)!;
    expect(before.slice(0, change.from) + change.insert + before.slice(change.to)).toBe(after);
  });
  it('is nothing between equals', () => expect(splice('a', 'a')).toBeNull());
});
