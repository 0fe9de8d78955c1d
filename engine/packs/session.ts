import { InferenceSession, listSupportedBackends } from 'onnxruntime-node';
import type { PackRun } from '../contract/pack.ts';
import type { TunedGraph } from './tuning/index.ts';

export interface SessionOptions {
  readonly provider?: PackRun['provider'];
  /** Whether memory that a run took stays for the next one, which is faster. */
  readonly keepMemory?: boolean;
  /**
   * Whether threads that wait for each other within a run do so without sleep. Large graphs gain 5 to 10 % by that; small
   * ones take twice as long on a machine with few cores.
   */
  readonly spin?: boolean;
}

/** Opens an ONNX graph: a file, or what was made of one. One thread is the fastest for small graphs. */
export async function openSession(
  graph: string | TunedGraph,
  threads: number,
  { provider = 'cpu', keepMemory = true, spin = false }: SessionOptions = {},
): Promise<InferenceSession> {
  const options: InferenceSession.SessionOptions = {
    executionProviders: provider === 'cpu' ? ['cpu'] : [provider, 'cpu'],
    intraOpNumThreads: threads,
    interOpNumThreads: 1,
    executionMode: 'sequential',
    graphOptimizationLevel: 'all',
    logSeverityLevel: 3,
    enableCpuMemArena: keepMemory,
    // Between two runs none does: a studio that says nothing takes no processor.
    extra: {
      session: {
        intra_op: { allow_spinning: spin ? '1' : '0' },
        force_spinning_stop: '1',
        ...(typeof graph === 'string' ? {} : { model_external_initializers_file_folder_path: graph.folder }),
      },
    },
  };
  return typeof graph === 'string'
    ? InferenceSession.create(graph, options)
    : InferenceSession.create(graph.model, options);
}

/** Whether the runtime was built for it; it may still fail where its libraries or its device are missing. */
export function hasProvider(provider: PackRun['provider']): boolean {
  return listSupportedBackends().some(({ name }) => name === provider);
}
