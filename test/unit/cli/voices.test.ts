import { copyFile, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { createEncoder } from '../../../engine/audio/encoder.ts';
import { concatBytes } from '../../../engine/audio/samples.ts';
import { Pipeline } from '../../../engine/pipeline.ts';
import { probePack } from '../../../engine/packs/probe.ts';
import { run as say } from '../../../main/cli/say.ts';
import { run } from '../../../main/cli/voices.ts';
import { PackStore } from '../../../main/library/packs/index.ts';
import { openLibrary } from '../../../main/library/index.ts';
import { speechRequest } from '../../bench/request.ts';
import { pocketFiles } from '../packs/families/pocket-files.ts';

vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 });

const TEXT = 'The old captain asked his crew to bring the boat about before the storm arrived.';
let folder: string;
let recording: string;

/** What a command prints. */
async function voices(...args: string[]): Promise<string[]> {
  const lines: string[] = [];
  const log = vi.spyOn(console, 'log').mockImplementation((line: unknown) => void lines.push(String(line)));
  const error = vi.spyOn(console, 'error').mockImplementation(() => undefined);
  try {
    await run([...args, '--data', join(folder, 'data')]);
    return lines;
  } finally {
    log.mockRestore();
    error.mockRestore();
  }
}

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'dramatis-cli-voices-'));
  recording = join(folder, 'captain.wav');
  // A house voice stands in for a person.
  const engine = await Pipeline.load(join(import.meta.dirname, '..', '..', '..', 'models', 'starter'), 1);
  const { card } = engine.stages.pack.voices[0]!;
  const request = speechRequest({ text: TEXT, card, seed: 3, output: { format: 'pcm', sampleRate: 24000 } });
  const parts: Uint8Array[] = [];
  for await (const event of engine.speak(request, new AbortController().signal)) {
    if (event.type === 'audio') parts.push(event.bytes);
  }
  const pcm = Buffer.concat(parts);
  const samples = Float32Array.from({ length: pcm.length >> 1 }, (_, i) => pcm.readInt16LE(2 * i) / 32768);
  const meta = { program: 'test', voice: 'test', seed: 0, samples: samples.length };
  const encoder = await createEncoder({ format: 'wav', sampleRate: 24000 }, meta);
  await writeFile(recording, concatBytes([encoder.encode(samples), encoder.finish()]));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

describe('dramatis voices', () => {
  it('clones, lists, exports, removes and imports', async () => {
    const file = join(folder, 'captain.dramatis-voice');
    const consent = ['--consent', 'The captain agreed.'];
    const [told] = await voices('clone', recording, '--title', 'Captain', '--transcript', TEXT, ...consent);
    const [id, title] = told!.split('\t');
    expect(title).toBe('Captain');
    const saved = (await openLibrary(join(folder, 'data'))).voices.get(id!)!;
    expect(saved).toMatchObject({
      languages: ['en-US'],
      origin: { kind: 'cloned' },
      consent: { statement: 'The captain agreed.', given: 'explicit' },
      samples: [{ title: 'captain.wav', text: TEXT, kind: 'reference' }],
    });

    await voices('export', 'captain', '-o', file);
    await voices('remove', id!);
    await expect(voices('remove', id!)).rejects.toThrow(/no saved voice/);
    expect((await readFile(file)).toString('latin1', 0, 14)).toBe('Dramatis voice');

    const [again] = await voices('import', file);
    expect(again).toMatch(/^[0-9a-f]{32}\tCaptain$/);
    const imported = (await openLibrary(join(folder, 'data'))).voices.get(again!.split('\t')[0]!)!;
    expect(imported).toMatchObject({
      card: saved.card,
      consent: saved.consent,
      imported: { file: expect.any(String) as string },
    });

    const all = await voices();
    expect(all.map((line) => line.split('\t')[1])).toEqual(expect.arrayContaining(['Captain', 'Clara']));
  });

  it('clones with an added pack, which then speaks from the recording', async () => {
    const fixtures = join(import.meta.dirname, '..', '..', 'fixtures', 'packs');
    const store = new PackStore(join(folder, 'data', 'packs'));
    // Its own voice has the name of one of the starter's.
    const files = Object.entries(pocketFiles('clara.wav'));
    for (const [name, file] of files) await copyFile(join(fixtures, file), join(folder, name));
    await store.add(
      files.map(([name]) => join(folder, name)),
      probePack,
    );
    const said = ['--title', 'Zelda', '--consent', 'She agreed.', '--pack', 'pocket'];
    await voices('clone', join(fixtures, 'pocket', 'voice.wav'), ...said);
    const told: string[] = [];
    const speak = async (name: string): Promise<Buffer> => {
      const file = join(folder, 'said.pcm');
      const error = vi.spyOn(console, 'error').mockImplementation((line: unknown) => void told.push(String(line)));
      await say(['Hello there.', '-v', name, '-o', file, '--seed', '3', '--data', join(folder, 'data')]);
      error.mockRestore();
      return readFile(file);
    };
    const own = await speak('pocket/Clara');
    expect(told).toEqual([expect.stringMatching(/s of speech, seed 3$/)]);
    // The pack's own voice is made of the same recording.
    expect((await speak('Zelda')).equals(own)).toBe(true);
    expect(told.splice(0).join()).not.toContain('also called so');
    expect((await speak('Clara')).equals(own)).toBe(false);
    expect(told[0]).toBe('"Clara" is clara of the pack starter; also called so: -v pocket/pocket.');
  });

  it('asks for the words of consent, a title and a transcript for each recording', async () => {
    await expect(voices('clone', recording, '--title', 'X')).rejects.toThrow(/consent/);
    await expect(voices('clone', recording, '--consent', 'Yes.')).rejects.toThrow(/title/);
    const two = ['--transcript', 'a', '--transcript', 'b'];
    await expect(voices('clone', recording, '--title', 'X', '--consent', 'Yes.', ...two)).rejects.toThrow(
      /--transcript/,
    );
    await expect(voices('export', 'nobody', '-o', join(folder, 'x'))).rejects.toThrow(/no saved voice/);
    await expect(voices('sing')).rejects.toThrow(/dramatis voices/);
  });
});
