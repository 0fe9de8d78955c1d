/** Directions in a script: `[whispering]` anywhere in a line, and the kinds that the studio offers while typing. */

export interface InlineTag {
  /** Columns within the text that was searched, brackets included. */
  readonly from: number;
  readonly to: number;
  readonly text: string;
}

const TAG = /\[([^[\]\n]{1,200})\]|<\|[a-z_:0-9]+\|>/g;

export function inlineTags(text: string): InlineTag[] {
  return [...text.matchAll(TAG)].map((match) => ({
    from: match.index,
    to: match.index + match[0].length,
    text: match[1] ?? match[0],
  }));
}

/** The words of a line without its tags, as captions and counts want them. */
export function withoutTags(text: string): string {
  return text
    .replace(TAG, ' ')
    .replace(/\s+/g, ' ')
    .replace(/\s+([,.;:!?…])/g, '$1')
    .trim();
}

/** Directions offered while typing, by kind. They are words of the service interface, not of the interface language. */
export const SUGGESTED_TAGS = {
  manner: [
    'whispering',
    'softly',
    'shouting',
    'excited',
    'happy',
    'sad',
    'angry',
    'afraid',
    'nervous',
    'calm',
    'tired',
    'curious',
    'sarcastic',
    'surprised',
    'relieved',
    'proud',
    'gentle',
    'urgent',
    'slowly',
    'quickly',
  ],
  pause: ['pause', 'short pause', 'long pause', '0.5s', '1s', '2s'],
  sound: ['laugh', 'chuckle', 'sigh', 'gasp', 'cough', 'sob', 'groan', 'yawn', 'clear throat'],
  stress: ['emphasis'],
} as const;

export type TagKind = keyof typeof SUGGESTED_TAGS;
