import type { SpeechEvent } from '../contract/speech.ts';
import type { Tag } from './script.ts';

type Notice = Extract<SpeechEvent, { type: 'notice' }>;
/** A text has so many notices of its tags at most. */
const MOST = 32;

/** What the tags of a text ask for and do not get, or only nearly: each wording once, the worst first. */
export function expressionNotices(tags: readonly Tag[]): Notice[] {
  const told = new Map<string, Notice>();
  for (const { text, direction } of tags) {
    const { support, note } = direction;
    if (support === 'performed' || told.has(text)) continue;
    told.set(text, {
      type: 'notice',
      code: `expression_${support}`,
      message: `${text} is ${support === 'unsupported' ? 'not performed' : 'approximated'}: ${note ?? 'no more than that'}.`,
    });
    if (told.size >= 4 * MOST) break;
  }
  return [...told.values()].sort((a, b) => (a.code < b.code ? 1 : a.code > b.code ? -1 : 0)).slice(0, MOST);
}
