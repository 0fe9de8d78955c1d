import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { DramatisError } from '../../engine/contract/errors.ts';
import type { SettingsStore } from '../library/settings.ts';

/** Pages that a browser may show must not be framed, sniffed or told where the user came from. */
const SECURITY_HEADERS = {
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'referrer-policy': 'no-referrer',
  'cross-origin-resource-policy': 'same-origin',
} as const;

/** Response headers that a page of another origin may read. */
const EXPOSED =
  'X-Dramatis-Synthetic, X-Dramatis-Seed, X-Generation-Id, X-Dramatis-Notice, Retry-After, Content-Disposition';

/**
 * Keeps web pages out (DNS rebinding, cross-site requests): the Host must be one of this server's own, and the Origin,
 * if there is one, the app's or one that the user listed. Runs before anything of the request is read.
 */
export function installGuard(app: FastifyInstance, settings: SettingsStore, appOrigins: readonly string[]): void {
  app.addHook('onRequest', (request, reply, done) => {
    reply.headers(SECURITY_HEADERS);
    const port = request.socket.localPort ?? 0;
    if (!ownHosts(port).includes(hostOf(request))) {
      throw new DramatisError('forbidden', `Host: this server answers only to ${ownHosts(port).join(', ')}.`);
    }
    const { origin } = request.headers;
    if (origin !== undefined) {
      const allowed = [...ownHosts(port).map((host) => `http://${host}`), ...appOrigins, ...settings.read().origins];
      if (!allowed.includes(origin)) {
        throw new DramatisError(
          'forbidden',
          'Origin: this web page may not use the server; list its origin in the settings to allow it.',
        );
      }
      allowOrigin(reply, origin);
      if (request.method === 'OPTIONS' && request.headers['access-control-request-method']) {
        answerPreflight(request, reply);
        return;
      }
    }
    done();
  });
}

/** Exactly one Host header: node keeps the first of several, so the raw list is what counts. */
function hostOf(request: FastifyRequest): string {
  const { rawHeaders } = request.raw;
  const hosts = rawHeaders.filter((_, i) => i % 2 === 1 && rawHeaders[i - 1]?.toLowerCase() === 'host');
  return hosts.length === 1 ? (hosts[0] ?? '').toLowerCase() : '';
}

function ownHosts(port: number): readonly string[] {
  const names = ['127.0.0.1', 'localhost', '[::1]'];
  return port === 80 ? names : names.map((name) => `${name}:${port}`);
}

function allowOrigin(reply: FastifyReply, origin: string): void {
  reply.headers({
    'access-control-allow-origin': origin,
    'access-control-expose-headers': EXPOSED,
    'cross-origin-resource-policy': 'cross-origin',
    vary: 'Origin',
  });
}

function answerPreflight(request: FastifyRequest, reply: FastifyReply): void {
  void reply
    .code(204)
    .headers({
      'access-control-allow-methods': 'GET, POST, PATCH, PUT, DELETE',
      'access-control-allow-headers': 'Authorization, Content-Type, model',
      'access-control-max-age': '600',
      ...(request.headers['access-control-request-private-network']
        ? { 'access-control-allow-private-network': 'true' }
        : {}),
    })
    .send();
}
