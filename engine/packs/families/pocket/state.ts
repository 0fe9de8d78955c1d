import { type InferenceSession, Tensor } from 'onnxruntime-node';
import { type GraphTensor, graphOf, unfit } from '../graph.ts';

/** A tensor that a graph is given back at its next run. */
export interface StateSlot {
  readonly input: string;
  readonly output: string;
  readonly type: StateType;
  readonly shape: readonly number[];
  readonly fill: 'zeros' | 'ones' | 'nan' | 'empty';
}

export type States = Readonly<Record<string, Tensor>>;

const TYPES = ['float32', 'int64', 'bool'] as const;
type StateType = (typeof TYPES)[number];
/** Values of one state, at most: above any of the family's, below what would fill the memory. */
const MOST_VALUES = 64 * 1024 * 1024;

/** What a packaging says of its states; without it they are zeros. */
export type StateManifest = readonly {
  readonly input_name: string;
  readonly output_name: string;
  readonly shape: readonly number[];
  readonly fill: StateSlot['fill'];
}[];

/**
 * The states of a graph: its inputs behind those of `own`. An output belongs to the input of its name with `out_` before
 * it, or to the one that stands at the same place. `open` is the size of a dimension that the graph leaves open.
 * @throws DramatisError invalid_parameter
 */
export function slotsOf(
  file: string,
  session: InferenceSession,
  own: { readonly inputs: readonly string[]; readonly outputs: number },
  manifest: StateManifest | null,
  open: number,
): StateSlot[] {
  const { inputs } = graphOf(session);
  const states = inputs.filter(({ name }) => !own.inputs.includes(name));
  return states.map((tensor, i) => {
    const { name } = tensor;
    const told = manifest?.find(({ input_name }) => input_name === name);
    const output =
      [told?.output_name, `out_${name}`].find((known) => known !== undefined && session.outputNames.includes(known)) ??
      session.outputNames[own.outputs + i];
    if (output === undefined) throw unfit(`${file} takes the state "${name}", but gives none back for it.`);
    const shape = told?.shape ?? tensor.shape.map((size) => (typeof size === 'number' && size >= 0 ? size : open));
    if (shape.reduce((product, size) => product * size, 1) > MOST_VALUES)
      throw unfit(`${file}: the state "${name}" has the shape [${shape.join(', ')}], which is too large.`);
    return { input: name, output, type: typeOf(file, tensor), shape, fill: told?.fill ?? 'zeros' };
  });
}

function typeOf(file: string, { name, type }: GraphTensor): StateType {
  const known = TYPES.find((candidate) => candidate === type);
  if (!known) throw unfit(`${file}: the state "${name}" is ${type}; it must be ${TYPES.join(' or ')}.`);
  return known;
}

/** The states before the first run. */
export function firstStates(slots: readonly StateSlot[]): States {
  return Object.fromEntries(slots.map((slot) => [slot.input, filled(slot)]));
}

/** The states after a run, by the names under which they are taken. */
export function nextStates(slots: readonly StateSlot[], results: Readonly<Record<string, unknown>>): States {
  return Object.fromEntries(slots.map(({ input, output }) => [input, results[output] as Tensor]));
}

function filled({ type, shape, fill }: StateSlot): Tensor {
  const length = shape.reduce((product, size) => product * size, 1);
  switch (type) {
    case 'float32':
      return new Tensor(type, new Float32Array(length).fill(fill === 'nan' ? NaN : fill === 'ones' ? 1 : 0), shape);
    case 'int64':
      return new Tensor(type, new BigInt64Array(length).fill(fill === 'ones' ? 1n : 0n), shape);
    case 'bool':
      return new Tensor(type, new Uint8Array(length).fill(fill === 'ones' ? 1 : 0), shape);
  }
}
