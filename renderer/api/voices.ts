/** Voices of the library (`/model`), cards that are tried, auditions, and what the packs can do. */
import type { Pronunciation } from '../../engine/contract/speech.ts';
import type { AuditionNode, AuditionRequest } from '../../engine/contract/audition.ts';
import type { RecordingsReport } from '../../engine/contract/recording-check.ts';
import type { VoiceCard } from '../../engine/contract/voice-card.ts';
import type { VoiceCandidate } from '../../engine/contract/voice-design-request.ts';
import { call, getJson } from './client.ts';

/** Where a saved voice comes from. */
export type Origin =
  | { readonly kind: 'designed'; readonly prompt: string | null; readonly seed: number | null }
  | { readonly kind: 'cloned'; readonly recordings: readonly string[]; readonly notices: readonly string[] }
  | { readonly kind: 'mixed'; readonly of: readonly { id: string; title: string; weight: number }[] }
  | { readonly kind: 'edited'; readonly from: string | null };

/** A voice as `/model` tells it; only what the studio shows. */
export interface Model {
  readonly _id: string;
  readonly title: string;
  readonly description: string;
  readonly tags: readonly string[];
  readonly languages: readonly string[];
  readonly marked: boolean;
  readonly created_at: string;
  readonly task_count: number;
  readonly samples: readonly { readonly title: string; readonly text: string; readonly task_id: string }[];
  readonly dramatis: { readonly house: boolean; readonly origin: Origin | null; readonly card: VoiceCard };
}

/** A pack that makes voices of recordings. */
export interface Maker {
  readonly id: string;
  readonly name: string;
  readonly languages: readonly string[];
}

export interface Abilities {
  readonly design: boolean;
  readonly clone: boolean;
  readonly makers: readonly Maker[];
  readonly mix: boolean;
  readonly languages: readonly string[];
}

export const abilities = (): Promise<Abilities> => getJson('/app/voices/abilities');

/** All voices, however many pages they are. */
export async function listModels(): Promise<Model[]> {
  const all: Model[] = [];
  for (let page = 1; ; page++) {
    const { items, has_more } = await getJson<{ items: Model[]; has_more: boolean }>(
      `/model?page_size=100&page_number=${page}`,
    );
    all.push(...items);
    if (!has_more) return all;
  }
}

/** A voice between several, by their ids and weights. */
export interface VoiceMix {
  readonly mix: readonly { readonly id: string; readonly weight: number }[];
}

/** What can be heard: a card, or a mixture, whose card the server makes. */
export type Speaking = VoiceCard | VoiceMix;

/** A new voice: a card and where it comes from, or a mixture, which says that itself. */
export type NewModel = NewVoice & (VoiceMix | { readonly card: VoiceCard; readonly origin: Origin });

interface NewVoice {
  readonly title: string;
  readonly description?: string;
  readonly tags?: readonly string[];
  readonly languages?: readonly string[];
  readonly favourite?: boolean;
}

export const createModel = (json: NewModel): Promise<Model> => getJson('/model', { method: 'POST', json });

export interface NewClone {
  readonly title: string;
  readonly recordings: readonly { readonly audio: Blob; readonly text: string }[];
  /** The statement that the speaker agreed. */
  readonly consent: string;
  /** The pack that makes the voice; undefined: the usual one. */
  readonly pack?: string | undefined;
}

/** A voice from recordings, and what the analysis says about them. */
export async function cloneModel({
  title,
  recordings,
  consent,
  pack,
}: NewClone): Promise<{ model: Model; notices: string[] }> {
  const form = new FormData();
  form.set('title', title);
  form.set('consent', consent);
  if (pack !== undefined) form.set('pack', pack);
  for (const { audio, text } of recordings) {
    form.append('voices', audio, 'recording');
    form.append('texts', text);
  }
  const response = await call('/model', { method: 'POST', form });
  const told = JSON.parse(response.headers.get('x-dramatis-notice') ?? '[]') as { message: string }[];
  return { model: (await response.json()) as Model, notices: told.map(({ message }) => message) };
}

/**
 * What recordings are like, and with `card` how near that voice comes to them. Nothing is made or kept. Takes a fraction
 * of a second, with a card a few seconds.
 */
export function checkRecordings(
  recordings: NewClone['recordings'],
  card: VoiceCard | null,
  signal?: AbortSignal,
): Promise<RecordingsReport> {
  const form = new FormData();
  for (const { audio, text } of recordings) {
    form.append('voices', audio, 'recording');
    if (text !== '') form.append('texts', text);
  }
  if (card) form.set('card', JSON.stringify(card));
  return getJson('/model/check', { method: 'POST', form, ...(signal ? { signal } : {}) });
}

export type ModelChange = Partial<NewVoice & { readonly card: VoiceCard }>;

export async function changeModel(id: string, json: ModelChange): Promise<void> {
  await call(`/model/${encodeURIComponent(id)}`, { method: 'PATCH', json });
}

export async function deleteModel(id: string): Promise<void> {
  await call(`/model/${encodeURIComponent(id)}`, { method: 'DELETE' });
}

/** A voice as one `.dramatis-voice` file. */
export async function exportModel(id: string): Promise<Uint8Array<ArrayBuffer>> {
  return new Uint8Array(await (await call(`/model/${encodeURIComponent(id)}/file`)).arrayBuffer());
}

export const importModel = (bytes: Uint8Array<ArrayBuffer>): Promise<Model> =>
  getJson('/model/file', { method: 'POST', bytes });

export async function modelSample(id: string, file: string): Promise<ArrayBuffer> {
  return (await call(`/model/${encodeURIComponent(id)}/samples/${encodeURIComponent(file)}`)).arrayBuffer();
}

/** A card or a mixture speaks: 16 bit, mono, at STUDIO_RATE. The same card, text and seed give the same samples. */
export async function speakCard(
  voice: Speaking,
  text: string,
  seed: number,
  language: string | null,
  signal?: AbortSignal,
): Promise<Int16Array<ArrayBuffer>> {
  const response = await call('/app/voices/speech', {
    method: 'POST',
    json: { ...('mix' in voice ? voice : { card: voice }), text, seed, language },
    ...(signal ? { signal } : {}),
  });
  return new Int16Array(await response.arrayBuffer());
}

/** A word as an entry of the lexicon has it, in the default voice: 16 bit, mono, at STUDIO_RATE. */
export async function speakEntry(entry: Pronunciation, signal: AbortSignal): Promise<Int16Array<ArrayBuffer>> {
  const response = await call('/app/voices/speech', {
    method: 'POST',
    json: { card: null, lexicon: [entry], text: entry.word, seed: 7, language: entry.language ?? null },
    signal,
  });
  return new Int16Array(await response.arrayBuffer());
}

/** The body of a voice design request, also what "copy as curl" shows. */
export function designBody(request: AuditionRequest): Record<string, unknown> {
  return {
    instruction: request.prompt,
    reference_text: request.text === '' ? null : request.text,
    language: request.language,
    n: request.count,
    num_step: request.steps,
    guidance_scale: request.guidance,
    instruct_guidance_scale: request.promptGuidance,
    seed: request.seed,
  };
}

export async function designVoices(request: AuditionRequest, signal: AbortSignal): Promise<readonly VoiceCandidate[]> {
  const { candidates } = await getJson<{ candidates: VoiceCandidate[] }>('/v1/voice-design', {
    method: 'POST',
    json: designBody(request),
    headers: { model: 'voice-design-1' },
    signal,
  });
  return [...candidates].sort((a, b) => a.index - b.index);
}

export const listAuditions = async (): Promise<readonly AuditionNode[]> =>
  (await getJson<{ nodes: AuditionNode[] }>('/app/auditions')).nodes;

/** Keeps a node with its WAV. */
export async function putAudition(node: AuditionNode, wav: Uint8Array): Promise<void> {
  const head = new TextEncoder().encode(JSON.stringify(node));
  const bytes = new Uint8Array(4 + head.length + wav.length);
  new DataView(bytes.buffer).setUint32(0, head.length, true);
  bytes.set(head, 4);
  bytes.set(wav, 4 + head.length);
  await call(`/app/auditions/${node.id}`, { method: 'PUT', bytes });
}

export async function changeAudition(node: AuditionNode): Promise<void> {
  await call(`/app/auditions/${node.id}`, { method: 'POST', json: node });
}

export const auditionAudio = async (id: string): Promise<ArrayBuffer> =>
  (await call(`/app/auditions/${id}/audio`)).arrayBuffer();

export async function removeAudition(id: string): Promise<void> {
  await call(`/app/auditions/${id}`, { method: 'DELETE' });
}
