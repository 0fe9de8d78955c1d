import { join } from 'node:path';
import { z } from 'zod';
import { JsonFile } from '../library/json-file.ts';

const Bounds = z.strictObject({ x: z.int(), y: z.int(), width: z.int().positive(), height: z.int().positive() });
export type Bounds = z.output<typeof Bounds>;

/** What the shell itself remembers; `desktop.json` in the data folder. */
export const Preferences = z.strictObject({
  version: z.literal(1).default(1),
  /** Where the window was when it was neither maximised nor full-screen. */
  bounds: Bounds.nullable().default(null),
  maximized: z.boolean().default(false),
  fullScreen: z.boolean().default(false),
  /** The server goes on, with a tray icon, when the window is closed. */
  keepServing: z.boolean().default(false),
  /** Ask, at the start, whether there is a newer release. Off until the user turns it on. */
  checkForUpdates: z.boolean().default(false),
});
export type Preferences = z.output<typeof Preferences>;

export type PreferenceFile = JsonFile<typeof Preferences>;

/** @param data the data folder */
export function openPreferences(data: string): PreferenceFile {
  return new JsonFile(join(data, 'desktop.json'), Preferences, () => Preferences.parse({}));
}

/** Changes some values and keeps the others. */
export async function prefer(file: PreferenceFile, values: Partial<Preferences>): Promise<void> {
  await file.update((current) => ({ ...current, ...values }));
}
