import { createServer, Server, type AddressInfo } from 'node:net';
import type { FastifyInstance } from 'fastify';
import { DramatisError } from '../../engine/contract/errors.ts';

const HOST = '127.0.0.1';

/** Where the server listens. It can move to another port; connections that are open go on where they are. */
export class Listening {
  constructor(private readonly app: FastifyInstance) {}

  /** As `http://127.0.0.1:4711`. */
  get url(): string {
    return `http://${HOST}:${(this.app.server.address() as AddressInfo).port}`;
  }

  /** Begins to listen. Port 0: any that is free. */
  async begin(port: number): Promise<string> {
    await this.app.listen({ host: HOST, port });
    return this.url;
  }

  /**
   * Listens on another port from now on and resolves with the new address; where that port cannot be had, nothing
   * changes. @throws DramatisError invalid_parameter
   */
  async moveTo(port: number): Promise<string> {
    const { server } = this.app;
    const before = (server.address() as AddressInfo).port;
    if (port === before) return this.url;
    await tryOut(port);
    // Only the ear is closed: the HTTP server's own `close` would also end what waits on open connections.
    Server.prototype.close.call(server);
    try {
      await listen(server, port);
    } catch (error) {
      await listen(server, before);
      throw refusal(port, error);
    }
    return this.url;
  }
}

async function tryOut(port: number): Promise<void> {
  const probe = createServer();
  await listen(probe, port).catch((error: unknown) => {
    throw refusal(port, error);
  });
  await new Promise((resolve) => probe.close(resolve));
}

function listen(server: Server, port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen({ host: HOST, port }, () => {
      server.off('error', reject);
      resolve();
    });
  });
}

function refusal(port: number, cause: unknown): DramatisError {
  const { code } = cause as NodeJS.ErrnoException;
  const why =
    code === 'EADDRINUSE'
      ? 'another program has it'
      : code === 'EACCES'
        ? 'this system keeps it for its own programs'
        : String(code ?? cause);
  return new DramatisError('invalid_parameter', `port: ${port} cannot be had (${why}); choose another one.`, { cause });
}
