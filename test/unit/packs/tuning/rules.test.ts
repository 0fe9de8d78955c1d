import { describe, expect, it } from 'vitest';
import { foldAdaptiveNorms } from '../../../../engine/packs/tuning/adaptive-norm.ts';
import { widenConvolutions } from '../../../../engine/packs/tuning/convolution.ts';
import { OnnxGraph } from '../../../../engine/packs/tuning/graph.ts';
import { Names } from '../../../../engine/packs/tuning/names.ts';
import { unfoldTransposedConvolutions } from '../../../../engine/packs/tuning/transposed-convolution.ts';
import { makeNode, type OnnxNode } from '../../../../engine/packs/tuning/node.ts';
import type { OnnxTensor } from '../../../../engine/packs/tuning/tensor.ts';

const floats = (name: string, dims: number[], value = 1): OnnxTensor => {
  const raw = new Uint8Array(new Float32Array(dims.reduce((a, b) => a * b, 1)).fill(value).buffer);
  return { name, dims, type: 1, raw, bytes: new Uint8Array() };
};

/** Constants by name. */
const tensors = (...all: OnnxTensor[]): Map<string, OnnxTensor> => new Map(all.map((one) => [one.name, one]));

const kinds = ({ nodes }: OnnxGraph): string[] => nodes.map(({ kind }) => kind);

const COUNT = 8;
const constants = (inverse = 0.5): Map<string, OnnxTensor> =>
  tensors(
    floats('ones', [COUNT]),
    floats('zeros', [COUNT], 0),
    floats('alpha', [1, COUNT, 1], 2),
    floats('inverse', [1, COUNT, 1], inverse),
    floats('two', [], 2),
    floats('kernel', [4, COUNT, 3]),
  );

const NORM = [
  makeNode('InstanceNormalization', ['x', 'ones', 'zeros'], 'normal'),
  makeNode('Mul', ['growth', 'normal'], 'grown'),
  makeNode('Add', ['grown', 'beta'], 'y'),
];
const SNAKE = [
  makeNode('Mul', ['alpha', 'y'], 'fast'),
  makeNode('Sin', ['fast'], 'sine'),
  makeNode('Pow', ['sine', 'two'], 'square'),
  makeNode('Mul', ['inverse', 'square'], 'part'),
  makeNode('Add', ['y', 'part'], 'sum'),
  makeNode('Conv', ['sum', 'kernel'], 'out'),
];

const fold = (nodes: OnnxNode[], outputs = ['out'], known = constants()): OnnxGraph =>
  foldAdaptiveNorms(new OnnxGraph(nodes, known, outputs, 17), new Names());

/** Of the samples, not of the style: those nodes take no time. */
const walks = ({ nodes }: OnnxGraph): string[] =>
  nodes.filter(({ outputs: [name] }) => !/tuned_(style|weights)/.test(name!)).map(({ kind }) => kind);

describe('adaptive instance normalisation', () => {
  it('takes the product and the sum into its own scale and offset', () => {
    const after = fold([...NORM, makeNode('LeakyRelu', ['y'], 'out')]);
    expect(walks(after)).toEqual(['InstanceNormalization', 'LeakyRelu']);
    expect(after.makerOf('y')!.inputs[0]).toBe('x');
  });

  it('takes the products of a snake too, one of them into the weights of the convolution', () => {
    const after = fold([...NORM, ...SNAKE]);
    expect(walks(after)).toEqual(['InstanceNormalization', 'Sin', 'Pow', 'Add', 'Conv']);
    expect(after.makerOf(after.makerOf('out')!.inputs[1]!)!.inputs).toEqual(['kernel', 'alpha']);
  });

  it('knows a snake that divides, and one that multiplies its sine by itself', () => {
    const nodes = [...NORM, ...SNAKE];
    nodes[5] = makeNode('Mul', ['sine', 'sine'], 'square');
    nodes[6] = makeNode('Div', ['square', 'alpha'], 'part');
    expect(walks(fold(nodes))).toEqual(['InstanceNormalization', 'Sin', 'Mul', 'Add', 'Conv']);
    const inTheGraph = [makeNode('Reciprocal', ['alpha'], 'inverse'), ...NORM, ...SNAKE];
    const known = constants();
    known.delete('inverse');
    expect(walks(fold(inTheGraph, ['out'], known))).not.toContain('Mul');
  });

  it('takes constants that nodes give, also where they are passed on', () => {
    const known = constants();
    const given = ['two', 'alpha'].map((name) => ({ ...makeNode('Constant', [], name), constant: known.get(name)! }));
    for (const name of ['two', 'alpha', 'ones']) known.delete(name);
    known.set('shared', floats('shared', [COUNT]));
    const nodes = [makeNode('Identity', ['shared'], 'ones'), ...given, ...NORM, ...SNAKE];
    expect(walks(fold(nodes, ['out'], known)).slice(3)).toEqual(['InstanceNormalization', 'Sin', 'Pow', 'Add', 'Conv']);
  });

  it.each([
    ['another factor than 1 / a', constants(0.25), SNAKE],
    ['another power than 2', tensors(...constants().values(), floats('two', [], 3)), SNAKE],
    ['a zero in a', tensors(...constants().values(), floats('alpha', [1, COUNT, 1], 0)), SNAKE],
    ['no convolution behind it', constants(), [...SNAKE.slice(0, -1), makeNode('Tanh', ['sum'], 'out')]],
    ['a second reader', constants(), [...SNAKE, makeNode('Tanh', ['sum'], 'more')]],
  ])('leaves a snake with %s', (_, known, rest) => {
    expect(walks(fold([...NORM, ...rest], ['out', 'more'], known))).toContain('Mul');
  });

  it.each([
    ['an output of the graph', ['out', 'grown'], NORM],
    ['read by another node', ['out'], [...NORM, makeNode('Tanh', ['normal'], 'more')]],
    ['read by a graph within a node', ['out'], [...NORM, { ...makeNode('If', ['c'], 'more'), captured: ['normal'] }]],
    ['of another maker', ['out'], [{ ...NORM[0]!, domain: 'com.example' }, ...NORM.slice(1)]],
  ])('leaves what is %s', (_, outputs, nodes) => {
    const all = [...nodes, makeNode('LeakyRelu', ['y'], 'out')];
    expect(fold(all, outputs).nodes).toEqual(all);
  });
});

describe('a convolution along time', () => {
  const widened = (
    dims: number[],
    { threads = 1, opset = 17, attributes = {} }: { threads?: number; opset?: number; attributes?: object } = {},
  ): string[] => {
    const node = makeNode('Conv', ['x', 'kernel'], 'y', { kernel_shape: [dims[2]!], ...attributes });
    return kinds(
      widenConvolutions(new OnnxGraph([node], tensors(floats('kernel', dims)), ['y'], opset), threads, new Names()),
    );
  };
  const WIDE = ['Unsqueeze', 'Unsqueeze', 'Conv', 'Squeeze'];

  it('is made one over a picture, with what it has of padding and distance', () => {
    const attributes = { pads: [3, 4], dilations: [5], strides: [2], group: 1 };
    const node = makeNode('Conv', ['x', 'kernel', 'bias'], 'y', { kernel_shape: [3], ...attributes });
    const known = tensors(floats('kernel', [32, 16, 3]), floats('bias', [32]));
    for (const opset of [11, 17]) {
      const after = widenConvolutions(new OnnxGraph([node], known, ['y'], opset), 1, new Names());
      expect(kinds(after)).toEqual(WIDE);
      const conv = after.nodes[2]!;
      expect(Object.fromEntries(conv.numbers)).toEqual({ pads: [0, 3, 0, 4], dilations: [1, 5], strides: [1, 2] });
      expect(conv.inputs[2]).toBe('bias');
      expect(after.nodes[0]!.inputs).toHaveLength(opset < 13 ? 1 : 2);
    }
  });

  it('stays as it is where that would not be faster', () => {
    expect(widened([32, 16, 3])).toEqual(WIDE);
    expect(widened([32, 16, 1])).toEqual(['Conv']);
    expect(widened([1, 16, 7])).toEqual(['Conv']);
    expect(widened([32, 1, 7], { attributes: { group: 32 } })).toEqual(['Conv']);
    expect(widened([32, 16, 3], { threads: 2 })).toEqual(['Conv']);
    expect(widened([192, 16, 3], { threads: 2 })).toEqual(['Conv']);
    expect(widened([128, 16, 3], { threads: 2 })).toEqual(WIDE);
    expect(widened([1024, 16, 3], { threads: 3 })).toEqual(WIDE);
  });

  it('stays as it is with an attribute that is not known here', () => {
    expect(widened([32, 16, 3], { attributes: { ceil_mode: 1 } })).toEqual(['Conv']);
  });
});

describe('a transposed convolution', () => {
  const unfolded = (dims: number[], attributes: object = {}): string[] => {
    const all = { kernel_shape: [dims[2]!], strides: [4], pads: [1, 3], ...attributes };
    const node = makeNode('ConvTranspose', ['x', 'kernel', 'bias'], 'y', all);
    const known = tensors(floats('kernel', dims), floats('bias', [dims[1]!]));
    const after = unfoldTransposedConvolutions(new OnnxGraph([node], known, ['y'], 17), new Names());
    expect(after.nodes.at(-1)!.outputs).toEqual(['y']);
    return kinds(after);
  };

  it('is made a convolution with an output for each phase', () => {
    expect(unfolded([32, 16, 8]).slice(-5)).toEqual(['Conv', 'Reshape', 'Transpose', 'Reshape', 'Slice']);
  });

  it.each([
    ['a kernel that is no multiple of its stride', [32, 16, 7], {}],
    ['few channels', [32, 1, 8], {}],
    ['groups', [32, 16, 8], { group: 2 }],
    ['holes', [32, 16, 8], { dilations: [2] }],
    ['a longer end', [32, 16, 8], { output_padding: [1] }],
    ['no stride', [32, 16, 8], { strides: [1] }],
    ['an attribute that is not known here', [32, 16, 8], { output_shape: [9] }],
  ])('stays as it is with %s', (_, dims, attributes) => {
    expect(unfolded(dims, attributes)).toEqual(['ConvTranspose']);
  });
});
