import type { PackRuns } from './contract/messages.ts';
import { Designer } from './design/designer.ts';
import { EngineProcess, type LoadedPack } from './engine-process.ts';
import { loadFamily } from './load-family.ts';
import { Pipeline } from './pipeline.ts';
import { openPort } from './port.ts';
import { warmUp } from './warm-up.ts';

/** The engine's process: started by main/engine-host, speaks engine/contract/messages.ts, ends with its host. */
async function load(folder: string, threads: number, runs: PackRuns): Promise<LoadedPack> {
  const family = await loadFamily(folder, threads, runs);
  if (family) return family;
  const engine = await Pipeline.load(folder, threads);
  const { manifest, voices, tables } = engine.stages.pack;
  const { pack, phonemizer } = engine.stages;
  const designer = await Designer.beside({ pack, engine, reads: (language) => phonemizer.supports(language) });
  // A pack is told of with what it can do here: recordings are analysed by the engine, and designing takes a model beside it.
  const capabilities = { ...manifest.capabilities, clone: true, design: designer !== null };
  const info = {
    manifest: { ...manifest, capabilities },
    voices,
    speakers: tables.speakers.map(({ name }) => name),
  };
  const clone: LoadedPack['clone'] = (references, signal) => engine.clone(references, signal);
  const assess: LoadedPack['assess'] = (references, card, signal) => engine.assess(references, card, signal);
  const design: LoadedPack['design'] = (order, signal) => designer!.design(order, signal);
  return { engine, info, clone, assess, ...(designer ? { design } : {}), warmUp: (signal) => warmUp(engine, signal) };
}

new EngineProcess(openPort(), load, () => process.exit(0)).listen();
