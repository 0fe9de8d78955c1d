import { notify, report } from '../store/notices.ts';

/** Puts a text on the clipboard and says so. */
export function copy(text: string): void {
  navigator.clipboard.writeText(text).then(() => notify({ kind: 'info', key: 'settings.copied' }), report);
}
