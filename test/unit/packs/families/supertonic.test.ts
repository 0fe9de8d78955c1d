import { afterAll, describe, expect, it } from 'vitest';
import { supertonic } from '../../../../engine/packs/families/supertonic/index.ts';
import {
  expected,
  expectSame,
  expectTimes,
  open,
  refusal,
  removeFolders,
  sourceOf,
  speak,
  utterance,
} from './support.ts';

afterAll(removeFolders);

const GRAPHS = ['duration_predictor', 'text_encoder', 'vector_estimator', 'vocoder'];
/** The release's folders. */
function files(version: string): Record<string, string | Uint8Array> {
  return {
    ...Object.fromEntries(GRAPHS.map((name) => [`onnx/${name}.onnx`, `supertonic/${name}.onnx`])),
    'onnx/tts.json': 'supertonic/tts.json',
    'onnx/unicode_indexer.json': `supertonic/unicode_indexer-${version}.json`,
    'voice_styles/F1.json': 'supertonic/F1.json',
    'voice_styles/M1.json': 'supertonic/M1.json',
  };
}

describe('Supertonic', () => {
  it.each([
    ['supertonic-english', 'en-US', 'F1', 1],
    ['supertonic-german', 'de', 'M1', 1.25],
  ])('%s: the ids and samples of the supertonic package, without noise', async (name, language, speaker, speed) => {
    const reference = await expected(name);
    const model = await open(supertonic, await sourceOf(files(reference.pack)));
    const [piece, ...more] = await speak(
      model,
      utterance(reference.text, language, { speaker: { mix: { [speaker]: 1 } }, speed }),
    );
    expect(more).toEqual([]);
    expectSame(piece, reference);
    expectTimes(piece!, 44100);
    await model.dispose();
  });

  it('says what a pack is, by the characters that it knows', async () => {
    expect(await supertonic.recognise(await sourceOf(files('v1')))).toMatchObject({
      sampleRate: 44100,
      languages: ['en'],
      capabilities: { mix: true, clone: false },
      voices: [
        { speaker: 'F1', sex: 'female' },
        { speaker: 'M1', sex: 'male' },
      ],
    });
    // As loose files, without their folders.
    const loose = Object.entries(files('v1')).map(
      ([name, file]) => [name.slice(name.lastIndexOf('/') + 1), file] as const,
    );
    expect(await supertonic.recognise(await sourceOf(Object.fromEntries(loose)))).toMatchObject({
      voices: [{ speaker: 'F1' }, { speaker: 'M1' }],
    });
    expect((await supertonic.recognise(await sourceOf(files('v3'))))?.languages).toHaveLength(31);
    expect(await supertonic.recognise(await sourceOf({ 'a.onnx': 'piper-one.onnx' }))).toBeNull();
  });

  it('draws its noise from the seed, mixes voices, and cuts long texts', async () => {
    const model = await open(supertonic, await sourceOf(files('v3')));
    const say = async (text: string, change: object): Promise<Float32Array[]> => {
      const wanted = utterance(text, 'en', { speaker: { mix: { F1: 1 } }, variation: 1, ...change });
      return (await speak(model, wanted)).map(({ samples }) => samples);
    };
    const [one] = await say('One two.', { seed: 5 });
    expect((await say('One two.', { seed: 5 }))[0]).toEqual(one);
    expect((await say('One two.', { seed: 6 }))[0]).not.toEqual(one);
    const mixed = await say('One two.', { seed: 5, speaker: { mix: { F1: 0.5, M1: 0.5 } } });
    expect(mixed[0]).not.toEqual(one);
    const words = Array.from({ length: 120 }, () => 'remember').join(' ');
    const pieces = await speak(model, utterance(words, 'en', { speaker: { mix: { F1: 1 } } }));
    expect(pieces.length).toBeGreaterThan(3);
    for (const { ids } of pieces) expect(ids.length).toBeLessThanOrEqual(300 + '<en>.</en>'.length);
    expect(pieces.flatMap((piece) => piece.words)).toHaveLength(120);
    await expect(say('One.', { speaker: { mix: { X9: 1 } } })).rejects.toMatchObject({ reason: 'unknown_voice' });
    await model.dispose();
  });

  it('refuses what is missing or does not fit', async () => {
    const without = async (...names: string[]): Promise<unknown> => {
      const some = Object.entries(files('v1')).filter(([name]) => !names.includes(name));
      return supertonic.recognise(await sourceOf(Object.fromEntries(some)));
    };
    await expect(without('onnx/vocoder.onnx')).rejects.toEqual(refusal('vocoder.onnx is missing'));
    await expect(without('voice_styles/F1.json', 'voice_styles/M1.json')).rejects.toEqual(refusal('voice_styles'));
    const wrong = { ...files('v1'), 'onnx/vocoder.onnx': 'supertonic/text_encoder.onnx' };
    await expect(supertonic.recognise(await sourceOf(wrong))).rejects.toEqual(refusal('no input "latent"'));
    const short = { style_ttl: { dims: [1, 4, 16], data: [1] }, style_dp: { dims: [1, 2, 4], data: [1] } };
    const cut = { ...files('v1'), 'voice_styles/F1.json': Buffer.from(JSON.stringify(short)) };
    await expect(supertonic.recognise(await sourceOf(cut))).rejects.toEqual(refusal('1 values where its dims'));
  });
});
