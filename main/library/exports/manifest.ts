import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { z } from 'zod';
import type { PackInfo } from '../../../engine/contract/messages.ts';
import { ExportClip, type ExportOrder } from '../../../engine/contract/studio.ts';
import type { Written } from './write.ts';

/** What lies beside exported audio, so that the same audio can be made again. */
export const Manifest = z.strictObject({
  format: z.literal('dramatis-manifest/1'),
  program: z.string(),
  /** All of it was made by a machine. */
  synthetic: z.literal(true),
  models: z.array(z.strictObject({ id: z.string(), version: z.string(), files: z.record(z.string(), z.string()) })),
  title: z.string(),
  layout: z.enum(['mix', 'lines', 'stems']),
  output: z.strictObject({
    format: z.enum(['wav', 'pcm', 'mp3', 'opus']),
    sampleRate: z.number(),
    bitrate: z.number().nullable(),
  }),
  files: z.array(z.strictObject({ name: z.string(), bytes: z.number(), sha256: z.string() })),
  lines: z.array(ExportClip),
});
export type Manifest = z.output<typeof Manifest>;

/** The program and its models, as a manifest names them. */
export type Provenance = Pick<Manifest, 'program' | 'models'>;

export interface Comparison {
  readonly name: string;
  readonly same: boolean;
}

export function manifestOf(
  order: ExportOrder,
  { program, models }: Provenance,
  written: readonly { name: string; audio: Written }[],
): Manifest {
  const { clips, title, layout, format, sampleRate, bitrate } = order;
  return {
    format: 'dramatis-manifest/1',
    program,
    synthetic: true,
    models,
    title,
    layout,
    output: { format, sampleRate, bitrate },
    files: written.map(({ name, audio }) => ({ name, bytes: audio.bytes, sha256: audio.sha256 })),
    lines: clips,
  };
}

/** The order that a manifest tells of, without what is written beside the audio. */
export function orderOf({ title, layout, output, lines }: Manifest): ExportOrder {
  return { title, layout, ...output, srt: false, vtt: false, manifest: false, clips: lines };
}

/** Whether the files in `folder` are those of the manifest, byte for byte. */
export async function compareFiles({ files }: Manifest, folder: string): Promise<Comparison[]> {
  return await Promise.all(
    files.map(async ({ name, sha256 }) => {
      const bytes = await readFile(join(folder, basename(name))).catch(() => null);
      return { name, same: bytes !== null && createHash('sha256').update(bytes).digest('hex') === sha256 };
    }),
  );
}

export const modelsOf = (packs: readonly PackInfo[]): Manifest['models'] =>
  packs.map(({ manifest: { id, version, files } }) => ({
    id,
    version,
    files: Object.fromEntries(Object.entries(files).map(([name, { sha256 }]) => [name, sha256])),
  }));

export function compareModels({ models }: Manifest, packs: readonly PackInfo[]): Comparison[] {
  const here = modelsOf(packs);
  return models.flatMap(({ id, files }) =>
    Object.entries(files).map(([name, sha256]) => ({
      name: `${id}/${name}`,
      same: here.find((model) => model.id === id)?.files[name] === sha256,
    })),
  );
}
