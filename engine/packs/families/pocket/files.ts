import { z } from 'zod';
import { checkGraph, type GraphRule, unfit } from '../graph.ts';
import { readNpy } from '../kokoro/npz.ts';
import { Safetensors } from '../safetensors.ts';
import type { PackSource } from '../source.ts';
import { type Tokenizer, tokenizerOfJson, tokenizerOfModel } from './tokenizer.ts';

const float = (name: string, rank: number): GraphRule['inputs'][number] => ({
  names: [name],
  types: ['float32'],
  rank,
});

/** The five graphs: the names of their files in the public packagings, and what goes in. Outputs go by their places. */
export const GRAPHS = {
  conditioner: {
    name: /(?:^|\/)text_conditioner([._]int8)?\.onnx$/,
    rule: { inputs: [{ names: ['token_ids'], types: ['int64'], rank: 2 }], outputs: [] },
  },
  encoder: {
    name: /(?:^|\/)(?:mimi_)?encoder([._]int8)?\.onnx$/,
    rule: { inputs: [float('audio', 3)], outputs: [] },
  },
  main: {
    name: /(?:^|\/)(?:flow_)?lm_main([._]int8)?\.onnx$/,
    rule: { inputs: [float('sequence', 3), float('text_embeddings', 3)], outputs: [], more: true },
  },
  flow: {
    name: /(?:^|\/)(?:flow_)?lm_flow([._]int8)?\.onnx$/,
    rule: { inputs: [float('c', 2), float('s', 2), float('t', 2), float('x', 2)], outputs: [] },
  },
  decoder: {
    name: /(?:^|\/)(?:mimi_)?decoder([._]int8)?\.onnx$/,
    rule: { inputs: [float('latent', 3)], outputs: [], more: true },
  },
} as const satisfies Record<string, { readonly name: RegExp; readonly rule: GraphRule }>;
export type GraphName = keyof typeof GRAPHS;
export const GRAPH_NAMES = Object.keys(GRAPHS) as readonly GraphName[];

const count = z.number().int().min(0).max(1_000_000);
const State = z.object({
  input_name: z.string(),
  output_name: z.string(),
  shape: z.array(count).max(8),
  fill: z.enum(['zeros', 'ones', 'nan', 'empty']),
});
const fileName = z.string().regex(/^[\w.-]+$/);

/** `bundle.json` of the packaging with several languages, as far as speech needs it. */
const Bundle = z.object({
  language: z.string().optional(),
  sample_rate: z.literal(24_000).default(24_000),
  tokenizer_file: fileName.default('tokenizer.model'),
  bos_before_voice_file: fileName.nullish(),
  insert_bos_before_voice: z.boolean().default(false),
  pad_with_spaces_for_short_inputs: z.boolean().default(false),
  remove_semicolons: z.boolean().default(false),
  model_recommended_frames_after_eos: count.nullish(),
  max_token_per_chunk: z.number().int().min(8).max(400).default(50),
  flow_lm_state_manifest: z.array(State).max(400),
  mimi_state_manifest: z.array(State).max(400),
});
export type Bundle = z.output<typeof Bundle>;

/** Where the files of a pack are. */
export interface PocketFiles {
  readonly graphs: Readonly<Record<GraphName, string>>;
  readonly bundle: string | null;
  /** One sentencepiece model, or the vocabulary and its scores. */
  readonly tokenizer: readonly [string] | readonly [string, string];
  /** What is put before every voice, where the packaging has it. */
  readonly bos: string | null;
  /** Recordings, each of which is a voice. */
  readonly recordings: readonly string[];
  /** Voices as the encoder has read them (`pocket-tts`' own). One of the same name as a recording stands for it. */
  readonly embeddings: readonly string[];
}

/** Null where there is no graph of this name; @throws DramatisError invalid_parameter where only some files are there */
export async function findFiles(source: PackSource): Promise<PocketFiles | null> {
  if (source.match(GRAPHS.main.name).length === 0) return null;
  const graphs = Object.fromEntries(GRAPH_NAMES.map((name) => [name, graphFile(source, name)]));
  const bundle = at(source, 'bundle.json') ?? null;
  const said = bundle === null ? null : await readBundle(source, bundle);
  const embeddings = source.match(/\.safetensors$/i);
  const read = new Set(embeddings.map(speakerOf));
  const recordings = source.match(/\.wav$/i).filter((file) => !read.has(speakerOf(file)));
  if (recordings.length + embeddings.length === 0)
    throw unfit('The pack has no voice: put a recording of one (.wav, some 10 seconds) beside the graphs.');
  return {
    graphs: graphs as Record<GraphName, string>,
    bundle,
    tokenizer: tokenizerFiles(source, said),
    bos: said?.insert_bos_before_voice && said.bos_before_voice_file ? need(source, said.bos_before_voice_file) : null,
    recordings,
    embeddings,
  };
}

function graphFile(source: PackSource, name: GraphName): string {
  const found = source.match(GRAPHS[name].name);
  // Where a packaging brings both, the one of 8 bits is for processors.
  const best = found.find((file) => GRAPHS[name].name.exec(file)?.[1] !== undefined) ?? found[0];
  if (best !== undefined) return best;
  const names = { conditioner: 'text_conditioner', encoder: 'encoder', main: 'lm_main', flow: 'lm_flow' };
  throw unfit(`The pack has graphs of Pocket, but ${name === 'decoder' ? name : names[name]}.onnx is missing.`);
}

function tokenizerFiles(source: PackSource, bundle: Bundle | null): PocketFiles['tokenizer'] {
  const model = at(source, bundle?.tokenizer_file ?? 'tokenizer.model');
  if (model !== undefined) return [model];
  const [vocabulary, scores] = [at(source, 'vocab.json'), at(source, 'token_scores.json')];
  if (vocabulary !== undefined && scores !== undefined) return [vocabulary, scores];
  throw unfit('The pack has the graphs of Pocket, but no tokenizer.model, and no vocab.json with token_scores.json.');
}

function need(source: PackSource, name: string): string {
  const path = at(source, name);
  if (path === undefined) throw unfit(`bundle.json names ${name}, but it is missing.`);
  return path;
}

function at(source: PackSource, name: string): string | undefined {
  return source.files.map((file) => file.name).find((path) => path === name || path.endsWith(`/${name}`));
}

/** @throws DramatisError invalid_parameter */
export async function checkGraphs(source: PackSource, { graphs }: PocketFiles): Promise<void> {
  for (const name of GRAPH_NAMES) checkGraph(graphs[name], await source.graph(graphs[name]), GRAPHS[name].rule);
}

/** @throws DramatisError invalid_parameter */
export async function readBundle(source: PackSource, file: string): Promise<Bundle> {
  const result = Bundle.safeParse(await source.json(file));
  if (result.success) return result.data;
  const { path, message } = result.error.issues[0]!;
  throw unfit(`${file}: ${path.join('.') || 'it'} does not fit Pocket: ${message}.`, result.error);
}

/** @throws DramatisError invalid_parameter */
export async function readTokenizer(source: PackSource, [first, second]: PocketFiles['tokenizer']): Promise<Tokenizer> {
  if (second === undefined) return tokenizerOfModel(first, await source.bytes(first));
  return tokenizerOfJson([first, second], [await source.json(first), await source.json(second)]);
}

/** Rows that come before those of a voice. @throws DramatisError invalid_parameter */
export async function readBos(source: PackSource, file: string | null): Promise<Float32Array> {
  if (file === null) return new Float32Array(0);
  try {
    return readNpy(await source.bytes(file)).data;
  } catch (cause) {
    throw unfit(`${file} is not a whole array: ${cause instanceof Error ? cause.message : 'broken'}.`, cause);
  }
}

/** The tensor of an embedding, its rows at most (of 80 ms), and the values of a row. */
const EMBEDDING = 'audio_prompt';
const MOST_ROWS = 4096;
export const WIDTH = 1024;

/** Rows that the model reads before a text, as the encoder makes them of a recording. */
export interface Embedding {
  readonly rows: Float32Array;
}

/** @throws DramatisError invalid_parameter */
export async function readEmbedding(source: PackSource, file: string): Promise<Embedding> {
  const read = Safetensors.read(file, await source.bytes(file));
  const tensor = read.tensor(EMBEDDING);
  if (!tensor) {
    const names = read.names.slice(0, 4).join(', ') || 'none';
    throw unfit(
      `${file} is no voice that can be read: it has no tensor "${EMBEDDING}"; its tensors are: ${names}. ` +
        'Leave it out, or give the voice as a recording (.wav).',
    );
  }
  const { shape, data } = tensor;
  const [rows = 0, width] = shape.length === 3 && shape[0] === 1 ? shape.slice(1) : shape.length === 2 ? shape : [];
  if (rows < 1 || rows > MOST_ROWS || width !== WIDTH)
    throw unfit(`${file}: "${EMBEDDING}" has the shape [${shape.join(', ')}]; it must be [1, rows, ${WIDTH}].`);
  if (!data.every(Number.isFinite)) throw unfit(`${file}: "${EMBEDDING}" has values that are no numbers.`);
  return { rows: data };
}

/** `alba` of `voices/alba.wav`. */
export function speakerOf(file: string): string {
  return file.slice(file.lastIndexOf('/') + 1).replace(/\.(?:wav|safetensors)$/i, '');
}

const LANGUAGES: readonly (readonly [RegExp, string])[] = [
  [/^fr/i, 'fr'],
  [/^(?:de|german)/i, 'de'],
  [/^it/i, 'it'],
  [/^(?:pt|portuguese)/i, 'pt'],
  [/^(?:es|spanish)/i, 'es'],
];

/** BCP 47. A packaging that says nothing is the first release, which reads English. */
export function languageOf(bundle: Bundle | null): string {
  return LANGUAGES.find(([name]) => name.test(bundle?.language ?? ''))?.[1] ?? 'en';
}
