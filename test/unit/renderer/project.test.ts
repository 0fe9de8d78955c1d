import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { dispatch, EMPTY_FILE, scene, setTitle } from '../../../renderer/store/document.ts';
import { isEdited, keepSafe, newScene, project, save } from '../../../renderer/store/project.ts';

interface Sent {
  readonly method: string;
  readonly path: string | null;
  readonly kind: string | null;
}

let sent: Sent[] = [];
/** How long the server takes to save. */
let savingMs = 0;
let end: () => void = () => undefined;

beforeEach(() => {
  vi.useFakeTimers();
  sent = [];
  vi.stubGlobal('document', { addEventListener: () => undefined, removeEventListener: () => undefined });
  vi.stubGlobal('fetch', async (_url: string, { method, body }: { method: string; body?: string }) => {
    const { path = null, entry } = JSON.parse(body ?? '{}') as { path?: string | null; entry?: { kind: string } };
    const saving = method === 'PUT';
    sent.push({ method: saving ? 'save' : method, path, kind: entry?.kind ?? null });
    await new Promise((resolve) => setTimeout(resolve, saving ? savingMs : 5));
    return new Response(saving ? JSON.stringify({ path: '/scenes/storm.dramatis' }) : null, {
      status: saving ? 200 : 204,
    });
  });
  end = keepSafe();
});
afterEach(() => {
  end();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const type = (insert: string): void => dispatch({ changes: { from: scene.getState().editor.doc.length, insert } });
const journalOf = (path: string | null): (string | null)[] =>
  sent.filter((one) => one.method === 'POST' && one.path === path).map(({ kind }) => kind);

it('begins the journal of a new file with the whole scene, however long the save takes', async () => {
  savingMs = 1000;
  newScene({ ...EMPTY_FILE, script: 'ANNA: One.' });
  type(' Two.');
  await vi.advanceTimersByTimeAsync(500);
  setTitle('Storm');
  const saved = save(null);
  // Longer than edits wait, and typed on meanwhile.
  await vi.advanceTimersByTimeAsync(600);
  type(' Three.');
  await vi.advanceTimersByTimeAsync(3000);
  await saved;
  type(' Four.');
  await vi.advanceTimersByTimeAsync(1000);
  expect(journalOf('/scenes/storm.dramatis')).toEqual(['base', 'edit']);
  expect(project.getState()).toMatchObject({ path: '/scenes/storm.dramatis', safeRevision: scene.getState().revision });
  expect(isEdited()).toBe(true);
});

it('says that edits are only in the window while the server does not answer, and keeps them when it does', async () => {
  newScene({ ...EMPTY_FILE, script: 'ANNA: One.' });
  const answer = globalThis.fetch;
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('fetch failed')));
  type(' Two.');
  await vi.advanceTimersByTimeAsync(500);
  expect(project.getState().trouble).toBe(true);
  expect(project.getState().safeRevision).not.toBe(scene.getState().revision);
  vi.stubGlobal('fetch', answer);
  await vi.advanceTimersByTimeAsync(4000);
  expect(project.getState()).toMatchObject({ trouble: false, safeRevision: scene.getState().revision });
  expect(journalOf(null)).toEqual(['base']);
});
