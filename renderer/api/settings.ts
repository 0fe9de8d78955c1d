/** Keys, settings, storage, and the requests of other programs: all of them for the studio alone. */
import type { Pronunciation } from '../../engine/contract/speech.ts';
import type { SeenRequest } from '../../engine/contract/studio.ts';
import { call, getJson } from './client.ts';
import { serverEvents } from './events.ts';

export interface Key {
  readonly id: string;
  readonly name: string;
  /** UTF-8 bytes of text that it may spend in all; null: as many as it likes. */
  readonly credit: number | null;
  readonly spent: number;
  readonly createdAt: string;
}

export const listKeys = async (): Promise<readonly Key[]> => (await getJson<{ keys: Key[] }>('/app/keys')).keys;

/** The secret is told this once. */
export const createKey = (name: string, credit: number | null): Promise<{ key: Key; secret: string }> =>
  getJson('/app/keys', { method: 'POST', json: { name, credit } });

export async function revokeKey(id: string): Promise<void> {
  await call(`/app/keys/${encodeURIComponent(id)}`, { method: 'DELETE' });
}

export interface ServerSettings {
  readonly defaultVoice: string | null;
  readonly origins: readonly string[];
  /** Packs that model names map to, where it is not the usual one. */
  readonly packs: Readonly<Record<string, string>>;
  readonly consentRequired: boolean;
  readonly lexicon: readonly Pronunciation[];
  /** Whether other programs are answered. */
  readonly serving: boolean;
  /** null: the usual one. */
  readonly port: number | null;
  /** Whether the first steps were shown. */
  readonly welcomed: boolean;
}

export interface ServerFacts {
  readonly settings: ServerSettings;
  readonly version: string;
  readonly packs: readonly {
    readonly id: string;
    readonly name: string;
    readonly version: string;
    readonly licence: string;
    readonly languages: readonly string[];
  }[];
  readonly models: readonly {
    readonly name: string;
    readonly description: string;
    /** Credit for each byte of text. */
    readonly price: number;
    readonly pack: string;
  }[];
  readonly folder: string;
  /** Where the server listens. */
  readonly url: string;
  /** Whether it can move to another port now, and this page with it. */
  readonly movable: boolean;
}

export const readSettings = (): Promise<ServerFacts> => getJson('/app/settings');

export async function changeSettings(json: Partial<ServerSettings>): Promise<void> {
  await call('/app/settings', { method: 'PUT', json });
}

/** Moves the server to another port; gives its new address. @throws ApiError where the port cannot be had */
export const moveServer = async (to: number): Promise<string> =>
  (await getJson<{ url: string }>('/app/server/move', { method: 'POST', json: { to } })).url;

export interface Place {
  readonly name: string;
  readonly path: string;
  readonly bytes: number;
  readonly files: number;
}

export const readStorage = async (): Promise<readonly Place[]> =>
  (await getJson<{ places: Place[] }>('/app/storage')).places;

export interface Health {
  readonly engine: string;
  readonly load: { readonly active: number; readonly waiting: number };
}

export const readHealth = (): Promise<Health> => getJson('/health');

/** The last requests of other programs, then each as it comes and changes. */
export async function* seenRequests(signal: AbortSignal): AsyncIterable<SeenRequest> {
  const { body } = await call('/app/inspector', { signal });
  if (body) for await (const data of serverEvents(body)) yield JSON.parse(data) as SeenRequest;
}

export async function forgetRequests(): Promise<void> {
  await call('/app/inspector', { method: 'DELETE' });
}

/** Sends a request of another program once more, as the studio. */
export async function sendAgain({ path, method, body, model }: SeenRequest): Promise<Response> {
  return call(path, {
    method: method === 'POST' ? 'POST' : 'GET',
    ...(body === null ? {} : { json: body }),
    ...(model === null ? {} : { headers: { model } }),
  });
}

/** The part of an OpenAPI document that is shown. */
export interface ApiDocument {
  readonly info: { readonly title: string; readonly version: string; readonly description?: string };
  readonly paths: Readonly<Record<string, Readonly<Record<string, ApiOperation>>>>;
  readonly components?: { readonly schemas?: Readonly<Record<string, ApiSchema>> };
}

export interface ApiOperation {
  readonly summary?: string;
  readonly description?: string;
  readonly tags?: readonly string[];
  readonly requestBody?: { readonly content: Readonly<Record<string, { readonly schema?: ApiSchema }>> };
  readonly responses: Readonly<Record<string, { readonly description?: string }>>;
}

export interface ApiSchema {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly description?: string;
  readonly default?: unknown;
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly maxLength?: number;
  readonly required?: readonly string[];
  readonly properties?: Readonly<Record<string, ApiSchema>>;
  readonly anyOf?: readonly ApiSchema[];
  readonly oneOf?: readonly ApiSchema[];
  readonly items?: ApiSchema;
}

export const readApi = (): Promise<ApiDocument> => getJson('/openapi.json');
