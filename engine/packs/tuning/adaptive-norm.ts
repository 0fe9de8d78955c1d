import { type Change, isA, type OnnxGraph, otherInput } from './graph.ts';
import { type OnnxTensor, wholeNumbers } from './tensor.ts';
import { makeNode, type OnnxNode, rewire } from './node.ts';
import type { Names } from './names.ts';

/**
 * Adaptive instance normalisation (Huang and Belongie 2017, https://arxiv.org/abs/1703.06868), which StyleTTS 2 does before
 * each convolution, comes out of exports as a normalisation, a product and a sum: three walks through all samples. The
 * operator has a scale and an offset of its own; where the style is that of one utterance, they take the other two. If what
 * follows is the snake (Ziyin and others 2020, https://arxiv.org/abs/2006.08195), y + sin²(ay) / a, its two products go too:
 * the one into the scale, the other into the weights of the convolution that reads it.
 */
export function foldAdaptiveNorms(graph: OnnxGraph, names: Names): OnnxGraph {
  const changes = new Map<OnnxNode, Change>();
  const shapes = new Map<number, OnnxTensor>();
  const shapeOf = (count: number): string => {
    const known = shapes.get(count) ?? wholeNumbers(names.next('shape'), [count]);
    shapes.set(count, known);
    return known.name;
  };
  for (const node of graph.nodes) {
    const found = findAdaptive(graph, node);
    if (!found) continue;
    const { grow, shift, scale, offset, count } = found;
    const snake = findSnake(graph, shift, count);
    const put: OnnxNode[] = [];
    const make = (kind: string, inputs: readonly string[]): string => {
      const name = names.next('style');
      put.push(makeNode(kind, inputs, name));
      return name;
    };
    const flat = (name: string): string => make('Reshape', [name, shapeOf(count)]);
    const factor = flat(scale);
    let gain = make('Mul', [factor, node.inputs[1]!]);
    let bias = make('Add', [make('Mul', [factor, node.inputs[2]!]), flat(offset)]);
    if (snake) {
      const rate = flat(snake.rate);
      [gain, bias] = [make('Mul', [gain, rate]), make('Mul', [bias, rate])];
      snake.apply(changes, names);
    }
    put.push(rewire(node, [node.inputs[0]!, gain, bias], shift.outputs[0]!));
    changes.set(node, null);
    changes.set(grow, null);
    changes.set(shift, put);
  }
  return graph.changed(changes, [...shapes.values()]);
}

interface Adaptive {
  readonly grow: OnnxNode;
  readonly shift: OnnxNode;
  readonly scale: string;
  readonly offset: string;
  /** Channels. */
  readonly count: number;
}

function findAdaptive(graph: OnnxGraph, node: OnnxNode): Adaptive | null {
  if (!isA(node, 'InstanceNormalization')) return null;
  const [count, ...others] = graph.constant(node.inputs[1] ?? '')?.dims ?? [];
  const grow = graph.onlyReader(node, 'Mul');
  const shift = grow && graph.onlyReader(grow, 'Add');
  if (count === undefined || others.length > 0 || !shift) return null;
  const [scale, offset] = [otherInput(grow, node.outputs[0]!), otherInput(shift, grow.outputs[0]!)];
  if (scale === null || offset === null) return null;
  return { grow, shift, scale, offset, count };
}

interface Snake {
  /** The constant `a`. */
  readonly rate: string;
  apply(changes: Map<OnnxNode, Change>, names: Names): void;
}

/** The snake of what `node` gives, before a convolution: sum = y + square(sin(a y)) / a. */
function findSnake(graph: OnnxGraph, node: OnnxNode, count: number): Snake | null {
  const y = node.outputs[0]!;
  const readers = graph.readersOf(y);
  const times = readers.find((reader) => isA(reader, 'Mul'));
  const sum = readers.find((reader) => isA(reader, 'Add'));
  if (readers.length !== 2 || !times || !sum) return null;
  const rate = otherInput(times, y);
  const sine = graph.onlyReader(times, 'Sin');
  const square = sine && (graph.onlyReader(sine, 'Pow') ?? graph.onlyReader(sine, 'Mul'));
  if (rate === null || !square || !isSquare(graph, square, sine)) return null;
  const part = graph.onlyReader(square, 'Mul') ?? graph.onlyReader(square, 'Div');
  const conv = graph.onlyReader(sum, 'Conv');
  if (!part || !conv || otherInput(sum, y) !== part.outputs[0]) return null;
  const factor = otherInput(part, square.outputs[0]!);
  if (factor === null || (isA(part, 'Div') && part.inputs[1] !== factor)) return null;
  const isInverse = isA(part, 'Div') ? factor === rate : inverts(graph, factor, rate, count);
  const weights = conv.inputs[1] ?? '';
  const dims = graph.constant(weights)?.dims;
  if (!isInverse || !perChannel(graph, rate, count) || dims?.length !== 3 || dims[1] !== count) return null;
  return {
    rate,
    apply: (changes, names) => {
      const shaped = names.next('weights');
      changes.set(times, null);
      changes.set(sine, [rewire(sine, [y], sine.outputs[0]!)]);
      changes.set(part, null);
      changes.set(sum, [rewire(sum, [y, square.outputs[0]!], sum.outputs[0]!)]);
      const divided = makeNode('Div', [weights, rate], shaped);
      changes.set(conv, [divided, rewire(conv, [conv.inputs[0]!, shaped, ...conv.inputs.slice(2)], conv.outputs[0]!)]);
    },
  };
}

function isSquare(graph: OnnxGraph, node: OnnxNode, of: OnnxNode): boolean {
  const [a, b] = node.inputs;
  if (a !== of.outputs[0]) return false;
  if (isA(node, 'Mul')) return a === b;
  const power = graph.values(b ?? '');
  return power?.length === 1 && power[0] === 2;
}

/** Whether a constant is [1, channels, 1], with no zero. */
function perChannel(graph: OnnxGraph, name: string, count: number): boolean {
  const dims = graph.constant(name)?.dims ?? [];
  const values = graph.values(name);
  return dims.length === 3 && dims[1] === count && values?.length === count && values.every((value) => value !== 0);
}

/** Whether one value is 1 / the other: a constant, or what 1 is divided by the other in the graph. */
function inverts(graph: OnnxGraph, name: string, rate: string, count: number): boolean {
  const maker = graph.makerOf(name);
  if (maker && isA(maker, 'Reciprocal')) return maker.inputs[0] === rate;
  if (maker && isA(maker, 'Div')) {
    const one = graph.values(maker.inputs[0] ?? '');
    return maker.inputs[1] === rate && one?.length === 1 && one[0] === 1;
  }
  const [values, rates] = [graph.values(name), graph.values(rate)];
  if (!perChannel(graph, name, count) || !values || !rates) return false;
  return values.every((value, i) => Math.abs(value * rates[i]! - 1) < 1e-6);
}
