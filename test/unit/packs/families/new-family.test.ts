import { Tensor } from 'onnxruntime-node';
import { afterAll, expect, it } from 'vitest';
import { SPEECH_DEFAULTS } from '../../../../engine/contract/speech.ts';
import { PackManifest } from '../../../../engine/contract/pack.ts';
import { VoiceCard } from '../../../../engine/contract/voice-card.ts';
import { PackPipeline } from '../../../../engine/pack-pipeline.ts';
import type { PackFamily } from '../../../../engine/packs/families/family.ts';
import { checkGraph, type GraphRule, looksLike } from '../../../../engine/packs/families/graph.ts';
import { ModelSlot } from '../../../../engine/packs/families/slot.ts';
import { cutUnits, spansOf } from '../../../../engine/packs/families/units.ts';
import { open, removeFolders, sourceOf } from './support.ts';

afterAll(removeFolders);

/**
 * All that a family is, in one file: what docs/model-families.md promises. This one has Kokoro's graph, and its symbols are
 * the letters themselves, four at a time.
 */
const RULE: GraphRule = {
  inputs: [
    { names: ['tokens'], types: ['int64'], rank: 2 },
    { names: ['style'], types: ['float32'], rank: 2 },
    { names: ['speed'], types: ['float32'], rank: 1 },
  ],
  outputs: [{ names: ['audio'], types: ['float32'] }],
};
const letters: PackFamily = {
  id: 'kokoro',
  async recognise(source) {
    const [graph] = source.match(/\.onnx$/);
    if (graph === undefined || !looksLike(await source.graph(graph), RULE)) return null;
    checkGraph(graph, await source.graph(graph), RULE);
    return {
      name: 'Letters',
      licence: 'CC0-1.0',
      sampleRate: 24_000,
      languages: ['en'],
      capabilities: { clone: false, design: false, mix: false, exactTimes: false, expression: false },
      files: [graph],
      voices: [{ speaker: 'one', name: 'One', language: 'en', sex: 'neutral' }],
    };
  },
  async open(source, { threads }) {
    const session = await source.session('letters.onnx', threads);
    return {
      sampleRate: 24_000,
      speeds: 'any',
      variable: false,
      seeded: true,
      phonemes: false,
      async *synthesize({ tokens, speed }, signal) {
        const units = tokens.flatMap(({ text }, token) => Array.from(text, (symbol) => ({ symbol, token })));
        const pieces = cutUnits(units, 4);
        for (const [i, piece] of pieces.entries()) {
          if (signal.aborted) return;
          const ids = piece.map(({ symbol }) => symbol.charCodeAt(0));
          const { audio } = await session.run({
            tokens: new Tensor('int64', BigInt64Array.from(ids, BigInt), [1, ids.length]),
            style: new Tensor('float32', new Float32Array(256), [1, 256]),
            speed: new Tensor('float32', Float32Array.of(speed), [1]),
          });
          const samples = audio!.data as Float32Array;
          const owners = piece.map(({ token }) => token);
          const words = spansOf(tokens, owners, ids, samples.length / 24_000);
          yield { samples, words, exact: false, last: i === pieces.length - 1, ids };
        }
      },
      dispose: () => session.release(),
    };
  },
};

it('a family takes one file: it is recognised, refused with a reason, planned, timed, mastered and encoded', async () => {
  const source = await sourceOf({ 'letters.onnx': 'kokoro-tokens.onnx' });
  const { files, voices, ...found } = (await letters.recognise(source))!;
  expect(files).toEqual(['letters.onnx']);
  expect(await letters.recognise(await sourceOf({ 'a.onnx': 'piper-one.onnx' }))).toBeNull();
  const wrong = await sourceOf({ 'a.onnx': 'kokoro-whole-speed.onnx' });
  expect(await letters.recognise(wrong)).toBeNull();
  expect(() => checkGraph('a.onnx', { inputs: [], outputs: [] }, RULE)).toThrow('a.onnx has no input "tokens"');
  const manifest = PackManifest.parse({
    format: 1,
    id: 'letters',
    version: '1',
    family: 'kokoro',
    files: {},
    ...found,
  });
  const card = VoiceCard.parse({ pack: 'letters', speaker: { mix: { one: 1 } }, accent: 'en' });
  const slot = new ModelSlot(() => open(letters, source));
  const pipeline = new PackPipeline({ manifest, voices: [], slot, fallback: () => null });
  const request = {
    ...SPEECH_DEFAULTS,
    text: 'Hello to you all.',
    voices: [{ card }],
    profile: { name: 'm', pack: 'letters', grammar: 's2', multiSpeaker: true, loudness: true, priority: 0, price: 1 },
    output: { format: 'wav', sampleRate: 24_000 },
    seed: 1,
  } as const;
  const words: string[] = [];
  let bytes = 0;
  for await (const event of pipeline.speak(request, new AbortController().signal)) {
    if (event.type === 'audio') bytes += event.bytes.length;
    if (event.type === 'chunk') words.push(...event.words.map(({ text }) => text));
  }
  // A word that is cut has a time in each of its pieces.
  expect(voices).toHaveLength(1);
  expect([...new Set(words)]).toEqual(['Hello', 'to', 'you', 'all']);
  expect(bytes).toBeGreaterThan(2 * 14 * 40);
  slot.close();
});
