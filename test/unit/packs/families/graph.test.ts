import { afterAll, describe, expect, it } from 'vitest';
import { checkGraph, type GraphRule } from '../../../../engine/packs/families/graph.ts';
import { recognise } from '../../../../engine/packs/families/index.ts';
import { cutUnits, spansOf } from '../../../../engine/packs/families/units.ts';
import { refusal, removeFolders, sourceOf } from './support.ts';

afterAll(removeFolders);

const RULE: GraphRule = {
  inputs: [
    { names: ['tokens', 'ids'], types: ['int64'], rank: 2 },
    { names: ['speed'], types: ['float32', 'int32'] },
  ],
  outputs: [{ names: ['audio'], types: ['float32'] }],
};
const tensor = (
  name: string,
  type: string,
  shape: (number | string)[] = [],
): { name: string; type: string; shape: (number | string)[] } => ({ name, type, shape });
const good = {
  inputs: [tensor('ids', 'int64', [1, 'n']), tensor('speed', 'int32', [1])],
  outputs: [tensor('audio', 'float32')],
};

describe('checkGraph', () => {
  it('says which input is missing, has the wrong type or shape, or is not known', () => {
    expect(() => checkGraph('m.onnx', good, RULE)).not.toThrow();
    const broken =
      (inputs: typeof good.inputs, outputs = good.outputs) =>
      () =>
        checkGraph('m.onnx', { inputs, outputs }, RULE);
    const [ids, speed] = good.inputs as [(typeof good.inputs)[0], (typeof good.inputs)[0]];
    expect(broken([ids])).toThrow('m.onnx has no input "speed"; its inputs are: ids.');
    expect(broken([speed])).toThrow('no input "tokens" or "ids"');
    expect(broken([ids, tensor('speed', 'string')])).toThrow(
      'the input "speed" is string; it must be float32 or int32.',
    );
    expect(broken([tensor('ids', 'int64', [1]), speed])).toThrow('"ids" has 1 dimensions; it must have 2.');
    expect(broken([...good.inputs, tensor('lang', 'int64')])).toThrow('an input "lang"');
    expect(broken(good.inputs, [tensor('mel', 'float32')])).toThrow('no output "audio"; its outputs are: mel.');
  });
});

describe('recognise', () => {
  it('finds the family of a folder', async () => {
    const piper = await sourceOf({ 'a.onnx': 'piper-one.onnx', 'a.onnx.json': 'piper-one.onnx.json' });
    expect((await recognise(piper)).family).toBe('piper');
    const kokoro = await sourceOf({ 'm.onnx': 'kokoro-tokens.onnx', 'voices.npz': 'kokoro-voices.npz' });
    expect((await recognise(kokoro)).family).toBe('kokoro');
  });

  it('refuses what is of no family', async () => {
    await expect(recognise(await sourceOf({ 'a.txt': Buffer.from('a') }))).rejects.toEqual(refusal('no ONNX graph'));
    await expect(recognise(await sourceOf({ 'a.onnx': Buffer.from('a') }))).rejects.toEqual(
      refusal('cannot be opened'),
    );
  });
});

describe('units', () => {
  const units = (text: string): { symbol: string; token: number }[] =>
    Array.from(text, (symbol, token) => ({ symbol, token }));
  const texts = (text: string, most: number): string[] =>
    cutUnits(units(text), most).map((piece) => piece.map(({ symbol }) => symbol).join(''));

  it('are cut behind a sentence, a clause, a word, or at the limit', () => {
    expect(texts('abc. def, gh i', 10)).toEqual(['abc.', 'def, gh i']);
    expect(texts('abcd, efgh ij', 10)).toEqual(['abcd,', 'efgh ij']);
    expect(texts('a bcdefgh ijk', 10)).toEqual(['a bcdefgh', 'ijk']);
    expect(texts('abcdefghijkl', 5)).toEqual(['abcde', 'fghij', 'kl']);
    expect(texts('', 5)).toEqual([]);
  });

  it('give their tokens times in proportion', () => {
    const tokens = ['one', 'two'].map((text, i) => ({ text, from: 4 * i, to: 4 * i + 3 }));
    const spans = spansOf(tokens, [-1, 0, 0, -1, 1], [1, 2, 2, 1, 4], 5);
    expect(spans.map(({ start, end }) => [start, end])).toEqual([
      [0.5, 2.5],
      [3, 5],
    ]);
  });
});
