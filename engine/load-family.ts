import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { DramatisError } from './contract/errors.ts';
import type { PackInfo } from './contract/messages.ts';
import { PackPipeline } from './pack-pipeline.ts';
import { loadFamilyPack } from './packs/family-pack.ts';
import { NEW_PACK, probePack } from './packs/probe.ts';
import { PackSource } from './packs/families/source.ts';
import { trySpeaking } from './packs/trial.ts';
import type { LoadedPack, PackLoader } from './packs/pack.ts';
import { createPhonemizer, type Phonemizer } from './phonemes/index.ts';

/** Memory that looking at a new pack may take beside its files, bytes; ten times their size for what a graph unpacks to. */
const SPARE_MEMORY = 2 * 1024 ** 3;
const TIMES_SIZE = 10;
const LOOK_EVERY_MS = 100;

let phonemizer: Promise<Phonemizer> | undefined;

/**
 * Loads a pack of another family than the starter's, or looks at one that is new; null for the starter's, and for what
 * is no pack. @throws DramatisError engine_unavailable, invalid_parameter
 */
export const loadFamily: PackLoader = async (folder, { threads, runs }) => {
  if (existsSync(join(folder, NEW_PACK))) {
    const source = await PackSource.read(folder);
    return looking(source, await withMemoryLimit(source, () => lookAt(source)));
  }
  if (!(await hasFamily(folder))) return null;
  phonemizer ??= createPhonemizer();
  const pack = await loadFamilyPack(folder, { threads, runs, phonemizer: await phonemizer });
  const { manifest, voices } = pack;
  const speakers = [
    ...new Set(voices.flatMap(({ card }) => ('mix' in card.speaker ? Object.keys(card.speaker.mix) : []))),
  ];
  const engine = new PackPipeline(pack);
  return {
    info: { manifest, voices, speakers },
    engine,
    clone: (references, signal) => engine.clone(references, signal),
    // Its graphs are opened when it is first spoken with.
    warmUp: () => Promise.resolve(),
    unload: () => pack.slot.close(),
  };
};

async function lookAt(source: PackSource): Promise<PackInfo> {
  const info = await probePack(source.folder);
  phonemizer ??= createPhonemizer();
  return trySpeaking(source, info, await phonemizer);
}

/** Whether the folder's manifest names a family other than the starter's. What is broken in it is told by the loader. */
async function hasFamily(folder: string): Promise<boolean> {
  try {
    const value: unknown = JSON.parse(await readFile(join(folder, 'pack.json'), 'utf8'));
    const family = typeof value === 'object' && value !== null && 'family' in value ? value.family : undefined;
    return typeof family === 'string' && family !== 'dramatis-starter';
  } catch {
    return false;
  }
}

/** A pack that was only looked at: it cannot speak before it is added. */
function looking(source: PackSource, info: PackInfo): LoadedPack {
  const refusal = new DramatisError('engine_unavailable', `The pack in ${source.folder} is not added yet.`);
  return {
    info,
    engine: {
      async *speak() {
        throw refusal;
      },
    },
    clone: () => Promise.reject(refusal),
    warmUp: () => Promise.resolve(),
  };
}

/** Ends the process where a hostile graph fills the memory: the host then tells that the pack did. */
async function withMemoryLimit<T>(source: PackSource, work: () => Promise<T>): Promise<T> {
  const size = source.files.reduce((sum, { bytes }) => sum + bytes, 0);
  const most = process.memoryUsage.rss() + SPARE_MEMORY + TIMES_SIZE * size;
  const timer = setInterval(() => {
    if (process.memoryUsage.rss() <= most) return;
    process.stderr.write('The pack takes too much memory.\n');
    process.exit(70);
  }, LOOK_EVERY_MS);
  try {
    return await work();
  } finally {
    clearInterval(timer);
  }
}
