import type { Delivery } from './expression.ts';

/** What one of two opposite tags has more of. */
export type Measure = 'F0' | 'range' | 'pace' | 'level' | 'voiced' | 'tilt';

/** Tags that name opposite directions: the first has less of each measure than the second. */
export interface Opposites {
  readonly less: string;
  readonly more: string;
  readonly by: readonly Measure[];
}

const pair = (less: string, more: string, ...by: Measure[]): Opposites => ({ less, more, by });

export const OPPOSITES: readonly Opposites[] = [
  pair('[sad]', '[excited]', 'F0', 'range', 'pace', 'level', 'tilt'),
  pair('[sad]', '[happy]', 'F0', 'range', 'pace', 'level'),
  pair('[depressed]', '[delighted]', 'F0', 'range', 'pace', 'level'),
  pair('[calm]', '[excited]', 'F0', 'range', 'pace', 'level'),
  pair('[calm]', '[angry]', 'F0', 'pace', 'level', 'tilt'),
  pair('[calm]', '[nervous]', 'F0', 'pace'),
  pair('[relaxed]', '[panicked]', 'F0', 'range', 'pace', 'level'),
  pair('[bored]', '[surprised]', 'F0', 'range', 'pace', 'level'),
  pair('[tired]', '[energetic]', 'F0', 'range', 'pace', 'level'),
  pair('[confident]', '[afraid]', 'F0'),
  pair('[afraid]', '[confident]', 'level', 'tilt'),
  pair('[whispering]', '[shouting]', 'voiced', 'level'),
  pair('[soft]', '[loud]', 'level', 'tilt'),
  pair('[quiet]', '[loud]', 'level'),
  pair('[murmuring]', '[shouting]', 'F0', 'range', 'level', 'tilt'),
  pair('[slow]', '[fast]', 'pace'),
  pair('[in no rush, slow]', '[in a hurry]', 'pace'),
  pair('[low voice]', '[high pitched]', 'F0'),
  pair('[monotone]', '[lively]', 'range'),
  pair('[warm]', '[bright]', 'tilt'),
  pair('[breathy]', '[clear]', 'tilt', 'level'),
  pair('[very sad]', '[slightly sad]', 'F0', 'pace', 'level'),
  pair('[slightly excited]', '[very excited]', 'F0', 'pace', 'level'),
  pair('(sad)', '(excited)', 'F0', 'range', 'pace', 'level'),
  pair('(whispering)', '(shouting)', 'voiced', 'level'),
  pair('(soft tone)', '(screaming)', 'F0', 'level'),
  pair('(resigned)', '(in a hurry tone)', 'pace'),
];

/** How much of a measure there must be between two opposites so that it is heard: semitones, a part of the pace, dB. */
const LEAST: Readonly<Record<Measure, number>> = {
  F0: 0.8,
  range: 0.15,
  pace: 0.05,
  level: 0.8,
  voiced: 0.3,
  tilt: 0.5,
};

/** Voices that are half breath, or creak, make the tracker lose octaves: where it can tell nothing, nothing is asked. */
export interface Telling {
  /** The voice whispers by itself: its pitch is heard in its formants. */
  readonly whispers: boolean;
  /** Whether its range can be measured. */
  readonly range: boolean;
}

/** How much more of the measure `more` has; null where this voice does not tell. */
export function difference(measure: Measure, less: Delivery, more: Delivery, telling: Telling): number | null {
  switch (measure) {
    case 'F0':
      // Formants move a quarter of what the pitch would; the middle of the spectrum follows them in octaves.
      return telling.whispers ? 48 * (more.centre - less.centre) : 12 * Math.log2(more.f0 / less.f0);
    case 'range':
      return telling.range ? more.range - less.range : null;
    case 'pace':
      return more.wordsPerSecond / less.wordsPerSecond - 1;
    case 'level':
      return more.level - less.level;
    case 'voiced':
      return telling.whispers ? null : more.voiced - less.voiced;
    case 'tilt':
      // A whisper's tilt is that of its noise.
      return telling.whispers ? null : more.tilt - less.tilt;
  }
}

/** The measures in which two opposites do not differ as they should, each with its difference. */
export function failures({ by }: Opposites, less: Delivery, more: Delivery, telling: Telling): [Measure, number][] {
  return by.flatMap((measure): [Measure, number][] => {
    const found = difference(measure, less, more, telling);
    return found === null || found >= LEAST[measure] ? [] : [[measure, found]];
  });
}
