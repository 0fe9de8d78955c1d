import { type Change, isA, type OnnxGraph } from './graph.ts';
import type { Names } from './names.ts';
import { hasOnly, makeNode, numberOf, type OnnxNode } from './node.ts';
import { FLOAT32, type OnnxTensor, wholeNumbers } from './tensor.ts';

/** Below, there is too little to compute. */
const LEAST_CHANNELS = 16;
const KNOWN = ['kernel_shape', 'strides', 'pads', 'dilations', 'group', 'output_padding'];
/** Behind the end of any axis. */
const END = 2 ** 31 - 1;

/**
 * Transposed convolutions, which raise the rate of vocoders, are products whose results ONNX Runtime adds up in one thread. By
 * the polyphase identity (Vaidyanathan, Multirate Systems and Filter Banks, 1993, section 4.3) they are one convolution at the
 * low rate with as many outputs as there are phases, whose samples are then laid out in turn: the same products, summed where
 * they are made, by all threads. Kernels must be whole multiples of the stride, as those of vocoders are.
 */
export function unfoldTransposedConvolutions(graph: OnnxGraph, names: Names): OnnxGraph {
  const changes = new Map<OnnxNode, Change>();
  const added: OnnxTensor[] = [];
  for (const node of graph.nodes) {
    const shape = isA(node, 'ConvTranspose') ? shapeOf(graph, node) : null;
    if (!shape) continue;
    const { ins, outs, taps, stride, pads } = shape;
    const put: OnnxNode[] = [];
    const list = (...values: number[]): string => {
      const tensor = wholeNumbers(names.next('numbers'), values);
      added.push(tensor);
      return tensor.name;
    };
    const make = (kind: string, inputs: readonly string[], numbers = {}, output = names.next('phases')): string => {
      put.push(makeNode(kind, inputs, output, numbers));
      return output;
    };
    // Of constants: the runtime does all of this once, when it opens the graph.
    const apart = make('Reshape', [node.inputs[1]!, list(ins, outs, taps, stride)]);
    const turned = make('Slice', [apart, list(-1), list(-END), list(2), list(-1)]);
    const ordered = make('Transpose', [turned], { perm: [1, 3, 0, 2] });
    const weights = make('Reshape', [ordered, list(outs * stride, ins, taps)]);
    const biases = node.inputs[2] === undefined ? [] : [node.inputs[2]];
    const spread = biases.map((bias) => {
      const column = make('Reshape', [bias, list(outs, 1)]);
      return make('Reshape', [make('Expand', [column, list(outs, stride)]), list(outs * stride)]);
    });

    const phases = make('Conv', [node.inputs[0]!, weights, ...spread], {
      kernel_shape: [taps],
      pads: [taps - 1, taps - 1],
    });
    const rows = make('Reshape', [phases, list(0, outs, stride, -1)]);
    const inTurn = make('Transpose', [rows], { perm: [0, 1, 3, 2] });
    const [from, to] = [list(pads[0]), list(pads[1] > 0 ? -pads[1] : END)];
    make('Slice', [make('Reshape', [inTurn, list(0, outs, -1)]), from, to, list(2)], {}, node.outputs[0]);
    changes.set(node, put);
  }
  return graph.changed(changes, added);
}

interface Shape {
  readonly ins: number;
  readonly outs: number;
  /** Of each phase. */
  readonly taps: number;
  readonly stride: number;
  readonly pads: readonly [number, number];
}

function shapeOf(graph: OnnxGraph, node: OnnxNode): Shape | null {
  const weights = graph.constant(node.inputs[1] ?? '');
  if (weights?.type !== FLOAT32 || weights.dims.length !== 3 || graph.opset < 10 || !hasOnly(node, KNOWN)) return null;
  if (numberOf(node, 'group', 1) !== 1 || numberOf(node, 'dilations', 1) !== 1) return null;
  if (numberOf(node, 'output_padding', 0) !== 0) return null;
  const [ins, outs, kernel] = weights.dims as [number, number, number];
  const stride = numberOf(node, 'strides', 1);
  const [before = 0, after = 0] = node.numbers.get('pads') ?? [];
  if (ins < LEAST_CHANNELS || outs < LEAST_CHANNELS || stride < 2 || kernel % stride !== 0) return null;
  return { ins, outs, taps: kernel / stride, stride, pads: [before, after] };
}
