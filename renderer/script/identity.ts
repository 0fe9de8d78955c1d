import type { ParsedCue } from './parse.ts';

/** A cue that keeps its identity while it is edited, moved, cut and pasted, undone and redone. */
export interface Cue extends ParsedCue {
  readonly id: string;
}

const content = (cue: ParsedCue): string => `${cue.speaker}\u0000${cue.text}`;

/** Identities of lines that went away, by what they said: a line that comes back (undo, paste) is the same line. */
export class Remembered {
  readonly #ids = new Map<string, string[]>();

  add(cue: Cue): void {
    const ids = this.#ids.get(content(cue));
    if (ids) ids.push(cue.id);
    else this.#ids.set(content(cue), [cue.id]);
  }

  take(cue: ParsedCue, inUse: (id: string) => boolean): string | null {
    const ids = this.#ids.get(content(cue)) ?? [];
    for (let id = ids.pop(); id !== undefined; id = ids.pop()) if (!inUse(id)) return id;
    return null;
  }
}

let counter = 0;

/** An identity that no other line of any session has. */
export function freshId(): string {
  counter += 1;
  return `${Date.now().toString(36)}${counter.toString(36)}${Math.floor(Math.random() * 46_656).toString(36)}`;
}

/**
 * Gives every cue of an edited stretch of script the identity of the line it was: equal lines are matched first, then
 * lines that went away earlier and came back, then the rest in order. `inUse` says whether an identity belongs to a cue
 * outside of the stretch.
 */
export function reconcile(
  before: readonly Cue[],
  after: readonly ParsedCue[],
  remembered: Remembered,
  inUse: (id: string) => boolean = () => false,
): Cue[] {
  const byContent = new Map<string, Cue[]>();
  for (const cue of before) {
    const alike = byContent.get(content(cue));
    if (alike) alike.push(cue);
    else byContent.set(content(cue), [cue]);
  }
  const used = new Set<string>();
  const claim = (id: string): string => {
    used.add(id);
    return id;
  };
  const ids = after.map((cue) => {
    const match = byContent.get(content(cue))?.shift();
    return match ? claim(match.id) : null;
  });
  // As many lines as before: each of the rest is the edited form of its counterpart.
  if (before.length !== after.length) {
    after.forEach((cue, i) => {
      const back = ids[i] === null ? remembered.take(cue, (id) => used.has(id) || inUse(id)) : null;
      if (back !== null) ids[i] = claim(back);
    });
  }
  const edited = before.filter((cue) => !used.has(cue.id));
  const cues = after.map((cue, i) => ({ ...cue, id: ids[i] ?? claim(edited.shift()?.id ?? freshId()) }));
  for (const cue of before) if (!used.has(cue.id)) remembered.add(cue);
  return cues;
}
