import { beforeEach, describe, expect, it } from 'vitest';
import { SceneFile } from '../../../engine/contract/scene.ts';
import {
  cueOf,
  dispatch,
  EMPTY_FILE,
  openFile,
  redoAny,
  restoreFile,
  scene,
  setCue,
  setSpeaker,
  setTitle,
  toFile,
  undoAny,
} from '../../../renderer/store/document.ts';
import { fingerprint } from '../../../renderer/store/fingerprint.ts';

const anna = { name: 'Anna', voice: 'ada', level: 0, pace: 1, pitch: 0, color: 0, notes: [] };
const take = {
  key: `${'a'.repeat(32)}-00000001`,
  basis: 'a'.repeat(32),
  seed: 1,
  voice: 'ada',
  direction: '',
  said: { text: 'One.', voice: 'ada', speed: 1 },
  seconds: 1,
  made: 0,
};
const script = (): string => scene.getState().editor.doc.toString();

beforeEach(() => openFile({ ...EMPTY_FILE, title: 'T', script: 'Anna: One.\nBram: Two.' }));

describe('the scene document', () => {
  it('undoes a title that was typed letter by letter as one step, and what came before it as another', () => {
    dispatch({ changes: { from: 9, insert: ' more' } });
    for (const title of ['S', 'St', 'Sto', 'Stor', 'Storm']) setTitle(title);
    expect(scene.getState().edits).toBe(6);
    undoAny();
    expect(scene.getState().meta.title).toBe('T');
    expect(script()).toContain('more');
    redoAny();
    expect(scene.getState().meta.title).toBe('Storm');
    undoAny();
    undoAny();
    expect(script()).not.toContain('more');
  });

  it('undoes text, cast, pauses and the title in the order in which they were made', () => {
    const id = scene.getState().cues[1]!.id;
    dispatch({ changes: { from: 9, insert: ' more' } });
    setSpeaker('ANNA', anna);
    setCue(id, { gap: -0.5 });
    setTitle('New');
    setSpeaker('ANNA', { ...anna, pace: 1.5 });
    undoAny();
    expect(scene.getState().meta.cast['ANNA']?.pace).toBe(1);
    undoAny();
    expect(scene.getState().meta.title).toBe('T');
    undoAny();
    expect(cueOf(scene.getState().meta, id).gap).toBeNull();
    undoAny();
    expect(scene.getState().meta.cast['ANNA']).toBeUndefined();
    expect(script()).toContain('more');
    undoAny();
    expect(script()).toBe('Anna: One.\nBram: Two.');
    expect(undoAny()).toBe(false);
    for (let i = 0; i < 5; i++) redoAny();
    expect(scene.getState().meta.cast['ANNA']?.pace).toBe(1.5);
    expect(scene.getState().meta.title).toBe('New');
  });

  it('keeps takes that came in between when an older step is undone', () => {
    const id = scene.getState().cues[0]!.id;
    setCue(id, { gap: 1 });
    setCue(id, { takes: [take] }, true);
    undoAny();
    expect(cueOf(scene.getState().meta, id)).toMatchObject({ gap: null, takes: [take] });
  });

  it('writes a file that reads back the same, identities included', () => {
    setSpeaker('ANNA', anna);
    const { id } = scene.getState().cues[1]!;
    setCue(id, { takes: [take], chosen: take.key, locked: true });
    const file = SceneFile.parse(JSON.parse(JSON.stringify(toFile())));
    openFile(file);
    expect(toFile()).toEqual(file);
    expect(scene.getState().cues[1]?.id).toBe(id);
    expect(undoAny()).toBe(false);
  });

  it('brings back an older version as one step', () => {
    const before = toFile();
    dispatch({ changes: { from: 0, to: script().length, insert: 'Zoe: All new.' } });
    setTitle('Other');
    restoreFile(before);
    expect(script()).toBe(before.script);
    undoAny();
    expect(script()).toBe('Zoe: All new.');
    expect(scene.getState().meta.title).toBe('Other');
  });

  it('keeps unchanged cues as the same objects while typing', () => {
    const [first, second] = scene.getState().cues;
    dispatch({ changes: { from: 9, insert: '!' } });
    expect(scene.getState().cues[1]).toBe(second);
    expect(scene.getState().cues[0]).not.toBe(first);
  });
});

describe('fingerprint', () => {
  it('has 128 bits that all depend on the text', () => {
    const prints = Array.from({ length: 4_000 }, (_, i) => fingerprint(`line ${i}`));
    expect(new Set(prints).size).toBe(4_000);
    expect(new Set(prints.map((print) => print.slice(0, 12))).size).toBe(4_000);
    expect(new Set(prints.map((print) => print.slice(20))).size).toBe(4_000);
    expect(fingerprint('')).toMatch(/^[0-9a-f]{32}$/);
  });

  it('puts another state of the scene in its place as one step, lines with their identities', () => {
    const before = scene.getState().cues.map(({ id }) => id);
    const file = toFile();
    restoreFile({
      ...file,
      script: 'Anna: One.\nCara: New.\nBram: Two.',
      lines: [before[0]!, 'line-of-cara', before[1]!],
    });
    expect(scene.getState().cues.map(({ id }) => id)).toEqual([before[0], 'line-of-cara', before[1]]);
    // At once, as a click on a notice may: each is a step of its own nevertheless.
    restoreFile(file);
    expect(scene.getState().cues.map(({ id }) => id)).toEqual(before);
    undoAny();
    expect(script()).toBe('Anna: One.\nCara: New.\nBram: Two.');
    expect(scene.getState().cues.map(({ id }) => id)).toEqual([before[0], 'line-of-cara', before[1]]);
    undoAny();
    expect(scene.getState().cues.map(({ id }) => id)).toEqual(before);
  });
});
