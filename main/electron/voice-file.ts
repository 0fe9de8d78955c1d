import { readFile, stat } from 'node:fs/promises';
import { basename } from 'node:path';
import { dialog, type BrowserWindow } from 'electron';
import { LIMITS } from '../../engine/contract/limits.ts';
import { say } from './strings.ts';
import type { StudioServer } from './studio-server.ts';

/** Takes a voice file that the platform handed us into the library, when the user wants it there. */
export async function takeInVoice(window: BrowserWindow, path: string, server: StudioServer): Promise<void> {
  const { response } = await dialog.showMessageBox(window, {
    type: 'question',
    message: say('voice.ask'),
    detail: basename(path),
    buttons: [say('voice.yes'), say('voice.no')],
    defaultId: 0,
    cancelId: 1,
  });
  if (response !== 0) return;
  try {
    // Before it is read: the server would refuse it all the same, but only after it was in memory twice.
    const most = LIMITS.voices.totalBytes + LIMITS.body.jsonBytes;
    if ((await stat(path)).size > most) throw new Error(`${basename(path)} > ${most >> 20} MiB`);
    const title = await server.importVoice(new Uint8Array(await readFile(path)));
    await dialog.showMessageBox(window, { type: 'info', message: say('voice.done'), detail: title });
  } catch (error) {
    const detail = error instanceof Error ? error.message : String(error);
    await dialog.showMessageBox(window, { type: 'error', message: say('voice.failed'), detail });
  }
}
