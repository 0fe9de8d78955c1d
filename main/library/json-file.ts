import { readFileSync, statSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { z } from 'zod';
import writeFileAtomic from 'write-file-atomic';

/** A file of the data folder is not what it should be. The message is for the user. */
export class BrokenFileError extends Error {
  override readonly name = 'BrokenFileError';
  constructor(path: string, cause: unknown) {
    const problem = cause instanceof Error ? cause.message.replace(/\s+/g, ' ').slice(0, 200) : String(cause);
    super(`${path} cannot be read as it is (${problem}): mend it or move it away`, { cause });
  }
}

/**
 * A small JSON file that other programs (the command line, a person's editor) may change while we run: `read` looks at
 * the file's stamp, which costs microseconds, and parses only when it changed.
 */
export class JsonFile<Schema extends z.ZodType> {
  private stamp = 'never read';
  private value: z.output<Schema> | undefined;
  /** Why the file cannot be read now, although it could before. */
  private broken: unknown;
  private writing: Promise<void> = Promise.resolve();

  constructor(
    readonly path: string,
    private readonly schema: Schema,
    private readonly empty: () => z.output<Schema>,
  ) {}

  /**
   * What the file says. A file that was broken while we run is told of, and what it said before goes on to hold.
   * @throws BrokenFileError when it never was what the schema says
   */
  read(): z.output<Schema> {
    const stamp = stampOf(this.path);
    if (stamp === this.stamp && this.value !== undefined) return this.value;
    this.stamp = stamp;
    this.broken = undefined;
    try {
      this.value = stamp === 'absent' ? this.empty() : this.parse(readFileSync(this.path, 'utf8'));
    } catch (error) {
      if (this.value === undefined) throw error;
      this.broken = error;
      process.stderr.write(`${error instanceof Error ? error.message : String(error)}; what it said before holds\n`);
    }
    return this.value;
  }

  /**
   * Changes the file: reads what is there, writes a new temporary file, syncs and renames it. Changes of this process
   * run one after another.
   * @throws BrokenFileError rather than to overwrite what a person may still mend
   */
  update(change: (current: z.output<Schema>) => z.output<Schema>): Promise<void> {
    const turn = this.writing.then(async () => {
      const current = this.read();
      if (this.broken !== undefined) throw this.broken as Error;
      const next = change(current);
      await mkdir(dirname(this.path), { recursive: true });
      await writeFileAtomic(this.path, `${JSON.stringify(next, null, 2)}\n`, { mode: 0o600 });
      this.value = next;
      this.stamp = stampOf(this.path);
    });
    this.writing = turn.catch(() => undefined);
    return turn;
  }

  /** Resolves when every change asked for so far is on the disk. */
  settled(): Promise<void> {
    return this.writing;
  }

  private parse(text: string): z.output<Schema> {
    try {
      return this.schema.parse(JSON.parse(text));
    } catch (cause) {
      throw new BrokenFileError(this.path, cause);
    }
  }
}

function stampOf(path: string): string {
  const found = statSync(path, { throwIfNoEntry: false, bigint: true });
  return found ? `${found.ino}:${found.mtimeNs}:${found.size}` : 'absent';
}
