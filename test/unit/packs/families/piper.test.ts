import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { piper } from '../../../../engine/packs/families/piper/index.ts';
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

const voice = (pack: string): Record<string, string> => ({
  'v.onnx': `${pack}.onnx`,
  'v.onnx.json': `${pack}.onnx.json`,
});

async function configured(pack: string, change: Record<string, unknown>): Promise<Record<string, string | Uint8Array>> {
  const config = JSON.parse(await readFile(join(FIXTURES, `${pack}.onnx.json`), 'utf8')) as Record<string, unknown>;
  return { 'v.onnx': `${pack}.onnx`, 'v.onnx.json': Buffer.from(JSON.stringify({ ...config, ...change })) };
}

describe('Piper against piper-tts, without noise', () => {
  it.each([
    ['piper-words', 'en-US', 'v', 1],
    ['piper-clauses', 'en-US', 'v', 2],
    ['piper-raw', 'en-US', 'v', 1],
    ['piper-speaker', 'en-US', 'cora', 1],
    ['piper-letters', 'de', 'v', 1],
    ['piper-syllables', 'cmn', 'v', 1],
  ])('%s: the same ids and samples', async (name, language, speaker, speed) => {
    const reference = await expected(name);
    const model = await open(piper, await sourceOf(voice(reference.pack)));
    const [piece, ...more] = await speak(
      model,
      utterance(reference.text, language, { speaker: { mix: { [speaker]: 1 } }, speed }),
    );
    expect(more).toEqual([]);
    expectSame(piece, reference);
    expectTimes(piece!, model.sampleRate);
    expect(piece!.exact).toBe(reference.pack === 'piper-many');
    await model.dispose();
  });
});

describe('Piper', () => {
  it('says what a voice is', async () => {
    const one = await piper.recognise(
      await sourceOf({ 'en_US-amy-low.onnx': 'piper-one.onnx', 'en_US-amy-low.onnx.json': 'piper-one.onnx.json' }),
    );
    expect(one).toMatchObject({
      sampleRate: 22050,
      languages: ['en-US'],
      files: ['en_US-amy-low.onnx', 'en_US-amy-low.onnx.json'],
      voices: [{ speaker: 'en_US-amy-low', name: 'Amy low', language: 'en-US' }],
      capabilities: { clone: false, mix: false, exactTimes: false },
    });
    const many = await piper.recognise(await sourceOf(voice('piper-many')));
    expect(many?.voices.map(({ speaker }) => speaker)).toEqual(['anna', 'bert', 'cora']);
    expect(many?.capabilities.exactTimes).toBe(true);
    expect((await piper.recognise(await sourceOf(voice('piper-pinyin'))))?.languages).toEqual(['cmn']);
  });

  it('draws noise where it is asked for, and speaks slower at a lower speed', async () => {
    const model = await open(piper, await sourceOf(voice('piper-one')));
    const speaker = { mix: { v: 1 } };
    const say = async (change: object): Promise<Float32Array> =>
      (await speak(model, utterance('One two three.', 'en-US', { speaker, ...change })))[0]!.samples;
    const plain = await say({});
    expect(await say({})).toEqual(plain);
    expect((await say({ variation: 1 })).length).toBeGreaterThan(plain.length);
    expect((await say({ speed: 0.5 })).length).toBeGreaterThan(1.4 * plain.length);
    await model.dispose();
  });

  it('speaks a sentence at a time, as piper-tts does', async () => {
    const model = await open(piper, await sourceOf(voice('piper-one')));
    const text = 'Wait, what is it; a cat? No... The quick brown fox jumps over the lazy dog.';
    const pieces = await speak(model, utterance(text, 'en-US', { speaker: { mix: { v: 1 } } }));
    expect(pieces).toHaveLength(3);
    expect(pieces[0]!.ids).toEqual((await expected('piper-clauses')).ids);
    expectSame(pieces[2], await expected('piper-words'));
    expect(pieces.map(({ last }) => last)).toEqual([false, false, true]);
    await model.dispose();
  });

  it('cuts a long text into pieces and leaves no word out', async () => {
    const model = await open(piper, await sourceOf(voice('piper-one')));
    const words = Array.from({ length: 200 }, (_, i) => (i % 17 === 16 ? 'seven,' : 'seven')).join(' ');
    const pieces = await speak(model, utterance(words, 'en-US', { speaker: { mix: { v: 1 } } }));
    expect(pieces.length).toBeGreaterThan(1);
    for (const { ids } of pieces) expect(ids.length).toBeLessThanOrEqual(2 * 500 + 3);
    const spoken = pieces.flatMap((piece) => piece.words.map(({ from }) => from));
    expect(spoken).toEqual(Array.from(words.matchAll(/seven/g), ({ index }) => index));
    await model.dispose();
  });

  it('takes one speaker that the pack has', async () => {
    const model = await open(piper, await sourceOf(voice('piper-many')));
    const say = (mix: Record<string, number>): Promise<unknown> =>
      speak(model, utterance('Hello.', 'en-US', { speaker: { mix } }));
    await expect(say({ dora: 1 })).rejects.toMatchObject({ reason: 'unknown_voice' });
    await expect(say({ anna: 0.5, bert: 0.5 })).rejects.toMatchObject({ reason: 'unsupported_by_model' });
    await model.dispose();
  });

  it('reads given phonemes, and letters that are one symbol', async () => {
    const clusters = await configured('piper-one', {
      vowel_clusters: [['o', 'ʊ']],
      phoneme_id_map: { '^': [1], _: [0], $: [2], oʊ: [165], n: [26], ˈ: [120] },
    });
    const model = await open(piper, await sourceOf(clusters));
    const [piece] = await speak(
      model,
      utterance('<|phoneme_start|>N OW1<|phoneme_end|>', 'en-US', { speaker: { mix: { v: 1 } } }),
    );
    expect(piece!.ids).toEqual([1, 0, 26, 0, 120, 0, 165, 0, 2]);
    await model.dispose();
  });

  it('refuses what does not fit, and says what it is', async () => {
    const recognise = async (files: Record<string, string | Uint8Array>): Promise<unknown> =>
      piper.recognise(await sourceOf(files));
    await expect(recognise({ 'v.onnx': 'piper-one.onnx' })).rejects.toEqual(refusal(/v\.onnx\.json.*not beside/));
    await expect(recognise({ 'v.onnx': 'kokoro-tokens.onnx', 'v.onnx.json': 'piper-one.onnx.json' })).rejects.toEqual(
      refusal(/no input "input"; its inputs are: tokens, style, speed/),
    );
    await expect(recognise(await configured('piper-one', { num_speakers: 4 }))).rejects.toEqual(
      refusal(/no input "sid".*4 speakers/),
    );
    await expect(recognise(await configured('piper-one', { phoneme_type: 'thai' }))).rejects.toEqual(refusal('thai'));
    await expect(recognise(await configured('piper-one', { phoneme_id_map: { a: [1] } }))).rejects.toEqual(
      refusal(/phoneme_id_map has no "\^"/),
    );
    await expect(recognise({ ...voice('piper-one'), 'v.onnx.json': Buffer.from('{') })).rejects.toEqual(
      refusal('not JSON'),
    );
    await expect(recognise({ ...voice('piper-one'), 'v.onnx': Buffer.from('no graph') })).rejects.toEqual(
      refusal('cannot be opened'),
    );
    const odd = await sourceOf(await configured('piper-one', { espeak: { voice: 'xx-none' } }));
    await expect(open(piper, odd)).rejects.toEqual(refusal('xx-none'));
    expect(await recognise({ 'readme.txt': Buffer.from('x') })).toBeNull();
  });
});
