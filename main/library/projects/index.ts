import { mkdir, readFile, readdir, stat } from 'node:fs/promises';
import { basename, isAbsolute, join, normalize } from 'node:path';
import { z } from 'zod';
import { DramatisError } from '../../../engine/contract/errors.ts';
import { SceneFile } from '../../../engine/contract/scene.ts';
import type { LastProject, OpenedProject, ProjectEntry } from '../../../engine/contract/studio.ts';
import { JsonFile } from '../json-file.ts';
import { writeDurably } from './durable.ts';
import { Journal, type JournalEntry } from './journal.ts';
import { Versions, type Version } from './versions.ts';

const EXTENSION = '.dramatis';
const RECENT = 12;

const State = z.strictObject({
  recent: z.array(z.strictObject({ path: z.string(), title: z.string() })).default([]),
  /** Path of the scene that was open last; '' for one without a file. */
  last: z.string().nullable().default(null),
});

const EMPTY = SceneFile.parse({
  format: 1,
  kind: 'dramatis-scene',
  title: '',
  script: '',
  cast: {},
  lines: [],
  cues: {},
});

/** Scenes as files: any path that ends in `.dramatis`; those that were given no place lie in `projects/`. */
export class Projects {
  readonly folder: string;
  private readonly journal: Journal;
  private readonly versions: Versions;
  private readonly state: JsonFile<typeof State>;
  /** Writes run one after another, so that a save and the journal never cross. */
  private turn: Promise<unknown> = Promise.resolve();

  constructor(root: string) {
    this.folder = join(root, 'projects');
    this.journal = new Journal(join(root, 'journal'));
    this.versions = new Versions(join(root, 'versions'));
    this.state = new JsonFile(join(root, 'studio.json'), State, () => State.parse({}));
  }

  async list(): Promise<{ folder: string; projects: ProjectEntry[]; recent: ProjectEntry[] }> {
    const names = await readdir(this.folder).catch(() => []);
    const known = new Map(this.state.read().recent.map(({ path, title }) => [path, title]));
    const entry = async (path: string, title: string): Promise<ProjectEntry | null> => {
      const found = await stat(path).catch(() => null);
      return found && { path, title, modified: found.mtimeMs };
    };
    const own = names.filter((name) => name.endsWith(EXTENSION)).map((name) => join(this.folder, name));
    const projects = await Promise.all(own.map((path) => entry(path, known.get(path) ?? basename(path, EXTENSION))));
    const recent = await Promise.all([...known].map(([path, title]) => entry(path, title)));
    const there = (entries: readonly (ProjectEntry | null)[]): ProjectEntry[] => entries.filter((one) => one !== null);
    return {
      folder: this.folder,
      projects: there(projects).sort((a, b) => b.modified - a.modified),
      recent: there(recent),
    };
  }

  /** @throws DramatisError not_found, invalid_parameter for a file that is no scene */
  async open(path: string): Promise<OpenedProject> {
    const place = checkPath(path);
    const file = await readScene(place);
    const found = await this.journal.read(place);
    await this.remember(place, file.title);
    return { path: place, file, recovered: found && !same(found.file, file) ? found : null };
  }

  /** What was open last, with unsaved edits; null where there is nothing to go on with. */
  async last(): Promise<LastProject> {
    const { last } = this.state.read();
    if (last === null) return { opened: null, lost: null };
    if (last === '') {
      const recovered = await this.journal.read('');
      const worth = recovered !== null && recovered.file.script.trim() !== '';
      return { opened: worth ? { path: '', file: EMPTY, recovered } : null, lost: null };
    }
    try {
      return { opened: await this.open(last), lost: null };
    } catch (error) {
      // The file is gone, or was never whole. What the journal knows of it is worth more than nothing.
      const found = await this.journal.read(last);
      const versions = await this.versions.list(last).catch(() => []);
      return {
        opened: found && { path: '', file: EMPTY, recovered: found },
        lost: {
          path: last,
          problem: error instanceof Error ? error.message : String(error),
          versions: versions.length,
        },
      };
    }
  }

  /** Scenes, of the folder and recent ones, in which speakers have this voice. Files that are no scenes have none. */
  async uses(voice: string): Promise<{ path: string; title: string; speakers: string[] }[]> {
    const { projects, recent } = await this.list();
    const paths = [...new Set([...recent, ...projects].map(({ path }) => path))];
    const found = [];
    for (const path of paths) {
      const file = await readScene(path).catch(() => null);
      const speakers = Object.values(file?.cast ?? {}).filter((speaker) => speaker.voice === voice);
      if (file && speakers.length > 0)
        found.push({ path, title: file.title, speakers: speakers.map(({ name }) => name) });
    }
    return found;
  }

  /** Writes a scene; with path null into the projects folder, under a name that is still free. */
  save(path: string | null, file: SceneFile, now: number): Promise<string> {
    return this.inTurn(async () => {
      await mkdir(this.folder, { recursive: true });
      const place = path === null ? await this.freeName(file.title) : checkPath(path);
      await writeDurably(place, `${JSON.stringify(file, null, 1)}\n`);
      await this.versions.keep(place, file, now);
      await this.journal.forget(place);
      await this.remember(place, file.title);
      return place;
    });
  }

  /** Keeps an edit safe; resolves when it is on the disk. */
  note(path: string | null, entry: JournalEntry): Promise<void> {
    return this.inTurn(async () => {
      const place = path === null ? '' : checkPath(path);
      await this.journal.write(place, entry);
      if (this.state.read().last !== place) await this.state.update((state) => ({ ...state, last: place }));
    });
  }

  forget(path: string | null): Promise<void> {
    return this.inTurn(() => this.journal.forget(path === null ? '' : checkPath(path)));
  }

  listVersions(path: string): Promise<Version[]> {
    return this.versions.list(checkPath(path));
  }

  readVersion(path: string, id: string): Promise<SceneFile> {
    return this.versions.read(checkPath(path), id);
  }

  private inTurn<T>(work: () => Promise<T>): Promise<T> {
    const done = this.turn.then(work);
    this.turn = done.catch(() => undefined);
    return done;
  }

  private async remember(path: string, title: string): Promise<void> {
    await this.state.update((state) => ({
      last: path,
      recent: [{ path, title }, ...state.recent.filter((one) => one.path !== path)].slice(0, RECENT),
    }));
  }

  private async freeName(title: string): Promise<string> {
    const name =
      title
        .normalize('NFC')
        .replace(/[^\p{L}\p{N} ._-]+/gu, ' ')
        .replace(/^[. ]+|[. ]+$/g, '')
        .slice(0, 80) || 'Scene';
    for (let number = 1; ; number++) {
      const path = join(this.folder, `${name}${number === 1 ? '' : ` ${number}`}${EXTENSION}`);
      if (!(await stat(path).catch(() => null))) return path;
    }
  }
}

function checkPath(path: string): string {
  if (!isAbsolute(path) || !path.endsWith(EXTENSION) || path.includes('\0')) {
    throw new DramatisError(
      'invalid_parameter',
      `path: ${JSON.stringify(path.slice(0, 120))} is not allowed; it must be a full path that ends in ${EXTENSION}.`,
    );
  }
  return normalize(path);
}

async function readScene(path: string): Promise<SceneFile> {
  const text = await readFile(path, 'utf8').catch((cause: unknown) => {
    throw new DramatisError(
      'not_found',
      `path: there is no scene ${JSON.stringify(path.slice(-120))} that can be read.`,
      { cause },
    );
  });
  try {
    return SceneFile.parse(JSON.parse(text));
  } catch (cause) {
    throw new DramatisError(
      'invalid_parameter',
      `path: ${JSON.stringify(path.slice(-120))} is not a scene of Dramatis, or was changed by hand.`,
      { cause },
    );
  }
}

const same = (a: SceneFile, b: SceneFile): boolean =>
  JSON.stringify(SceneFile.parse(a)) === JSON.stringify(SceneFile.parse(b));
