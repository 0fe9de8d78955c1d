import { appendFile, mkdtemp, readFile, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { Exports } from '../../../main/library/exports/index.ts';
import { compareFiles, Manifest } from '../../../main/library/exports/manifest.ts';
import { mix, TAKE_RATE } from '../../../main/library/exports/mix.ts';
import type { ExportClip, ExportOrder } from '../../../engine/contract/studio.ts';
import { Takes } from '../../../main/library/takes.ts';

const key = (letter: string): string => `${letter.repeat(32)}-00000001`;
const clip = (take: string, start: number, speaker: string, level = 0): ExportClip => ({
  take,
  start,
  level,
  speaker,
  text: `Words of ${speaker}.`,
  line: take.slice(0, 4),
  seed: 1,
  voice: 'clara',
  request: {},
});
const constant = (seconds: number, value: number): Int16Array =>
  new Int16Array(Math.round(seconds * TAKE_RATE)).fill(value);

async function whole(
  clips: readonly ExportClip[],
  samples: number,
  takes: Record<string, Int16Array>,
): Promise<Float32Array> {
  const blocks: Float32Array[] = [];
  for await (const block of mix(clips, samples, (name) => Promise.resolve(takes[name]!))) blocks.push(block);
  const out = new Float32Array(blocks.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const block of blocks) {
    out.set(block, at);
    at += block.length;
  }
  return out;
}

describe('the mix', () => {
  it('puts takes where they belong to the sample, adds where they overlap, and applies levels', async () => {
    const takes = { [key('a')]: constant(1, 8192), [key('b')]: constant(1, 8192) };
    const out = await whole(
      [clip(key('b'), 0.7, 'B', 20 * Math.log10(0.5)), clip(key('a'), 0, 'A')],
      2 * TAKE_RATE,
      takes,
    );
    const at = (seconds: number): number => out[Math.round(seconds * TAKE_RATE)]!;
    expect(out).toHaveLength(2 * TAKE_RATE);
    expect(at(0)).toBe(0.25);
    expect(out[Math.round(0.7 * TAKE_RATE) - 1]).toBe(0.25);
    expect(at(0.7)).toBeCloseTo(0.375, 6);
    expect(out[TAKE_RATE]).toBeCloseTo(0.125, 6);
    expect(out[Math.round(1.7 * TAKE_RATE)]).toBe(0);
  });
});

describe('exports', () => {
  let root: string;
  let exports: Exports;
  const order = (fields: Partial<ExportOrder>): ExportOrder => ({
    title: 'My / Scene',
    layout: 'mix',
    format: 'wav',
    sampleRate: 44_100,
    bitrate: null,
    srt: true,
    vtt: true,
    manifest: true,
    clips: [clip(key('a'), 0, 'Anna'), clip(key('b'), 1.25, 'Bram')],
    ...fields,
  });
  const provenance = { program: 'Dramatis test', models: [] };
  const finished = (id: string): ReturnType<Exports['finished']> => exports.finished(id);

  beforeEach(async () => {
    root = await mkdtemp(join(tmpdir(), 'dramatis-exports-'));
    const takes = new Takes(join(root, 'takes'));
    const info = { sampleRate: TAKE_RATE, seconds: 1, words: [] };
    const tone = Int16Array.from({ length: TAKE_RATE }, (_, n) =>
      Math.round(12_000 * Math.sin((2 * Math.PI * 440 * n) / TAKE_RATE)),
    );
    for (const name of ['a', 'b']) await takes.put(key(name), info, new Uint8Array(tone.buffer));
    exports = new Exports(join(root, 'exports'), takes);
  });
  afterEach(() => rm(root, { recursive: true, force: true }));

  it('writes a mix with captions and a manifest into a folder of its own', async () => {
    const status = await finished(exports.start(order({}), provenance).id);
    expect(status).toMatchObject({ state: 'done', progress: 1, message: null });
    expect((await readdir(status.folder)).sort()).toEqual([
      'My Scene.manifest.json',
      'My Scene.srt',
      'My Scene.vtt',
      'My Scene.wav',
    ]);
    const wav = await readFile(join(status.folder, 'My Scene.wav'));
    const data = wav.indexOf('data');
    expect(wav.readUInt32LE(data + 4)).toBe(2 * Math.round(2.25 * TAKE_RATE));
    expect(status.truePeak).toBeCloseTo(20 * Math.log10(12_000 / 32_768), 1);
    expect(await readFile(join(status.folder, 'My Scene.srt'), 'utf8')).toContain(
      '00:00:01,250 --> 00:00:02,250\nBram: Words of Bram.',
    );
    const again = await finished(exports.start(order({}), provenance).id);
    expect(again.folder).not.toBe(status.folder);
    const manifest = Manifest.parse(JSON.parse(await readFile(join(status.folder, 'My Scene.manifest.json'), 'utf8')));
    expect(await compareFiles(manifest, again.folder)).toEqual([{ name: 'My Scene.wav', same: true }]);
    await appendFile(join(again.folder, 'My Scene.wav'), 'x');
    expect(await compareFiles(manifest, again.folder)).toEqual([{ name: 'My Scene.wav', same: false }]);
  });

  it('keeps loud scenes below -1 dBTP', async () => {
    const status = await finished(
      exports.start(order({ clips: [clip(key('a'), 0, 'A', 12), clip(key('b'), 0, 'B', 12)] }), provenance).id,
    );
    expect(status.truePeak).toBeLessThan(-0.9);
    expect(status.truePeak).toBeGreaterThan(-1.3);
  });

  it('leaves nothing behind when it is cancelled', async () => {
    const { id } = exports.start(
      order({ clips: Array.from({ length: 400 }, (_, i) => clip(key('a'), i, 'A')) }),
      provenance,
    );
    exports.cancel(id);
    expect((await finished(id)).state).toBe('cancelled');
    expect(await readdir(join(root, 'exports')).catch(() => [])).toEqual([]);
  });

  it('fails with a sentence when a take is missing, and refuses what a format does not have', async () => {
    const status = await finished(exports.start(order({ clips: [clip(key('c'), 0, 'A')] }), provenance).id);
    expect(status).toMatchObject({ state: 'failed', message: expect.stringContaining('not on the disk') as string });
    expect(() => exports.start(order({ format: 'mp3', sampleRate: 8000, bitrate: 128 }), provenance)).toThrow(
      /sampleRate: 8000/,
    );
    expect(() => exports.start(order({ format: 'opus', sampleRate: 48_000, bitrate: 1 }), provenance)).toThrow(
      /bitrate: 1/,
    );
  });
});
