import { dirname } from 'node:path';
import { foldAdaptiveNorms } from './adaptive-norm.ts';
import { widenConvolutions } from './convolution.ts';
import { type OnnxFile, readOnnx } from './file.ts';
import { Names } from './names.ts';
import { unfoldTransposedConvolutions } from './transposed-convolution.ts';

/** A graph that gives the same samples in less time. */
export interface TunedGraph {
  readonly model: Uint8Array;
  /** Where its weights are. */
  readonly folder: string;
}

/**
 * Rewrites a graph for so many threads; what it gives differs from before by rounding alone. Null: nothing to be gained, or
 * it is no graph that can be read here, which the runtime will have its own words for.
 */
export async function tune(path: string, threads: number): Promise<TunedGraph | null> {
  let file: OnnxFile;
  try {
    file = await readOnnx(path);
  } catch {
    return null;
  }
  const { graph } = file;
  if (graph.opset < 7 || graph.hasNames(Names.beginning)) return null;
  const names = new Names();
  const unfolded = unfoldTransposedConvolutions(foldAdaptiveNorms(graph, names), names);
  const tuned = widenConvolutions(unfolded, threads, names);
  if (tuned.nodes.length === graph.nodes.length && tuned.nodes.every((node, i) => node === graph.nodes[i])) return null;
  return { model: file.write(tuned), folder: dirname(path) };
}
