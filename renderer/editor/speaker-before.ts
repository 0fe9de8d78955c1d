import type { Text } from '@codemirror/state';
import { NARRATOR, parseLineCached } from '../script/parse.ts';

/** Far enough for a speech that goes on over lines; what hangs on it is a colour. */
const LOOK_BACK = 200;

/** The key of the speaker who was last named above a line (from 1), and so goes on in it when it names nobody. */
export function speakerBefore(doc: Text, line: number): string {
  for (let above = line - 1; above > 0 && above > line - LOOK_BACK; above--) {
    const mark = parseLineCached(doc.line(above).text).parts.findLast((part) => part.mark)?.mark;
    if (mark) return mark.key;
  }
  return NARRATOR;
}
