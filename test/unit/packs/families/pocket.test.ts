import { readFile, rename } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { pocket } from '../../../../engine/packs/families/pocket/index.ts';
import { tokenizerOfJson, tokenizerOfModel } from '../../../../engine/packs/families/pocket/tokenizer.ts';
import { Safetensors } from '../../../../engine/packs/families/safetensors.ts';
import type { PackModel, PackSpeaker, PackSpeech } from '../../../../engine/packs/families/family.ts';
import { pocketFiles } from './pocket-files.ts';
import {
  expected,
  expectSame,
  expectTimes,
  FIXTURES,
  open,
  refusal,
  removeFolders,
  sourceOf,
  speak,
  utterance,
} from './support.ts';

afterAll(removeFolders);

type Files = Record<string, string | Uint8Array>;
/** The packaging with the family's own names. */
const own: Files = pocketFiles('reference_sample.wav', 'onnx/');
/** That of sherpa-onnx. */
const repacked: Files = {
  'text_conditioner.onnx': 'pocket/text_conditioner.onnx',
  'encoder.onnx': 'pocket/mimi_encoder.onnx',
  'lm_main.int8.onnx': 'pocket/flow_lm_main.onnx',
  'lm_flow.int8.onnx': 'pocket/flow_lm_flow.onnx',
  'decoder.int8.onnx': 'pocket/mimi_decoder.onnx',
  'vocab.json': 'pocket/vocab.json',
  'token_scores.json': 'pocket/token_scores.json',
  'test_wavs/reference_sample.wav': 'pocket/voice.wav',
};
const state = (input_name: string, shape: number[], fill = 'zeros'): object => ({
  input_name,
  output_name: `out_${input_name}`,
  shape,
  fill,
});
const bundle = (change: object = {}): Uint8Array =>
  Buffer.from(
    JSON.stringify({
      language: 'german',
      flow_lm_state_manifest: [state('state_0', [1, 4]), state('state_1', [1]), state('state_2', [1])],
      mimi_state_manifest: [state('state_0', [1, 1, 32]), state('state_1', [1])],
      ...change,
    }),
  );

/** A file in the format of safetensors. `header`: what it says instead. */
function safetensors(
  tensors: Readonly<Record<string, { dtype: string; shape: readonly number[]; bytes: Uint8Array }>>,
  header?: object,
): Buffer {
  let at = 0;
  const entries = Object.entries(tensors).map(([name, { dtype, shape, bytes }]) => {
    const place = [at, (at += bytes.length)];
    return [name, { dtype, shape, data_offsets: place }] as const;
  });
  const text = Buffer.from(JSON.stringify(header ?? { __metadata__: { by: 'test' }, ...Object.fromEntries(entries) }));
  const length = Buffer.alloc(8);
  length.writeBigUInt64LE(BigInt(text.length));
  return Buffer.concat([length, text, ...Object.values(tensors).map(({ bytes }) => bytes)]);
}
const float32 = (values: Float32Array): Uint8Array =>
  new Uint8Array(values.buffer, values.byteOffset, values.byteLength);

const SPEAKER: PackSpeaker = { mix: { reference_sample: 1 } };

/** All parts of a text as one. */
async function say(model: PackModel, text: string, change: object = {}): Promise<PackSpeech> {
  const parts = await speak(model, utterance(text, 'en-US', { speaker: SPEAKER, ...change }));
  const samples = Float32Array.from(parts.flatMap((part) => [...part.samples]));
  let at = 0;
  const words = parts.flatMap((part) => {
    const before = at;
    at += part.samples.length / 24_000;
    return part.words.map((word) => ({ ...word, start: word.start + before, end: word.end + before }));
  });
  return { samples, words, exact: false, last: parts.at(-1)?.last ?? false, ids: parts.flatMap(({ ids }) => ids) };
}

describe('Pocket', () => {
  it.each([
    ['pocket-words', own],
    ['pocket-short', own],
    ['pocket-words', repacked],
  ])('%s: the ids and samples of sherpa-onnx, without noise', async (name, files) => {
    const reference = await expected(name);
    const model = await open(pocket, await sourceOf(files));
    const speech = await say(model, reference.text);
    expectSame(speech, reference);
    expectTimes(speech, 24_000);
    expect(speech.words.map(({ text }) => text).join(' ')).toBe(reference.text.replace(/\.$/, ''));
    await model.dispose();
  });

  it('cuts texts as sentencepiece does, by either file', async () => {
    const tokens = JSON.parse(await readFile(join(FIXTURES, 'pocket/tokens.json'), 'utf8')) as Record<string, number[]>;
    const read = async (name: string): Promise<Buffer> => readFile(join(FIXTURES, 'pocket', name));
    const json = async (name: string): Promise<unknown> => JSON.parse((await read(name)).toString());
    const model = tokenizerOfModel('tokenizer.model', await read('tokenizer.model'));
    const lists = tokenizerOfJson(['v', 's'], [await json('vocab.json'), await json('token_scores.json')]);
    for (const [text, ids] of Object.entries(tokens)) {
      expect(model.encode(text), text).toEqual(ids);
      expect(lists.encode(text), text).toEqual(ids);
    }
    expect(Object.keys(tokens)).toHaveLength(4);
    expect(model.encode(' ')).toEqual([]);
    expect(() => tokenizerOfModel('t', Buffer.from([0x0a, 0xff, 0xff]))).toThrow('no sentencepiece model');
    expect(() => tokenizerOfModel('t', Buffer.from([]))).toThrow('no pieces');
    expect(() => tokenizerOfJson(['v', 's'], [{ a: 'b' }, {}])).toThrow('v is no vocabulary');
  });

  it('sends the first sound before the last frame is made, in growing parts', async () => {
    const model = await open(pocket, await sourceOf(own));
    const parts = await speak(model, utterance('Hello there.', 'en-US', { speaker: SPEAKER }));
    expect(parts.map(({ samples }) => samples.length / 1920)).toEqual([2, 4, 4]);
    expect(parts.map(({ last }) => last)).toEqual([false, false, true]);
    expect(parts[0]!.words[0]!.text).toBe('Hello');
    await model.dispose();
  });

  it('draws its noise from the seed', async () => {
    const model = await open(pocket, await sourceOf(own));
    const one = await say(model, 'Hello.', { variation: 1, seed: 5 });
    expect((await say(model, 'Hello.', { variation: 1, seed: 5 })).samples).toEqual(one.samples);
    expect((await say(model, 'Hello.', { variation: 1, seed: 6 })).samples).not.toEqual(one.samples);
    await model.dispose();
  });

  it('makes a voice of recordings, whatever their rate and number', async () => {
    const model = await open(pocket, await sourceOf(own));
    const audio = await readFile(join(FIXTURES, 'pocket/voice.wav'));
    const same = await model.clone!([{ audio, text: '' }]);
    const plain = await say(model, 'Hello there.');
    expect((await say(model, 'Hello there.', { speaker: same })).samples).toEqual(plain.samples);
    const twice = await model.clone!([
      { audio, text: '' },
      { audio, text: '' },
    ]);
    expect(twice.prompt.length).toBe(2 * same.prompt.length);
    // The same samples said to be at half the rate: twice as long, and another voice.
    const slow = Buffer.from(audio);
    slow.writeUInt32LE(12_000, 24);
    slow.writeUInt32LE(24_000, 28);
    const other = await model.clone!([{ audio: slow, text: '' }]);
    expect(other.prompt.length).toBe(twice.prompt.length);
    expect((await say(model, 'Hello there.', { speaker: other })).samples).not.toEqual(plain.samples);
    await expect(model.clone!([{ audio: Buffer.from('no sound'), text: '' }])).rejects.toMatchObject({
      reason: 'invalid_reference_audio',
    });
    await model.dispose();
  });

  it('speaks with a voice that was read before as with its recording', async () => {
    const plain = await open(pocket, await sourceOf(own));
    const audio = await readFile(join(FIXTURES, 'pocket/voice.wav'));
    const { prompt, width } = await plain.clone!([{ audio, text: '' }]);
    const rows = prompt.length / width;
    expect(width).toBe(1024);
    const wanted = (await say(plain, 'Hello there.')).samples;
    await plain.dispose();
    const tensor = (shape: number[]) => ({ audio_prompt: { dtype: 'F32', shape, bytes: float32(prompt) } });
    const { 'reference_sample.wav': _, ...graphs } = own;
    const source = await sourceOf({
      ...graphs,
      'voices/alba.safetensors': safetensors(tensor([1, rows, width])),
      'voices/two.safetensors': safetensors(tensor([rows, width])),
    });
    const found = await pocket.recognise(source);
    expect(found?.voices.map(({ speaker, name }) => [speaker, name])).toEqual([
      ['alba', 'Alba'],
      ['two', 'Two'],
    ]);
    expect(found?.files).toContain('voices/alba.safetensors');
    const model = await open(pocket, source);
    for (const name of ['alba', 'two'])
      expect((await say(model, 'Hello there.', { speaker: { mix: { [name]: 1 } } })).samples).toEqual(wanted);
    await model.dispose();
    // Of one name they are one voice.
    const both = await sourceOf({ ...own, 'reference_sample.safetensors': safetensors(tensor([1, rows, width])) });
    expect((await pocket.recognise(both))?.voices).toHaveLength(1);
  });

  it('reads values of half the size', () => {
    const halves = Uint16Array.of(0x3c00, 0xc100, 0x0001, 0x7c00);
    const upper = Uint16Array.of(0x3f80, 0xc020, 0x0000, 0x7f80);
    const bytes = (values: Uint16Array): Uint8Array => new Uint8Array(values.buffer);
    const file = safetensors({
      half: { dtype: 'F16', shape: [4], bytes: bytes(halves) },
      brain: { dtype: 'BF16', shape: [2, 2], bytes: bytes(upper) },
    });
    const read = Safetensors.read('v', file);
    expect(read.names).toEqual(['half', 'brain']);
    expect([...read.tensor('half')!.data]).toEqual([1, -2.5, 2 ** -24, Infinity]);
    expect(read.tensor('brain')).toEqual({ shape: [2, 2], data: Float32Array.of(1, -2.5, 0, Infinity) });
    expect(read.tensor('none')).toBeUndefined();
  });

  it('refuses a voice that is none, and says why', async () => {
    const rows = float32(new Float32Array(2 * 1024));
    const prompt = (shape: number[], bytes = rows, dtype = 'F32') => ({ audio_prompt: { dtype, shape, bytes } });
    const long = Buffer.from(safetensors(prompt([1, 2, 1024])));
    long.writeBigUInt64LE(2n ** 60n);
    const cases: readonly (readonly [Uint8Array, string])[] = [
      [Buffer.from('x'), 'header is cut or missing'],
      [long, 'header is cut or missing'],
      [Buffer.concat([Buffer.from([4, 0, 0, 0, 0, 0, 0, 0]), Buffer.from('{nox')]), 'header is not JSON'],
      [safetensors({}, [1]), 'no table of tensors'],
      [safetensors({}, { audio_prompt: { dtype: 'F32' } }), 'nothing whole of the tensor "audio_prompt"'],
      [
        safetensors({ 'layers.0/cache': { dtype: 'F32', shape: [0], bytes: new Uint8Array(0) } }),
        'layers.0/cache. Leave',
      ],
      [safetensors(prompt([1, 2, 1024], rows, 'I64')), 'is I64; it must be F32, F16, BF16'],
      [safetensors(prompt([1, 3, 1024])), 'does not lie in the file'],
      [safetensors(prompt([1, 2, 1024])).subarray(0, -4), 'does not lie in the file'],
      [safetensors(prompt([1, 4, 512])), 'has the shape .1, 4, 512.; it must be .1, rows, 1024'],
      [safetensors(prompt([1, 0, 1024], new Uint8Array(0))), 'has the shape .1, 0, 1024'],
      [safetensors(prompt([1, 2, 1024], float32(new Float32Array(2048).fill(NaN)))), 'no numbers'],
    ];
    for (const [file, why] of cases) {
      const source = await sourceOf({ ...own, 'bad.safetensors': file });
      await expect(pocket.recognise(source), why).rejects.toEqual(refusal(why));
    }
  });

  it('tells of a recording that is longer than it uses', async () => {
    const model = await open(pocket, await sourceOf(own));
    const audio = await readFile(join(FIXTURES, 'pocket/voice.wav'));
    const { notices, prompt, width } = await model.clone!(Array.from({ length: 16 }, () => ({ audio, text: '' })));
    expect(notices).toEqual([expect.objectContaining({ code: 'reference_shortened' })]);
    expect(prompt.length / width).toBe(30 * 12.5);
    await model.dispose();
  });

  it('cuts a long text, and leaves no word out', async () => {
    const model = await open(pocket, await sourceOf(own));
    const words = Array.from({ length: 60 }, (_, i) => (i % 9 === 8 ? 'quick.' : 'river')).join(' ');
    const speech = await say(model, words);
    expect(speech.words.map(({ from }) => from)).toEqual(
      Array.from(words.matchAll(/quick|river/g), ({ index }) => index),
    );
    expect(speech.last).toBe(true);
    await model.dispose();
  });

  it('takes one speaker that the pack has', async () => {
    const model = await open(pocket, await sourceOf(own));
    await expect(say(model, 'Hi.', { speaker: { mix: { nobody: 1 } } })).rejects.toMatchObject({
      reason: 'unknown_voice',
    });
    const two = { mix: { reference_sample: 0.5, nobody: 0.5 } };
    await expect(say(model, 'Hi.', { speaker: two })).rejects.toMatchObject({ reason: 'unsupported_by_model' });
    await model.dispose();
  });

  it('reads a voice anew whose file could not be read', async () => {
    const source = await sourceOf(own);
    const model = await open(pocket, source);
    const voice = { speaker: { mix: { reference_sample: 1 } } };
    const file = source.path('reference_sample.wav');
    await rename(file, `${file}.away`);
    await expect(say(model, 'Hi.', voice)).rejects.toThrow();
    await rename(`${file}.away`, file);
    expect((await say(model, 'Hi.', voice)).samples.length).toBeGreaterThan(0);
    await model.dispose();
  });

  it('says what a pack is, and follows its bundle', async () => {
    const source = await sourceOf({ ...own, 'onnx/bundle.json': bundle() });
    expect(await pocket.recognise(source)).toMatchObject({
      name: 'Pocket de',
      languages: ['de'],
      capabilities: { clone: true, mix: false },
      voices: [{ speaker: 'reference_sample', name: 'Reference sample' }],
    });
    const plain = await open(pocket, await sourceOf(own));
    const two = await say(plain, 'Hello there.');
    await plain.dispose();
    // With a bundle a short text has five frames behind its end instead of three.
    const bundled = await open(pocket, source);
    expect((await say(bundled, 'Hello there.')).samples.length).toBe(two.samples.length + 2 * 1920);
    await bundled.dispose();
    const ones = bundle({ mimi_state_manifest: [state('state_0', [1, 1, 32], 'ones'), state('state_1', [1])] });
    const filled = await open(pocket, await sourceOf({ ...own, 'bundle.json': ones }));
    expect((await say(filled, 'Hello there.')).samples.subarray(0, 1920)).not.toEqual(two.samples.subarray(0, 1920));
    await filled.dispose();
    expect(await pocket.recognise(await sourceOf({ 'v.onnx': 'piper-one.onnx' }))).toBeNull();
  });

  it('refuses what does not fit, and says what it is', async () => {
    const recognise = async (change: Files, ...without: string[]): Promise<unknown> => {
      const files = Object.entries({ ...own, ...change }).filter(([name]) => !without.includes(name));
      return pocket.recognise(await sourceOf(Object.fromEntries(files)));
    };
    await expect(recognise({}, 'onnx/mimi_decoder.onnx')).rejects.toEqual(refusal('decoder.onnx is missing'));
    await expect(recognise({}, 'reference_sample.wav')).rejects.toEqual(refusal('no voice'));
    await expect(recognise({}, 'tokenizer.model')).rejects.toEqual(refusal('no tokenizer.model'));
    await expect(recognise({ 'tokenizer.model': Buffer.from('x') })).rejects.toEqual(refusal('no sentencepiece'));
    await expect(recognise({ 'bad.wav': Buffer.from('x') })).rejects.toEqual(refusal('bad.wav cannot be a voice'));
    await expect(recognise({ 'onnx/flow_lm_flow.onnx': 'piper-one.onnx' })).rejects.toEqual(refusal('no input "c"'));
    await expect(recognise({ 'bundle.json': Buffer.from('{}') })).rejects.toEqual(refusal('flow_lm_state_manifest'));
    const named = bundle({ insert_bos_before_voice: true, bos_before_voice_file: 'bos.npy' });
    await expect(recognise({ 'bundle.json': named })).rejects.toEqual(refusal('names bos.npy'));
    const huge = bundle({ flow_lm_state_manifest: [state('state_0', [1000, 1000, 1000])] });
    await expect(open(pocket, await sourceOf({ ...own, 'bundle.json': huge }))).rejects.toEqual(refusal('too large'));
  });
});
