import { z } from 'zod';
import { DramatisError } from '../../../contract/errors.ts';
import type { PackSpeaker } from '../family.ts';
import { checkGraph, type GraphRule, unfit } from '../graph.ts';
import type { PackSource } from '../source.ts';

const ids = { names: ['text_ids'], types: ['int64'], rank: 2 };
const textMask = { names: ['text_mask'], types: ['float32'], rank: 3 };
const style = { names: ['style_ttl'], types: ['float32'], rank: 3 };
const step = (name: string): GraphRule['inputs'][number] => ({ names: [name], types: ['float32'], rank: 1 });
const float = (name: string, rank?: number): GraphRule['inputs'][number] => ({
  names: [name],
  types: ['float32'],
  ...(rank === undefined ? {} : { rank }),
});

/** The four graphs, in the order in which they run. */
export const GRAPHS = {
  duration_predictor: { inputs: [ids, float('style_dp', 3), textMask], outputs: [float('duration')] },
  text_encoder: { inputs: [ids, style, textMask], outputs: [float('text_emb')] },
  vector_estimator: {
    inputs: [
      float('noisy_latent', 3),
      float('text_emb', 3),
      style,
      textMask,
      float('latent_mask', 3),
      step('total_step'),
      step('current_step'),
    ],
    outputs: [float('denoised_latent')],
  },
  vocoder: { inputs: [float('latent', 3)], outputs: [float('wav_tts')] },
} as const satisfies Record<string, GraphRule>;
export type GraphName = keyof typeof GRAPHS;
export const GRAPH_NAMES = Object.keys(GRAPHS) as GraphName[];

const count = z.number().int().min(1).max(100_000);
const Config = z.object({
  ae: z.object({ sample_rate: z.number().int().min(8000).max(48_000), base_chunk_size: count }),
  ttl: z.object({ latent_dim: count, chunk_compress_factor: count }),
});

/** What a pack's `tts.json` says, as speech needs it. */
export interface SupertonicConfig {
  readonly sampleRate: number;
  /** Samples of one column of the latent. */
  readonly chunk: number;
  /** Rows of the latent. */
  readonly channels: number;
}

/** Where the files are: in the folder itself, or in the folders of the release (`onnx`, `voice_styles`). */
export interface SupertonicFiles {
  readonly graphs: Readonly<Record<GraphName, string>>;
  readonly config: string;
  readonly indexer: string;
  readonly styles: readonly string[];
}

/** Voices: in the release's folder, or by the release's names where loose files lost it. */
const STYLES = /(?:^|\/)(?:voice_styles\/[^/]+|[FM]\d{1,3})\.json$/;

/** Null where there is no graph of this name; @throws DramatisError invalid_parameter where only some files are there */
export function findFiles(source: PackSource): SupertonicFiles | null {
  const at = (name: string): string | undefined =>
    source.files.map((file) => file.name).find((path) => path === name || path.endsWith(`/${name}`));
  if (at('vector_estimator.onnx') === undefined) return null;
  const need = (name: string): string => {
    const path = at(name);
    if (path === undefined) throw unfit(`The pack has the graphs of Supertonic, but ${name} is missing.`);
    return path;
  };
  const graphs = Object.fromEntries(GRAPH_NAMES.map((name) => [name, need(`${name}.onnx`)])) as Record<
    GraphName,
    string
  >;
  const styles = source.match(STYLES);
  if (styles.length === 0) throw unfit('The pack has the graphs of Supertonic, but voice_styles/*.json are missing.');
  return { graphs, config: need('tts.json'), indexer: need('unicode_indexer.json'), styles };
}

/** @throws DramatisError invalid_parameter */
export async function checkGraphs(source: PackSource, { graphs }: SupertonicFiles): Promise<void> {
  for (const name of GRAPH_NAMES) checkGraph(graphs[name], await source.graph(graphs[name]), GRAPHS[name]);
}

/** @throws DramatisError invalid_parameter */
export async function readConfig(source: PackSource, file: string): Promise<SupertonicConfig> {
  const { ae, ttl } = parse(file, Config, await source.json(file));
  return {
    sampleRate: ae.sample_rate,
    chunk: ae.base_chunk_size * ttl.chunk_compress_factor,
    channels: ttl.latent_dim * ttl.chunk_compress_factor,
  };
}

/** Ids by UTF-16 code unit; -1 for what the model does not know. */
export async function readIndexer(source: PackSource, file: string): Promise<readonly number[]> {
  return parse(file, z.array(z.number().int().min(-1)).min(128).max(0x10000), await source.json(file));
}

interface Vector {
  readonly dims: readonly number[];
  readonly data: Float32Array;
}

/** A voice: what the text encoder and the duration predictor take. */
export interface VoiceStyle {
  readonly ttl: Vector;
  readonly dp: Vector;
}

// The numbers come nested, as the dimensions say, or in one row.
const Numbers = z.union([z.array(z.number()), z.array(z.array(z.number())), z.array(z.array(z.array(z.number())))]);
const VectorJson = z.object({ dims: z.array(count).length(3), data: Numbers });
const StyleJson = z.object({ style_ttl: VectorJson, style_dp: VectorJson });

/** The voices by the names of their files. @throws DramatisError invalid_parameter */
export async function readStyles(
  source: PackSource,
  files: readonly string[],
): Promise<ReadonlyMap<string, VoiceStyle>> {
  const styles = new Map<string, VoiceStyle>();
  for (const file of files) {
    const { style_ttl, style_dp } = parse(file, StyleJson, await source.json(file));
    styles.set(nameOf(file), { ttl: vector(file, style_ttl), dp: vector(file, style_dp) });
  }
  const shapes = new Set(Array.from(styles.values(), ({ ttl, dp }) => `${ttl.dims.join('x')} ${dp.dims.join('x')}`));
  if (shapes.size > 1) throw unfit(`The voices in voice_styles have different sizes: ${[...shapes].join('; ')}.`);
  return styles;
}

function vector(file: string, { dims, data }: z.output<typeof VectorJson>): Vector {
  const values = Float32Array.from((data as unknown[]).flat(2) as number[]);
  if (values.length !== dims.reduce((product, n) => product * n, 1))
    throw unfit(`${file} has ${values.length} values where its dims are ${dims.join(' x ')}.`);
  return { dims, data: values };
}

export function nameOf(file: string): string {
  return file.slice(file.lastIndexOf('/') + 1).replace(/\.json$/i, '');
}

/** The weighted mean of the voices that a card mixes. @throws DramatisError unknown_voice */
export function mixStyles(styles: ReadonlyMap<string, VoiceStyle>, speaker: PackSpeaker): VoiceStyle {
  const mix = 'mix' in speaker ? Object.entries(speaker.mix).filter(([, weight]) => weight > 0) : [];
  const total = mix.reduce((sum, [, weight]) => sum + weight, 0);
  const parts = mix.map(([name, weight]) => {
    const found = styles.get(name);
    if (found) return { found, weight: weight / total };
    throw new DramatisError('unknown_voice', `The voice mixes the speaker ${name}, which the pack does not have.`);
  });
  const [first] = parts;
  if (!first) throw new DramatisError('unknown_voice', 'The voice mixes no speaker of the pack.');
  const mean = (pick: (style: VoiceStyle) => Vector): Vector => {
    const { dims, data } = pick(first.found);
    return {
      dims,
      data: data.map((_, i) => parts.reduce((sum, { found, weight }) => sum + weight * pick(found).data[i]!, 0)),
    };
  };
  return { ttl: mean(({ ttl }) => ttl), dp: mean(({ dp }) => dp) };
}

function parse<T>(file: string, schema: z.ZodType<T>, value: unknown): T {
  const result = schema.safeParse(value);
  if (result.success) return result.data;
  const { path, message } = result.error.issues[0]!;
  throw unfit(`${file}: ${path.join('.') || 'it'} does not fit Supertonic: ${message}.`, result.error);
}
