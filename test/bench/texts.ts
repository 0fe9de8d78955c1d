const SENTENCES = [
  'The harbour lights went out one after another, and the last ferry turned slowly towards the open sea.',
  'Nobody at the table had expected the letter to arrive before the end of the week.',
  'She asked him whether he had ever seen the mountains in winter, but he only shook his head.',
  'A small brown dog was sleeping under the bench, quite undisturbed by the noise of the market.',
  'We will need three more chairs, a longer rope, and somebody who can read the old map.',
  'In the evening the wind dropped, the clouds parted, and the whole valley lay in golden light.',
  'Did you really believe that the clock would start again on its own?',
  'The answer is simple enough: start early, work quietly, and keep your tools in good order.',
];

/** Different English prose of exactly `length` characters, cut after a word and closed with a full stop. */
export function prose(length: number): string {
  let text = '';
  for (let i = 0; text.length < length; i++) text += `${SENTENCES[i % SENTENCES.length]!} `;
  const cut = text.slice(0, length - 1);
  return `${cut.replace(/[^a-z]+$/i, '').padEnd(length - 1, 'e')}.`;
}

/** What is spoken in the measurements, by name. */
export const TEXTS = {
  short: 'Good morning, how are you today?',
  line: prose(100),
  page: prose(2000),
  chapter: prose(20_000),
} as const;
export type TextName = keyof typeof TEXTS;
export const TEXT_NAMES = Object.keys(TEXTS) as TextName[];
