import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { DramatisError } from '../contract/errors.ts';
import { DesignSpace } from './space.ts';

const FILES = ['encoder.onnx', 'denoiser.onnx', 'judge.onnx', 'space.json', 'words.txt'] as const;
export type DesignFile = (typeof FILES)[number];
const File = z.strictObject({ sha256: z.string().regex(/^[0-9a-f]{64}$/), bytes: z.int().min(0) });

/** `design.json`: what a design model is. Paths are relative to its folder. */
export const DesignManifest = z.strictObject({
  format: z.literal(1),
  id: z.string(),
  name: z.string(),
  version: z.string(),
  licence: z.string(),
  /** Id of the voice pack whose cards it draws. */
  pack: z.string(),
  files: z.strictObject(Object.fromEntries(FILES.map((name) => [name, File])) as Record<DesignFile, typeof File>),
});
export type DesignManifest = z.output<typeof DesignManifest>;

/** A design model, checked and read. */
export interface DesignPack {
  readonly manifest: DesignManifest;
  readonly space: DesignSpace;
  /** The words of the descriptions that it learned from, in lower case, by falling frequency. */
  readonly words: readonly string[];
  /** Absolute path of one of its files. */
  path(file: DesignFile): string;
}

/**
 * Reads the design model in `folder`, or null where there is none.
 * @throws DramatisError engine_unavailable when one is there and is not what its manifest says
 */
export async function readDesignPack(folder: string): Promise<DesignPack | null> {
  const path = join(folder, 'design.json');
  const text = await readFile(path, 'utf8').catch((error: unknown) => {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null;
    throw broken(path, 'it cannot be read');
  });
  if (text === null) return null;
  const manifest = parse(DesignManifest, text, path);
  const checked = await Promise.all(FILES.map((name) => check(folder, name, manifest.files[name])));
  const read = (file: DesignFile): string => checked[FILES.indexOf(file)]!.toString('utf8');
  const space = parse(DesignSpace, read('space.json'), join(folder, 'space.json'));
  const words = read('words.txt').trim().split('\n');
  return { manifest, space, words, path: (file) => join(folder, file) };
}

async function check(folder: string, name: DesignFile, facts: z.output<typeof File>): Promise<Buffer> {
  const bytes = await readFile(join(folder, name)).catch(() => {
    throw broken(join(folder, name), 'it cannot be read');
  });
  if (bytes.length !== facts.bytes || createHash('sha256').update(bytes).digest('hex') !== facts.sha256) {
    throw broken(join(folder, name), 'its size and SHA-256 are not those in the manifest');
  }
  return bytes;
}

function parse<T>(schema: z.ZodType<T>, text: string, path: string): T {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw broken(path, 'it is not JSON');
  }
  const result = schema.safeParse(value);
  if (!result.success) throw broken(path, z.prettifyError(result.error));
  return result.data;
}

function broken(path: string, what: string): DramatisError {
  return new DramatisError('engine_unavailable', `The design model cannot be loaded: ${path}: ${what}.`);
}
