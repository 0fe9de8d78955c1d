import { copyFile, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect } from 'vitest';
import type { PackFamily, PackModel, PackSpeech, Utterance } from '../../../../engine/packs/families/family.ts';
import { maskRaw, withRaw } from '../../../../engine/packs/families/raw.ts';
import { PackSource } from '../../../../engine/packs/families/source.ts';
import { createPhonemizer, type Phonemizer } from '../../../../engine/phonemes/index.ts';
import { normalizeText } from '../../../../engine/text/index.ts';

export const FIXTURES = fileURLToPath(new URL('../../../fixtures/packs', import.meta.url));

/** What a reference runtime said; see make.py. */
export interface Expected {
  readonly pack: string;
  readonly text: string;
  readonly ids: readonly number[];
  readonly samples: number;
}

export async function expected(name: string): Promise<Expected & { readonly audio: Float32Array }> {
  const all = JSON.parse(await readFile(join(FIXTURES, 'expected.json'), 'utf8')) as Record<string, Expected>;
  const bytes = await readFile(join(FIXTURES, `${name}.f32`));
  const audio = new Float32Array(new Uint8Array(bytes).buffer);
  return { ...all[name]!, audio };
}

/** A new folder with files of the fixtures (name in the folder: fixture), or with bytes of the test's own. */
export async function folderOf(files: Readonly<Record<string, string | Uint8Array>>): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'pack-'));
  folders.push(folder);
  for (const [name, content] of Object.entries(files)) {
    await mkdir(dirname(join(folder, name)), { recursive: true });
    if (typeof content === 'string') await copyFile(join(FIXTURES, content), join(folder, name));
    else await writeFile(join(folder, name), content);
  }
  return folder;
}

const folders: string[] = [];
export async function removeFolders(): Promise<void> {
  for (const folder of folders.splice(0)) await rm(folder, { recursive: true, force: true });
}

export async function sourceOf(files: Readonly<Record<string, string | Uint8Array>>): Promise<PackSource> {
  return PackSource.read(await folderOf(files));
}

let phonemizer: Promise<Phonemizer> | undefined;
export async function open(family: PackFamily, source: PackSource): Promise<PackModel> {
  return family.open(source, { threads: 1, phonemizer: await (phonemizer ??= createPhonemizer()) });
}

/** An utterance without noise, read as it is written. */
export function utterance(text: string, language: string, change: Partial<Utterance> = {}): Utterance {
  const masked = maskRaw(text);
  const read = normalizeText(masked.text, { language });
  return {
    language,
    tokens: withRaw(read, masked.blocks),
    endsSentence: read.endsSentence,
    speaker: { mix: {} },
    speed: 1,
    variation: 0,
    seed: 1,
    ...change,
  };
}

export async function speak(model: PackModel, wanted: Utterance): Promise<PackSpeech[]> {
  const pieces: PackSpeech[] = [];
  for await (const piece of model.synthesize(wanted, new AbortController().signal)) pieces.push(piece);
  return pieces;
}

/** The same ids, and no sample further away than 1e-4. */
export function expectSame(piece: PackSpeech | undefined, { ids, audio }: Awaited<ReturnType<typeof expected>>): void {
  expect(piece?.ids).toEqual(ids);
  expect(piece?.samples.length).toBe(audio.length);
  const furthest = audio.reduce((most, x, i) => Math.max(most, Math.abs(x - piece!.samples[i]!)), 0);
  expect(furthest).toBeLessThan(1e-4);
  // Silence would be near to nothing but itself.
  expect(audio.some((x) => Math.abs(x) > 0.1)).toBe(true);
}

/** Words in order, inside the piece. */
export function expectTimes({ words, samples }: PackSpeech, rate: number): void {
  let at = 0;
  for (const { start, end } of words) {
    expect(start).toBeGreaterThanOrEqual(at - 1e-9);
    expect(end).toBeGreaterThan(start);
    at = end;
  }
  expect(at).toBeLessThanOrEqual(samples.length / rate + 1e-9);
}

export const refusal = (part: string | RegExp): unknown =>
  expect.objectContaining({ reason: 'invalid_parameter', message: expect.stringMatching(part) as unknown });
