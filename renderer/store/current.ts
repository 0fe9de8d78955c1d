/** The line that the cursor is on, and what is done to it. */
import { cueIndexAt, cueRange, direct, join, move, reassign, rename, split } from '../script/edit.ts';
import type { Cue } from '../script/identity.ts';
import { speakerKey } from '../script/parse.ts';
import { render } from '../player/takes.ts';
import { play, playback } from '../player/transport.ts';
import { changeMeta, cueOf, currentView, dispatch, scene, setCue, type SceneSnapshot } from './document.ts';
import { castNewcomers, displayName, speakerFor } from './cast.ts';
import { basisOf, currentTake, freshSeed } from './lines.ts';
import { report } from './notices.ts';

export function currentIndex({ editor, cues }: SceneSnapshot = scene.getState()): number {
  const { head } = editor.selection.main;
  const line = editor.doc.lineAt(head);
  return cueIndexAt(cues, line.number, head - line.from);
}

export const currentCue = (snapshot: SceneSnapshot = scene.getState()): Cue | undefined =>
  snapshot.cues[currentIndex(snapshot)];

/** Puts the cursor on a line. */
export function goTo(index: number, focus = false): void {
  const { cues, editor } = scene.getState();
  const cue = cues[index];
  if (!cue) return;
  dispatch({ selection: { anchor: cueRange(editor.doc, cue).textFrom }, scrollIntoView: true });
  if (focus) currentView()?.focus();
}

export function playLine(): void {
  const from = currentIndex();
  if (from >= 0) play({ from, only: true });
}

export function playFromHere(): void {
  const from = currentIndex();
  if (from >= 0) play({ from });
}

/** Speaks the line anew, with another seed, and plays it. */
export function newTake(): void {
  const index = currentIndex();
  const cue = scene.getState().cues[index];
  if (!cue) return;
  castNewcomers();
  const state = cueOf(scene.getState().meta, cue.id);
  if (state.locked) setCue(cue.id, { locked: false });
  const speaker = speakerFor(cue.speaker);
  const seed = freshSeed();
  const abort = new AbortController();
  const rendering = render(cue, speaker, seed, abort.signal, true);
  const take = {
    key: rendering.key,
    basis: basisOf(cue, speaker),
    seed,
    voice: speaker.voice,
    direction: cue.direction,
    said: { text: '', voice: null, speed: 1 },
    seconds: 0,
    made: 0,
  };
  play({ from: index, only: true, take });
  rendering.done.catch(report);
}

/** Uses this take. One that says other words than the line does now is locked with it, or the line would be spoken anew. */
export function chooseTake(id: string, key: string): void {
  const cue = scene.getState().cues.find((one) => one.id === id);
  const take = cueOf(scene.getState().meta, id).takes.find((one) => one.key === key);
  if (!cue || !take) return;
  setCue(id, { chosen: key, locked: take.basis !== basisOf(cue, speakerFor(cue.speaker)) });
}

export function removeTake(id: string, key: string): void {
  const state = cueOf(scene.getState().meta, id);
  setCue(id, {
    takes: state.takes.filter((take) => take.key !== key),
    ...(state.chosen === key ? { chosen: null, locked: false } : {}),
  });
}

export function toggleLock(): void {
  const cue = currentCue();
  if (!cue) return;
  const state = cueOf(scene.getState().meta, cue.id);
  const take = currentTake(state, basisOf(cue, speakerFor(cue.speaker)));
  if (state.locked) setCue(cue.id, { locked: false });
  else if (take) setCue(cue.id, { locked: true, chosen: take.key });
}

let other: { readonly cue: string; readonly take: string } | null = null;

/** Says which take is B of the line's A/B. */
export function compareWith(cue: string, take: string): void {
  other = { cue, take };
  compare();
}

/** Plays the other one of two takes, from the moment that is being heard. */
export function compare(): void {
  const index = currentIndex();
  const cue = scene.getState().cues[index];
  if (!cue) return;
  const state = cueOf(scene.getState().meta, cue.id);
  const a = currentTake(state, basisOf(cue, speakerFor(cue.speaker)));
  const b =
    state.takes.find((take) => other?.cue === cue.id && take.key === other.take) ??
    state.takes.findLast((take) => take !== a);
  const now = playback.getState();
  const next = now.alone === a?.key || (a && now.state === 'idle' && last === a.key) ? b : a;
  if (!next) return;
  last = next.key;
  play({
    from: index,
    only: true,
    take: next,
    offset: now.state === 'idle' ? 0 : Math.min(now.seconds, next.seconds - 0.1),
  });
}
let last: string | null = null;

export function splitHere(): void {
  const { editor } = scene.getState();
  const cue = currentCue();
  if (cue)
    dispatch({
      changes: split(editor.doc, cue, editor.selection.main.head),
      userEvent: 'input.split',
      scrollIntoView: true,
    });
}

export function joinNext(): void {
  const { editor, cues } = scene.getState();
  dispatch({ changes: join(editor.doc, cues, currentIndex()), userEvent: 'move.join' });
}

export function moveLine(by: -1 | 1): void {
  const { editor, cues } = scene.getState();
  const result = move(editor.doc, cues, currentIndex(), by, displayName);
  if (!result) return;
  dispatch({ changes: result.changes, userEvent: 'move.line' });
  const { doc } = scene.getState().editor;
  dispatch({ selection: { anchor: doc.line(Math.min(result.line, doc.lines)).to }, scrollIntoView: true });
}

export function giveTo(name: string, index = currentIndex()): void {
  const { editor, cues } = scene.getState();
  dispatch({ changes: reassign(editor.doc, cues, index, name, displayName), userEvent: 'input.reassign' });
}

export function giveToNumber(number: number): void {
  const name = [...scene.getState().speakers.values()][number - 1];
  if (name !== undefined) giveTo(name);
}

export function setDirection(cue: Cue, direction: string): void {
  const { editor } = scene.getState();
  dispatch({ changes: direct(editor.doc, cue, direction, displayName), userEvent: 'input.direct' });
}

/** Another name for a speaker, in the script and in the cast, as one step. */
export function renameSpeaker(key: string, name: string): void {
  const clean = name
    .replace(/[:：()[\]\n]/g, ' ')
    .replace(/\s+/g, ' ')
    .trim();
  const next = speakerKey(clean);
  const { editor, meta } = scene.getState();
  const speaker = speakerFor(key);
  if (clean === '' || clean === displayName(key)) return;
  dispatch({
    changes: rename(editor.doc, key, clean),
    effects:
      next === key || meta.cast[next]
        ? []
        : [
            changeMeta.of({ of: 'speaker', key: next, value: { ...speaker, name: clean } }),
            changeMeta.of({ of: 'speaker', key, value: null }),
          ],
    userEvent: 'input.rename',
  });
}

/** Lines that were rendered and would sound otherwise now, and lines whose take is doubtful. */
export function staleLines({ cues, meta }: SceneSnapshot): number[] {
  return cues.flatMap((cue, i) => {
    const state = meta.cues[cue.id];
    return state && state.takes.length > 0 && !currentTake(state, basisOf(cue, speakerFor(cue.speaker))) ? [i] : [];
  });
}
