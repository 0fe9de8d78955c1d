import { dialog, type BrowserWindow } from 'electron';
import type { Files } from './files.ts';
import { SCENE_EXTENSION } from './launch.ts';
import { say } from './strings.ts';

const filters = (): Electron.FileFilter[] => [{ name: say('file.scene'), extensions: [SCENE_EXTENSION.slice(1)] }];

/** Full path of the scene that the user picks, or null. */
export async function pickSceneToOpen(window: BrowserWindow, files: Files): Promise<string | null> {
  const { canceled, filePaths } = await dialog.showOpenDialog(window, { properties: ['openFile'], filters: filters() });
  const path = canceled ? undefined : filePaths[0];
  if (path === undefined) return null;
  files.pick(path);
  return path;
}

/** Full path of the scene file that the user names, or null. @param name what is proposed, without a folder */
export async function pickSceneToSave(window: BrowserWindow, name: string, files: Files): Promise<string | null> {
  const { canceled, filePath } = await dialog.showSaveDialog(window, {
    defaultPath: safeName(name) + SCENE_EXTENSION,
    filters: filters(),
    properties: ['createDirectory', 'showOverwriteConfirmation'],
  });
  if (canceled || filePath === '') return null;
  // Some platforms leave out the ending that the user did not write.
  const path = filePath.endsWith(SCENE_EXTENSION) ? filePath : filePath + SCENE_EXTENSION;
  files.pick(path);
  return path;
}

/** A title as a file name: what a platform does not allow in one becomes a space. */
function safeName(title: string): string {
  const name = title
    .normalize('NFC')
    .replace(/[^\p{L}\p{N} ._-]+/gu, ' ')
    .replace(/ +/g, ' ')
    .replace(/^[. ]+|[. ]+$/g, '');
  return name.slice(0, 80) || 'Scene';
}
