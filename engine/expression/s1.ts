/** The tags of the s1 grammar, in parentheses; other parentheses are text. The words are then understood as in s2. */
const TAGS =
  'happy sad angry excited calm nervous confident surprised satisfied delighted scared worried upset frustrated depressed ' +
  'empathetic embarrassed disgusted moved proud relaxed grateful curious sarcastic disdainful unhappy anxious hysterical ' +
  'indifferent uncertain doubtful confused disappointed regretful guilty ashamed jealous envious hopeful optimistic pessimistic ' +
  'nostalgic lonely bored contemptuous sympathetic compassionate determined resigned shouting screaming whispering laughing ' +
  'chuckling sobbing sighing groaning panting gasping yawning snoring break long-break breath laugh cough lip-smacking sigh ' +
  'pause short-pause long-pause';
const PHRASES = [
  'in a hurry tone',
  'in a hurry',
  'soft tone',
  'crying loudly',
  'audience laughing',
  'background laughter',
  'crowd laughing',
];

const plain = (words: string): string =>
  words
    .toLowerCase()
    .replace(/[-_\s]+/gu, ' ')
    .trim();

/** The list, as it is written in a text. */
export const S1_TAGS: readonly string[] = [...TAGS.split(' '), ...PHRASES];
const KNOWN: ReadonlySet<string> = new Set(S1_TAGS.map(plain));

/** Whether the words between parentheses are a tag of s1. */
export function isS1Tag(words: string): boolean {
  return KNOWN.has(plain(words));
}
