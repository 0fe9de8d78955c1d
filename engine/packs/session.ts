import { InferenceSession } from 'onnxruntime-node';

/**
 * Opens an ONNX graph on the processor. One thread is the fastest for graphs this small; with more, threads that spin
 * while they wait would double the latency of a machine with few cores.
 */
export async function openSession(path: string, threads: number): Promise<InferenceSession> {
  return InferenceSession.create(path, {
    executionProviders: ['cpu'],
    intraOpNumThreads: threads,
    interOpNumThreads: 1,
    executionMode: 'sequential',
    graphOptimizationLevel: 'all',
    logSeverityLevel: 3,
    extra: { session: { intra_op: { allow_spinning: '0' } } },
  });
}
