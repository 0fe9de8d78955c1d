/**
 * Edits that are in no file yet. A journal begins with a whole scene and goes on with edits, a line of JSON each, synced
 * one by one. A crash can only tear the last line, which is then left out.
 */
import { createHash } from 'node:crypto';
import { constants, mkdir, open, readFile, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { DramatisError } from '../../../engine/contract/errors.ts';
import { SceneFile } from '../../../engine/contract/scene.ts';
import { syncFolder, writeDurably } from './durable.ts';

export const JournalEntry = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('base'), file: SceneFile }),
  z.strictObject({
    kind: z.literal('edit'),
    text: z.strictObject({ from: z.int().min(0), to: z.int().min(0), insert: z.string() }).nullable(),
    rest: SceneFile.omit({ script: true }).nullable(),
  }),
]);
export type JournalEntry = z.output<typeof JournalEntry>;

export class Journal {
  constructor(private readonly folder: string) {}

  /** The journal of a scene; '' stands for the scene that has no file yet. */
  private fileOf(path: string): string {
    const name = path === '' ? 'unsaved' : createHash('sha256').update(path).digest('hex').slice(0, 32);
    return join(this.folder, `${name}.jsonl`);
  }

  /**
   * Resolves when the entry is on the disk.
   * @throws DramatisError not_found for an edit of a journal that was never begun, or was forgotten: it could not be read.
   */
  async write(path: string, entry: JournalEntry): Promise<void> {
    await mkdir(this.folder, { recursive: true });
    const file = this.fileOf(path);
    const line = `${JSON.stringify(entry)}\n`;
    if (entry.kind === 'base') {
      await writeDurably(file, line);
      return;
    }
    const handle = await open(file, constants.O_WRONLY | constants.O_APPEND).catch((cause: unknown) => {
      if ((cause as NodeJS.ErrnoException).code !== 'ENOENT') throw cause;
      throw new DramatisError('not_found', 'entry: there is no journal of this scene to go on with; send all of it.', {
        cause,
      });
    });
    try {
      await handle.writeFile(line);
      await handle.datasync();
    } finally {
      await handle.close();
    }
  }

  /** The scene as the journal leaves it, and when that was written; null without one. */
  async read(path: string): Promise<{ file: SceneFile; at: number } | null> {
    const name = this.fileOf(path);
    const text = await readFile(name, 'utf8').catch((error: unknown) => {
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
      throw error;
    });
    const file = text === null ? null : replay(text.split('\n'));
    return file && { file, at: (await stat(name)).mtimeMs };
  }

  async forget(path: string): Promise<void> {
    await rm(this.fileOf(path), { force: true });
    await syncFolder(this.folder);
  }
}

/** Follows the lines as far as they are whole and fit one another. */
export function replay(lines: readonly string[]): SceneFile | null {
  let file: SceneFile | null = null;
  for (const line of lines) {
    const entry = parse(line);
    if (!entry) break;
    if (entry.kind === 'base') file = entry.file;
    else {
      if (!file) break;
      const { script, ...rest }: SceneFile = file;
      if (entry.text && entry.text.to > script.length) break;
      file = {
        ...(entry.rest ?? rest),
        script: entry.text
          ? script.slice(0, entry.text.from) + entry.text.insert + script.slice(entry.text.to)
          : script,
      };
    }
  }
  return file;
}

function parse(line: string): JournalEntry | null {
  try {
    return JournalEntry.parse(JSON.parse(line));
  } catch {
    return null;
  }
}
