import type { PackManifest } from '../../contract/pack.ts';
import type { PackFamily, RecognisedPack } from './family.ts';
import { type GraphTensor, unfit } from './graph.ts';
import { kokoro } from './kokoro/index.ts';
import { piper } from './piper/index.ts';
import { pocket } from './pocket/index.ts';
import { supertonic } from './supertonic/index.ts';
import type { PackSource } from './source.ts';

/** The families, in the order in which a folder is offered to them. The starter's own engine is engine/pipeline.ts. */
export const FAMILIES: readonly PackFamily[] = [supertonic, pocket, piper, kokoro];

export function familyOf(id: PackManifest['family']): PackFamily | undefined {
  return FAMILIES.find((family) => family.id === id);
}

/** A pack and the family that knows it. */
export interface Recognition extends RecognisedPack {
  readonly family: PackManifest['family'];
}

/**
 * Finds the family of a folder by its files and the inputs and outputs of its graphs.
 * @throws DramatisError invalid_parameter: a sentence that says what is missing or wrong
 */
export async function recognise(source: PackSource): Promise<Recognition> {
  for (const family of FAMILIES) {
    const found = await family.recognise(source);
    if (found) return { family: family.id, ...found };
  }
  throw unfit(await whyNot(source));
}

async function whyNot(source: PackSource): Promise<string> {
  const graphs = source.match(/\.onnx$/i);
  const [first] = graphs;
  const known = FAMILIES.map(({ id }) => id).join(', ');
  if (first === undefined) return `There is no ONNX graph here; a voice pack has one (families: ${known}).`;
  const { inputs, outputs } = await source.graph(first);
  const list = (tensors: readonly GraphTensor[]): string =>
    tensors.map(({ name, type }) => `${name} (${type})`).join(', ') || 'none';
  return (
    `${first} is of no family that is known here (${known}). Its inputs are ${list(inputs)}; ` +
    `its outputs ${list(outputs)}.`
  );
}
