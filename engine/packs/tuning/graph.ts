import type { OnnxNode } from './node.ts';
import { FLOAT32, type OnnxTensor } from './tensor.ts';

/** What a node becomes; null: it is no longer there. */
export type Change = readonly OnnxNode[] | null;

/** The nodes and constants of an ONNX graph, to look around in and to change. */
export class OnnxGraph {
  private readonly readers = new Map<string, OnnxNode[]>();
  private readonly makers = new Map<string, OnnxNode>();
  /** What is read from outside of the nodes: outputs, and graphs within nodes. */
  private readonly elsewhere: ReadonlySet<string>;

  constructor(
    readonly nodes: readonly OnnxNode[],
    readonly tensors: ReadonlyMap<string, OnnxTensor>,
    readonly outputs: readonly string[],
    readonly opset: number,
  ) {
    for (const node of nodes) {
      for (const name of new Set(node.inputs)) {
        const readers = this.readers.get(name);
        if (readers) readers.push(node);
        else this.readers.set(name, [node]);
      }
      for (const name of node.outputs) this.makers.set(name, node);
    }
    this.elsewhere = new Set([...outputs, ...nodes.flatMap(({ captured }) => captured)]);
  }

  /** The nodes that read a value; none where something else than nodes reads it too. */
  readersOf(name: string): readonly OnnxNode[] {
    return this.elsewhere.has(name) ? [] : (this.readers.get(name) ?? []);
  }

  /** The one node that reads the one output of another, if it is of that kind. */
  onlyReader(node: OnnxNode, kind: string): OnnxNode | null {
    const [output, ...others] = node.outputs;
    if (output === undefined || others.length > 0) return null;
    const [reader, ...more] = this.readersOf(output);
    return reader !== undefined && more.length === 0 && isA(reader, kind) ? reader : null;
  }

  makerOf(name: string): OnnxNode | undefined {
    return this.makers.get(name);
  }

  /** A constant of the graph, whether it stands among the weights or a node gives it. */
  constant(name: string): OnnxTensor | null {
    const tensor = this.tensors.get(name);
    if (tensor) return tensor;
    const maker = this.makers.get(name);
    if (!maker) return null;
    return isA(maker, 'Identity') ? this.constant(maker.inputs[0]!) : maker.constant;
  }

  /** The values of a small float32 constant. */
  values(name: string): Float32Array | null {
    const tensor = this.constant(name);
    if (tensor?.type !== FLOAT32 || tensor.raw === null || tensor.raw.length % 4 !== 0) return null;
    return new Float32Array(Uint8Array.from(tensor.raw).buffer);
  }

  /** Whether any value is so called. */
  hasNames(beginning: string): boolean {
    const names = [...this.tensors.keys(), ...this.readers.keys(), ...this.makers.keys()];
    return names.some((name) => name.startsWith(beginning));
  }

  changed(changes: ReadonlyMap<OnnxNode, Change>, added: readonly OnnxTensor[]): OnnxGraph {
    const nodes = this.nodes.flatMap((node) => (changes.has(node) ? (changes.get(node) ?? []) : [node]));
    const tensors = new Map([...this.tensors, ...added.map((tensor) => [tensor.name, tensor] as const)]);
    return new OnnxGraph(nodes, tensors, this.outputs, this.opset);
  }
}

/** Whether a node is an operator of ONNX itself, of that kind. */
export function isA(node: OnnxNode, kind: string): boolean {
  return node.kind === kind && (node.domain === '' || node.domain === 'ai.onnx');
}

/** The other input of a node with two. */
export function otherInput(node: OnnxNode, one: string): string | null {
  const [a, b, ...more] = node.inputs;
  if (a === undefined || b === undefined || more.length > 0 || a === b) return null;
  return a === one ? b : b === one ? a : null;
}
