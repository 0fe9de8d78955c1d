import { createHash } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import { basename } from 'node:path';
import { openLibrary, type Library } from '../library/index.ts';
import { defaultDataFolder } from '../library/paths.ts';
import { BUNDLE_EXTENSION } from '../library/voices/bundle.ts';
import type { SavedVoice } from '../library/voices/record.ts';
import { speechProfile } from '../server/profiles.ts';
import { Voices } from '../server/voices.ts';
import { startEngine } from '../service.ts';
import { CliError, readArguments } from './usage.ts';

const HELP = `dramatis voices [--json]                       the voices: id, name, sex, age, description
dramatis voices clone FILE... --title NAME     make a voice from recordings of one speaker, and keep it
dramatis voices export NAME -o FILE            a saved voice as one file (${BUNDLE_EXTENSION})
dramatis voices import FILE                    take in such a file
dramatis voices remove NAME                    delete a saved voice

  NAME is the id or the title of a voice.

      --transcript TEXT  what is said in a recording; once for each, in their order
      --pack ID          the voice pack that makes the voice, of those that can (default: that of s2.1-pro)
      --consent TEXT     a statement that the speaker agreed, which is kept with the voice
      --data DIR         data folder (default: ${defaultDataFolder()})`;

const OPTIONS = {
  json: { type: 'boolean', default: false },
  title: { type: 'string' },
  transcript: { type: 'string', multiple: true },
  pack: { type: 'string' },
  consent: { type: 'string' },
  output: { type: 'string', short: 'o' },
  data: { type: 'string' },
} as const;
type Values = NonNullable<ReturnType<typeof readArguments<typeof OPTIONS>>>['values'];

export async function run(args: string[]): Promise<void> {
  const parsed = readArguments(args, OPTIONS, HELP);
  if (!parsed) return;
  const { values, positionals } = parsed;
  const [action, ...names] = positionals;
  const data = values.data ?? defaultDataFolder();
  const library = await openLibrary(data);
  const one = (): string => {
    if (names.length !== 1) throw new CliError(`One voice at a time.\n\n${HELP}`);
    return names[0]!;
  };
  switch (action) {
    case undefined:
      return list(library, data, values.json);
    case 'clone':
      return clone(library, data, names, values);
    case 'export': {
      if (values.output === undefined) throw new CliError('-o FILE is needed.');
      const { bundle } = await library.voices.export(saved(library, one()).id);
      await writeFile(values.output, bundle);
      return;
    }
    case 'import': {
      const file = await readFile(one());
      tell(await library.voices.import(new Uint8Array(file), basename(one()), new Date()));
      return;
    }
    case 'remove':
      await library.voices.remove(saved(library, one()).id);
      return;
    default:
      throw new CliError(HELP);
  }
}

async function list(library: Library, data: string, json: boolean): Promise<void> {
  const engine = startEngine((line) => console.error(line), data);
  try {
    await engine.ready;
    const voices = new Voices(engine, library.settings, library.voices).list();
    if (json) console.log(JSON.stringify(voices, null, 2));
    else
      for (const { id, name, sex, age, description } of voices)
        console.log([id, name, sex, age, description].join('\t'));
  } finally {
    await engine.stop();
  }
}

async function clone(library: Library, data: string, files: readonly string[], values: Values): Promise<void> {
  const { title, transcript: texts = [], consent = library.settings.read().consent } = values;
  if (files.length === 0 || title === undefined) throw new CliError(`Recordings and a --title are needed.\n\n${HELP}`);
  if (texts.length > 0 && texts.length !== files.length)
    throw new CliError(`--transcript: once for each of the ${files.length} recordings, or not at all.`);
  if (consent === null || consent.trim() === '')
    throw new CliError('--consent: a statement that the speaker agreed to this voice is needed, in your words.');
  const references = [];
  for (const [i, file] of files.entries()) {
    references.push({ audio: new Uint8Array(await readFile(file)), text: texts[i] ?? '' });
  }
  const engine = startEngine((line) => console.error(line), data);
  try {
    await engine.ready;
    const made = await engine.clone(values.pack ?? speechProfile(undefined, library.settings).pack, references);
    for (const { message } of made.notices) console.error(message);
    const given = values.consent === undefined ? 'standing' : 'explicit';
    const now = new Date();
    const recordings = references.map(({ audio }) => createHash('sha256').update(audio).digest('hex'));
    const voice = await library.voices.create(
      {
        title,
        description: '',
        tags: [],
        languages: [...made.languages],
        visibility: 'private',
        favourite: false,
        author: { id: 'command-line', name: 'dramatis voices' },
        origin: made.carried
          ? { kind: 'designed', prompt: null, seed: null }
          : { kind: 'cloned', recordings, notices: made.notices.map(({ message }) => message) },
        imported: null,
        consent: made.carried
          ? null
          : { statement: consent.slice(0, 1000), given, by: 'dramatis voices', at: now.toISOString() },
        cover: null,
        samples: references.map(({ audio, text }, i) => ({
          title: basename(files[i]!),
          text,
          kind: made.carried ? 'made' : 'reference',
          audio,
        })),
        card: made.card,
      },
      now,
    );
    tell(voice);
  } finally {
    await engine.stop();
  }
}

function saved({ voices }: Library, name: string): SavedVoice {
  const voice = voices.get(name) ?? voices.list().find(({ title }) => title.toLowerCase() === name.toLowerCase());
  if (!voice) throw new CliError(`There is no saved voice "${name}".`);
  return voice;
}

function tell({ id, title }: SavedVoice): void {
  console.log(`${id}\t${title}`);
}
