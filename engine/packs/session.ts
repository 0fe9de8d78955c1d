import { InferenceSession, listSupportedBackends } from 'onnxruntime-node';
import type { PackRun } from '../contract/pack.ts';

export interface SessionOptions {
  readonly provider?: PackRun['provider'];
  /** Whether memory that a run took stays for the next one, which is faster. */
  readonly keepMemory?: boolean;
}

/**
 * Opens an ONNX graph. One thread is the fastest for small graphs; with more, threads that spin while they wait would
 * double the latency of a machine with few cores.
 */
export async function openSession(
  path: string,
  threads: number,
  { provider = 'cpu', keepMemory = true }: SessionOptions = {},
): Promise<InferenceSession> {
  return InferenceSession.create(path, {
    executionProviders: provider === 'cpu' ? ['cpu'] : [provider, 'cpu'],
    intraOpNumThreads: threads,
    interOpNumThreads: 1,
    executionMode: 'sequential',
    graphOptimizationLevel: 'all',
    logSeverityLevel: 3,
    enableCpuMemArena: keepMemory,
    extra: { session: { intra_op: { allow_spinning: '0' } } },
  });
}

/** Whether the runtime was built for it; it may still fail where its libraries or its device are missing. */
export function hasProvider(provider: PackRun['provider']): boolean {
  return listSupportedBackends().some(({ name }) => name === provider);
}
