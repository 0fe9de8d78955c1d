import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { appRoot, studioFolder } from './app-root.ts';
import { createEngineHost, type EngineHost, type EngineHostOptions, type EngineSpawner } from './engine-host/index.ts';
import { openLibrary } from './library/index.ts';
import { PackStore } from './library/packs/index.ts';
import { libraryPaths } from './library/paths.ts';
import { SettingsStore } from './library/settings.ts';
import { createServer, type DramatisServer } from './server/app.ts';

/** Where programs look for the server. */
export const DEFAULT_PORT = 8757;

export interface ServiceOptions {
  /** The data folder. */
  readonly data: string;
  /** 0: any port that is free; null: that of the settings, or else DEFAULT_PORT. */
  readonly port: number | null;
  /** Origins of the app's own pages, where the server does not serve them. */
  readonly appOrigins?: readonly string[];
  /** How the engine's process is started, where the shell has a way of its own. */
  readonly spawn?: EngineSpawner;
  /** Lines for the log. */
  readonly log: (line: string) => void;
}

/** A running server with its library and engine: what both shells, the window and the terminal, are made around. */
export interface Service {
  readonly url: string;
  readonly server: DramatisServer;
  readonly engine: EngineHost;
  close(): Promise<void>;
}

export async function startService({ data, port, appOrigins = [], spawn, log }: ServiceOptions): Promise<Service> {
  const engine = startEngine(log, data, { standby: true, ...(spawn ? { spawn } : {}) });
  try {
    const library = await openLibrary(data);
    const server = await createServer({
      engine,
      library,
      settings: library.settings,
      clock: { now: () => new Date() },
      version: appVersion(),
      environmentKey: process.env['DRAMATIS_API_KEY'],
      appOrigins,
      studio: studioFolder(),
      report: log,
    });
    // Whoever reads the address may speak at once. Without a voice pack the server still tells what is wrong.
    await engine.ready.catch((error: unknown) => log(error instanceof Error ? error.message : String(error)));
    const { port: chosen, serving } = library.settings.read();
    const url = await server.listen(port ?? chosen ?? DEFAULT_PORT);
    if (!serving) log('Other programs are not answered: this was stopped in the studio (settings, "serving").');
    return { url, server, engine, close: async () => void (await Promise.all([server.close(), engine.stop()])) };
  } catch (error) {
    await engine.stop();
    throw error;
  }
}

/** The engine with the starter pack, and those that were added to the data folder. */
export function startEngine(
  log: (line: string) => void,
  data: string,
  options: Pick<EngineHostOptions, 'spawn' | 'standby'> = {},
): EngineHost {
  const paths = libraryPaths(data);
  const settings = new SettingsStore(paths);
  const added = new PackStore(paths.packs);
  for (const { id, problem } of added.list())
    if (problem !== null) log(`The voice pack ${id} is left out: ${problem}.`);
  return createEngineHost({
    packs: [join(appRoot, 'models', 'starter'), ...added.folders()],
    runs: () => settings.read().packRuns,
    log,
    ...options,
  });
}

export function appVersion(): string {
  const { version } = JSON.parse(readFileSync(join(appRoot, 'package.json'), 'utf8')) as { version: string };
  return version;
}
