import { spawn } from 'node:child_process';
import { mkdir, mkdtemp, readdir, readFile, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { VoiceCard } from '../../../engine/contract/voice-card.ts';
import { packVoice, unpackVoice } from '../../../main/library/voices/bundle.ts';
import { VoiceLibrary, type NewVoice } from '../../../main/library/voices/index.ts';
import { VoiceUses } from '../../../main/library/voices/uses.ts';

const wav = (byte: number): Uint8Array => {
  const bytes = new Uint8Array(64).fill(byte);
  bytes.set(Buffer.from('RIFF....WAVE', 'latin1'));
  return bytes;
};
const png = Uint8Array.from([...Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'), 1, 2, 3]);
const card = VoiceCard.parse({ speaker: { mix: { ada: 0.25, bo: 0.75 } }, pitch: { semitones: -2.5 }, tract: 0.91 });
const at = (day: number): Date => new Date(Date.UTC(2026, 0, day));

const made = (fields: Partial<NewVoice> = {}): NewVoice => ({
  title: 'Old Harbour Master / Ärger',
  description: 'Deep and slow.',
  tags: ['deep', 'slow'],
  languages: ['en-GB'],
  visibility: 'private',
  favourite: false,
  author: { id: 'k', name: 'Key' },
  origin: { kind: 'cloned', recordings: ['a'.repeat(64)], notices: [] },
  imported: null,
  consent: { statement: 'He agreed in writing.', given: 'explicit', by: 'Key', at: at(1).toISOString() },
  cover: png,
  samples: [
    { title: 'One', text: 'Hello there.', kind: 'reference', audio: wav(1) },
    { title: 'Two', text: '', kind: 'reference', audio: wav(2) },
  ],
  card,
  ...fields,
});

let root: string;
let voices: VoiceLibrary;
beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'dramatis-voices-'));
  voices = new VoiceLibrary(root);
});
afterEach(() => rm(root, { recursive: true, force: true }));

describe('a saved voice', () => {
  it('is a folder that a person can read: record, recordings, picture', async () => {
    const saved = await voices.create(made(), at(1));
    const [folder] = await readdir(root);
    expect(folder).toBe(`old-harbour-master-ärger-${saved.id.slice(0, 8)}`);
    expect((await readdir(join(root, folder!))).sort()).toEqual([
      'cover.png',
      'sample-1.wav',
      'sample-2.wav',
      'voice.json',
    ]);
    const record = JSON.parse(await readFile(join(root, folder!, 'voice.json'), 'utf8')) as object;
    expect(record).toMatchObject({
      title: 'Old Harbour Master / Ärger',
      consent: { statement: 'He agreed in writing.' },
    });
    expect(await voices.read(saved.id, 'sample-2.wav')).toEqual(wav(2));
    expect(new VoiceLibrary(root).get(saved.id)).toEqual(saved);
    expect(saved.card).toEqual(card);
  });

  it('changes what is asked for and keeps the rest, picture too', async () => {
    const saved = await voices.create(made(), at(1));
    const changed = await voices.update(saved.id, { title: 'Pilot', favourite: true }, at(2));
    expect(changed).toEqual({ ...saved, title: 'Pilot', favourite: true, updatedAt: at(2).toISOString() });
    const gif = Uint8Array.from([...Buffer.from('GIF89a'), 1, 2, 3, 4, 5, 6]);
    expect((await voices.update(saved.id, { cover: gif }, at(3))).cover).toBe('cover.gif');
    const [folder] = await readdir(root);
    expect((await readdir(join(root, folder!))).filter((name) => name.startsWith('cover'))).toEqual(['cover.gif']);
    expect((await voices.update(saved.id, { cover: null }, at(3))).cover).toBeNull();
    await expect(voices.update(saved.id, { cover: wav(1) }, at(3))).rejects.toMatchObject({
      reason: 'invalid_parameter',
    });
    expect(new VoiceLibrary(root).get(saved.id)?.title).toBe('Pilot');
  });

  it('goes, and is then unknown', async () => {
    const first = await voices.create(made({ title: 'First' }), at(1));
    const second = await voices.create(made({ title: 'Second' }), at(2));
    expect(voices.list().map(({ title }) => title)).toEqual(['Second', 'First']);
    await voices.remove(first.id);
    expect(voices.list().map(({ id }) => id)).toEqual([second.id]);
    expect(await readdir(root)).toHaveLength(1);
    await expect(voices.remove(first.id)).rejects.toMatchObject({ reason: 'not_found' });
    await expect(voices.read(second.id, '../../keys.json')).rejects.toMatchObject({ reason: 'not_found' });
  });

  it('is seen when another program brings, edits or takes it', async () => {
    const saved = await voices.create(made(), at(1));
    const other = new VoiceLibrary(root);
    expect(other.get(saved.id)?.title).toBe(saved.title);
    await voices.update(saved.id, { title: 'Renamed elsewhere' }, at(2));
    expect(other.get(saved.id)?.title).toBe('Renamed elsewhere');
    await voices.remove(saved.id);
    expect(other.get(saved.id)).toBeUndefined();
  });

  it('whose record a person has broken is told of, and does not hide the others', async () => {
    const said = vi.spyOn(process.stderr, 'write').mockReturnValue(true);
    const good = await voices.create(made({ title: 'Good' }), at(1));
    await mkdir(join(root, 'broken-1'));
    await writeFile(join(root, 'broken-1', 'voice.json'), '{"title": ');
    expect(new VoiceLibrary(root).list().map(({ id }) => id)).toEqual([good.id]);
    expect(said.mock.calls.join('')).toContain('mend it or move it away');
    said.mockRestore();
  });

  it('that a crash left half made is never seen, and is cleared away when it is old', async () => {
    const saved = await voices.create(made(), at(1));
    for (const name of ['.new-1', '.gone-2']) await mkdir(join(root, name));
    await writeFile(join(root, '.new-1', 'sample-1.wav'), wav(1));
    await utimes(join(root, '.gone-2'), 1, 1);
    const reopened = new VoiceLibrary(root);
    await reopened.tidy(Date.now());
    expect(reopened.list().map(({ id }) => id)).toEqual([saved.id]);
    const left = await readdir(root);
    expect(left).toContain('.new-1');
    expect(left).not.toContain('.gone-2');
  });

  it('is there whole or not at all when the program is killed while it saves', async () => {
    const script = join(import.meta.dirname, 'support', 'save-forever.ts');
    const told: string[] = [];
    for (let round = 0; round < 3; round++) {
      const child = spawn(process.execPath, ['--import', 'tsx', script, root], {
        stdio: ['ignore', 'pipe', 'inherit'],
      });
      const ended = new Promise((resolve) => child.once('close', resolve));
      const before = told.length;
      createInterface({ input: child.stdout }).on('line', (id) => {
        told.push(id);
        // Killed at another moment of the next voice each time.
        if (told.length === before + 4) setTimeout(() => child.kill('SIGKILL'), round * 3);
      });
      await ended;
    }
    const after = new VoiceLibrary(root);
    const found = new Map(after.list().map((voice) => [voice.id, voice]));
    expect(told.length).toBeGreaterThanOrEqual(12);
    for (const id of told) expect(found.get(id)).toMatchObject({ favourite: true });
    for (const { id, samples } of found.values()) {
      for (const { file } of samples) expect(await after.read(id, file)).toHaveLength(200_000);
    }
  });

  it('is refused what is no recording', async () => {
    const bad = made({ samples: [{ title: 'x', text: '', kind: 'reference', audio: new Uint8Array(64) }] });
    await expect(voices.create(bad, at(1))).rejects.toMatchObject({ reason: 'invalid_parameter' });
    expect(await readdir(root)).toEqual([]);
  });
});

describe('a voice file', () => {
  it('brings everything to another library, under a new id', async () => {
    const saved = await voices.create(made(), at(1));
    const { bundle } = await voices.export(saved.id);
    const elsewhere = new VoiceLibrary(join(root, 'elsewhere'));
    const taken = await elsewhere.import(bundle, 'pilot.dramatis-voice', at(5));
    expect(taken.id).not.toBe(saved.id);
    const { card: brought, origin, consent, title, samples } = taken;
    expect({ card: brought, origin, consent, title, samples }).toEqual({
      card: saved.card,
      origin: saved.origin,
      consent: saved.consent,
      title: saved.title,
      samples: saved.samples,
    });
    expect(taken.imported).toEqual({ at: at(5).toISOString(), file: 'pilot.dramatis-voice' });
    expect(await elsewhere.read(taken.id, 'sample-1.wav')).toEqual(wav(1));
    expect(await elsewhere.read(taken.id, 'cover.png')).toEqual(png);
  });

  it('is refused when it is cut off, damaged, too long, or holds what it should not', async () => {
    const { voice, bundle } = await voices.export((await voices.create(made(), at(1))).id);
    const files = unpackVoice(bundle).files;
    const flipped = bundle.slice();
    flipped[flipped.length - 5]! ^= 1;
    const cases: [Uint8Array, RegExp][] = [
      [bundle.subarray(0, bundle.length - 1), /cut off/],
      [bundle.subarray(0, 40), /cut off/],
      [new Uint8Array(0), /does not begin/],
      [wav(1), /does not begin/],
      [Uint8Array.from([...bundle, 0]), /after its end/],
      [flipped, /damaged/],
      [packVoice(voice, new Map([...files].slice(1))), /lacks the file/],
      [packVoice(voice, new Map([...files, ['cover.gif', png]])), /does not name/],
      [packVoice(voice, new Map([...files].map(([name]) => [name, wav(3)]))), /not what its name says/],
      [packVoice({ ...voice, title: '' }, files), /title/],
      [packVoice({ ...voice, samples: [{ ...voice.samples[0]!, file: '../x.wav' }] }, files), /samples/],
    ];
    for (const [bytes, said] of cases) expect(() => unpackVoice(bytes)).toThrow(said);
    for (let length = 0; length < bundle.length; length += 97) {
      expect(() => unpackVoice(bundle.subarray(0, length))).toThrow(/The voice file/);
    }
  });
});

describe('uses of a voice', () => {
  it('are counted, and outlive the program', async () => {
    const uses = new VoiceUses(join(root, 'uses.json'));
    for (let i = 0; i < 3; i++) uses.count('a');
    expect(uses.of('a')).toBe(3);
    await uses.flush();
    uses.count('a');
    expect(uses.of('a')).toBe(4);
    await uses.flush();
    expect(new VoiceUses(join(root, 'uses.json')).of('a')).toBe(4);
    expect(uses.of('b')).toBe(0);
  });
});
