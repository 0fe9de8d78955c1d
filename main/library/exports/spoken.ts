/** A spoken line with its place in the finished audio. Seconds. */
export interface Spoken {
  readonly start: number;
  readonly end: number;
  readonly speaker: string;
  readonly text: string;
}

/** The words of a line without its directions. */
export function withoutTags(text: string): string {
  return text
    .replace(/\[[^[\]\n]{1,200}\]|<\|[a-z_:0-9]+\|>/g, ' ')
    .replace(/\s+/g, ' ')
    .replace(/\s+([,.;:!?…])/g, '$1')
    .trim();
}
