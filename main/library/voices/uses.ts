import { z } from 'zod';
import { JsonFile } from '../json-file.ts';

const UsesFile = z.strictObject({ version: z.literal(1), uses: z.record(z.string(), z.int().min(0)) });

/** How long counts may stay in memory before they are on the disk, ms. */
const DELAY_MS = 2_000;

/** How often each voice was asked to speak: `voice-uses.json`. A crash may lose the last two seconds of it. */
export class VoiceUses {
  private readonly file: JsonFile<typeof UsesFile>;
  private unsaved = new Map<string, number>();
  private timer: NodeJS.Timeout | undefined;

  constructor(path: string) {
    this.file = new JsonFile(path, UsesFile, () => ({ version: 1, uses: {} }));
  }

  of(id: string): number {
    return (this.file.read().uses[id] ?? 0) + (this.unsaved.get(id) ?? 0);
  }

  count(id: string): void {
    this.unsaved.set(id, (this.unsaved.get(id) ?? 0) + 1);
    this.timer ??= setTimeout(() => void this.flush().catch(reportUnsaved), DELAY_MS).unref();
  }

  /** Resolves when all counts so far are on the disk. */
  async flush(): Promise<void> {
    clearTimeout(this.timer);
    this.timer = undefined;
    if (this.unsaved.size === 0) return;
    const batch = this.unsaved;
    await this.file.update(({ version, uses }) => {
      const sum = { ...uses };
      for (const [id, count] of batch) sum[id] = (sum[id] ?? 0) + count;
      this.unsaved = new Map();
      return { version, uses: sum };
    });
  }
}

function reportUnsaved(error: unknown): void {
  process.stderr.write(
    `The uses of voices could not be saved: ${error instanceof Error ? error.message : String(error)}\n`,
  );
}
