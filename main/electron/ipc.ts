import { isAbsolute } from 'node:path';
import {
  ipcMain,
  nativeImage,
  nativeTheme,
  shell,
  type BrowserWindow,
  type IpcMainEvent,
  type IpcMainInvokeEvent,
} from 'electron';
import { z } from 'zod';
import { CHANNEL, type Session } from './bridge.ts';
import { pickSceneToOpen, pickSceneToSave } from './dialogs.ts';
import type { Files } from './files.ts';
import { APP_PAGE } from './protocol.ts';
import type { Secrets } from './secrets.ts';

const Path = z
  .string()
  .min(1)
  .max(4096)
  .refine(isAbsolute, 'a full path')
  .refine((path) => !path.includes('\0'));
const Name = z.string().regex(/^[a-z0-9][a-z0-9._-]{0,99}$/i);
const Secret = z.strictObject({ name: Name, value: z.string().max(4096).nullable() });

export interface IpcServices {
  /** The window whose page may speak; null while there is none. */
  readonly window: () => BrowserWindow | null;
  readonly session: Session;
  readonly files: Files;
  readonly secrets: Secrets;
  /** Path of the picture that hangs at the mouse while a file is dragged out. */
  readonly dragIcon: string;
  /** Told of messages that were refused. */
  readonly log: (line: string) => void;
}

/**
 * Everything that the page can ask of the main process: each message from the studio's own page alone, each argument
 * against its schema. There is no message that runs a program, reads a file or names a channel.
 */
export function answerPage({ window, session, files, secrets, dragIcon, log }: IpcServices): void {
  /** Throws for a message of any other page or frame. */
  const check = ({ sender, senderFrame }: IpcMainEvent | IpcMainInvokeEvent): BrowserWindow => {
    const open = window();
    const isPage = senderFrame !== null && senderFrame === sender.mainFrame && senderFrame.url.startsWith(APP_PAGE);
    if (!open || sender !== open.webContents || !isPage) throw new Error('This page may not ask for that.');
    return open;
  };
  const answer = <T>(channel: string, schema: z.ZodType<T>, act: (value: T, from: BrowserWindow) => unknown): void => {
    ipcMain.handle(channel, async (event, value: unknown) => {
      const from = check(event);
      return await act(schema.parse(value), from);
    });
  };
  const hear = <T>(channel: string, schema: z.ZodType<T>, act: (value: T, from: BrowserWindow) => void): void => {
    // Nobody waits for an answer, so an error has nowhere to go but the log.
    ipcMain.on(channel, (event, value: unknown) => {
      try {
        act(schema.parse(value), check(event));
      } catch (error) {
        log(`${channel}: ${error instanceof Error ? error.message : String(error)}`);
      }
    });
  };

  ipcMain.on(CHANNEL.session, (event) => {
    // Whoever is refused gets an answer too: without one the page would wait for ever.
    let answered: Session | null = null;
    try {
      check(event);
      answered = session;
    } catch (error) {
      log(`${CHANNEL.session}: ${String(error)}`);
    }
    event.returnValue = answered;
  });
  answer(CHANNEL.reveal, Path, (path) => shell.showItemInFolder(files.shown(path)));
  answer(CHANNEL.pickFile, z.undefined(), async (_, from) => pickSceneToOpen(from, files));
  answer(CHANNEL.pickSave, z.string().max(200), async (name, from) => pickSceneToSave(from, name, files));
  answer(CHANNEL.readSecret, Name, (name) => secrets.read(name));
  answer(CHANNEL.writeSecret, Secret, async ({ name, value }) => secrets.write(name, value));
  hear(CHANNEL.dragOut, Path, (path, from) => {
    from.webContents.startDrag({ file: files.exported(path), icon: nativeImage.createFromPath(dragIcon) });
  });
  hear(CHANNEL.theme, z.enum(['system', 'light', 'dark']), (theme) => {
    nativeTheme.themeSource = theme;
  });
}
