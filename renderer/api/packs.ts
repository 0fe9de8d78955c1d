/** Voice packs: what is there, adding, removing, downloading, measuring. For the studio alone. */
import type { CardControl } from '../../engine/contract/pack.ts';
import { call, getJson, send, type Progress } from './client.ts';

export interface Abilities {
  readonly clone: boolean;
  readonly design: boolean;
  readonly mix: boolean;
  readonly exactTimes: boolean;
  readonly expression: boolean;
}

export interface Speed {
  /** Seconds of work for a second of speech. */
  readonly factor: number;
  /** ms until the first sound. */
  readonly firstMs: number;
  readonly at: string;
}

/** How a pack runs. */
export interface Run {
  readonly provider: 'cpu' | 'cuda' | 'dml' | 'coreml';
  /** null: the usual number. */
  readonly threads: number | null;
  /** Megabytes; null: no limit. */
  readonly memoryMb: number | null;
}

export interface Pack {
  readonly id: string;
  readonly name: string;
  /** null: its manifest cannot be read. */
  readonly family: string | null;
  readonly description?: string;
  readonly licence: string;
  readonly languages: readonly string[];
  readonly sampleRate: number;
  readonly capabilities: Abilities;
  readonly bytes: number;
  /** What cards can change of its voices. */
  readonly controls: readonly CardControl[];
  readonly voices: readonly { readonly id: string; readonly name: string; readonly language: string }[];
  readonly builtIn: boolean;
  readonly loaded: boolean;
  readonly problem: string | null;
  readonly speed: Speed | null;
  /** null: it cannot be chosen. */
  readonly run: Run | null;
}

export interface ModelName {
  readonly name: string;
  readonly description: string;
  readonly kind: 'speech' | 'design';
  /** Credit for each byte of text. */
  readonly price: number;
  readonly pack: string;
  /** The pack where nobody chose one. */
  readonly usual: string;
}

export interface KnownPack {
  readonly id: string;
  readonly name: string;
  readonly family: string;
  readonly licence: string;
  readonly languages: readonly string[];
  readonly source: string;
  readonly bytes: number;
  /** Bytes of a download that was broken off. */
  readonly have: number;
  readonly installed: string | null;
  readonly download: {
    readonly state: 'running' | 'adding' | 'done' | 'failed' | 'cancelled';
    readonly bytes: number;
    readonly of: number;
    readonly message: string | null;
    readonly pack: string | null;
  } | null;
}

export interface PackList {
  readonly packs: readonly Pack[];
  readonly models: readonly ModelName[];
  readonly catalog: readonly KnownPack[];
  /** What packs can run on with this system. */
  readonly providers: readonly Run['provider'][];
}

export const listPacks = (): Promise<PackList> => getJson('/app/packs');

/** A file of a pack: its path below the pack's folder, and what is in it. */
export interface PackFile {
  readonly name: string;
  readonly file: File;
}

/** Sends the files of one pack. @throws ApiError with the reason where they are none, DOMException when it is aborted */
export async function addPack(files: readonly PackFile[], progress: Progress, signal: AbortSignal): Promise<Pack> {
  const form = new FormData();
  for (const { name, file } of files) form.append(name, file, 'file');
  return JSON.parse(await send('/app/packs', form, progress, signal)) as Pack;
}

const path = (id: string): string => `/app/packs/${encodeURIComponent(id)}`;

export async function removePack(id: string): Promise<void> {
  await call(path(id), { method: 'DELETE' });
}

export const measurePack = (id: string): Promise<Speed> => getJson(`${path(id)}/speed`, { method: 'POST' });

export async function runPack(id: string, json: Run): Promise<void> {
  await call(`${path(id)}/run`, { method: 'PUT', json });
}

/** `pack` null: the usual one. */
export async function mapModel(name: string, pack: string | null): Promise<void> {
  await call(`/app/packs/models/${encodeURIComponent(name)}`, { method: 'PUT', json: { pack } });
}

export async function startDownload(id: string): Promise<void> {
  await call(`/app/packs/catalog/${encodeURIComponent(id)}`, { method: 'POST' });
}

/** Ends one that is at work, and keeps its bytes; throws the bytes away of one that is not. */
export async function endDownload(id: string): Promise<void> {
  await call(`/app/packs/catalog/${encodeURIComponent(id)}`, { method: 'DELETE' });
}
