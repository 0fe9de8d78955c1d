import { z } from 'zod';

/** `pack.json`: what a model pack is. Paths are relative to the pack's folder. */
export const PackManifest = z.strictObject({
  format: z.literal(1),
  id: z.string().regex(/^[a-z0-9][a-z0-9.-]{0,63}$/),
  name: z.string().min(1).max(120),
  version: z.string(),
  family: z.enum(['dramatis-starter', 'kokoro', 'piper', 'supertonic', 'pocket']),
  licence: z.string(),
  description: z.string().optional(),
  /** The catalogue's name for what this was downloaded as. */
  catalog: z.string().optional(),
  /** Hz of the samples that the pack's vocoder makes. */
  sampleRate: z.number().int().min(8000).max(48000),
  languages: z.array(z.string()),
  capabilities: z.strictObject({
    clone: z.boolean(),
    design: z.boolean(),
    mix: z.boolean(),
    exactTimes: z.boolean(),
    expression: z.boolean(),
  }),
  /** Every file that the pack needs, with its SHA-256 (hex) and size in bytes. */
  files: z.record(
    z.string(),
    z.strictObject({ sha256: z.string().regex(/^[0-9a-f]{64}$/), bytes: z.number().int().min(0) }),
  ),
  /** False where its graphs, rewritten to run faster, did not speak: then they run as they are. */
  tuned: z.literal(false).optional(),
});
export type PackManifest = z.output<typeof PackManifest>;

/** What the files of packs are called: what else lies in a folder is of no use to any family. */
export const PACK_FILE =
  /(?:\.onnx|\.onnx_data(?:_\d+)?|\.data|\.json|\.bin|\.npz|\.npy|\.model|\.wav|\.safetensors|tokens\.txt|(?:^|\/)(?:model_card|readme|licen[cs]e)(?:\.md|\.txt)?)$/i;

/** What a voice card can change of a voice beside its speaker. */
export const CARD_CONTROLS = [
  'pitch',
  'rate',
  'tract',
  'breathiness',
  'tilt',
  'energy',
  'roughness',
  'envelopeOffset',
  'classOffsets',
] as const;
export type CardControl = (typeof CARD_CONTROLS)[number];

/** Those that count for the voices of a family: models that make samples of text by themselves are given a pace, and a level. */
export const controlsOf = (family: PackManifest['family']): readonly CardControl[] =>
  family === 'dramatis-starter' ? CARD_CONTROLS : ['rate', 'energy'];

/** Where graphs run: the processor, NVIDIA cards, DirectML (Windows), CoreML (macOS). */
export const PROVIDERS = ['cpu', 'cuda', 'dml', 'coreml'] as const;

/** How a pack runs on this computer. */
export const PackRun = z.strictObject({
  /** What cannot be had falls back to the processor, and it is told. */
  provider: z.enum(PROVIDERS).default('cpu'),
  /** Threads of one inference; null: what is usual. */
  threads: z.number().int().min(1).max(64).nullable().default(null),
  /** Resident memory that opening and speaking may take; a pack that took more is let go. What a run took is given back after it. */
  memoryMb: z.number().int().min(16).max(1_000_000).nullable().default(null),
});
export type PackRun = z.output<typeof PackRun>;
