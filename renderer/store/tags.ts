import { createStore } from 'zustand/vanilla';
import { judgeTags, type TagVerdict } from '../api/studio.ts';

/** What the voice model can do with a direction. `unknown` until it was asked. */
export type Support = TagVerdict['support'] | 'unknown';

export const tagSupport = createStore<{ readonly known: ReadonlyMap<string, TagVerdict> }>(() => ({
  known: new Map(),
}));

let wanted = new Set<string>();
let timer: ReturnType<typeof setTimeout> | null = null;
/** The server may be one that cannot tell; then directions stay neutral. */
let silent = false;

/**
 * The verdict on a tag; asks for it when it is new, and the store tells when the answer is there.
 * `performs`: whether the voice that says the line acts on directions at all.
 */
export function supportOf(tag: string, performs: boolean): Support {
  if (tag.startsWith('<|')) return 'performed';
  const name = tag.trim().toLowerCase();
  const known = tagSupport.getState().known.get(name);
  if (known) return performs || known.pause ? known.support : 'unsupported';
  if (!silent) {
    wanted.add(name);
    timer ??= setTimeout(ask, 150);
  }
  return 'unknown';
}

function ask(): void {
  timer = null;
  const tags = [...wanted].slice(0, 200);
  wanted = new Set();
  judgeTags(tags).then(
    (verdicts) => {
      const known = new Map(tagSupport.getState().known);
      verdicts.forEach((verdict, i) => known.set(tags[i] ?? '', verdict));
      tagSupport.setState({ known });
    },
    () => {
      silent = true;
    },
  );
}
