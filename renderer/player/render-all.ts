import { createStore } from 'zustand/vanilla';
import { cueOf, scene } from '../store/document.ts';
import { castNewcomers, speakerFor } from '../store/cast.ts';
import { basisOf, currentTake, freshSeed, isSpeakable } from '../store/lines.ts';
import { report } from '../store/notices.ts';
import { fetchTake, render, storeEverything } from './takes.ts';

export const renderAllProgress = createStore<
  { readonly done: number; readonly count: number } | { readonly count: 0; readonly done: 0 }
>(() => ({
  done: 0,
  count: 0,
}));

let running: AbortController | null = null;

/** Renders every line that has no take which suits it. Only what changed is rendered. */
export async function renderMissing(
  signal: AbortSignal,
  progress: (done: number, count: number) => void,
): Promise<void> {
  castNewcomers();
  const { cues, meta } = scene.getState();
  const missing = cues.filter(
    (cue) =>
      isSpeakable(cue, speakerFor(cue.speaker)) &&
      !currentTake(cueOf(meta, cue.id), basisOf(cue, speakerFor(cue.speaker))),
  );
  progress(0, missing.length);
  for (const [i, cue] of missing.entries()) {
    signal.throwIfAborted();
    await render(cue, speakerFor(cue.speaker), freshSeed(), signal).done;
    progress(i + 1, missing.length);
  }
}

/** Makes again the takes in use whose audio is not on the disk any more. */
export async function bringBackAudio(signal: AbortSignal): Promise<void> {
  const { cues, meta } = scene.getState();
  for (const cue of cues) {
    const speaker = speakerFor(cue.speaker);
    const take = currentTake(cueOf(meta, cue.id), basisOf(cue, speaker));
    if (take && !(await fetchTake(take, cue, speaker.pace, signal))) await render(cue, speaker, take.seed, signal).done;
  }
  await storeEverything();
}

/** The button's form of it: a second press stops. */
export function toggleRenderAll(): void {
  if (running) {
    running.abort();
    return;
  }
  const abort = new AbortController();
  running = abort;
  renderMissing(abort.signal, (done, count) => renderAllProgress.setState({ done, count }))
    .catch((error: unknown) => {
      if (!abort.signal.aborted) report(error);
    })
    .finally(() => {
      running = null;
      renderAllProgress.setState({ done: 0, count: 0 });
    });
}
