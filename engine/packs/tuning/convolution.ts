import { type Change, isA, type OnnxGraph } from './graph.ts';
import { hasOnly, makeNode, numberOf, type OnnxNode } from './node.ts';
import type { Names } from './names.ts';
import { FLOAT32, wholeNumbers } from './tensor.ts';

/** Channels that ONNX Runtime's kernels give a thread at once, where its vectors are the longest (AVX-512). */
const AT_ONCE = 64;
/** Below, laying the channels out anew takes longer than is won. */
const LEAST = { channels: 16, kernel: 3 } as const;

/**
 * Along one axis ONNX Runtime convolves by laying out all shifted copies of its input and multiplying matrices; along two it
 * has kernels that need no copies, over channels in blocks. So a convolution along time is made one over a picture of height
 * 1. Those kernels share out rows and blocks of output channels among threads: with one row there must be blocks for all.
 */
export function widenConvolutions(graph: OnnxGraph, threads: number, names: Names): OnnxGraph {
  const changes = new Map<OnnxNode, Change>();
  const axis = wholeNumbers(names.next('axis'), [2]);
  for (const node of graph.nodes) {
    if (!isA(node, 'Conv') || !shapeFits(graph, node, threads)) continue;
    const { numbers, inputs, outputs } = node;
    const [image, weights, result] = [names.next('image'), names.next('kernel'), names.next('result')];
    const [from = 0, to = 0] = numbers.get('pads') ?? [];
    const wide = {
      dilations: [1, numberOf(node, 'dilations', 1)],
      strides: [1, numberOf(node, 'strides', 1)],
      pads: [0, from, 0, to],
    };
    changes.set(node, [
      axisNode('Unsqueeze', inputs[0]!, image),
      axisNode('Unsqueeze', inputs[1]!, weights),
      makeNode('Conv', [image, weights, ...inputs.slice(2)], result, wide),
      axisNode('Squeeze', result, outputs[0]!),
    ]);
  }
  return graph.changed(changes, [axis]);

  function axisNode(kind: string, input: string, output: string): OnnxNode {
    // Since version 13 the axes are an input.
    return graph.opset >= 13
      ? makeNode(kind, [input, axis.name], output)
      : makeNode(kind, [input], output, { axes: [2] });
  }
}

const KNOWN = ['kernel_shape', 'dilations', 'strides', 'pads', 'group'];

function shapeFits(graph: OnnxGraph, node: OnnxNode, threads: number): boolean {
  if (!hasOnly(node, KNOWN) || numberOf(node, 'group', 1) !== 1 || node.inputs.length > 3) return false;
  const dims = dimsOf(graph, node.inputs[1] ?? '');
  if (dims?.length !== 3) return false;
  const [outs, ins, kernel] = dims as [number, number, number];
  if (kernel < LEAST.kernel || ins < LEAST.channels || outs < LEAST.channels) return false;
  const blocks = outs / AT_ONCE;
  return threads === 1 || (Number.isInteger(blocks) && (blocks % threads === 0 || blocks >= 4 * threads));
}

/** Of weights that are constants, as they are or divided by something. */
function dimsOf(graph: OnnxGraph, weights: string): readonly number[] | null {
  const tensor = graph.constant(weights);
  if (tensor) return tensor.type === FLOAT32 ? tensor.dims : null;
  const maker = graph.makerOf(weights);
  return maker && isA(maker, 'Div') ? dimsOf(graph, maker.inputs[0]!) : null;
}
