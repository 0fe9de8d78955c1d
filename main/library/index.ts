import { mkdir } from 'node:fs/promises';
import { KeyStore } from './keys.ts';
import { libraryPaths, type LibraryPaths } from './paths.ts';
import { SettingsStore } from './settings.ts';
import { VoiceLibrary } from './voices/index.ts';
import { VoiceUses } from './voices/uses.ts';

/** Everything of the user that outlives the server. */
export interface Library {
  readonly paths: LibraryPaths;
  readonly keys: KeyStore;
  readonly settings: SettingsStore;
  readonly voices: VoiceLibrary;
  readonly voiceUses: VoiceUses;
  /** Brings what is still in memory to the disk. */
  close(): Promise<void>;
}

/** Opens (and makes, where it is not there yet) the data folder. @throws BrokenFileError */
export async function openLibrary(folder: string): Promise<Library> {
  const paths = libraryPaths(folder);
  await mkdir(paths.root, { recursive: true, mode: 0o700 });
  const keys = new KeyStore(paths);
  const settings = new SettingsStore(paths);
  // Files that a person has broken are told of now, not at the first request.
  keys.list();
  settings.read();
  const voices = new VoiceLibrary(paths.voices);
  await voices.tidy(Date.now());
  const voiceUses = new VoiceUses(paths.voiceUses);
  const close = async (): Promise<void> => void (await Promise.all([keys.flush(), voiceUses.flush()]));
  return { paths, keys, settings, voices, voiceUses, close };
}
