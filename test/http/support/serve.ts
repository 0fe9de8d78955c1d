import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openLibrary, type Library } from '../../../main/library/index.ts';
import { createServer, type DramatisServer, type ServerOptions } from '../../../main/server/app.ts';
import { FakeEngine } from './fake-engine.ts';

export interface Served<Engine> {
  readonly server: DramatisServer;
  readonly engine: Engine;
  readonly library: Library;
  readonly url: string;
  readonly port: number;
  /** A key that the server accepts. */
  readonly key: string;
  /** What the server reported. */
  readonly reports: string[];
  fetch(path: string, init?: RequestInit): Promise<Response>;
  /** POST of a JSON body with the key. */
  post(path: string, body: unknown, headers?: Record<string, string>): Promise<Response>;
  close(): Promise<void>;
}

type Options = Partial<Omit<ServerOptions, 'engine'>>;

/** A server on a free port with a data folder of its own, and the fake engine behind it. */
export async function serveFake(options: Options = {}): Promise<Served<FakeEngine>> {
  return serve(new FakeEngine(), options);
}

export async function serve<Engine extends ServerOptions['engine']>(
  engine: Engine,
  options: Options = {},
): Promise<Served<Engine>> {
  const folder = await mkdtemp(join(tmpdir(), 'dramatis-http-'));
  const library = await openLibrary(folder);
  const key = 'key-of-the-tests';
  const reports: string[] = [];
  const server = await createServer({
    engine,
    library,
    settings: library.settings,
    version: '0.0.0',
    clock: { now: () => new Date() },
    environmentKey: key,
    report: (message) => reports.push(message),
    ...options,
  });
  const url = await server.listen(0);
  const authorized = { Authorization: `Bearer ${key}` };
  return {
    server,
    engine,
    library,
    url,
    port: Number(new URL(url).port),
    key,
    reports,
    fetch: (path, init = {}) =>
      fetch(url + path, { ...init, headers: { ...authorized, ...(init.headers as Record<string, string>) } }),
    post: (path, body, headers = {}) =>
      fetch(url + path, {
        method: 'POST',
        body: JSON.stringify(body),
        headers: { 'Content-Type': 'application/json', ...authorized, ...headers },
      }),
    close: async () => {
      await server.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
