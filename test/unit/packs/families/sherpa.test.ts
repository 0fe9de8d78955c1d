import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { kokoro } from '../../../../engine/packs/families/kokoro/index.ts';
import { piper } from '../../../../engine/packs/families/piper/index.ts';
import { pocket } from '../../../../engine/packs/families/pocket/index.ts';
import { supertonic } from '../../../../engine/packs/families/supertonic/index.ts';
import type { PackFamily, PackSpeech, Utterance } from '../../../../engine/packs/families/family.ts';
import { espeakData, SHERPA, sherpaSays } from './sherpa.ts';
import { expectSame, FIXTURES, folderOf, open, removeFolders, sourceOf, speak, utterance } from './support.ts';

afterAll(removeFolders);

const at = (name: string): string => join(FIXTURES, name);

/** All that a family says of a text, without noise. */
async function say(
  family: PackFamily,
  files: Record<string, string | Uint8Array>,
  text: string,
  change: Partial<Utterance>,
): Promise<PackSpeech> {
  const model = await open(family, await sourceOf(files));
  const pieces = await speak(model, utterance(text, 'en-US', change));
  await model.dispose();
  return { ...pieces[0]!, samples: Float32Array.from(pieces.flatMap(({ samples }) => [...samples])) };
}

/** The ids are the same where the samples are: the graphs give another sound for any other id. */
function expectEqual(ours: PackSpeech, theirs: Float32Array | undefined): void {
  expectSame(ours, { pack: '', text: '', samples: theirs!.length, ids: ours.ids, audio: theirs! });
}

// The same graphs, in the same run: what the kept samples of the other tests say, said by another runtime.
describe.skipIf(SHERPA !== null)(`the sound of sherpa-onnx${SHERPA === null ? '' : ` (left out: ${SHERPA})`}`, () => {
  it.each([
    ['piper-one', 'The quick brown fox jumps over the lazy dog.', 1, 0],
    ['piper-one', 'Wait, what is it; a cat?', 2, 0],
    ['piper-many', 'Good morning!', 1, 2],
  ])('%s: "%s"', async (name, text, speed, sid) => {
    const { phoneme_id_map: ids } = JSON.parse(await readFile(at(`${name}.onnx.json`), 'utf8')) as {
      phoneme_id_map: Record<string, number[]>;
    };
    const tokens = Object.entries(ids).map(([symbol, [id]]) => `${symbol} ${id}`);
    const folder = await folderOf({ 'tokens.txt': Buffer.from(`${tokens.join('\n')}\n`) });
    const vits = {
      model: at(`${name}.onnx`),
      tokens: join(folder, 'tokens.txt'),
      dataDir: await espeakData(),
      // Nothing would be taken for "not said".
      noiseScale: 1e-9,
      noiseScaleW: 1e-9,
    };
    const [theirs] = await sherpaSays({ vits }, [{ text, options: { sid, speed } }]);
    const speaker = { mix: { [name === 'piper-many' ? 'cora' : 'v']: 1 } };
    const files = { 'v.onnx': `${name}.onnx`, 'v.onnx.json': `${name}.onnx.json` };
    expectEqual(await say(piper, files, text, { speaker, speed }), theirs);
  });

  it('kokoro', async () => {
    const files = { 'model.onnx': 'kokoro-tokens.onnx', 'voices.bin': 'kokoro-voices.npz' };
    const ours = await say(kokoro, files, 'Hello, world! This is a test.', { speaker: { mix: { bm_two: 1 } } });
    // Its own front end has other phonemes: it is given one word that is said as ours are.
    const plain = ours.ids.slice(1, -1);
    const symbols = new Map(plain.map((id, i) => [id, String.fromCodePoint(0x4e00 + 100 + i)]));
    const tokens = [...Array.from(symbols, ([id, symbol]) => `${symbol} ${id}`), '  16'];
    const lexicon = `你 ${plain.map((id) => symbols.get(id)).join(' ')}\n`;
    // Rows of a voice: ours begin with that for one phoneme, its own with that for none.
    const voices = new Float32Array(2 * 510 * 256);
    for (const voice of [0, 1])
      for (let row = 1; row < 510; row++)
        for (let column = 0; column < 256; column++)
          voices[(voice * 510 + row) * 256 + column] = (((row - 1) * 7 + column * 3 + (voice + 1) * 11) % 64) / 32 - 1;
    const folder = await folderOf({
      'tokens.txt': Buffer.from(`${tokens.join('\n')}\n`),
      'lexicon.txt': Buffer.from(lexicon),
      'voices.bin': Buffer.from(voices.buffer),
    });
    const model = {
      model: at('kokoro-tokens.onnx'),
      voices: join(folder, 'voices.bin'),
      tokens: join(folder, 'tokens.txt'),
      lexicon: join(folder, 'lexicon.txt'),
      dataDir: await espeakData(),
    };
    const [theirs] = await sherpaSays({ kokoro: model }, [{ text: '你', options: { sid: 1 } }]);
    expectEqual(ours, theirs);
  });

  it('supertonic', async () => {
    const names = ['duration_predictor', 'text_encoder', 'vocoder'];
    const files = {
      ...Object.fromEntries(names.map((name) => [`${name}.onnx`, `supertonic/${name}.onnx`])),
      'vector_estimator.onnx': 'supertonic/quiet_estimator.onnx',
      'tts.json': 'supertonic/tts.json',
      'unicode_indexer.json': 'supertonic/unicode_indexer-v3.json',
      'voice_styles/F1.json': 'supertonic/F1.json',
    };
    const text = 'A small house, at last.';
    const ours = await say(supertonic, files, text, { language: 'en', speaker: { mix: { F1: 1 } }, variation: 1 });
    const folder = await folderOf({});
    const { style_ttl, style_dp } = JSON.parse(await readFile(at('supertonic/F1.json'), 'utf8')) as Record<
      'style_ttl' | 'style_dp',
      { dims: number[]; data: number[][][] }
    >;
    const dims = BigInt64Array.from([...style_ttl.dims, ...style_dp.dims], BigInt);
    const data = Float32Array.from([...style_ttl.data.flat(2), ...style_dp.data.flat(2)]);
    await writeFile(join(folder, 'voice.bin'), Buffer.concat([Buffer.from(dims.buffer), Buffer.from(data.buffer)]));
    const indexer = JSON.parse(await readFile(at('supertonic/unicode_indexer-v3.json'), 'utf8')) as number[];
    await writeFile(join(folder, 'indexer.bin'), Buffer.from(Int32Array.from(indexer).buffer));
    const model = {
      durationPredictor: at('supertonic/duration_predictor.onnx'),
      textEncoder: at('supertonic/text_encoder.onnx'),
      vectorEstimator: at('supertonic/quiet_estimator.onnx'),
      vocoder: at('supertonic/vocoder.onnx'),
      ttsJson: at('supertonic/tts.json'),
      unicodeIndexer: join(folder, 'indexer.bin'),
      voiceStyle: join(folder, 'voice.bin'),
    };
    const options = { numSteps: 8, extra: { lang: 'en', silence_duration: 0 } };
    const [theirs] = await sherpaSays({ supertonic: model }, [{ text, options }]);
    expectEqual(ours, theirs);
  });

  it('pocket', async () => {
    const files = {
      'text_conditioner.onnx': 'pocket/text_conditioner.onnx',
      'encoder.onnx': 'pocket/mimi_encoder.onnx',
      'lm_main.onnx': 'pocket/flow_lm_main.onnx',
      'lm_flow.onnx': 'pocket/flow_lm_flow.onnx',
      'decoder.onnx': 'pocket/mimi_decoder.onnx',
      'vocab.json': 'pocket/vocab.json',
      'token_scores.json': 'pocket/token_scores.json',
      'test_wavs/alba.wav': 'pocket/voice.wav',
    };
    const model = {
      textConditioner: at('pocket/text_conditioner.onnx'),
      encoder: at('pocket/mimi_encoder.onnx'),
      lmMain: at('pocket/flow_lm_main.onnx'),
      lmFlow: at('pocket/flow_lm_flow.onnx'),
      decoder: at('pocket/mimi_decoder.onnx'),
      vocabJson: at('pocket/vocab.json'),
      tokenScoresJson: at('pocket/token_scores.json'),
    };
    const options = { numSteps: 1, extra: { temperature: 0, frames_after_eos: 3 } };
    const texts = ['She sells sea shells by the sea shore.', 'Zürich and the zebra!'];
    const requests = texts.map((text) => ({ text, options, reference: at('pocket/voice.wav') }));
    const theirs = await sherpaSays({ pocket: model }, requests);
    for (const [i, text] of texts.entries())
      expectEqual(await say(pocket, files, text, { speaker: { mix: { alba: 1 } } }), theirs[i]);
    expect(theirs[0]).not.toEqual(theirs[1]);
  });
});
