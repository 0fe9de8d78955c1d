import { createStore } from 'zustand/vanilla';
import { ApiError } from '../api/client.ts';
import type { StringKey } from '../ui/strings.ts';

/** A short message at the edge of the window. `text` is said as it is; `key` is looked up in the language. */
export interface Notice {
  readonly id: number;
  readonly kind: 'info' | 'error';
  readonly key?: StringKey;
  readonly values?: Readonly<Record<string, string | number>>;
  readonly text?: string;
  readonly action?: { readonly key: StringKey; readonly run: () => void };
}

export const notices = createStore<{ readonly list: readonly Notice[] }>(() => ({ list: [] }));

let last = 0;

export function notify(notice: Omit<Notice, 'id'>, seconds = notice.kind === 'error' ? 9 : 5): void {
  last += 1;
  const id = last;
  notices.setState(({ list }) => ({
    // The same thing twice says no more than once.
    list: [...list.filter((one) => one.key !== notice.key || one.text !== notice.text).slice(-2), { ...notice, id }],
  }));
  setTimeout(() => dismiss(id), seconds * 1000);
}

export function dismiss(id: number): void {
  notices.setState(({ list }) => ({ list: list.filter((notice) => notice.id !== id) }));
}

/** Tells the user of an error; being cancelled is none. */
export function report(error: unknown): void {
  if (error instanceof DOMException && error.name === 'AbortError') return;
  if (error instanceof ApiError && error.reason === 'offline') notify({ kind: 'error', key: 'error.offline' });
  else if (error instanceof ApiError && error.status === 401) notify({ kind: 'error', key: 'error.token' });
  else notify({ kind: 'error', text: error instanceof Error ? error.message : String(error) });
}
