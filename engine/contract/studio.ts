/** What the studio and its part of the server (/app) tell each other: projects, exports, requests of other programs. */
import { z } from 'zod';
import { type SceneFile, TakeKey } from './scene.ts';

export interface ProjectEntry {
  readonly path: string;
  readonly title: string;
  /** Milliseconds since 1970. */
  readonly modified: number;
}

/** A scene as it lies on the disk, with edits that were never saved (`recovered`), when there are any. */
export interface OpenedProject {
  readonly path: string;
  readonly file: SceneFile;
  readonly recovered: { readonly file: SceneFile; readonly at: number } | null;
}

/** `lost`: the scene that was open last and cannot be opened now; `problem` says why, `versions` how many saves there are. */
export interface LastProject {
  readonly opened: OpenedProject | null;
  readonly lost: { readonly path: string; readonly problem: string; readonly versions: number } | null;
}

export const ExportClip = z.strictObject({
  take: TakeKey,
  /** Seconds from the start of the scene. */
  start: z.number().min(0).max(360_000),
  /** dB. */
  level: z.number().min(-60).max(24),
  speaker: z.string().min(1).max(80),
  text: z.string().max(200_000),
  line: z.string().max(40),
  seed: z.number().int().min(0).max(4_294_967_295),
  voice: z.string().nullable(),
  request: z.record(z.string(), z.unknown()),
});
export type ExportClip = z.output<typeof ExportClip>;

/** What is written: which files, in what format. */
export const ExportOrder = z.strictObject({
  title: z.string().min(1).max(200),
  layout: z.enum(['mix', 'lines', 'stems']),
  format: z.enum(['wav', 'pcm', 'mp3', 'opus']),
  sampleRate: z.number().int(),
  bitrate: z.number().int().nullable(),
  srt: z.boolean(),
  vtt: z.boolean(),
  manifest: z.boolean(),
  clips: z.array(ExportClip).min(1, 'at least one line').max(200_000),
});
export type ExportOrder = z.output<typeof ExportOrder>;

export interface ExportStatus {
  readonly id: string;
  readonly state: 'running' | 'done' | 'cancelled' | 'failed';
  /** 0 to 1. */
  readonly progress: number;
  readonly folder: string;
  readonly files: readonly { readonly name: string; readonly bytes: number }[];
  readonly message: string | null;
  /** Integrated loudness of the mix (LUFS) and its true peak (dBTP), when it is done. */
  readonly loudness: number | null;
  readonly truePeak: number | null;
}

/** A request of another program, as the studio shows it. Times are milliseconds. */
export interface SeenRequest {
  readonly id: string;
  /** When it came, since 1970. */
  readonly at: number;
  readonly method: string;
  readonly path: string;
  /** Name of the key or program; null: it was not let in. */
  readonly caller: string | null;
  /** The `model` header. */
  readonly model: string | null;
  /** The voice that it names, or several. */
  readonly voice: string | null;
  readonly text: string | null;
  /** The body, where it holds no recordings and is not too long to keep. */
  readonly body: Readonly<Record<string, unknown>> | null;
  readonly state: 'running' | 'done' | 'cut';
  readonly status: number | null;
  /** From its coming to the first byte of the answer's body. */
  readonly firstMs: number | null;
  readonly totalMs: number | null;
  readonly bytes: number;
  /** Length of the audio, where it can be told from the bytes. */
  readonly seconds: number | null;
  /** What the error said. */
  readonly error: string | null;
}
