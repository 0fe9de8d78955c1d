import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { DramatisError } from '../contract/errors.ts';
import type { PackRuns } from '../contract/messages.ts';
import { PackManifest, PackRun } from '../contract/pack.ts';
import { HouseVoice } from '../contract/voice-card.ts';
import type { Phonemizer } from '../phonemes/index.ts';
import type { PackModel } from './families/family.ts';
import { familyOf } from './families/index.ts';
import { ModelSlot } from './families/slot.ts';
import { PackSource } from './families/source.ts';
import { MemoryMeter } from './memory.ts';

/** A pack of one of the families: what it is, and its model, which is opened when it is first spoken with. */
export interface FamilyPack {
  readonly manifest: PackManifest;
  readonly voices: readonly HouseVoice[];
  readonly slot: ModelSlot;
  /** Why its graphs run on the processor though something else was asked for. */
  fallback(): string | null;
}

/**
 * Reads a folder with a `pack.json` and a `voices.json`. Sizes are checked now; the graphs are opened, and the SHA-256 of
 * all files checked, at the first use. @throws DramatisError engine_unavailable
 */
export async function loadFamilyPack(
  folder: string,
  {
    threads,
    phonemizer,
    runs = {},
  }: { readonly threads: number; readonly phonemizer: Phonemizer; readonly runs?: PackRuns },
): Promise<FamilyPack> {
  const files = await PackSource.read(folder);
  const read = async <T>(file: string, schema: z.ZodType<T>): Promise<T> => {
    const result = schema.safeParse(await files.json(file));
    if (result.success) return result.data;
    throw broken(join(folder, file), z.prettifyError(result.error));
  };
  const manifest = await read('pack.json', PackManifest);
  const run = runs[manifest.id] ?? PackRun.parse({});
  const source = files.running({ ...run, tuned: manifest.tuned !== false });
  const family = familyOf(manifest.family);
  if (!family) throw broken(join(folder, 'pack.json'), `the family ${manifest.family} has no engine here`);
  for (const [name, { bytes }] of Object.entries(manifest.files)) {
    const found = source.files.find((file) => file.name === name)?.bytes;
    if (found === undefined) throw broken(join(folder, name), 'it is not there');
    if (found !== bytes) throw broken(join(folder, name), `it has ${found} bytes where the manifest says ${bytes}`);
  }
  const open = async (): Promise<PackModel> => {
    for (const [name, { sha256 }] of Object.entries(manifest.files))
      if ((await sha256Of(source.path(name))) !== sha256)
        throw broken(join(folder, name), 'its SHA-256 is not the one in the manifest');
    const options = { threads: run.threads ?? threads, phonemizer };
    const model = await family.open(source, options);
    if (!source.isDivided) return model;
    // What goes from one graph to the next would go from one device to another: now none is tried there.
    await model.dispose();
    return family.open(source, options);
  };
  const meter = run.memoryMb === null ? null : new MemoryMeter(manifest.name, run.memoryMb);
  const slot: ModelSlot = new ModelSlot(
    meter ? () => meter.open(sizeOf(manifest), open, () => slot.letGoSoon()) : open,
  );
  return {
    manifest,
    voices: await read('voices.json', z.array(HouseVoice).min(1)),
    slot,
    fallback: () => source.fallback,
  };
}

const sizeOf = ({ files }: PackManifest): number => Object.values(files).reduce((sum, file) => sum + file.bytes, 0);

/** Hexadecimal. Reads the file piece by piece, whatever its size. */
export async function sha256Of(path: string): Promise<string> {
  const hash = createHash('sha256');
  for await (const part of createReadStream(path)) hash.update(part as Buffer);
  return hash.digest('hex');
}

function broken(path: string, what: string): DramatisError {
  return new DramatisError('engine_unavailable', `The voice pack cannot be loaded: ${path}: ${what}.`);
}
