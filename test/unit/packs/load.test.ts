import { createHash } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { ENVELOPE_BINS } from '../../../engine/contract/voice-card.ts';
import { loadPack } from '../../../engine/packs/load.ts';

const speaker = {
  name: 'ann',
  embedding: [1, 0],
  logF0Mean: 5,
  logF0Sd: 0.2,
  energyScale: 1,
  f0Scale: 1,
  logDurationMean: [2],
  spectrum: new Array<number>(ENVELOPE_BINS).fill(-60),
};
const tables = {
  speakers: [speaker],
  phones: { symbols: ['_'], features: [[0]], classes: [0], others: {} },
  prosody: { codebook: [[0, 0, 0, 0, 0]], languages: ['en'], encoded: 4, state: 4 },
  acoustic: { encoded: 4, context: 3, aperiodicityScale: 1 },
};
const files: Record<string, unknown> = { 'tables.json': tables, 'voices.json': [] };

let folder: string;
beforeEach(async () => void (folder = await mkdtemp(join(tmpdir(), 'pack-'))));
afterEach(() => rm(folder, { recursive: true }));

async function write(change: Record<string, unknown> = {}, manifest: Record<string, unknown> = {}): Promise<void> {
  const facts: Record<string, unknown> = {};
  for (const [name, value] of Object.entries({ ...files, ...change })) {
    const bytes = Buffer.from(JSON.stringify(value));
    await writeFile(join(folder, name), bytes);
    facts[name] = { sha256: createHash('sha256').update(bytes).digest('hex'), bytes: bytes.length };
  }
  const pack = {
    format: 1,
    id: 'test',
    name: 'Test',
    version: '1',
    family: 'dramatis-starter',
    licence: 'MIT',
    sampleRate: 24000,
    languages: ['en'],
    capabilities: { clone: false, design: false, mix: true, exactTimes: true, expression: false },
    files: facts,
    ...manifest,
  };
  await writeFile(join(folder, 'pack.json'), JSON.stringify(pack));
}

const failure = (part: string): unknown =>
  expect.objectContaining({ reason: 'engine_unavailable', message: expect.stringContaining(part) as unknown });

describe('loadPack', () => {
  it('reads the tables and voices of a whole pack', async () => {
    await write();
    const pack = await loadPack(folder);
    expect(pack.tables.speakers[0]!.name).toBe('ann');
    expect(pack.path('tables.json')).toBe(join(folder, 'tables.json'));
    expect(() => pack.path('pack.json')).toThrow();
  });

  it('names the file that is missing, cut or changed', async () => {
    await expect(loadPack(folder)).rejects.toEqual(failure('pack.json'));
    await write();
    await rm(join(folder, 'voices.json'));
    await expect(loadPack(folder)).rejects.toEqual(failure('voices.json'));
    await writeFile(join(folder, 'voices.json'), '[');
    await expect(loadPack(folder)).rejects.toEqual(failure('has 1 bytes'));
    await writeFile(join(folder, 'voices.json'), '{}');
    await expect(loadPack(folder)).rejects.toEqual(failure('SHA-256'));
  });

  it('refuses a file outside the pack', async () => {
    await write({}, { files: { '../secret': { sha256: '0'.repeat(64), bytes: 1 } } });
    await expect(loadPack(folder)).rejects.toEqual(failure('outside'));
  });

  it('refuses a family that it cannot run, and tables that do not fit', async () => {
    await write({}, { family: 'piper' });
    await expect(loadPack(folder)).rejects.toEqual(failure('piper'));
    await write({ 'tables.json': { ...tables, speakers: [speaker, { ...speaker, embedding: [1] }] } });
    await expect(loadPack(folder)).rejects.toEqual(failure('embeddings'));
    await write({ 'voices.json': [{ id: 'x' }] });
    await expect(loadPack(folder)).rejects.toEqual(failure('voices.json'));
  });
});
