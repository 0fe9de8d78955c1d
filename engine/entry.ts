import { EngineProcess } from './engine-process.ts';
import { loadFamily } from './load-family.ts';
import { loadStarter } from './load-starter.ts';
import type { LoadedPack, LoadOptions } from './packs/pack.ts';
import { openPort } from './port.ts';

/** The engine's process: started by main/engine-host, speaks engine/contract/messages.ts, ends with its host. */
async function load(folder: string, options: LoadOptions): Promise<LoadedPack> {
  return (await loadFamily(folder, options)) ?? (await loadStarter(folder, options))!;
}

new EngineProcess(openPort(), load, () => process.exit(0)).listen();
