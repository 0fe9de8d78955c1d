import { EngineProcess, type LoadedPack } from './engine-process.ts';
import { Pipeline } from './pipeline.ts';
import { openPort } from './port.ts';
import { warmUp } from './warm-up.ts';

/** The engine's process: started by main/engine-host, speaks engine/contract/messages.ts, ends with its host. */
async function load(folder: string, threads: number): Promise<LoadedPack> {
  const engine = await Pipeline.load(folder, threads);
  const { manifest, voices, tables } = engine.stages.pack;
  const info = { manifest, voices, speakers: tables.speakers.map(({ name }) => name) };
  const clone: LoadedPack['clone'] = (references) => engine.clone(references);
  return { engine, info, clone, warmUp: (signal) => warmUp(engine, signal) };
}

new EngineProcess(openPort(), load, () => process.exit(0)).listen();
