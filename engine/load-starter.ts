import { Designer } from './design/designer.ts';
import type { PackLoader } from './packs/pack.ts';
import { Pipeline } from './pipeline.ts';
import { warmUp } from './warm-up.ts';

/** Loads a pack of the starter's family. The last of the loaders: what is wrong with a folder of no family is told here. */
export const loadStarter: PackLoader = async (folder, { threads }) => {
  const engine = await Pipeline.load(folder, threads);
  const { pack, phonemizer } = engine.stages;
  const { manifest, voices, tables } = pack;
  const designer = await Designer.beside({ pack, engine, reads: (language) => phonemizer.supports(language) });
  // A pack is told of with what it can do here: recordings are analysed by the engine, and designing takes a model beside it.
  const capabilities = { ...manifest.capabilities, clone: true, design: designer !== null };
  return {
    engine,
    info: { manifest: { ...manifest, capabilities }, voices, speakers: tables.speakers.map(({ name }) => name) },
    clone: (references, signal) => engine.clone(references, signal),
    assess: (references, card, signal) => engine.assess(references, card, signal),
    ...(designer ? { design: (order, signal) => designer.design(order, signal) } : {}),
    warmUp: (signal) => warmUp(engine, signal),
  };
};
