export { createEngineHost, EngineHost, type EngineHostOptions, type EngineState } from './host.ts';
export type { EngineChild, EngineChildListeners, EngineSpawner } from './engine-child.ts';
export type { EntryPoint } from './entry-point.ts';
