import { createHash } from 'node:crypto';
import { mkdir, readFile, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { SceneFile } from '../../../engine/contract/scene.ts';
import { DramatisError } from '../../../engine/contract/errors.ts';
import { writeDurably } from './durable.ts';

export interface Version {
  readonly id: string;
  /** Milliseconds since 1970. */
  readonly at: number;
  readonly lines: number;
}

const KEPT = 60;

/** What was saved before: each save leaves a copy, the oldest go. File names are the time and the number of lines. */
export class Versions {
  constructor(private readonly folder: string) {}

  private folderOf(path: string): string {
    return join(this.folder, createHash('sha256').update(path).digest('hex').slice(0, 32));
  }

  async keep(path: string, file: SceneFile, at: number): Promise<void> {
    const folder = this.folderOf(path);
    await mkdir(folder, { recursive: true });
    const text = `${JSON.stringify(file)}\n`;
    const [newest] = await this.list(path);
    if (newest && (await readFile(join(folder, `${newest.id}.json`), 'utf8')) === text) return;
    const lines = file.script.split('\n').filter((line) => line.trim() !== '').length;
    await writeDurably(join(folder, `${String(at).padStart(14, '0')}-${lines}.json`), text);
    for (const { id } of (await this.list(path)).slice(KEPT)) await rm(join(folder, `${id}.json`), { force: true });
  }

  /** Newest first. */
  async list(path: string): Promise<Version[]> {
    const names = await readdir(this.folderOf(path)).catch(() => []);
    return names
      .map((name) => /^(\d{14})-(\d+)\.json$/.exec(name))
      .filter((match) => match !== null)
      .map(([name, at, lines]) => ({ id: name.slice(0, -5), at: Number(at), lines: Number(lines) }))
      .sort((a, b) => b.at - a.at);
  }

  /** @throws DramatisError not_found */
  async read(path: string, id: string): Promise<SceneFile> {
    const found = (await this.list(path)).find((version) => version.id === id);
    if (!found)
      throw new DramatisError('not_found', `id: there is no version ${JSON.stringify(id.slice(0, 40))} of this scene.`);
    return SceneFile.parse(JSON.parse(await readFile(join(this.folderOf(path), `${found.id}.json`), 'utf8')));
  }
}
