/** The scene's file: opening, saving, and the journal that keeps every edit safe in between. */
import { createStore } from 'zustand/vanilla';
import type { SceneFile } from '../../engine/contract/scene.ts';
import type { LastProject, OpenedProject } from '../../engine/contract/studio.ts';
import { ApiError } from '../api/client.ts';
import {
  forgetJournal,
  journal,
  lastProject,
  listVersions,
  openProject,
  readVersion,
  saveProject,
  type JournalEntry,
} from '../api/studio.ts';
import { readSettings } from '../api/settings.ts';
import { stop } from '../player/transport.ts';
import { sampleScene } from '../ui/sample.ts';
import { EMPTY_FILE, openFile, restoreFile, scene, toFile } from './document.ts';
import { castNewcomers } from './cast.ts';
import { setLexicon } from './lines.ts';
import { notify, report } from './notices.ts';
import { settings } from './settings.ts';
import { splice } from './splice.ts';

export interface Project {
  /** null: no file yet. */
  readonly path: string | null;
  /** Edits of the scene that its file has. */
  readonly savedEdits: number;
  /** The disk, file or journal, has everything up to this revision. */
  readonly safeRevision: number;
  readonly ready: boolean;
  /** Counts the scenes that were opened. */
  readonly opened: number;
  /** The last attempt to keep an edit safe failed; it is tried again. */
  readonly trouble: boolean;
}

export const project = createStore<Project>(() => ({
  path: null,
  savedEdits: 0,
  safeRevision: 0,
  ready: false,
  opened: 0,
  trouble: false,
}));

/** What the journal of a scene knows; edits are told as differences to it. null: tell the whole scene. */
let journaled: { readonly path: string | null; readonly file: SceneFile } | null = null;
let timer: ReturnType<typeof setTimeout> | null = null;
let turn: Promise<unknown> = Promise.resolve();

/** Saves and journal entries run one after another: one that overtakes another would tell of a journal that is gone. */
function inTurn<T>(work: () => Promise<T>): Promise<T> {
  const done = turn.then(work);
  turn = done.catch(() => undefined);
  return done;
}

/** Short enough that a crash costs less than a word; long enough not to write at every key. */
const JOURNAL_MS = 250;

/** The journal entry that leads from one state of a scene to another; null where they are the same. */
export function difference(before: SceneFile | null, after: SceneFile): JournalEntry | null {
  if (!before) return { kind: 'base', file: after };
  const text = splice(before.script, after.script);
  const { script: _a, ...restBefore } = before;
  const { script: _b, ...restAfter } = after;
  const rest = JSON.stringify(restBefore) === JSON.stringify(restAfter) ? null : restAfter;
  return text || rest ? { kind: 'edit', text, rest } : null;
}

/** A sample that nobody changed or played is nothing to keep. */
function isUntouched(): boolean {
  const { edits, meta } = scene.getState();
  const { path, savedEdits } = project.getState();
  return path === null && savedEdits === 0 && edits === 0 && Object.keys(meta.cues).length === 0;
}

function writeJournal(keepalive = false): Promise<void> {
  return inTurn(async () => {
    const { revision } = scene.getState();
    const { path, safeRevision, ready } = project.getState();
    if (!ready || revision === safeRevision || isUntouched()) return;
    // What comes back late is no news of another scene.
    const here = project.getState().opened;
    const file = toFile();
    const entry = difference(journaled?.path === path ? journaled.file : null, file);
    try {
      if (entry) await journal(path, entry, keepalive);
      if (here !== project.getState().opened) return;
      journaled = { path, file };
      project.setState({ safeRevision: revision, trouble: false });
    } catch (error) {
      if (here !== project.getState().opened) return;
      // Tried again, from the whole scene: nobody knows what of it arrived.
      journaled = null;
      // Another window saved this scene, and its journal went with that.
      if (entry?.kind === 'edit' && error instanceof ApiError && error.reason === 'not_found') {
        timer ??= setTimeout(flushSoon, 0);
        return;
      }
      project.setState({ trouble: true });
      report(error);
      timer ??= setTimeout(flushSoon, 3000);
    }
  });
}

/** Resolves when every edit so far is on the disk. */
export const flush = (): Promise<void> => writeJournal();

function flushSoon(): void {
  timer = null;
  void writeJournal();
}

/** Begins to keep every change safe. Gives the function that ends it. */
export function keepSafe(): () => void {
  const unsubscribe = scene.subscribe((now, before) => {
    if (now.revision !== before.revision) timer ??= setTimeout(flushSoon, JOURNAL_MS);
  });
  const leave = (): void => {
    if (document.visibilityState === 'hidden') void writeJournal(true);
  };
  document.addEventListener('visibilitychange', leave);
  return () => {
    unsubscribe();
    document.removeEventListener('visibilitychange', leave);
  };
}

export const isEdited = (): boolean => scene.getState().edits !== project.getState().savedEdits;

function show(path: string | null, file: SceneFile, saved: SceneFile | null): void {
  stop();
  openFile(saved ?? file);
  // The first entry of a journal is always the whole scene.
  journaled = null;
  project.setState(({ opened }) => ({
    path,
    savedEdits: 0,
    safeRevision: 0,
    ready: true,
    trouble: false,
    opened: opened + 1,
  }));
  if (saved) restoreFile(file);
  castNewcomers();
}

export function newScene(file: SceneFile = EMPTY_FILE): void {
  show(null, file, null);
  inTurn(() => forgetJournal(null)).catch(report);
}

export function openSample(): void {
  newScene({ ...EMPTY_FILE, ...sampleScene(settings.getState().language) });
}

function showOpened({ path, file, recovered }: OpenedProject): void {
  if (!recovered) {
    show(path === '' ? null : path, file, null);
    return;
  }
  if (path === '') {
    // A scene without a file simply goes on where it was left.
    show(null, recovered.file, null);
    project.setState({ savedEdits: -1 });
    return;
  }
  show(path, recovered.file, file);
  const time = new Date(recovered.at).toLocaleTimeString(settings.getState().language, {
    hour: '2-digit',
    minute: '2-digit',
  });
  notify(
    {
      kind: 'info',
      key: 'project.recovered',
      values: { time },
      action: { key: 'project.discard', run: () => restoreFile(file) },
    },
    20,
  );
}

export async function open(path: string): Promise<void> {
  await writeJournal();
  showOpened(await openProject(path));
}

/** At the start: what was open last, with edits that were never saved; else the sample. Whether it is the very first. */
export async function openAtStart(): Promise<boolean> {
  try {
    const [{ opened, lost }, first] = await Promise.all([lastProject(), isFirst()]);
    if (opened) showOpened(opened);
    else openSample();
    if (lost) tellLost(lost, opened !== null);
    return first && !opened && !lost;
  } catch (error) {
    openSample();
    report(error);
    return false;
  }
}

/** What counts for every scene comes with it. */
async function isFirst(): Promise<boolean> {
  const { settings: server } = await readSettings();
  setLexicon(server.lexicon);
  return !server.welcomed;
}

/** The scene that was open last is gone or broken: its last save may still be there. */
function tellLost({ path, problem, versions }: NonNullable<LastProject['lost']>, edits: boolean): void {
  const bring = async (): Promise<void> => {
    const [newest] = await listVersions(path);
    if (!newest) return;
    show(null, await readVersion(path, newest.id), null);
    // It is in no file yet.
    project.setState({ savedEdits: -1 });
  };
  notify(
    {
      kind: 'error',
      key: edits ? 'project.lost.edits' : 'project.lost',
      values: { problem },
      ...(versions > 0 && !edits
        ? { action: { key: 'project.lost.bring', run: () => void bring().catch(report) } }
        : {}),
    },
    60,
  );
}

/** Writes the file. `path` null: a new one, named after the title. Resolves with its path. */
export function save(path: string | null = project.getState().path): Promise<string> {
  return inTurn(async () => {
    const here = project.getState().opened;
    const { revision, edits } = scene.getState();
    const old = project.getState().path;
    const saved = await saveProject(path, toFile());
    if (here !== project.getState().opened) return saved.path;
    // The journal went with the save; the next one begins with the whole scene.
    journaled = null;
    project.setState({ path: saved.path, savedEdits: edits, safeRevision: revision, trouble: false });
    if (scene.getState().revision !== revision) timer ??= setTimeout(flushSoon, JOURNAL_MS);
    if (old !== saved.path) await forgetJournal(old);
    return saved.path;
  });
}

export async function bringBack(path: string, version: string): Promise<void> {
  restoreFile(await readVersion(path, version));
  notify({ kind: 'info', key: 'project.restored' });
}
