import { DramatisError } from '../../contract/errors.ts';

export const cancelled = (): DramatisError =>
  new DramatisError('cancelled', 'The analysis of the recordings was cancelled.');

/** @throws DramatisError cancelled when nobody waits for the analysis any more */
export function stopIfCancelled(signal: AbortSignal | undefined): void {
  if (signal?.aborted) throw cancelled();
}
