import { join } from 'node:path';
import type { PackRuns } from '../../../engine/contract/messages.ts';
import { createEngineHost, type EngineHost } from '../../../main/engine-host/index.ts';
import type { ServerOptions } from '../../../main/server/app.ts';
import { serve, type Served } from './serve.ts';

/** The engine with the starter pack, as the product runs it, behind a server of the test's own. */
export async function serveReal(options: Partial<Omit<ServerOptions, 'engine'>> = {}): Promise<Served<EngineHost>> {
  const packs = [join(import.meta.dirname, '..', '..', '..', 'models', 'starter')];
  const log: string[] = [];
  let served: Served<EngineHost> | null = null;
  const runs = (): PackRuns => served?.library.settings.read().packRuns ?? {};
  const engine = createEngineHost({ packs, runs, log: (line) => log.push(line) });
  await engine.ready.catch((error: unknown) => {
    throw new Error(log.join('\n'), { cause: error });
  });
  const made = (served = await serve(engine, options));
  const close = async (): Promise<void> => {
    await made.close();
    await engine.stop();
  };
  return { ...made, close };
}

/** Level of 16-bit PCM in dB relative to full scale. */
export function decibels(pcm: Buffer): number {
  let sum = 0;
  for (let i = 0; i + 1 < pcm.length; i += 2) sum += (pcm.readInt16LE(i) / 32768) ** 2;
  return 10 * Math.log10(sum / (pcm.length / 2));
}
