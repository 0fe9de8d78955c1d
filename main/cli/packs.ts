import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { HouseVoice } from '../../engine/contract/voice-card.ts';
import { appRoot } from '../app-root.ts';
import { probeFolder } from '../engine-host/probe.ts';
import { Catalog, type CatalogPack, download, downloadFolder } from '../library/packs/catalog.ts';
import { PackStore } from '../library/packs/index.ts';
import { defaultDataFolder, libraryPaths } from '../library/paths.ts';
import { CliError, readArguments } from './usage.ts';

const SHOWN_VOICES = 12;

const HELP = `dramatis packs list [--json]
dramatis packs add PATH...
dramatis packs known
dramatis packs get ID
dramatis packs remove ID

Voice packs beside the starter: Piper, Kokoro, Supertonic and Pocket graphs.

  add     takes a folder, an archive (.zip, .tar, .tar.gz, .tar.bz2), or the files of one pack; says what it is
  list    id, family, size in MB, licence, languages
  known   packs that are publicly known: id, size in MB, licence, address
  get     downloads one of those, checks it, and adds it; goes on where it was broken off
  remove  deletes the copy in the data folder; the files that it was added from stay

A server that is running takes a new pack in at once.`;

export async function run(args: string[]): Promise<void> {
  const parsed = readArguments(args, { json: { type: 'boolean', default: false }, data: { type: 'string' } }, HELP);
  if (!parsed) return;
  const { values, positionals } = parsed;
  const [command, ...rest] = positionals;
  const { packs } = libraryPaths(values.data ?? defaultDataFolder());
  const store = new PackStore(packs);
  switch (command) {
    case 'list':
      list(store, values.json);
      return;
    case 'add':
      if (rest.length === 0) throw new CliError(`The path of a pack is needed.\n\n${HELP}`);
      return add(store, rest);
    case 'known':
      for (const { id, licence, source, files } of await catalog())
        console.log([id, (sizeOf(files) / 1e6).toFixed(1), licence, source].join('\t'));
      return;
    case 'get':
      return get(store, one(rest), packs);
    case 'remove':
      return store.remove(one(rest));
    default:
      throw new CliError(`"packs" is followed by list, add, known, get or remove.\n\n${HELP}`);
  }
}

function one([id, ...more]: readonly string[]): string {
  if (id === undefined || more.length > 0) throw new CliError(`The id of one pack is needed.\n\n${HELP}`);
  return id;
}

async function add(store: PackStore, paths: readonly string[], catalog?: string): Promise<void> {
  const { id, manifest, folder } = await store.add(paths, (path) => probeFolder(path), {
    catalog,
    ours: catalog !== undefined,
  });
  console.log(id);
  if (manifest) console.error(`${manifest.name}: ${manifest.languages.join(', ')}; licence: ${manifest.licence}`);
  const voices = z.array(HouseVoice).parse(JSON.parse(await readFile(join(folder, 'voices.json'), 'utf8')));
  const more = voices.length > SHOWN_VOICES ? `, and ${voices.length - SHOWN_VOICES} more (dramatis voices)` : '';
  console.error(
    `Its voices: ${voices
      .slice(0, SHOWN_VOICES)
      .map((voice) => voice.id)
      .join(', ')}${more}`,
  );
  console.error(`Hear one: dramatis say "Hello." -v ${voices[0]?.id ?? id} -o hello.wav`);
}

async function catalog(): Promise<readonly CatalogPack[]> {
  return Catalog.parse(JSON.parse(await readFile(join(appRoot, 'models', 'catalog.json'), 'utf8')));
}

async function get(store: PackStore, id: string, packs: string): Promise<void> {
  const pack = (await catalog()).find((known) => known.id === id);
  if (!pack) throw new CliError(`There is no pack "${id}" in the catalogue; "dramatis packs known" lists it.`);
  const folder = downloadFolder(packs, id);
  console.error(`${pack.name}, ${(sizeOf(pack.files) / 1e6).toFixed(1)} MB, licence: ${pack.licence}; ${pack.source}`);
  let told = -1;
  const paths = await download(pack.files, folder, {
    progress: (bytes, of) => {
      const percent = Math.floor((100 * bytes) / of);
      if (percent > told) process.stderr.write(`\r${(told = percent)} %`);
    },
  });
  process.stderr.write('\n');
  await add(store, paths, pack.id);
  await rm(folder, { recursive: true });
}

function sizeOf(files: CatalogPack['files']): number {
  return files.reduce((sum, { bytes }) => sum + bytes, 0);
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
