/** The studio's own part of the server, under /app: voices with their cards, projects, takes, exports. */
import type { SceneFile, TakeInfo } from '../../engine/contract/scene.ts';
import type {
  ExportOrder,
  ExportStatus,
  LastProject,
  OpenedProject,
  ProjectEntry,
} from '../../engine/contract/studio.ts';
import type { HouseVoice } from '../../engine/contract/voice-card.ts';
import { call, getJson } from './client.ts';
import { STUDIO_RATE } from './speech.ts';

/** A scene in which speakers have a voice. */
export interface VoiceUse {
  readonly path: string;
  readonly title: string;
  readonly speakers: readonly string[];
}

export const voiceUses = async (voice: string): Promise<readonly VoiceUse[]> =>
  (await getJson<{ scenes: VoiceUse[] }>(`/app/projects/uses?voice=${encodeURIComponent(voice)}`)).scenes;

export interface VersionEntry {
  readonly id: string;
  readonly at: number;
  readonly lines: number;
}

export interface TagVerdict {
  readonly tag: string;
  readonly support: 'performed' | 'approximated' | 'unsupported';
  /** Every voice model makes pauses, also one that does not perform directions. */
  readonly pause: boolean;
}

/** `expression`: whether the voice model acts on directions in brackets. */
export const listVoices = (): Promise<{ voices: readonly HouseVoice[]; expression: boolean }> => getJson('/app/voices');

export const judgeTags = async (tags: readonly string[]): Promise<readonly TagVerdict[]> =>
  (await getJson<{ tags: TagVerdict[] }>('/app/tags', { method: 'POST', json: { tags } })).tags;

export const listProjects = (): Promise<{ folder: string; projects: ProjectEntry[]; recent: ProjectEntry[] }> =>
  getJson('/app/projects');

const at = (path: string): string => `path=${encodeURIComponent(path)}`;

export const openProject = (path: string): Promise<OpenedProject> => getJson(`/app/projects/file?${at(path)}`);

/** What the last session left: the scene it had open, or unsaved edits of a scene that never had a file. */
export const lastProject = (): Promise<LastProject> => getJson('/app/projects/last');

/** `path` null: a new file in the projects folder, named after the title. */
export const saveProject = (path: string | null, file: SceneFile): Promise<{ path: string }> =>
  getJson('/app/projects/file', { method: 'PUT', json: { path, file } });

export type JournalEntry =
  | { readonly kind: 'base'; readonly file: SceneFile }
  | {
      readonly kind: 'edit';
      /** One replacement in the script, or null. */
      readonly text: { readonly from: number; readonly to: number; readonly insert: string } | null;
      /** Everything but the script, when it changed. */
      readonly rest: Omit<SceneFile, 'script'> | null;
    };

export async function journal(path: string | null, entry: JournalEntry, keepalive = false): Promise<void> {
  await call('/app/projects/journal', { method: 'POST', json: { path, entry }, keepalive });
}

export async function forgetJournal(path: string | null): Promise<void> {
  await call(`/app/projects/journal${path === null ? '' : `?${at(path)}`}`, { method: 'DELETE' });
}

export const listVersions = async (path: string): Promise<VersionEntry[]> =>
  (await getJson<{ versions: VersionEntry[] }>(`/app/projects/versions?${at(path)}`)).versions;

export const readVersion = (path: string, id: string): Promise<SceneFile> =>
  getJson(`/app/projects/version?${at(path)}&id=${encodeURIComponent(id)}`);

/** Keeps a take's audio on the disk. */
export async function storeTake(key: string, samples: Int16Array, words: TakeInfo['words']): Promise<void> {
  const info: TakeInfo = { sampleRate: STUDIO_RATE, seconds: samples.length / STUDIO_RATE, words };
  const head = new TextEncoder().encode(JSON.stringify(info));
  const bytes = new Uint8Array(4 + head.length + samples.byteLength);
  new DataView(bytes.buffer).setUint32(0, head.length, true);
  bytes.set(head, 4);
  bytes.set(new Uint8Array(samples.buffer, samples.byteOffset, samples.byteLength), 4 + head.length);
  await call(`/app/takes/${key}`, { method: 'PUT', bytes });
}

/** A take from the disk, or null when its audio is not there (it can be made again from its seed). */
export async function loadTake(
  key: string,
  signal: AbortSignal,
): Promise<{ info: TakeInfo; samples: Int16Array } | null> {
  const response = await call(`/app/takes/${key}`, { signal });
  if (response.status === 204) return null;
  const buffer = await response.arrayBuffer();
  const head = new DataView(buffer).getUint32(0, true);
  const info = JSON.parse(new TextDecoder().decode(new Uint8Array(buffer, 4, head))) as TakeInfo;
  return { info, samples: new Int16Array(buffer.slice(4 + head)) };
}

export const startExport = (order: ExportOrder): Promise<ExportStatus> =>
  getJson('/app/exports', { method: 'POST', json: order });
export const exportStatus = (id: string): Promise<ExportStatus> => getJson(`/app/exports/${id}`);

export async function cancelExport(id: string): Promise<void> {
  await call(`/app/exports/${id}`, { method: 'DELETE' });
}

/** Shows a folder of exports in the platform's file manager; false where the server cannot. */
export async function revealExport(id: string): Promise<boolean> {
  return (await getJson<{ shown: boolean }>(`/app/exports/${id}/reveal`, { method: 'POST' })).shown;
}

export async function downloadExport(id: string, name: string): Promise<Blob> {
  return await (await call(`/app/exports/${id}/files/${encodeURIComponent(name)}`)).blob();
}
