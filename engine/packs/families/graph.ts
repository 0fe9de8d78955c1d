import type { InferenceSession } from 'onnxruntime-node';
import { DramatisError } from '../../contract/errors.ts';

/** A graph's input or output. A dimension that is a name, or -1, may have any size. */
export interface GraphTensor {
  readonly name: string;
  /** As `float32`, `int64`; `not a tensor` for sequences and maps. */
  readonly type: string;
  readonly shape: readonly (number | string)[];
}

export interface Graph {
  readonly inputs: readonly GraphTensor[];
  readonly outputs: readonly GraphTensor[];
}

/** What a family asks of an input or output. */
export interface TensorRule {
  /** Any of these names will do. */
  readonly names: readonly string[];
  readonly types: readonly string[];
  /** The number of dimensions, where it matters. */
  readonly rank?: number;
}

export interface GraphRule {
  readonly inputs: readonly TensorRule[];
  /** Inputs that may be missing. */
  readonly optional?: readonly TensorRule[];
  readonly outputs: readonly TensorRule[];
  /** Whether there may be others: the states of a graph that goes on from one run to the next. */
  readonly more?: boolean;
}

export function graphOf(session: InferenceSession): Graph {
  const tensors = (all: readonly InferenceSession.ValueMetadata[]): GraphTensor[] =>
    all.map((value) =>
      value.isTensor
        ? { name: value.name, type: value.type, shape: value.shape }
        : { name: value.name, type: 'not a tensor', shape: [] },
    );
  return { inputs: tensors(session.inputMetadata), outputs: tensors(session.outputMetadata) };
}

/** Whether all inputs are there by name, whatever their types: then the graph is meant for the family. */
export function looksLike(graph: Graph, rule: GraphRule): boolean {
  return rule.inputs.every(({ names }) => graph.inputs.some(({ name }) => names.includes(name)));
}

/**
 * Checks a graph against what its family asks for.
 * @throws DramatisError invalid_parameter: a sentence that names the file, the input and what is wrong with it
 */
export function checkGraph(file: string, graph: Graph, rule: GraphRule): void {
  for (const input of rule.inputs) checkTensor(file, 'input', find(file, 'input', graph.inputs, input), input);
  for (const input of rule.optional ?? []) {
    const tensor = graph.inputs.find(({ name }) => input.names.includes(name));
    if (tensor) checkTensor(file, 'input', tensor, input);
  }
  for (const output of rule.outputs) checkTensor(file, 'output', find(file, 'output', graph.outputs, output), output);
  if (rule.more === true) return;
  const known = [...rule.inputs, ...(rule.optional ?? [])].flatMap(({ names }) => names);
  const strange = graph.inputs.find(({ name }) => !known.includes(name));
  if (strange) throw unfit(`${file} asks for an input "${strange.name}" that its family does not have.`);
}

/** The tensor of a graph that was checked. */
export function nameOf(tensors: readonly GraphTensor[], names: readonly string[]): string | undefined {
  return tensors.find(({ name }) => names.includes(name))?.name;
}

/** The refusal of a pack that does not fit. */
export function unfit(message: string, cause?: unknown): DramatisError {
  return new DramatisError('invalid_parameter', message, { cause });
}

type Side = 'input' | 'output';

function find(file: string, side: Side, tensors: readonly GraphTensor[], rule: TensorRule): GraphTensor {
  const found = tensors.find(({ name }) => rule.names.includes(name));
  if (found) return found;
  const has = tensors.map(({ name }) => name).join(', ') || 'none';
  throw unfit(`${file} has no ${side} "${rule.names.join('" or "')}"; its ${side}s are: ${has}.`);
}

function checkTensor(file: string, side: Side, { name, type, shape }: GraphTensor, rule: TensorRule): void {
  if (!rule.types.includes(type))
    throw unfit(`${file}: the ${side} "${name}" is ${type}; it must be ${rule.types.join(' or ')}.`);
  // Runtimes tell an unknown shape as an empty one.
  if (rule.rank !== undefined && shape.length > 0 && shape.length !== rule.rank)
    throw unfit(`${file}: the ${side} "${name}" has ${shape.length} dimensions; it must have ${rule.rank}.`);
}
