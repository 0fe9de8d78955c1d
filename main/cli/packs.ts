import { probeFolder } from '../engine-host/probe.ts';
import { PackStore } from '../library/packs/index.ts';
import { defaultDataFolder, libraryPaths } from '../library/paths.ts';
import { CliError, readArguments } from './usage.ts';

const HELP = `dramatis packs list [--json]
dramatis packs add PATH...
dramatis packs remove ID

Voice packs beside the starter: Piper and Kokoro graphs that are on this computer.

  add     takes a folder, or the files of one pack; says what it is and which voices it has
  list    id, family, size in MB, licence, languages
  remove  deletes the copy in the data folder; the files that it was added from stay

A pack is there when the server is next started.`;

export async function run(args: string[]): Promise<void> {
  const parsed = readArguments(args, { json: { type: 'boolean', default: false }, data: { type: 'string' } }, HELP);
  if (!parsed) return;
  const { values, positionals } = parsed;
  const [command, ...rest] = positionals;
  const store = new PackStore(libraryPaths(values.data ?? defaultDataFolder()).packs);
  switch (command) {
    case 'list':
      list(store, values.json);
      return;
    case 'add': {
      if (rest.length === 0) throw new CliError(`The path of a pack is needed.\n\n${HELP}`);
      const { id, manifest } = await store.add(rest, (folder) => probeFolder(folder));
      console.log(id);
      if (manifest) console.error(`${manifest.name}: ${manifest.languages.join(', ')}; licence: ${manifest.licence}`);
      return;
    }
    case 'remove': {
      const [id, ...more] = rest;
      if (id === undefined || more.length > 0) throw new CliError(`The id of one pack is needed.\n\n${HELP}`);
      return store.remove(id);
    }
    default:
      throw new CliError(`"packs" is followed by list, add or remove.\n\n${HELP}`);
  }
}

function list(store: PackStore, json: boolean): void {
  const packs = store.list();
  if (json) {
    console.log(JSON.stringify(packs, null, 2));
    return;
  }
  for (const { id, bytes, manifest, problem } of packs) {
    const size = (bytes / 1e6).toFixed(1);
    const facts = manifest ? [manifest.family, size, manifest.licence, manifest.languages.join(' ')] : [];
    console.log([id, ...facts, ...(problem === null ? [] : [problem])].join('\t'));
  }
}
