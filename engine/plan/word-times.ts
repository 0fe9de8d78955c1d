import type { TimedWord } from '../contract/speech.ts';
import type { ProsodyPlan } from '../types.ts';

/** When each word of a plan is said, in seconds, from the frame in which the plan begins. Words without phones are left out. */
export function wordTimes(
  { sequence, durations }: ProsodyPlan,
  startFrame: number,
  framesPerSecond: number,
): TimedWord[] {
  const spans = new Map<number, { start: number; end: number }>();
  let at = startFrame;
  sequence.phones.forEach((phone, i) => {
    const start = at;
    at += durations[i]!;
    if (phone.word < 0) return;
    const span = spans.get(phone.word);
    if (span) span.end = at;
    else spans.set(phone.word, { start, end: at });
  });
  return Array.from(spans, ([index, { start, end }]) => {
    const { text, from, to } = sequence.words[index]!;
    return { text, from, to, start: start / framesPerSecond, end: end / framesPerSecond };
  });
}

/** Frames that a plan takes. */
export function planFrames({ durations }: ProsodyPlan): number {
  return durations.reduce((sum, frames) => sum + frames, 0);
}
