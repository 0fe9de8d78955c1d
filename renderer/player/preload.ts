/** Brings in what is shown of takes that lie on the disk: waveforms, loudness, checks. One after another, quietly. */
import { scene, cueOf } from '../store/document.ts';
import { speakerFor } from '../store/cast.ts';
import { basisOf, currentTake } from '../store/lines.ts';
import { project } from '../store/project.ts';
import { fetchTake, takeViews } from './takes.ts';

/** A take is a few hundred kilobytes; more of them than this wait until they are played or looked at. */
const MOST = 400;

/** Looks at every scene that is opened. Gives the function that ends it. */
export function preloadTakes(): () => void {
  let running = new AbortController();
  const begin = (): void => {
    running.abort();
    running = new AbortController();
    void load(running.signal);
  };
  const unsubscribe = project.subscribe((now, before) => {
    if (now.opened !== before.opened) begin();
  });
  return () => {
    unsubscribe();
    running.abort();
  };
}

async function load(signal: AbortSignal): Promise<void> {
  const { cues, meta } = scene.getState();
  let left = MOST;
  for (const cue of cues) {
    if (signal.aborted || left === 0) return;
    const speaker = speakerFor(cue.speaker);
    const take = currentTake(cueOf(meta, cue.id), basisOf(cue, speaker));
    if (!take || takeViews.getState().views.has(take.key)) continue;
    left -= 1;
    // A take that cannot be had is made again when it is played; until then it has no picture.
    await fetchTake(take, cue, speaker.pace, signal).catch(() => null);
  }
}
