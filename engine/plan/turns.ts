/** A stretch of the text that one speaker says. `from`, `to` index the request's text and leave the tag out. */
export interface Turn {
  readonly speaker: number;
  readonly from: number;
  readonly to: number;
}

const SPEAKER_TAG = /<\|speaker:(\d{1,6})\|>/g;

/** The turns in order, found as they are asked for. What stands before the first tag is speaker 0's. Blank turns are left out. */
export function* turns(text: string): Generator<Turn> {
  let speaker = 0;
  let from = 0;
  for (const tag of text.matchAll(SPEAKER_TAG)) {
    yield* spoken(text, speaker, from, tag.index);
    speaker = Number(tag[1]);
    from = tag.index + tag[0].length;
  }
  yield* spoken(text, speaker, from, text.length);
}

/** Every speaker number that the text names, for checks before the work begins. */
export function namedSpeakers(text: string): ReadonlySet<number> {
  return new Set(Array.from(text.matchAll(SPEAKER_TAG), (tag) => Number(tag[1])));
}

function* spoken(text: string, speaker: number, from: number, to: number): Generator<Turn> {
  if (/\S/u.test(text.slice(from, to))) yield { speaker, from, to };
}
