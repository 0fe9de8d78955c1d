import type { Pipeline } from '../../engine/pipeline.ts';

const TRUE = [
  'When the sunlight strikes raindrops in the air, they act as a prism and form a rainbow.',
  'The old captain asked his crew to bring the boat about before the storm arrived.',
  'Please put five thick slices of cheese in my bag, and do not forget the jam.',
] as const;
const FALSE = [
  'My grandmother used to say that a watched kettle never comes to the boil at all.',
  'Every summer we drove to the coast, and my sister was always sick in the car.',
  'There is nothing wrong with this computer that a hammer could not fix, he said.',
] as const;

/** What every speaker reads, and the clone is made of: some 15 s. */
export const REFERENCE = TRUE.join(' ');

/** Transcripts that are wrong throughout, and such of which one or two sentences of three are. */
export const WRONG = [FALSE.join(' '), [TRUE[2], TRUE[0], TRUE[1]].join(' ')];
export const PARTLY = [
  [TRUE[0], FALSE[0], TRUE[2]].join(' '),
  [TRUE[0], TRUE[1], FALSE[2]].join(' '),
  [FALSE[0], FALSE[1], TRUE[2]].join(' '),
];

export type Verdict = 'accepted' | 'doubted' | 'refused';

/** What the analysis says to a recording of REFERENCE with a transcript. */
export async function verdict(pipeline: Pipeline, audio: Uint8Array, text: string): Promise<Verdict> {
  try {
    const { notices } = await pipeline.clone([{ audio, text }]);
    return notices.some(({ code }) => code === 'transcript_doubtful') ? 'doubted' : 'accepted';
  } catch {
    return 'refused';
  }
}
