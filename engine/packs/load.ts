import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { isAbsolute, join, normalize, sep } from 'node:path';
import type { InferenceSession } from 'onnxruntime-node';
import { z } from 'zod';
import { DramatisError } from '../contract/errors.ts';
import { PackManifest } from '../contract/pack.ts';
import { HouseVoice } from '../contract/voice-card.ts';
import { openSession } from './session.ts';
import { StarterTables } from './tables.ts';

/** A starter pack, checked and ready for the models to open their graphs. */
export interface StarterPack {
  readonly manifest: PackManifest;
  /** The pack's folder, absolute. */
  readonly folder: string;
  readonly tables: StarterTables;
  readonly voices: readonly HouseVoice[];
  /** Absolute path of a file that the manifest names. Throws `internal_error` for any other. */
  path(file: string): string;
  /** Opens one of the pack's graphs, as `prosody-encoder.onnx`. The caller owns the session. */
  createSession(file: string): Promise<InferenceSession>;
}

/**
 * Reads and checks the pack in `folder`: manifest, size and SHA-256 of every file, tables, voices.
 * Throws `engine_unavailable` with a sentence that names the file and what is wrong with it.
 */
export async function loadPack(folder: string, threads = 1): Promise<StarterPack> {
  const manifest = parse(PackManifest, await read(folder, 'pack.json'), join(folder, 'pack.json'));
  if (manifest.family !== 'dramatis-starter') {
    throw broken(join(folder, 'pack.json'), `the family ${manifest.family} has no engine here`);
  }
  await Promise.all(Object.entries(manifest.files).map(([file, facts]) => verify(folder, file, facts)));
  const path = (file: string): string => {
    if (!(file in manifest.files))
      throw new DramatisError('internal_error', `Pack ${manifest.id} has no file ${file}.`);
    return join(folder, file);
  };
  const json = async <T>(file: string, schema: z.ZodType<T>): Promise<T> =>
    parse(schema, await readFile(path(file)), path(file));
  return {
    manifest,
    folder,
    tables: await json('tables.json', StarterTables),
    voices: await json('voices.json', z.array(HouseVoice)),
    path,
    createSession: (file) => openSession(path(file), threads),
  };
}

async function verify(folder: string, file: string, facts: PackManifest['files'][string]): Promise<void> {
  const path = normalize(file);
  if (isAbsolute(path) || path.split(sep).includes('..'))
    throw broken(join(folder, 'pack.json'), `${file} lies outside`);
  const bytes = await read(folder, file);
  if (bytes.length !== facts.bytes) {
    throw broken(join(folder, file), `it has ${bytes.length} bytes where the manifest says ${facts.bytes}`);
  }
  if (createHash('sha256').update(bytes).digest('hex') !== facts.sha256) {
    throw broken(join(folder, file), 'its SHA-256 is not the one in the manifest');
  }
}

async function read(folder: string, file: string): Promise<Buffer> {
  try {
    return await readFile(join(folder, file));
  } catch (cause) {
    throw broken(join(folder, file), 'it cannot be read', cause);
  }
}

function parse<T>(schema: z.ZodType<T>, bytes: Uint8Array, path: string): T {
  let value: unknown;
  try {
    value = JSON.parse(new TextDecoder().decode(bytes));
  } catch (cause) {
    throw broken(path, 'it is not JSON', cause);
  }
  const result = schema.safeParse(value);
  if (!result.success) throw broken(path, z.prettifyError(result.error));
  return result.data;
}

function broken(path: string, what: string, cause?: unknown): DramatisError {
  return new DramatisError('engine_unavailable', `The voice pack cannot be loaded: ${path}: ${what}.`, { cause });
}
