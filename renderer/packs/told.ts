/** What the server said it could not do, by the request that it was said of. Kept for this window. */
import { createStore } from 'zustand/vanilla';
import type { LineRequest } from '../api/speech.ts';

export const told = createStore<{ readonly notices: ReadonlyMap<string, readonly string[]> }>(() => ({
  notices: new Map(),
}));

const MOST = 500;
/** The studio sends a seed with every line, but a take that was spoken is kept: nobody asked for the same sound again. */
const SEED = 'seed_unsupported';

export const requestKey = ({ text, voice, speed }: LineRequest): string => JSON.stringify([text, voice, speed]);

/** Takes note of the header of an answer; null: nothing was left out. */
export function noteTold(line: LineRequest, header: string | null): void {
  const key = requestKey(line);
  const { notices } = told.getState();
  if (header === null && !notices.has(key)) return;
  const others = [...notices].filter(([one]) => one !== key).slice(-MOST);
  told.setState({ notices: new Map(header === null ? others : [...others, [key, messagesIn(header)]]) });
}

function messagesIn(header: string): string[] {
  try {
    const list = JSON.parse(header) as readonly { readonly code?: unknown; readonly message?: unknown }[];
    return list.flatMap(({ code, message }) => (typeof message === 'string' && code !== SEED ? [message] : []));
  } catch {
    return [];
  }
}
