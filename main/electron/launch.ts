import { existsSync } from 'node:fs';
import { isAbsolute, normalize, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { defaultDataFolder } from '../library/paths.ts';

/** Links that open a scene or a voice: `dramatis://open?path=/home/me/scene.dramatis`. */
export const LINK_SCHEME = 'dramatis';
export const SCENE_EXTENSION = '.dramatis';
/** A voice as one file (main/library/voices). */
export const VOICE_EXTENSION = '.dramatis-voice';

export interface Launch {
  /** null: that of the settings, or else the usual one; another is taken where it is not free. */
  readonly port: number | null;
  readonly data: string;
  /** Only the server and its tray icon, as at login. */
  readonly hidden: boolean;
  /** Full path of the scene or voice to open, if one was named. */
  readonly file: string | null;
}

/**
 * Reads a command line. Chromium's own switches may stand among ours, so that what is not known is left alone.
 * @param argv what follows the program's (and, in a checkout, the folder's) name
 * @param cwd folder that relative paths begin at
 * @throws TypeError for a port that is none
 */
export function readLaunch(argv: readonly string[], cwd: string): Launch {
  const { values, positionals } = parseArgs({
    args: [...argv],
    strict: false,
    allowPositionals: true,
    options: { port: { type: 'string' }, data: { type: 'string' }, hidden: { type: 'boolean' } },
  });
  const port = values.port === undefined ? null : Number(values.port);
  if (port !== null && (!Number.isInteger(port) || port < 0 || port > 65535))
    throw new TypeError(`--port: "${String(values.port)}" is not allowed; it must be 0 to 65535.`);
  return {
    port,
    data: typeof values.data === 'string' ? resolve(cwd, values.data) : defaultDataFolder(),
    hidden: values.hidden === true,
    file: positionals.map((argument) => fileOf(argument, cwd)).find((path) => path !== null) ?? null,
  };
}

/**
 * The scene or voice that an argument names: a path, a file:// address or a link of ours. Null for anything else, for what is
 * not there, and for a path of another computer: merely looking at one would send it the user's credentials on Windows.
 */
export function fileOf(argument: string, cwd: string): string | null {
  const named = pathIn(argument);
  if (named === null || /^[\\/]{2}/.test(named) || named.includes('\0')) return null;
  const path = normalize(isAbsolute(named) ? named : resolve(cwd, named));
  const known = [SCENE_EXTENSION, VOICE_EXTENSION].some((extension) => path.endsWith(extension));
  return known && existsSync(path) ? path : null;
}

function pathIn(argument: string): string | null {
  const scheme = /^([a-z][a-z0-9+.-]+):\/\//i.exec(argument)?.[1]?.toLowerCase();
  if (scheme === undefined) return argument;
  try {
    const url = new URL(argument);
    if (scheme === 'file') return url.hostname === '' ? fileURLToPath(url) : null;
    if (scheme !== LINK_SCHEME || url.hostname !== 'open') return null;
    const path = url.searchParams.get('path');
    // A page or a mail knows no folder that a relative path could begin at.
    return path !== null && isAbsolute(path) ? path : null;
  } catch {
    return null;
  }
}
