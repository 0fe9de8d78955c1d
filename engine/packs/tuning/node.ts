import { BinaryReader, BinaryWriter, WireType } from '@bufbuild/protobuf/wire';
import { type OnnxTensor, readTensor, wholes } from './tensor.ts';

/**
 * A node of an ONNX graph. Fields by the numbers of onnx.proto3 (https://github.com/onnx/onnx): a node that is not changed
 * is written as it was read, whatever else stands in it.
 */
export interface OnnxNode {
  readonly kind: string;
  readonly domain: string;
  readonly inputs: readonly string[];
  readonly outputs: readonly string[];
  /** Whole numbers, and lists of them; attributes of other kinds are not read. */
  readonly numbers: ReadonlyMap<string, readonly number[]>;
  /** What the operator Constant gives. */
  readonly constant: OnnxTensor | null;
  /** Whether it has an attribute that `numbers` lacks. */
  readonly hasMore: boolean;
  /** What the graphs within it (branches, bodies of loops) read from outside. */
  readonly captured: readonly string[];
  /** The message. */
  readonly bytes: Uint8Array;
}

const NODE = { input: 1, output: 2, name: 3, kind: 4, attribute: 5, domain: 7 } as const;
const ATTRIBUTE = { name: 1, int: 3, tensor: 5, graph: 6, ints: 8, graphs: 11, type: 20 } as const;
const TYPE = { int: 2, ints: 7 } as const;
const GRAPH_NODE = 1;

/** @throws Error where the bytes are no message */
export function readNode(bytes: Uint8Array): OnnxNode {
  const reader = new BinaryReader(bytes);
  const node = { kind: '', domain: '', inputs: [] as string[], outputs: [] as string[] };
  const numbers = new Map<string, readonly number[]>();
  const captured: string[] = [];
  let [hasMore, constant] = [false, null as OnnxTensor | null];
  while (reader.pos < reader.len) {
    const [field, wire] = reader.tag();
    if (field === NODE.input) node.inputs.push(reader.string());
    else if (field === NODE.output) node.outputs.push(reader.string());
    else if (field === NODE.kind) node.kind = reader.string();
    else if (field === NODE.domain) node.domain = reader.string();
    else if (field === NODE.attribute) {
      const attribute = readAttribute(reader.bytes());
      captured.push(...attribute.captured);
      if (attribute.numbers) numbers.set(attribute.name, attribute.numbers);
      else hasMore = true;
      if (attribute.name === 'value') constant = attribute.tensor;
    } else reader.skip(wire, field);
  }
  if (node.kind !== 'Constant') constant = null;
  return { ...node, numbers, constant, hasMore, captured, bytes };
}

interface Attribute {
  readonly name: string;
  readonly numbers: readonly number[] | null;
  readonly tensor: OnnxTensor | null;
  readonly captured: readonly string[];
}

function readAttribute(bytes: Uint8Array): Attribute {
  const reader = new BinaryReader(bytes);
  const numbers: number[] = [];
  const captured: string[] = [];
  let [name, type, tensor] = ['', 0, null as OnnxTensor | null];
  while (reader.pos < reader.len) {
    const [field, wire] = reader.tag();
    if (field === ATTRIBUTE.name) name = reader.string();
    else if (field === ATTRIBUTE.int || field === ATTRIBUTE.ints) numbers.push(...wholes(reader, wire));
    else if (field === ATTRIBUTE.tensor) tensor = readTensor(reader.bytes());
    else if (field === ATTRIBUTE.graph || field === ATTRIBUTE.graphs) captured.push(...namesIn(reader.bytes()));
    else if (field === ATTRIBUTE.type) type = reader.int32();
    else reader.skip(wire, field);
  }
  // Zero and the empty list may be left out of the message.
  if (type === TYPE.int && numbers.length === 0) numbers.push(0);
  const whole = numbers.length > 0 || type === TYPE.ints;
  return { name, numbers: whole ? numbers : null, tensor, captured };
}

/** All values that the nodes of a graph within a node read: its own among them, which does no harm. */
function namesIn(graph: Uint8Array): string[] {
  const reader = new BinaryReader(graph);
  const names: string[] = [];
  while (reader.pos < reader.len) {
    const [field, wire] = reader.tag();
    if (field !== GRAPH_NODE) reader.skip(wire, field);
    else {
      const { inputs, captured } = readNode(reader.bytes());
      names.push(...inputs, ...captured);
    }
  }
  return names;
}

/** Whether a node has no other attributes than these. */
export function hasOnly({ numbers, hasMore }: OnnxNode, names: readonly string[]): boolean {
  return !hasMore && [...numbers.keys()].every((name) => names.includes(name));
}

/** The first number of an attribute, or what counts where it is left out. */
export function numberOf({ numbers }: OnnxNode, name: string, usual: number): number {
  return numbers.get(name)?.[0] ?? usual;
}

/** A new node of ONNX's own operators. */
export function makeNode(
  kind: string,
  inputs: readonly string[],
  output: string,
  numbers: Readonly<Record<string, number | readonly number[]>> = {},
): OnnxNode {
  const writer = new BinaryWriter();
  for (const input of inputs) writer.tag(NODE.input, WireType.LengthDelimited).string(input);
  writer.tag(NODE.output, WireType.LengthDelimited).string(output);
  writer.tag(NODE.name, WireType.LengthDelimited).string(output);
  writer.tag(NODE.kind, WireType.LengthDelimited).string(kind);
  for (const [name, value] of Object.entries(numbers)) {
    writer.tag(NODE.attribute, WireType.LengthDelimited).fork();
    writer.tag(ATTRIBUTE.name, WireType.LengthDelimited).string(name);
    if (typeof value === 'number') writer.tag(ATTRIBUTE.int, WireType.Varint).int64(value);
    else for (const one of value) writer.tag(ATTRIBUTE.ints, WireType.Varint).int64(one);
    writer.tag(ATTRIBUTE.type, WireType.Varint).int32(typeof value === 'number' ? TYPE.int : TYPE.ints);
    writer.join();
  }
  return readNode(writer.finish());
}

/** The same node with other inputs and another output: its attributes stay, whatever they are. */
export function rewire(node: OnnxNode, inputs: readonly string[], output: string): OnnxNode {
  const writer = new BinaryWriter();
  for (const input of inputs) writer.tag(NODE.input, WireType.LengthDelimited).string(input);
  writer.tag(NODE.output, WireType.LengthDelimited).string(output);
  const reader = new BinaryReader(node.bytes);
  while (reader.pos < reader.len) {
    const [field, wire] = reader.tag();
    const value = reader.skip(wire, field);
    if (field !== NODE.input && field !== NODE.output) writer.tag(field, wire).raw(value);
  }
  return readNode(writer.finish());
}
