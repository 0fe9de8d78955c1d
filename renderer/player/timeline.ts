import type { SceneSpeaker, SceneTake } from '../../engine/contract/scene.ts';
import type { Cue } from '../script/identity.ts';
import { cueOf, type SceneMeta } from '../store/document.ts';
import { basisOf, currentTake, expectedSeconds, isSpeakable, naturalGap } from '../store/lines.ts';

/** A line's place in the scene. Seconds from its start. */
export interface Clip {
  readonly cue: Cue;
  readonly speaker: SceneSpeaker;
  readonly start: number;
  readonly end: number;
  /** Pause before it, negative where it interrupts. */
  readonly gap: number;
  readonly gapIsSet: boolean;
  /** undefined: not rendered yet, and `end` is a guess. */
  readonly take: SceneTake | undefined;
}

export interface Timeline {
  readonly clips: readonly Clip[];
  readonly seconds: number;
  readonly missing: number;
}

/** Lays the scene's lines out one after another. */
export function layOut(cues: readonly Cue[], meta: SceneMeta, speakerOf: (key: string) => SceneSpeaker): Timeline {
  const clips: Clip[] = [];
  let end = 0;
  let seconds = 0;
  let missing = 0;
  cues.forEach((cue, i) => {
    const speaker = speakerOf(cue.speaker);
    const state = cueOf(meta, cue.id);
    const take = currentTake(state, basisOf(cue, speaker));
    const gap = i === 0 ? Math.max(0, state.gap ?? 0) : (state.gap ?? naturalGap(cues[i - 1], cue));
    const start = Math.max(0, end + gap);
    end = start + (take?.seconds ?? expectedSeconds(cue, speaker));
    if (!take && isSpeakable(cue, speaker)) missing += 1;
    clips.push({ cue, speaker, start, end, gap, gapIsSet: state.gap !== null, take });
    seconds = Math.max(seconds, end);
  });
  return { clips, seconds, missing };
}

/** Index of the clip that sounds at `seconds`, or the next one; -1 behind the last. */
export function clipAt(clips: readonly Clip[], seconds: number): number {
  return clips.findIndex((clip) => clip.end > seconds);
}
