/**
 * The scene being worked on. One CodeMirror state holds all of it, the script and what hangs on its speakers and lines,
 * so that one history undoes everything in the order in which it was done. Nothing here knows a view.
 */
import { history, invertedEffects, isolateHistory, redo, undo } from '@codemirror/commands';
import {
  EditorState,
  StateEffect,
  StateField,
  Transaction,
  type Extension,
  type TransactionSpec,
} from '@codemirror/state';
import type { EditorView } from '@codemirror/view';
import { createStore } from 'zustand/vanilla';
import type { SceneCue, SceneFile, SceneNotes, SceneSpeaker } from '../../engine/contract/scene.ts';
import type { Cue } from '../script/identity.ts';
import { readScript, rereadScript, type Reading } from '../script/reading.ts';
import { setSceneNotes } from './lines.ts';

export interface SceneMeta {
  readonly title: string;
  readonly cast: Readonly<Record<string, SceneSpeaker>>;
  /** What everybody in the scene says in a way of its own. */
  readonly notes: SceneNotes;
  readonly cues: Readonly<Record<string, SceneCue>>;
}

export const EMPTY_CUE: SceneCue = { takes: [], chosen: null, locked: false, gap: null };

type MetaChange =
  | { readonly of: 'title'; readonly title: string }
  | { readonly of: 'notes'; readonly notes: SceneNotes }
  | { readonly of: 'speaker'; readonly key: string; readonly value: SceneSpeaker | null }
  | { readonly of: 'cue'; readonly id: string; readonly fields: Partial<SceneCue> };

/** A change of anything but the script's text. */
export const changeMeta = StateEffect.define<MetaChange>();

function apply(meta: SceneMeta, change: MetaChange): SceneMeta {
  switch (change.of) {
    case 'title':
      return { ...meta, title: change.title };
    case 'notes':
      return { ...meta, notes: change.notes };
    case 'speaker': {
      const { [change.key]: _, ...others } = meta.cast;
      return { ...meta, cast: change.value ? { ...others, [change.key]: change.value } : others };
    }
    case 'cue':
      return {
        ...meta,
        cues: { ...meta.cues, [change.id]: { ...(meta.cues[change.id] ?? EMPTY_CUE), ...change.fields } },
      };
  }
}

function inverse(meta: SceneMeta, change: MetaChange): MetaChange {
  switch (change.of) {
    case 'title':
      return { of: 'title', title: meta.title };
    case 'notes':
      return { of: 'notes', notes: meta.notes };
    case 'speaker':
      return { of: 'speaker', key: change.key, value: meta.cast[change.key] ?? null };
    case 'cue': {
      const before = meta.cues[change.id] ?? EMPTY_CUE;
      const fields = Object.fromEntries(
        Object.keys(change.fields).map((name) => [name, before[name as keyof SceneCue]]),
      );
      return { of: 'cue', id: change.id, fields };
    }
  }
}

const metaField = StateField.define<SceneMeta>({
  create: () => ({ title: '', cast: {}, notes: [], cues: {} }),
  update: (meta, transaction) =>
    transaction.effects.reduce((now, effect) => (effect.is(changeMeta) ? apply(now, effect.value) : now), meta),
});

/** Says which lines these are, in their order, where that is known: what hangs on a line is found by its identity. */
const nameLines = StateEffect.define<readonly string[]>();

function named({ cues, ...reading }: Reading, ids: readonly string[]): Reading {
  return { ...reading, cues: cues.map((cue, i) => ({ ...cue, id: ids[i] ?? cue.id })) };
}

const readingField = StateField.define<Reading>({
  create: (state) => readScript(state.doc),
  update: (reading, { docChanged, changes, effects, startState, newDoc }) =>
    effects.reduce(
      (now, effect) => (effect.is(nameLines) ? named(now, effect.value) : now),
      docChanged ? rereadScript(reading, startState.doc, newDoc, changes) : reading,
    ),
});

const undoNames = invertedEffects.of(({ effects, startState }) =>
  effects.some((effect) => effect.is(nameLines))
    ? [nameLines.of(startState.field(readingField).cues.map((cue) => cue.id))]
    : [],
);

const undoMeta = invertedEffects.of(({ effects, startState }) => {
  let meta = startState.field(metaField);
  const inverses: StateEffect<MetaChange>[] = [];
  for (const effect of effects) {
    if (!effect.is(changeMeta)) continue;
    inverses.unshift(changeMeta.of(inverse(meta, effect.value)));
    meta = apply(meta, effect.value);
  }
  return inverses;
});

/** What the store shows of the scene. Every part keeps its identity while it does not change. */
export interface SceneSnapshot {
  readonly editor: EditorState;
  readonly cues: readonly Cue[];
  /** Names of speakers as first written, in order of appearance, by key. */
  readonly speakers: ReadonlyMap<string, string>;
  readonly meta: SceneMeta;
  /** Grows with every change that belongs in the file. */
  readonly revision: number;
  /** Grows with what the writer did; not with takes that were rendered or voices that the studio gave out. */
  readonly edits: number;
}

const BASE: readonly Extension[] = [metaField, readingField, undoMeta, undoNames, history({ newGroupDelay: 600 })];
let extensions: () => readonly Extension[] = () => [];
let view: EditorView | null = null;

function newEditor(file: SceneFile): EditorState {
  const bare = EditorState.create({ doc: file.script, extensions: [...BASE, ...extensions()] });
  const reading = bare.field(readingField);
  return EditorState.create({
    doc: bare.doc,
    extensions: [
      metaField.init(() => ({ title: file.title, cast: file.cast, notes: file.notes, cues: file.cues })),
      // A file that was edited by hand may have more lines than it names, or fewer: the rest are new.
      readingField.init(() => named(reading, file.lines)),
      ...BASE,
      ...extensions(),
    ],
  });
}

function snapshot(editor: EditorState, revision: number, edits: number): SceneSnapshot {
  const { cues, speakers } = editor.field(readingField);
  const meta = editor.field(metaField);
  // Before anybody asks what the lines of this state would say.
  setSceneNotes(meta.notes);
  return { editor, cues, speakers, meta, revision, edits };
}

export const EMPTY_FILE: SceneFile = {
  format: 1,
  kind: 'dramatis-scene',
  title: '',
  script: '',
  cast: {},
  notes: [],
  lines: [],
  cues: {},
};

export const scene = createStore<SceneSnapshot>(() => snapshot(newEditor(EMPTY_FILE), 0, 0));

/** Called for every transaction, whether a view made it or not. */
export function accept(editor: EditorState, transactions: readonly Transaction[]): void {
  const changed = transactions.filter((one) => one.docChanged || one.effects.some((effect) => effect.is(changeMeta)));
  const edited = changed.some((one) => one.annotation(Transaction.addToHistory) !== false);
  const { revision, edits } = scene.getState();
  scene.setState(snapshot(editor, revision + (changed.length > 0 ? 1 : 0), edits + (edited ? 1 : 0)), true);
}

/** Makes a change. */
export function dispatch(...specs: TransactionSpec[]): void {
  if (view) {
    view.dispatch(...specs);
    return;
  }
  const transaction = scene.getState().editor.update(...specs);
  accept(transaction.state, [transaction]);
}

const keepOut = Transaction.addToHistory.of(false);

/** When the title was last typed in, and the state that this led to. */
let typing: { readonly at: number; readonly revision: number } | null = null;
/** Keys that follow each other within this time are one step to undo, as in the script. */
const BURST_MS = 600;

export function setTitle(title: string): void {
  const now = Date.now();
  const goesOn = typing !== null && now - typing.at < BURST_MS && typing.revision === scene.getState().revision;
  dispatch({
    effects: changeMeta.of({ of: 'title', title }),
    // The first key of a burst remembers the title before it; undoing that one undoes all.
    ...(goesOn ? { annotations: keepOut } : { annotations: isolateHistory.of('full') }),
  });
  if (goesOn) scene.setState(({ edits }) => ({ edits: edits + 1 }));
  typing = { at: now, revision: scene.getState().revision };
}

/** A word that everybody says so, or again as it is written where `note` is null. */
export function setSceneNote(word: string, note: SceneNotes[number] | null): void {
  const others = scene.getState().meta.notes.filter((one) => one.word.toLowerCase() !== word.toLowerCase());
  dispatch({ effects: changeMeta.of({ of: 'notes', notes: note ? [...others, note] : others }) });
}

/** `silently`: not a step of the history, as when the studio casts a new speaker by itself. */
export function setSpeaker(key: string, value: SceneSpeaker, silently = false): void {
  dispatch({ effects: changeMeta.of({ of: 'speaker', key, value }), ...(silently ? { annotations: keepOut } : {}) });
}

export function setCue(id: string, fields: Partial<SceneCue>, silently = false): void {
  dispatch({ effects: changeMeta.of({ of: 'cue', id, fields }), ...(silently ? { annotations: keepOut } : {}) });
}

export const cueOf = (meta: SceneMeta, id: string): SceneCue => meta.cues[id] ?? EMPTY_CUE;

export function undoAny(): boolean {
  return undo({ state: scene.getState().editor, dispatch });
}

export function redoAny(): boolean {
  return redo({ state: scene.getState().editor, dispatch });
}

/** The scene as it is written to a file. Lines that were deleted, and have nothing worth keeping, are left out. */
export function toFile({ editor, cues, meta }: SceneSnapshot = scene.getState()): SceneFile {
  const kept = Object.entries(meta.cues).filter(([, cue]) => cue.takes.length > 0 || cue.gap !== null || cue.locked);
  return {
    ...EMPTY_FILE,
    title: meta.title,
    script: editor.doc.toString(),
    cast: meta.cast,
    notes: meta.notes,
    lines: cues.map((cue) => cue.id),
    cues: Object.fromEntries(kept),
  };
}

/** Puts another scene in place of this one. Its history begins anew. */
export function openFile(file: SceneFile): void {
  const bare = newEditor(file);
  const [first] = bare.field(readingField).cues;
  // The cursor waits where the first words begin.
  const anchor = first ? bare.doc.line(first.line).from + first.textFrom : 0;
  const editor = bare.update({ selection: { anchor } }).state;
  view?.setState(editor);
  scene.setState(snapshot(editor, 0, 0), true);
}

/** Replaces everything as one step that can be undone, as when an older version is brought back. */
export function restoreFile(file: SceneFile): void {
  const { editor, meta } = scene.getState();
  const speakers = new Set([...Object.keys(meta.cast), ...Object.keys(file.cast)]);
  dispatch({
    changes: { from: 0, to: editor.doc.length, insert: file.script },
    effects: [
      changeMeta.of({ of: 'title', title: file.title }),
      changeMeta.of({ of: 'notes', notes: file.notes }),
      ...[...speakers].map((key) => changeMeta.of({ of: 'speaker', key, value: file.cast[key] ?? null })),
      ...Object.entries(file.cues).map(([id, fields]) => changeMeta.of({ of: 'cue', id, fields })),
      nameLines.of(file.lines),
    ],
    annotations: isolateHistory.of('full'),
  });
}

/** The view says what it adds to every state, and from then on makes the changes. */
export function attachView(make: (state: EditorState) => EditorView, added: () => readonly Extension[]): EditorView {
  extensions = added;
  const { editor, revision, edits } = scene.getState();
  const state = newEditor(toFile());
  view = make(state.update({ selection: editor.selection }).state);
  scene.setState(snapshot(view.state, revision, edits), true);
  return view;
}

export function detachView(old: EditorView): void {
  if (view === old) view = null;
  old.destroy();
}

export const currentView = (): EditorView | null => view;
