import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { InferenceSession } from 'onnxruntime-node';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { PackRun, PROVIDERS } from '../../../../engine/contract/pack.ts';
import type { SpeechEvent, SpeechRequest } from '../../../../engine/contract/speech.ts';
import type { VoiceCard } from '../../../../engine/contract/voice-card.ts';
import { mixCards } from '../../../../engine/voice/mix.ts';
import { PackPipeline } from '../../../../engine/pack-pipeline.ts';
import { ModelSlot } from '../../../../engine/packs/families/slot.ts';
import type { PackModel } from '../../../../engine/packs/families/family.ts';
import { type FamilyPack, loadFamilyPack } from '../../../../engine/packs/family-pack.ts';
import { hasProvider } from '../../../../engine/packs/session.ts';
import { probePack } from '../../../../engine/packs/probe.ts';
import { createPhonemizer } from '../../../../engine/phonemes/index.ts';
import type { EngineChildListeners, EngineSpawner } from '../../../../main/engine-host/index.ts';
import { probeFolder } from '../../../../main/engine-host/probe.ts';
import { type AddedPack, PackStore } from '../../../../main/library/packs/index.ts';
import { PRODUCT } from '../../../../engine/contract/product.ts';
import { pocketFiles } from './pocket-files.ts';
import { ffprobe } from '../../audio/tools.ts';
import { FIXTURES, folderOf, refusal, removeFolders } from './support.ts';

const PIPER = { 'en_US-many-low.onnx': 'piper-many.onnx', 'en_US-many-low.onnx.json': 'piper-many.onnx.json' };
const KOKORO = { 'model.onnx': 'kokoro-whole-speed.onnx', 'voices-v1.0.bin': 'kokoro-voices.npz' };

const SUPERTONIC = {
  ...Object.fromEntries(
    ['duration_predictor', 'text_encoder', 'vector_estimator', 'vocoder'].map((name) => [
      `onnx/${name}.onnx`,
      `supertonic/${name}.onnx`,
    ]),
  ),
  'onnx/tts.json': 'supertonic/tts.json',
  'onnx/unicode_indexer.json': 'supertonic/unicode_indexer-v3.json',
  'voice_styles/F1.json': 'supertonic/F1.json',
};

let store: PackStore;
let root: string;
beforeAll(async () => void (store = new PackStore((root = await folderOf({})))));
afterAll(removeFolders);

const add = async (files: Record<string, string | Uint8Array>): Promise<AddedPack> =>
  store.add([await folderOf(files)], probePack);
const load = async ({ folder }: AddedPack): Promise<FamilyPack> =>
  loadFamilyPack(folder, { threads: 1, phonemizer: await createPhonemizer() });

describe('adding a pack', () => {
  it('copies what the pack needs, and writes what it is', async () => {
    const card = '# Voice\n* License: CC0-1.0\n';
    const pack = await add({ ...PIPER, MODEL_CARD: Buffer.from(card), 'notes.txt': Buffer.from('mine') });
    expect(pack).toMatchObject({ id: 'piper-en-us-many-low', problem: null });
    expect(pack.manifest).toMatchObject({
      family: 'piper',
      licence: 'CC0-1.0',
      sampleRate: 22050,
      languages: ['en-US'],
      capabilities: { clone: false, mix: false, exactTimes: true },
    });
    expect(Object.keys(pack.manifest!.files).sort()).toEqual(['MODEL_CARD', ...Object.keys(PIPER)].sort());
    expect(existsSync(join(pack.folder, 'notes.txt'))).toBe(false);
    expect(existsSync(join(pack.folder, 'pack.new'))).toBe(false);
    const { voices } = await load(pack);
    expect(voices.map(({ id }) => id)).toEqual(['anna', 'bert', 'cora'].map((name) => `piper-en-us-many-low-${name}`));
    expect(voices[1]!.card).toMatchObject({ pack: pack.id, speaker: { mix: { bert: 1 } }, accent: 'en-US' });
    await expect(add(PIPER)).resolves.toMatchObject({ id: 'piper-en-us-many-low-2' });
    await expect(add(PIPER)).rejects.toEqual(refusal('is there already'));
    expect(store.list()).toHaveLength(2);
    await store.remove('piper-en-us-many-low-2');
    await expect(store.remove('../x')).rejects.toMatchObject({ reason: 'not_found' });
    expect(store.folders()).toEqual([pack.folder]);
  });

  it('takes a graph alone with the JSON beside it, and refuses what is not there', async () => {
    const folder = await folderOf({
      'de-x.onnx': 'piper-text.onnx',
      'de-x.onnx.json': 'piper-text.onnx.json',
      'de-x.onnx_data': Buffer.from('weights'),
    });
    const found: string[] = [];
    const pack = await store.add([join(folder, 'de-x.onnx')], async (path) => {
      found.push(...(await readdir(path)));
      return probePack(path);
    });
    expect(found.sort()).toEqual(['de-x.onnx', 'de-x.onnx.json', 'de-x.onnx_data', 'pack.new']);
    expect(pack).toMatchObject({ id: 'piper-de-x', manifest: { languages: ['de-DE'] } });
    await expect(store.add([join(folder, 'none')], probePack)).rejects.toEqual(refusal('is not there'));
    await expect(add({ 'photo.jpg': Buffer.from('x') })).rejects.toEqual(refusal('no files of a voice pack'));
    await expect(add({ 'a.onnx': Buffer.from('x') })).rejects.toEqual(refusal('cannot be opened'));
    expect(store.list().map(({ id }) => id)).not.toContain('.adding');
  });

  it('leaves a damaged pack out, and does not open one whose files have changed', async () => {
    const pack = await add({ 'e.onnx': 'piper-one.onnx', 'e.onnx.json': 'piper-one.onnx.json' });
    const bytes = await readFile(join(pack.folder, 'e.onnx'));
    bytes[bytes.length - 1]! ^= 1;
    await writeFile(join(pack.folder, 'e.onnx'), bytes);
    const { slot } = await load(pack);
    await expect(slot.take()).rejects.toMatchObject({ message: expect.stringContaining('SHA-256') as unknown });
    await writeFile(join(pack.folder, 'e.onnx'), bytes.subarray(1));
    expect(store.list().find(({ id }) => id === pack.id)?.problem).toContain('e.onnx');
    await expect(load(pack)).rejects.toMatchObject({ reason: 'engine_unavailable' });
    await store.remove(pack.id);
  });

  it('looks at the files in a process of its own', { timeout: 120_000 }, async () => {
    const info = await probeFolder(await folderOf({ ...PIPER, 'pack.new': Buffer.from('') }));
    expect(info.manifest.family).toBe('piper');
    expect(info.speakers).toEqual(['anna', 'bert', 'cora']);
  });

  it('survives what that process does', async () => {
    const probe = (act: (listeners: EngineChildListeners) => void, within = 5000): Promise<unknown> => {
      const spawn: EngineSpawner = (_, listeners) => {
        queueMicrotask(() => act(listeners));
        return { pid: 1, post: () => undefined, kill: () => undefined };
      };
      return probeFolder(root, { within, spawn });
    };
    const error = { reason: 'invalid_parameter', message: 'a.onnx has no input "sid".' } as const;
    await expect(probe((l) => l.onMessage({ type: 'load-failed', error }))).rejects.toEqual(refusal(/^a\.onnx has no/));
    await expect(probe((l) => l.onExit('ended with code 70'))).rejects.toEqual(refusal('ended with code 70'));
    await expect(probe(() => undefined, 10)).rejects.toEqual(refusal('not understood within'));
  });
});

type Of<T extends SpeechEvent['type']> = Extract<SpeechEvent, { type: T }>;

async function speak(
  pack: FamilyPack,
  change: Partial<SpeechRequest> & { text: string },
  signal = new AbortController().signal,
): Promise<{ chunks: Of<'chunk'>[]; notices: string[]; bytes: Buffer; stats: Of<'end'>['stats'] | undefined }> {
  const { sampleRate, id } = pack.manifest;
  const request: SpeechRequest = {
    voices: [{ card: pack.voices[0]!.card }],
    profile: { name: 'm', pack: id, grammar: 's2', multiSpeaker: true, loudness: false, priority: 0, price: 1 },
    output: { format: 'pcm', sampleRate: sampleRate === 24000 ? 24000 : 16000 },
    seed: 1,
    temperature: 0,
    topP: 0.7,
    repetitionPenalty: 1.2,
    maxNewTokens: 1024,
    chunkLength: 300,
    minChunkLength: 50,
    conditionOnPreviousChunks: true,
    earlyStopThreshold: 1,
    latency: 'normal',
    normalize: true,
    speed: 1,
    volume: 0,
    normalizeLoudness: false,
    features: [],
    language: null,
    lexicon: [],
    ...change,
  };
  const events: SpeechEvent[] = [];
  for await (const event of new PackPipeline(pack).speak(request, signal)) events.push(event);
  const only = <T extends SpeechEvent['type']>(type: T): Of<T>[] => events.filter((e): e is Of<T> => e.type === type);
  return {
    chunks: only('chunk'),
    notices: only('notice').map(({ message }) => message),
    bytes: Buffer.concat(only('audio').map(({ bytes }) => bytes)),
    stats: only('end')[0]?.stats,
  };
}

/** In steps of 16 bits, of files of the same length. */
function farthestSample(a: Buffer, b: Buffer): number {
  expect(a.length).toBe(b.length);
  const values = (bytes: Buffer): Int16Array => new Int16Array(Uint8Array.from(bytes).buffer);
  const [one, other] = [values(a), values(b)];
  return one.reduce((most, value, i) => Math.max(most, Math.abs(value - other[i]!)), 0);
}

describe('speaking with a pack', () => {
  let many: FamilyPack;
  let kokoro: FamilyPack;
  beforeAll(async () => {
    many = await load(store.list().find(({ id }) => id === 'piper-en-us-many-low') ?? (await add(PIPER)));
    kokoro = await load(await add(KOKORO));
  });
  const as = (index: number, pack = many): { card: VoiceCard } => ({ card: pack.voices[index]!.card });

  it('plans, times and encodes as the starter does', async () => {
    const text =
      'There are 3 of us. Then a second sentence comes along, and it is a good deal longer than the first one was!\n\n\nThe end.';
    const { chunks, bytes, notices, stats } = await speak(many, { text });
    expect(
      chunks
        .map((chunk) => chunk.text)
        .join('')
        .replace(/\s+/g, ' '),
    ).toBe(text.replace(/\s+/g, ' '));
    expect(chunks.length).toBeGreaterThan(1);
    expect(chunks[0]!.words.map((word) => word.text)).toContain('three');
    let at = 0;
    for (const { offsetSeconds, durationSeconds, words } of chunks) {
      expect(offsetSeconds).toBeGreaterThanOrEqual(at - 1e-9);
      for (const { start, end, from, to } of words) {
        expect(start).toBeGreaterThanOrEqual(offsetSeconds - 1e-9);
        expect(end).toBeLessThanOrEqual(offsetSeconds + durationSeconds + 1e-9);
        expect(text.slice(from, to)).toMatch(/^[\w.!,]+$/);
      }
      at = offsetSeconds + durationSeconds;
    }
    // 16-bit samples at 16 kHz; the pack's rate is another.
    expect(bytes.length / 2 / 16000).toBeCloseTo(at, 1);
    expect(stats).toMatchObject({ chunks: chunks.length });
    // Nobody asked for anything that the pack cannot do.
    expect(notices).toEqual([]);
    const asked = { text, given: ['text', 'seed', 'condition_on_previous_chunks'] };
    expect((await speak(many, asked)).notices).toEqual([expect.stringContaining('condition_on_previous_chunks')]);
    expect((await speak(many, { ...asked, conditionOnPreviousChunks: false })).notices).toEqual([]);
  });

  it('marks its files as synthetic, by what and in whose voice', async () => {
    const voices = [
      { ...as(0), name: 'Ada, Sängerin' },
      { ...as(1), name: 'Bert' },
    ];
    const text = '<|speaker:0|>Hello.<|speaker:1|>And I.';
    const both = 'Ada, Sängerin, Bert';
    const wav = { format: 'wav', sampleRate: 24000 } as const;
    const mp3 = { format: 'mp3', sampleRate: 44100, bitrate: 128 } as const;
    const opus = { format: 'opus', sampleRate: 48000, bitrate: -1000 } as const;
    for (const [output, name, suffix] of [
      [wav, 'title', 'wav'],
      [mp3, 'artist', 'mp3'],
      [opus, 'PERFORMER', 'ogg'],
    ] as const) {
      const { tags } = ffprobe((await speak(many, { text, voices, output })).bytes, suffix);
      const marks = Object.fromEntries(Object.entries(tags).map(([key, value]) => [key.toLowerCase(), value]));
      expect([marks['encoder'], marks['comment'] ?? marks['description'], marks[name.toLowerCase()]]).toEqual([
        `${PRODUCT.name} ${PRODUCT.version}`,
        'synthetic speech',
        both,
      ]);
    }
    // Bare samples have no place for it: the answer's header says it.
    const pcm = (await speak(many, { text, voices, output: { format: 'pcm', sampleRate: 24000 } })).bytes;
    expect(pcm.includes('synthetic')).toBe(false);
  });

  it('gives each speaker a turn, and makes pauses of their exact length', async () => {
    const text = '<|speaker:0|>Hello there. [pause 2 s] Again.<|speaker:2|>And I.';
    const { chunks } = await speak(many, { text, voices: [as(0), as(1), as(2)] });
    expect(chunks.map(({ speaker }) => speaker)).toEqual([0, 0, 2]);
    const [first, second] = chunks as [Of<'chunk'>, Of<'chunk'>];
    expect(second.offsetSeconds - first.offsetSeconds - first.durationSeconds).toBeCloseTo(2, 3);
  });

  it('takes volume, energy, speed, given phonemes and raw ones', async () => {
    const text = 'Hello [[həlˈoʊ]] <|phoneme_start|>HH AH0 L OW1<|phoneme_end|>.';
    const plain = await speak(many, { text });
    expect(plain.chunks[0]!.words).toHaveLength(3);
    expect((await speak(many, { text, speed: 0.5 })).bytes.length).toBeGreaterThan(1.3 * plain.bytes.length);
    const level = ({ bytes }: { bytes: Buffer }): number => {
      let sum = 0;
      for (let i = 0; i < bytes.length; i += 2) sum += bytes.readInt16LE(i) ** 2;
      return 10 * Math.log10(sum / bytes.length);
    };
    const quiet = { ...as(0).card, energy: -6 };
    const soft = await speak(many, { text, volume: -14, voices: [{ card: quiet }] });
    const less = await speak(many, { text, volume: -20 });
    expect(level(soft)).toBeCloseTo(level(less), 1);
  });

  it('tells what it cannot do, and refuses what would be another thing', async () => {
    const card = { ...as(0).card, pitch: { semitones: 3, range: 1 }, roughness: 0.5 };
    const { notices } = await speak(many, {
      text: '[sad] Hello.',
      voices: [{ card }],
      temperature: 0.7,
      given: ['seed', 'top_p'],
      topP: 0.2,
      features: ['quality-guard'],
    });
    const told = notices.join('\n');
    for (const part of ['[sad] is not performed', 'pitch, roughness', 'top_p:', 'seed:', '"quality-guard"'])
      expect(told).toContain(part);
    await expect(speak(many, { text: 'Hallo.', language: 'de' })).rejects.toMatchObject({
      reason: 'unsupported_by_model',
    });
    await expect(speak(many, { text: 'Hello.', voices: [{ references: [] }] })).rejects.toMatchObject({
      reason: 'unsupported_by_model',
    });
    await expect(speak(many, { text: 'Hello.', voices: [as(0, kokoro)] })).rejects.toMatchObject({
      reason: 'unknown_voice',
    });
    await expect(speak(many, { text: '...' })).rejects.toMatchObject({ reason: 'nothing_to_say' });
  });

  it('speaks at any speed with a graph that has whole ones alone', async () => {
    const seconds = async (speed: number): Promise<number> =>
      (await speak(kokoro, { text: 'Hello there, all of you.', speed })).chunks[0]!.durationSeconds;
    const [one, two] = [await seconds(1), await seconds(2)];
    expect(two).toBeLessThan(one);
    // 1.25 is the graph's own 1, stretched; 1.6 is its 2, slowed down.
    expect((await seconds(1.25)) * 1.25).toBeCloseTo(one, 2);
    expect((await seconds(1.6)) * 1.6).toBeCloseTo(2 * two, 2);
  });

  it('speaks in the voice of recordings, in parts, at any speed', async () => {
    const pocket = await load(await add(pocketFiles('alba.wav', 'onnx/')));
    const audio = await readFile(join(FIXTURES, 'pocket/voice.wav'));
    const text = 'Hello there, my friend.';
    const own = await speak(pocket, { text });
    expect(own.chunks.length).toBeGreaterThan(1);
    expect(own.chunks.map((chunk) => chunk.text).join('')).toBe(text);
    const same = await speak(pocket, { text, voices: [{ references: [{ audio, text: '' }] }] });
    expect(same.bytes.equals(own.bytes)).toBe(true);
    const slow = await speak(pocket, { text, speed: 0.5 });
    expect(slow.bytes.length).toBe(2 * own.bytes.length);
    const words = slow.chunks.flatMap((chunk) => chunk.words);
    expect(words.map((word) => word.text)).toEqual(['Hello', 'there', 'my', 'friend']);
    for (const [i, { start, end }] of words.entries()) {
      expect(end).toBeGreaterThan(start);
      expect(start).toBeGreaterThanOrEqual(i === 0 ? 0 : words[i - 1]!.end - 1e-6);
    }
    const given = 'Say <|phoneme_start|>HH AH0 L OW1<|phoneme_end|> twice.';
    expect((await speak(pocket, { text: given })).notices.join()).toContain('reads letters');
    const bad = [{ references: [{ audio: Buffer.from('x'), text: '' }] }];
    await expect(speak(pocket, { text, voices: bad })).rejects.toMatchObject({ reason: 'invalid_reference_audio' });
  });

  it('reads a text in its own language, where the pack has it', async () => {
    const supertonic = await load(await add(SUPERTONIC));
    const ids = async (text: string, language: string | null): Promise<number | undefined> =>
      (await speak(supertonic, { text, language })).stats?.phones;
    const russian = 'Добрый день, как дела?';
    const read = await ids(russian, null);
    expect(read).toBe(await ids(russian, 'ru'));
    expect(read).toBe('<ru></ru>'.length + russian.normalize('NFKD').length);
    const { notices } = await speak(supertonic, { text: 'Hello.', temperature: 0.7 });
    expect(notices).toEqual([]);
    await expect(speak(supertonic, { text: '你好。', language: 'cmn' })).rejects.toMatchObject({
      reason: 'unsupported_by_model',
    });
  });

  describe('where it runs', () => {
    const loadAs = async (run: Partial<PackRun>, of: FamilyPack = many): Promise<FamilyPack> => {
      const pack = store.list().find(({ id }) => id === of.manifest.id)!;
      const runs = { [pack.id]: PackRun.parse(run) };
      return loadFamilyPack(pack.folder, { threads: 1, runs, phonemizer: await createPhonemizer() });
    };

    it.each(PROVIDERS.filter((provider) => provider !== 'cpu'))(
      'falls back from %s to the processor where it is not to be had, and tells of it',
      async (provider) => {
        const told = vi.spyOn(process.stderr, 'write').mockReturnValue(true);
        const pack = await loadAs({ provider });
        const plain = await speak(many, { text: 'Hello.' });
        const { bytes, notices } = await speak(pack, { text: 'Hello.' });
        // Where this computer has it, nothing is told.
        if (pack.fallback() === null) return;
        expect(bytes.equals(plain.bytes)).toBe(true);
        expect(notices[0]).toMatch(new RegExp(`^${provider} cannot be used, so the processor is: .`));
        expect(told.mock.calls.join()).toContain('cannot be used');
        told.mockRestore();
      },
    );

    const other = PROVIDERS.find((provider) => provider !== 'cpu' && hasProvider(provider));
    it.runIf(other !== undefined)('runs on the processor as a whole where one of its graphs must', async () => {
      const supertonic = await load(store.list().find(({ id }) => id === 'supertonic') ?? (await add(SUPERTONIC)));
      const plain = await speak(supertonic, { text: 'Hello.' });
      const told = vi.spyOn(process.stderr, 'write').mockReturnValue(true);
      // A device that this computer need not have: it takes the first two graphs.
      const create: (path: string, options: object) => Promise<InferenceSession> =
        InferenceSession.create.bind(InferenceSession);
      const [there, onProcessor]: [string[], string[]] = [[], []];
      const open = async (path: string, options: InferenceSession.SessionOptions): Promise<InferenceSession> => {
        const elsewhere = options.executionProviders?.[0] === other;
        (elsewhere ? there : onProcessor).push(basename(path, '.onnx'));
        if (elsewhere && there.length > 2) throw new Error('it does not run there');
        return create(path, { ...options, executionProviders: ['cpu'] });
      };
      vi.spyOn(InferenceSession, 'create').mockImplementation(open as never);
      const { bytes, notices } = await speak(await loadAs({ provider: other! }, supertonic), { text: 'Hello.' });
      expect(there).toHaveLength(3);
      expect(onProcessor).toEqual([...there.slice(2), 'vocoder', ...there, 'vocoder']);
      expect(bytes.equals(plain.bytes)).toBe(true);
      expect(notices).toEqual([`${other} cannot be used, so the processor is: it does not run there.`]);
      expect(told).toHaveBeenCalledOnce();
      vi.restoreAllMocks();
    });

    it('takes threads of its own, and gives memory back where it may not have much', async () => {
      const plain = await speak(many, { text: 'Hello.' });
      const opened = vi.spyOn(InferenceSession, 'create');
      const options = async (run: Partial<PackRun>): Promise<unknown> => {
        opened.mockClear();
        const { bytes } = await speak(await loadAs(run), { text: 'Hello.' });
        // Sums are taken in another order by other threads: a step of 16 bits more or less.
        expect(farthestSample(bytes, plain.bytes)).toBeLessThanOrEqual(1);
        return opened.mock.lastCall?.[1];
      };
      const told = { intraOpNumThreads: 2, enableCpuMemArena: false, executionProviders: ['cpu'] };
      expect(await options({ threads: 2, memoryMb: 500 })).toMatchObject(told);
      // Without a number of its own it has that of the engine.
      expect(await options({})).toMatchObject({ intraOpNumThreads: 1, enableCpuMemArena: true });
      opened.mockRestore();
    });

    it('is not opened where it needs more memory than it may have', async () => {
      const pack = await loadAs({ memoryMb: 16 });
      pack.manifest.files['en_US-many-low.onnx']!.bytes = 64 * 1024 ** 2;
      await expect(speak(pack, { text: 'Hello.' })).rejects.toMatchObject({
        reason: 'engine_unavailable',
        message: expect.stringMatching(/needs 65 MB .* allow it 16 MB/) as unknown,
      });
    });

    it('says nothing on the error output but what it tells itself', { timeout: 30_000 }, async () => {
      const source = pathToFileURL(join(import.meta.dirname, '../../../../engine/packs/families/source.ts')).href;
      const code = `const { PackSource } = await import(${JSON.stringify(source)});
        const files = await PackSource.read(${JSON.stringify(FIXTURES)});
        const source = files.running({ provider: 'cuda', memoryMb: null });
        await source.session('piper-one.onnx', 1);
        console.log(source.fallback);`;
      const args = ['--import', 'tsx', '--input-type=module', '--eval', code];
      const { stdout, stderr } = await promisify(execFile)(process.execPath, args);
      const lines = stderr.split('\n').filter((line) => line !== '');
      expect(lines).toEqual(stdout.trim() === 'null' ? [] : [expect.stringContaining(stdout.trim())]);
      expect(stdout).not.toMatch(/onnxruntime|\.so\b/i);
    });
  });

  it('mixes voices whose styles are vectors, and no others', async () => {
    const [one, two] = [as(0, kokoro).card, as(1, kokoro).card];
    const say = async (card: VoiceCard): Promise<Buffer> =>
      (await speak(kokoro, { text: 'Hello.', voices: [{ card }] })).bytes;
    const mixed = await say(mixCards(one, two, 0.5));
    for (const card of [one, two]) expect(mixed.equals(await say(card))).toBe(false);
    expect((await say(mixCards(one, two, 0))).equals(await say(one))).toBe(true);
    const voices = [{ card: mixCards(as(0).card, as(1).card, 0.5) }];
    await expect(speak(many, { text: 'Hello.', voices })).rejects.toMatchObject({ reason: 'unsupported_by_model' });
  });

  it('speaks with two packs at the same time as with each alone', async () => {
    const text = 'Good morning to all of you.';
    const alone = [await speak(many, { text }), await speak(kokoro, { text })];
    const together = await Promise.all([speak(many, { text }), speak(kokoro, { text })]);
    together.forEach(({ bytes }, i) => expect(bytes.equals(alone[i]!.bytes)).toBe(true));
  });

  it('ends early when it is told to', async () => {
    const controller = new AbortController();
    controller.abort();
    expect(await speak(many, { text: 'Hello.' }, controller.signal)).toMatchObject({ chunks: [], stats: undefined });
  });
});

describe('ModelSlot', () => {
  it('opens a model once, lets it go when nobody needs it, and opens it again', async () => {
    const log: string[] = [];
    const open = async (): Promise<PackModel> => {
      log.push('open');
      return { dispose: async () => void log.push('dispose') } as unknown as PackModel;
    };
    const slot = new ModelSlot(open, () => 0);
    expect(await slot.take()).toBe(await slot.take());
    slot.give();
    await new Promise((resolve) => setTimeout(resolve, 20));
    expect(slot.isOpen).toBe(true);
    slot.give();
    await expect.poll(() => log).toEqual(['open', 'dispose']);
    expect(slot.isOpen).toBe(false);
    await slot.take();
    expect(log).toEqual(['open', 'dispose', 'open']);
  });

  it('lets a model go that waits when memory becomes short', async () => {
    vi.useFakeTimers();
    try {
      let stays = 600_000;
      const dispose = vi.fn(() => Promise.resolve());
      const slot = new ModelSlot(
        () => Promise.resolve({ dispose } as unknown as PackModel),
        () => stays,
      );
      await slot.take();
      slot.give();
      await vi.advanceTimersByTimeAsync(60_000);
      expect(slot.isOpen).toBe(true);
      stays = 5_000;
      await vi.advanceTimersByTimeAsync(5_000);
      expect(slot.isOpen).toBe(false);
      expect(dispose).toHaveBeenCalledOnce();
    } finally {
      vi.useRealTimers();
    }
  });
});
