/** One replacement that turns a text into another. */
export interface Splice {
  readonly from: number;
  readonly to: number;
  readonly insert: string;
}

/** The shortest single replacement that leads from `before` to `after`; null where they are the same. */
export function splice(before: string, after: string): Splice | null {
  if (before === after) return null;
  const most = Math.min(before.length, after.length);
  let head = 0;
  while (head < most && before.charCodeAt(head) === after.charCodeAt(head)) head += 1;
  let tail = 0;
  while (
    tail < most - head &&
    before.charCodeAt(before.length - 1 - tail) === after.charCodeAt(after.length - 1 - tail)
  )
    tail += 1;
  return { from: head, to: before.length - tail, insert: after.slice(head, after.length - tail) };
}
