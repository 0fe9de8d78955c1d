import { join } from 'node:path';
import { z } from 'zod';
import { JsonFile } from './json-file.ts';

/** How fast a pack spoke on this computer. */
const PackSpeed = z.strictObject({
  /** Seconds of work for a second of speech. Below 1 it speaks faster than it is heard. */
  factor: z.number().positive(),
  /** ms until the first sound of the sentence, with the graphs open. */
  firstMs: z.number().min(0),
  /** When it was measured, ISO 8601. */
  at: z.string(),
});
export type PackSpeed = z.output<typeof PackSpeed>;

const Speeds = z.strictObject({ version: z.literal(1), packs: z.record(z.string(), PackSpeed) });

/** The speeds of packs, by id: `pack-speeds.json` in the data folder. */
export class PackSpeeds {
  private readonly file: JsonFile<typeof Speeds>;

  constructor(root: string) {
    this.file = new JsonFile(join(root, 'pack-speeds.json'), Speeds, () => ({ version: 1, packs: {} }));
  }

  of(pack: string): PackSpeed | null {
    return this.file.read().packs[pack] ?? null;
  }

  /** null: forgotten. */
  set(pack: string, speed: PackSpeed | null): Promise<void> {
    return this.file.update(({ version, packs }) => {
      const others = Object.entries(packs).filter(([id]) => id !== pack);
      return { version, packs: Object.fromEntries(speed ? [...others, [pack, speed]] : others) };
    });
  }
}
