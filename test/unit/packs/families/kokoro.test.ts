import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { kokoro } from '../../../../engine/packs/families/kokoro/index.ts';
import { readVocabulary } from '../../../../engine/packs/families/kokoro/vocabulary.ts';
import { VOICE_ORDER } from '../../../../engine/packs/families/kokoro/voices.ts';
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

/** The voices of make.py: [510, 256]. */
function voice(number: number): Float32Array {
  return Float32Array.from(
    { length: 510 * 256 },
    (_, i) => ((Math.floor(i / 256) * 7 + (i % 256) * 3 + number * 11) % 64) / 32 - 1,
  );
}
const raw = (...numbers: number[]): Buffer => Buffer.concat(numbers.map((n) => Buffer.from(voice(n).buffer)));
const NPZ = { 'voices-v1.0.bin': 'kokoro-voices.npz' };

describe('Kokoro against kokoro-onnx', () => {
  const both = { 'voices/af_one.bin': raw(1), 'voices/bm_two.bin': raw(2) };
  it.each([
    ['kokoro-plain', 'an archive of voices', NPZ, { af_one: 1 }, 1.25],
    ['kokoro-timed', 'a file for each voice', both, { bm_two: 1 }, 0.8],
    ['kokoro-whole', 'voices one behind the other', { 'voices.bin': raw(1, 2) }, { 'voice-0': 1 }, 2],
    ['kokoro-mix', 'a mix of two voices', NPZ, { af_one: 0.25, bm_two: 0.75 }, 1],
  ])('%s: the same ids and samples from %s', async (name, _, voices, mix, speed) => {
    const reference = await expected(name);
    const model = await open(kokoro, await sourceOf({ 'model.onnx': `${reference.pack}.onnx`, ...voices }));
    const [piece, ...more] = await speak(
      model,
      utterance(`[[${reference.text}]]`, 'en-US', {
        speaker: { mix: mix as unknown as Record<string, number> },
        speed,
      }),
    );
    expect(more).toEqual([]);
    expectSame(piece, reference);
    expectTimes(piece!, 24000);
    expect(piece!.exact).toBe(name === 'kokoro-timed');
    expect(model.speeds).toBe(name === 'kokoro-whole' ? 'whole' : 'any');
    await model.dispose();
  });
});

describe('Kokoro', () => {
  const say = async (text: string, language: string): Promise<string> => {
    const source = await sourceOf({ 'model.onnx': 'kokoro-tokens.onnx', ...NPZ });
    const model = await open(kokoro, source);
    const symbols = new Map(Array.from(await readVocabulary(source), ([symbol, id]) => [id, symbol]));
    const pieces = await speak(model, utterance(text, language, { speaker: { mix: { af_one: 1 } } }));
    await model.dispose();
    return pieces
      .map(({ ids }) =>
        ids
          .slice(1, -1)
          .map((id) => symbols.get(id))
          .join(''),
      )
      .join('|');
  };

  it('writes phones as its voices were trained with them', async () => {
    expect(await say('The boy found eight cheap jobs.', 'en-US')).toBe('ðə bˈY fˈWnd ˈAt ʧˈip ʤˈɑbz.');
    expect(await say('你好。', 'cmn')).toMatch(/^ni[↓↗] ?xaʊ↓\.$/);
    expect(await say('Guten Tag!', 'de')).toBe('ɡˈuːtən tˈɑːk!');
  });

  it('has the vocabulary of the release where a pack brings none, and that of the pack where it does', async () => {
    const known = JSON.parse(await readFile(join(FIXTURES, 'kokoro-vocabulary.json'), 'utf8')) as {
      vocab: Record<string, number>;
    };
    const released = await readVocabulary(await sourceOf(NPZ));
    expect(Object.fromEntries(released)).toEqual(known.vocab);
    const own = async (name: string, text: string): Promise<unknown> =>
      Object.fromEntries(await readVocabulary(await sourceOf({ [name]: Buffer.from(text) })));
    expect(await own('tokens.txt', 'a 7\n  16\n')).toEqual({ a: 7, ' ': 16 });
    expect(await own('config.json', '{"vocab":{"a":8}}')).toEqual({ a: 8 });
    expect(await own('tokenizer.json', '{"model":{"vocab":{"a":9}}}')).toEqual({ a: 9 });
    await expect(own('tokens.txt', 'nothing')).rejects.toEqual(refusal('tokens.txt'));
  });

  it('says what a pack is', async () => {
    const found = await kokoro.recognise(
      await sourceOf({ 'model.onnx': 'kokoro-durations.onnx', 'config.json': 'kokoro-vocabulary.json', ...NPZ }),
    );
    expect(found).toMatchObject({
      sampleRate: 24000,
      languages: ['en-US', 'en-GB'],
      files: ['model.onnx', 'voices-v1.0.bin', 'config.json'],
      capabilities: { mix: true, exactTimes: true },
      voices: [
        { speaker: 'af_one', name: 'One', language: 'en-US', sex: 'female' },
        { speaker: 'bm_two', name: 'Two', language: 'en-GB', sex: 'male' },
      ],
    });
    const loose = { 'model.onnx': 'kokoro-tokens.onnx', 'af_one.bin': raw(1), 'bm_two.bin': raw(2) };
    expect(await kokoro.recognise(await sourceOf(loose))).toMatchObject({
      files: Object.keys(loose),
      voices: [{ speaker: 'af_one' }, { speaker: 'bm_two' }],
    });
    expect(VOICE_ORDER.length).toBe(53);
    expect([...VOICE_ORDER].sort()).toEqual(VOICE_ORDER);
  });

  it('cuts below 510 phonemes and leaves no word out', async () => {
    const model = await open(kokoro, await sourceOf({ 'model.onnx': 'kokoro-tokens.onnx', ...NPZ }));
    const words = Array.from({ length: 180 }, () => 'remember').join(' ');
    const pieces = await speak(model, utterance(words, 'en-US', { speaker: { mix: { af_one: 1 } } }));
    expect(pieces.length).toBeGreaterThan(2);
    for (const { ids } of pieces) expect(ids.length).toBeLessThanOrEqual(512);
    expect(pieces.flatMap((piece) => piece.words)).toHaveLength(180);
    const endless = await speak(
      model,
      utterance(`[[${'a'.repeat(400)}]] [[${'b'.repeat(400)}]]`, 'en-US', { speaker: { mix: { af_one: 1 } } }),
    );
    expect(endless.reduce((sum, { ids }) => sum + ids.filter((id) => id === 43 || id === 44).length, 0)).toBe(800);
    await model.dispose();
  });

  it('refuses what does not fit, and says what it is', async () => {
    const recognise = async (files: Record<string, string | Uint8Array>): Promise<unknown> =>
      kokoro.recognise(await sourceOf({ 'model.onnx': 'kokoro-tokens.onnx', ...files }));
    await expect(recognise({})).rejects.toEqual(refusal('no voices'));
    await expect(recognise({ 'voices/af_a.bin': Buffer.alloc(1000) })).rejects.toEqual(refusal('1000 bytes'));
    await expect(recognise({ 'voices.bin': Buffer.alloc(4096) })).rejects.toEqual(refusal('multiple of 522240'));
    const npz = await readFile(join(FIXTURES, 'kokoro-voices.npz'));
    await expect(recognise({ 'voices.bin': npz.subarray(0, 3000) })).rejects.toEqual(refusal('not a whole archive'));
    const broken = Buffer.from(npz);
    broken.fill(7, 200, 900);
    await expect(recognise({ 'voices.bin': broken })).rejects.toEqual(refusal('not a whole archive'));
    await expect(recognise({ 'other.onnx': 'kokoro-whole-speed.onnx', ...NPZ })).rejects.toEqual(refusal('2 Kokoro'));
    const model = await open(kokoro, await sourceOf({ 'model.onnx': 'kokoro-tokens.onnx', ...NPZ }));
    const unknown = speak(model, utterance('Hello.', 'en-US', { speaker: { mix: { nobody: 1 } } }));
    await expect(unknown).rejects.toMatchObject({ reason: 'unknown_voice' });
    await model.dispose();
    expect(await kokoro.recognise(await sourceOf({ 'a.onnx': 'piper-one.onnx' }))).toBeNull();
  });
});
