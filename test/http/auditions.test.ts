import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { AuditionNode } from '../../engine/contract/audition.ts';
import { VoiceCard } from '../../engine/contract/voice-card.ts';
import { Auditions } from '../../main/library/auditions.ts';
import type { FakeEngine } from './support/fake-engine.ts';
import { serveFake, type Served } from './support/serve.ts';

const card = VoiceCard.parse({ speaker: { mix: { one: 1 } }, pitch: { semitones: -3 } });
const node = (id: string, fields: Partial<AuditionNode> = {}): AuditionNode => ({
  id,
  parent: null,
  how: 'prompt',
  batch: '00000000000000ba',
  index: 0,
  request: { prompt: 'A', language: null, text: '', count: 2, seed: 1, steps: 32, guidance: 2, promptGuidance: 0 },
  card,
  seconds: 1,
  kept: false,
  rank: null,
  of: [],
  made: 1,
  ...fields,
});
const A = '000000000000000a';
const B = '000000000000000b';
const wav = Buffer.from('RIFF----WAVE of a test');

function packed(described: unknown): Buffer {
  const head = Buffer.from(JSON.stringify(described));
  const length = Buffer.alloc(4);
  length.writeUInt32LE(head.length);
  return Buffer.concat([length, head, wav]);
}

let served: Served<FakeEngine>;
beforeAll(async () => {
  served = await serveFake();
});
afterAll(() => served.close());

const app = (path: string, init: RequestInit = {}): Promise<Response> =>
  served.fetch(path, { ...init, headers: { Authorization: `Bearer ${served.server.launchToken}`, ...init.headers } });
const put = (id: string, body: Buffer): Promise<Response> =>
  app(`/app/auditions/${id}`, {
    method: 'PUT',
    headers: { 'content-type': 'application/octet-stream' },
    body: new Uint8Array(body),
  });
const json = (path: string, body: unknown): Promise<Response> =>
  app(path, { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) });

describe('auditions', () => {
  it('are for the studio alone', async () => {
    expect((await served.fetch('/app/auditions')).status).toBe(403);
  });

  it('are kept with their audio, changed, and found again by whoever opens the folder next', async () => {
    expect((await put(A, packed(node(A)))).status).toBe(204);
    expect((await put(B, packed(node(B, { parent: A, how: 'like', made: 2 })))).status).toBe(204);
    expect((await json(`/app/auditions/${A}`, node(A, { kept: true, rank: 1 }))).status).toBe(204);
    const again = await new Auditions(join(served.library.paths.root, 'auditions')).list();
    expect(again).toEqual([node(A, { kept: true, rank: 1 }), node(B, { parent: A, how: 'like', made: 2 })]);
    const audio = await app(`/app/auditions/${B}/audio`);
    expect(Buffer.from(await audio.arrayBuffer())).toEqual(wav);
    expect((await app(`/app/auditions/${B}`, { method: 'DELETE' })).status).toBe(204);
    expect(await (await app('/app/auditions')).json()).toEqual({ nodes: [node(A, { kept: true, rank: 1 })] });
    expect((await app(`/app/auditions/${B}/audio`)).status).toBe(404);
  });

  it('refuse what is no node, and names that lead elsewhere', async () => {
    expect((await put(A, packed({ ...node(A), rank: 9 }))).status).toBe(422);
    expect((await put(A, Buffer.from('nonsense'))).status).toBe(400);
    expect((await put(B, packed(node(A)))).status).toBe(400);
    expect((await app('/app/auditions/..%2Fkeys', { method: 'DELETE' })).status).toBe(400);
    expect((await json(`/app/auditions/${B}`, node(B))).status).toBe(404);
  });

  it('make room by the oldest that nobody kept', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'dramatis-auditions-'));
    const auditions = new Auditions(folder, 3);
    const ids = ['1', '2', '3', '4', '5'].map((digit) => digit.padStart(16, '0'));
    for (const [i, id] of ids.entries()) await auditions.put(node(id, { made: i, kept: i === 0 }), wav);
    expect((await auditions.list()).map(({ id }) => id)).toEqual([ids[0], ids[3], ids[4]]);
    expect(await readdir(folder)).toHaveLength(6);
    await rm(folder, { recursive: true });
  });
});

describe('a card that is tried', () => {
  it('speaks without being in the library', async () => {
    const response = await json('/app/voices/speech', { card, text: 'Good evening.', seed: 5 });
    expect(response.status).toBe(200);
    expect((await response.arrayBuffer()).byteLength).toBeGreaterThan(8_000);
    expect(served.engine.requests.at(-1)).toMatchObject({ seed: 5, text: 'Good evening.', voices: [{ card }] });
  });

  it('is refused when it is none, or has nothing to say', async () => {
    expect((await json('/app/voices/speech', { card: {}, text: 'Hello', seed: 5 })).status).toBe(422);
    expect((await json('/app/voices/speech', { card, text: '  ', seed: 5 })).status).toBe(400);
  });
});
