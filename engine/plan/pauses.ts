import type { ProsodyPlan } from '../types.ts';
import type { ChunkEnd } from './chunks.ts';

/** Frames (10 ms) of silence between a chunk that ends so and the next one, at speed 1. */
const BETWEEN: Readonly<Record<ChunkEnd, number>> = {
  letter: 2,
  word: 3,
  clause: 16,
  sentence: 36,
  paragraph: 62,
  turn: 42,
};
/** Frames before the first word and after the last. */
const OPENING = 4;
const CLOSING = 20;

export interface PauseContext {
  /** How the chunk before ended; null for the first. */
  readonly before: ChunkEnd | null;
  readonly end: ChunkEnd;
  readonly last: boolean;
  readonly speed: number;
}

/**
 * Sets the pauses at both ends of a chunk. The model learnt from single sentences, whose silence at the ends is the
 * recording's; between chunks it has to be the pause that a speaker makes there, the same wherever the text was cut.
 */
export function setEdgePauses(plan: ProsodyPlan, { before, end, last, speed }: PauseContext): ProsodyPlan {
  const durations = plan.durations.slice();
  const frames = (count: number): number => Math.max(1, Math.round(count / speed));
  const lead = before === null ? OPENING : BETWEEN[before] / 3;
  const tail = last ? CLOSING : (BETWEEN[end] * 2) / 3;
  durations[0] = frames(lead);
  durations[durations.length - 1] = frames(tail);
  return { ...plan, durations };
}
