import { z } from 'zod';
import { LIMITS } from '../../engine/contract/limits.ts';
import { PackRun } from '../../engine/contract/pack.ts';
import { JsonFile } from './json-file.ts';
import type { LibraryPaths } from './paths.ts';

/** A word and how it is said: IPA, ARPAbet, or a respelling such as "kuh-BER-neh-teez". */
const Pronunciation = z.strictObject({
  word: z.string().trim().min(1).max(LIMITS.lexicon.word),
  /** Where it counts, as a BCP 47 tag; absent: in every language. "en" counts in "en-GB". */
  language: z.string().max(LIMITS.strings.language).optional(),
  alphabet: z.enum(['ipa', 'arpabet', 'respelling']),
  pronunciation: z.string().trim().min(1).max(LIMITS.lexicon.pronunciation),
  /** Whether only the word as it is written here counts. */
  caseSensitive: z.boolean().optional(),
});

/** What a person may set; `settings.json` in the data folder. Every value has a default, so an empty file is valid. */
export const Settings = z.strictObject({
  version: z.literal(1).default(1),
  /** Voice of a request that names none; null: the first house voice. */
  defaultVoice: z.string().nullable().default(null),
  /** Web origins, beside the app's own, that may use the server, as `https://studio.example`. */
  origins: z.array(z.string().regex(/^https?:\/\/[^/\s*]+$/, 'an origin, as https://studio.example')).default([]),
  /**
   * Said once for all voices that are cloned: that their speakers agreed. It is kept with each voice whose request says
   * nothing of its own.
   */
  consent: z.string().min(1).max(1000).nullable().default(null),
  /** Whether cloning over the interface of other programs needs a statement; false: the call itself is taken as one. */
  consentRequired: z.boolean().default(false),
  /** Whether other programs are answered; the studio always is. */
  serving: z.boolean().default(true),
  /** Port where nothing else was asked for at the start; null: the usual one. */
  port: z.int().min(1024).max(65_535).nullable().default(null),
  /** Whether the studio's first steps were shown, or skipped. */
  welcomed: z.boolean().default(false),
  /** Pack that a model name maps to, where it is not the one of models/profiles.json. */
  packs: z.record(z.string(), z.string()).default({}),
  /** How packs run, by their ids; it counts from when a pack is next loaded. */
  packRuns: z.record(z.string(), PackRun).default({}),
  /** The user's own pronunciations, for the studio, the API and the command line alike. Later entries win. */
  lexicon: z.array(Pronunciation).max(LIMITS.lexicon.entries).default([]),
});
export type Settings = z.output<typeof Settings>;

export class SettingsStore {
  private readonly file: JsonFile<typeof Settings>;

  constructor(paths: LibraryPaths) {
    this.file = new JsonFile(paths.settings, Settings, () => Settings.parse({}));
  }

  read(): Settings {
    return this.file.read();
  }

  /** Replaces the values given and keeps the others. */
  async change(values: Partial<Omit<Settings, 'version'>>): Promise<Settings> {
    await this.file.update((current) => Settings.parse({ ...current, ...values }));
    return this.read();
  }
}
