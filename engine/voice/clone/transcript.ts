import { DramatisError } from '../../contract/errors.ts';
import type { Alignment } from './align.ts';
import { FRAME_RATE } from './pitch.ts';
import { activeFrames } from './measured.ts';
import type { Recording } from './recording.ts';
import { lengthOf, type Rehearsal } from './rehearsal.ts';

export interface Notice {
  readonly code: string;
  readonly message: string;
}

/**
 * Cost of the words' alignment over that of the recording backwards, where every frame meets a stranger. Measured on other
 * synthesizers' voices: 0.41 to 0.83 for the right text, 0.89 to 1.0 for another one.
 */
const WRONG = 0.87;
const DOUBTFUL = 0.85;
/**
 * The same for the worst part of the recording alone, and by how much the best part is better: 0.45 to 1.01 and 0.10 to
 * 0.45 for the right text; 0.96 to 1.4 and 0.38 to 0.96 where one sentence of three, or two, are others.
 */
const PART_WRONG = 1.04;
const PART_WORSE = { worst: 0.9, spread: 0.48 } as const;
/** Length of a part: 1.5 s of frames that are 20 ms apart. */
const PART = 75;
/** Phones a second of speech that a person may say. */
const PACE = [3.5, 28] as const;

/**
 * Whether the recording says what the transcript says. `right`: the alignment of every second frame; `strangers`: the same
 * with the recording backwards.
 * @throws DramatisError invalid_reference_audio
 */
export function judge(right: Alignment, strangers: Alignment, notices: Notice[]): void {
  const ratio = right.cost / strangers.cost;
  if (ratio > WRONG) {
    throw new DramatisError(
      'invalid_reference_audio',
      'references: the audio does not say what its text says; the text must be the exact transcript of the recording, or left empty.',
    );
  }
  const { worst, best } = parts(right, average(strangers.costs));
  const uneven = worst > PART_WORSE.worst && worst - best > PART_WORSE.spread;
  if (ratio > DOUBTFUL || worst > PART_WRONG || uneven) {
    const where = worst > PART_WRONG || uneven ? 'a part of ' : '';
    const message = `references: the text fits ${where}its audio badly; an exact transcript makes a better voice.`;
    notices.push({ code: 'transcript_doubtful', message });
  }
}

/** Mean cost of the worst and of the best part of the recording, in the unit of what strangers cost. */
function parts({ theirs, costs }: Alignment, strangers: number): { readonly worst: number; readonly best: number } {
  const from = theirs[0]!;
  const frames = theirs.at(-1)! - from + 1;
  const sum = new Float64Array(frames);
  const count = new Float64Array(frames);
  theirs.forEach((j, n) => {
    sum[j - from]! += costs[n]!;
    count[j - from]!++;
  });
  // Every frame of the recording is on the path.
  const each = sum.map((x, j) => x / Math.max(count[j]!, 1) / strangers);
  const length = Math.min(PART, frames);
  let running = each.subarray(0, length).reduce((a, b) => a + b, 0);
  let [worst, best] = [running, running];
  for (let j = length; j < frames; j++) {
    running += each[j]! - each[j - length]!;
    worst = Math.max(worst, running);
    best = Math.min(best, running);
  }
  return { worst: worst / length, best: best / length };
}

const average = (values: Float32Array): number => values.reduce((a, b) => a + b, 0) / Math.max(values.length, 1);

/** @throws DramatisError invalid_reference_audio when nobody could say so much, or would so little, in this time */
export function checkPace({ envelopes }: Recording, rehearsal: Rehearsal): void {
  const seconds = activeFrames(envelopes.active) / FRAME_RATE;
  const pace = lengthOf(rehearsal).phones / Math.max(seconds, 0.01);
  if (pace >= PACE[0] && pace <= PACE[1]) return;
  throw new DramatisError(
    'invalid_reference_audio',
    `references: the text is too ${pace < PACE[0] ? 'short' : 'long'} for its audio (${pace.toFixed(1)} phones a second of speech; ` +
      `${PACE[0]} to ${PACE[1]} are possible); it must be the exact transcript of the recording.`,
  );
}
