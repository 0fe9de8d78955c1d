import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { copyFile, constants, link, mkdir, mkdtemp, readdir, rename, rm, stat, writeFile } from 'node:fs/promises';
import { basename, dirname, join, relative, sep } from 'node:path';
import { DramatisError } from '../../../engine/contract/errors.ts';
import type { PackInfo } from '../../../engine/contract/messages.ts';
import { LIMITS } from '../../../engine/contract/limits.ts';
import { PACK_FILE, PackManifest } from '../../../engine/contract/pack.ts';
import { isArchive, unpack } from './archive.ts';
import { onDisk } from './disk.ts';

/** A pack that a person added. */
export interface AddedPack {
  /** The name of its folder. */
  readonly id: string;
  readonly folder: string;
  readonly bytes: number;
  readonly manifest: PackManifest | null;
  /** Why it cannot be loaded; null where nothing is known against it. */
  readonly problem: string | null;
}

/** Finds out what a folder is: engine-host's `probeFolder`. */
export type Probe = (folder: string) => Promise<PackInfo>;

const OWN = /^(?:pack|voices)\.json$/;
const { files: MOST_FILES, bytes: MOST_BYTES, depth: DEEPEST } = LIMITS.packs;
/** Begin the names of folders that are being filled, with the process that fills them. */
const STAGING = `.adding-${process.pid}-`;
const UNPACKED = `.unpacked-${process.pid}-`;
const FILLED_BY = /^\.(?:adding|unpacked)-(\d+)-/;

export interface AddOptions {
  readonly signal?: AbortSignal | undefined;
  /** Bytes that were unpacked or copied, of how many. */
  readonly progress?: ((bytes: number, of: number) => void) | undefined;
  /** What it was downloaded as: of an archive, the files no longer tell. */
  readonly catalog?: string | undefined;
  /** Whether the files are ours and go away afterwards: they are then linked, which takes neither time nor room. */
  readonly ours?: boolean | undefined;
}

/** The packs of a data folder: a folder each, named by the pack's id. */
export class PackStore {
  constructor(private readonly root: string) {}

  list(): readonly AddedPack[] {
    if (!existsSync(this.root)) return [];
    return readdirSync(this.root, { withFileTypes: true })
      .filter((entry) => entry.isDirectory() && !entry.name.startsWith('.'))
      .map(({ name }) => describe(join(this.root, name)))
      .sort((a, b) => (a.id < b.id ? -1 : 1));
  }

  /** Folders of the packs that the engine can load. A pack that is broken is left out: it must not keep others silent. */
  folders(): readonly string[] {
    return this.list()
      .filter(({ problem }) => problem === null)
      .map(({ folder }) => folder);
  }

  /**
   * Copies the files of a pack into the data folder, has them looked at, and keeps those that the pack needs.
   * `paths`: a folder, archives, or files.
   * @throws DramatisError invalid_parameter with the reason; engine_unavailable where the disk does not take it; cancelled;
   * what `probe` throws
   */
  async add(paths: readonly string[], probe: Probe, options: AddOptions = {}): Promise<AddedPack> {
    await mkdir(this.root, { recursive: true });
    await this.sweep();
    const unpacked = await mkdtemp(join(this.root, UNPACKED));
    const staging = await mkdtemp(join(this.root, STAGING));
    try {
      const files = await filesOf(await withoutArchives(paths, unpacked, options));
      await onDisk('The pack cannot be added', () => bring(files, staging, unpacked, options));
      await writeFile(join(staging, 'pack.new'), '');
      const info = await probe(staging);
      const { manifest, voices } = await this.named(info);
      const { catalog } = options;
      options.signal?.throwIfAborted();
      for (const name of files.keys()) if (!(name in manifest.files)) await rm(join(staging, name));
      await rm(join(staging, 'pack.new'));
      await writeFile(join(staging, 'voices.json'), `${JSON.stringify(voices, null, 2)}\n`);
      await writeFile(join(staging, 'pack.json'), `${JSON.stringify({ ...manifest, catalog }, null, 2)}\n`);
      const folder = join(this.root, manifest.id);
      await rename(staging, folder);
      return describe(folder);
    } catch (error) {
      throw options.signal?.aborted ? new DramatisError('cancelled', 'Adding the pack was cancelled.') : error;
    } finally {
      await rm(staging, { recursive: true, force: true });
      await rm(unpacked, { recursive: true, force: true });
    }
  }

  /** Removes what a process that is no more was filling. */
  async sweep(): Promise<void> {
    for (const name of await readdir(this.root).catch(() => [])) {
      const filling = Number(FILLED_BY.exec(name)?.[1]);
      if (filling > 0 && !isAlive(filling)) await rm(join(this.root, name), { recursive: true, force: true });
    }
  }

  /** @throws DramatisError not_found */
  async remove(id: string): Promise<void> {
    const pack = this.list().find((candidate) => candidate.id === id);
    if (!pack)
      throw new DramatisError('not_found', `There is no pack ${JSON.stringify(id)} among those that were added.`);
    await rm(pack.folder, { recursive: true, force: true });
  }

  /** The pack under an id that is free. @throws DramatisError invalid_parameter where the same files are there already */
  private async named(info: PackInfo): Promise<PackInfo> {
    const { manifest } = info;
    const same = this.list().find((pack) => JSON.stringify(pack.manifest?.files) === JSON.stringify(manifest.files));
    if (same)
      throw new DramatisError('invalid_parameter', `These files are the pack "${same.id}", which is there already.`);
    const taken = new Set(['starter', ...(await readdir(this.root))]);
    if (!taken.has(manifest.id)) return info;
    let number = 2;
    while (taken.has(`${manifest.id}-${number}`)) number++;
    const id = `${manifest.id}-${number}`;
    const voices = info.voices.map((voice) => ({
      ...voice,
      id: `${voice.id.slice(0, 60)}-${number}`,
      card: { ...voice.card, pack: id },
    }));
    return { ...info, manifest: { ...manifest, id }, voices };
  }
}

function isAlive(pid: number): boolean {
  try {
    // Sends nothing: it only asks.
    return process.kill(pid, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code !== 'ESRCH';
  }
}

function describe(folder: string): AddedPack {
  const id = basename(folder);
  const broken = (problem: string): AddedPack => ({ id, folder, bytes: 0, manifest: null, problem });
  try {
    const parsed = PackManifest.safeParse(JSON.parse(readFileSync(join(folder, 'pack.json'), 'utf8')));
    if (!parsed.success) return broken('its pack.json is not what it should be');
    const manifest = parsed.data;
    const bytes = Object.values(manifest.files).reduce((sum, file) => sum + file.bytes, 0);
    const wrong = Object.entries(manifest.files).find(([name, facts]) => sizeOf(join(folder, name)) !== facts.bytes);
    const missing = !existsSync(join(folder, 'voices.json'));
    const problem = wrong ? `its file ${wrong[0]} is missing or cut` : missing ? 'its voices.json is missing' : null;
    return {
      id,
      folder,
      bytes,
      manifest,
      problem: manifest.id === id ? problem : 'its folder has another name than its id',
    };
  } catch {
    return broken('its pack.json cannot be read');
  }
}

function sizeOf(path: string): number {
  return statSync(path, { throwIfNoEntry: false })?.size ?? -1;
}

/** Unpacks the archives among some paths, each into a folder of its own. @throws DramatisError invalid_parameter, cancelled */
async function withoutArchives(
  paths: readonly string[],
  folder: string,
  { signal, progress }: AddOptions,
): Promise<readonly string[]> {
  const plain: string[] = [];
  for (const [i, path] of paths.entries()) {
    const found = await stat(path).catch(() => null);
    if (!found?.isFile() || !isArchive(path)) plain.push(path);
    else {
      const into = join(folder, String(i));
      await mkdir(into);
      await unpack(path, into, { wanted: isWanted, signal, progress });
      plain.push(into);
    }
  }
  return plain;
}

/** Copies files into `folder`; those that were unpacked are moved. */
async function bring(
  files: ReadonlyMap<string, string>,
  folder: string,
  unpacked: string,
  { signal, progress, ours = false }: AddOptions,
): Promise<void> {
  const total = Array.from(files.values()).reduce((sum, path) => sum + sizeOf(path), 0);
  let bytes = 0;
  for (const [name, path] of files) {
    signal?.throwIfAborted();
    const to = join(folder, name);
    await mkdir(dirname(to), { recursive: true });
    bytes += sizeOf(path);
    if (path.startsWith(unpacked + sep)) await rename(path, to);
    else if (!ours || !(await linked(path, to))) await copyFile(path, to, constants.COPYFILE_FICLONE);
    progress?.(bytes, total);
  }
}

/** Whether a file could be given a second name, which not every disk has. */
async function linked(path: string, to: string): Promise<boolean> {
  return link(path, to).then(
    () => true,
    () => false,
  );
}

function isWanted(name: string): boolean {
  return PACK_FILE.test(name) && !OWN.test(name);
}

/** The files to copy: name inside the pack, path on the disk. @throws DramatisError invalid_parameter */
async function filesOf(paths: readonly string[]): Promise<ReadonlyMap<string, string>> {
  const files = new Map<string, string>();
  let bytes = 0;
  const take = async (name: string, path: string): Promise<void> => {
    bytes += (await stat(path)).size;
    files.set(name, path);
    if (files.size > MOST_FILES || bytes > MOST_BYTES)
      throw refuse(
        `More than ${MOST_FILES} files or ${MOST_BYTES / 1024 ** 3} GiB: give the folder of one voice pack.`,
      );
  };
  for (const path of paths) {
    const found = await stat(path).catch(() => null);
    if (!found) throw refuse(`${path} is not there.`);
    if (found.isDirectory()) for (const [name, file] of await walk(path)) await take(name, file);
    else {
      await take(basename(path), path);
      if (!path.endsWith('.onnx')) continue;
      // A Piper voice is two files, and weights may lie beside their graph; whoever names the graph means all.
      for (const beside of [`${path}.json`, `${path}_data`, `${path}.data`])
        if (existsSync(beside)) await take(basename(beside), beside);
    }
  }
  if (files.size === 0) throw refuse(`${paths.join(', ')}: there are no files of a voice pack here.`);
  return files;
}

async function walk(folder: string): Promise<[string, string][]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile())
    .map((entry): [string, string] => {
      const path = join(entry.parentPath, entry.name);
      return [relative(folder, path).split(sep).join('/'), path];
    })
    .filter(([name]) => name.split('/').length <= DEEPEST && isWanted(name));
}

function refuse(message: string): DramatisError {
  return new DramatisError('invalid_parameter', message);
}
