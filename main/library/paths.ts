import { homedir } from 'node:os';
import { join } from 'node:path';

/** Where everything of a user lives: one folder, readable by a person. */
export interface LibraryPaths {
  readonly root: string;
  readonly keys: string;
  readonly usage: string;
  readonly settings: string;
  /** Saved voices, a folder each. */
  readonly voices: string;
  /** Voice packs that were added, a folder each. */
  readonly packs: string;
  /** How often each was used. */
  readonly voiceUses: string;
}

export function libraryPaths(root: string): LibraryPaths {
  return {
    root,
    keys: join(root, 'keys.json'),
    usage: join(root, 'usage.json'),
    settings: join(root, 'settings.json'),
    voices: join(root, 'voices'),
    packs: join(root, 'packs'),
    voiceUses: join(root, 'voice-uses.json'),
  };
}

/** The platform's folder for application data; `DRAMATIS_DATA` overrides it. */
export function defaultDataFolder(env: NodeJS.ProcessEnv = process.env, platform: string = process.platform): string {
  if (env['DRAMATIS_DATA']) return env['DRAMATIS_DATA'];
  switch (platform) {
    case 'darwin':
      return join(homedir(), 'Library', 'Application Support', 'Dramatis');
    case 'win32':
      return join(env['APPDATA'] ?? join(homedir(), 'AppData', 'Roaming'), 'Dramatis');
    default:
      return join(env['XDG_DATA_HOME'] ?? join(homedir(), '.local', 'share'), 'dramatis');
  }
}
