import { describe, expect, it } from 'vitest';
import { SharedWork } from '../../../../engine/voice/clone/shared-work.ts';

/** Work whose end the test holds in its hand. */
function gated(): { make: (abort: AbortSignal) => Promise<number>; end: (value: number) => void; aborted: boolean[] } {
  let end = (_value: number): void => undefined;
  const aborted: boolean[] = [];
  const make = (abort: AbortSignal): Promise<number> => {
    const at = aborted.push(false) - 1;
    abort.addEventListener('abort', () => (aborted[at] = true));
    return new Promise((resolve, reject) => {
      end = resolve;
      abort.addEventListener('abort', () => reject(new Error('given up')));
    });
  };
  return { make, end: (value) => end(value), aborted };
}

const NEVER = new AbortController().signal;

describe('work that several wait for', () => {
  it('is done once, and known afterwards', async () => {
    const shared = new SharedWork<number>(4);
    const work = gated();
    const both = [shared.get('a', NEVER, work.make), shared.get('a', NEVER, work.make)];
    work.end(7);
    expect(await Promise.all(both)).toEqual([7, 7]);
    expect(await shared.get('a', NEVER, work.make)).toBe(7);
    expect(work.aborted).toEqual([false]);
  });

  it('goes on when one leaves, and is given up when all have', async () => {
    const shared = new SharedWork<number>(4);
    const work = gated();
    const [first, second] = [new AbortController(), new AbortController()];
    const a = shared.get('a', first.signal, work.make);
    const b = shared.get('a', second.signal, work.make);
    first.abort();
    await expect(a).rejects.toMatchObject({ reason: 'cancelled' });
    expect(work.aborted).toEqual([false]);
    second.abort();
    await expect(b).rejects.toMatchObject({ reason: 'cancelled' });
    expect(work.aborted).toEqual([true]);
    const again = shared.get('a', NEVER, work.make);
    work.end(3);
    expect(await again).toBe(3);
  });

  it('is tried anew after it failed, and forgets the oldest', async () => {
    const shared = new SharedWork<string>(2);
    await expect(shared.get('a', NEVER, () => Promise.reject(new Error('no')))).rejects.toThrow('no');
    const made: string[] = [];
    const get = (key: string): Promise<string> =>
      shared.get(key, NEVER, () => {
        made.push(key);
        return Promise.resolve(key);
      });
    for (const key of ['a', 'b', 'c', 'b', 'a']) await get(key);
    expect(made).toEqual(['a', 'b', 'c', 'a']);
  });
});
