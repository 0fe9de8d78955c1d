import { timingSafeEqual } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import { DramatisError } from '../../engine/contract/errors.ts';
import { hashOf, type KeyStore } from '../library/keys.ts';
import type { Caller } from './context.ts';

/** Browsers cannot set headers on a WebSocket, so there the credential may come as the subprotocol `bearer.<key>`. */
export const BEARER_PROTOCOL = 'bearer.';

export interface AuthSources {
  readonly keys: KeyStore;
  readonly launchToken: string;
  /** The value of DRAMATIS_API_KEY, if the environment has it. */
  readonly environmentKey: string | undefined;
  readonly startedAt: string;
}

/** Builds the check of credentials. It throws `unauthorized` for a missing or unknown one. */
export function createAuthenticator(sources: AuthSources): (request: FastifyRequest) => Caller {
  const { keys, startedAt } = sources;
  const fixed: { hash: Buffer; caller: Caller }[] = [
    {
      hash: hashOf(sources.launchToken),
      caller: { kind: 'app', id: 'app', name: 'Dramatis', credit: null, since: startedAt },
    },
  ];
  if (sources.environmentKey) {
    const caller: Caller = {
      kind: 'environment',
      id: 'environment',
      name: 'DRAMATIS_API_KEY',
      credit: null,
      since: startedAt,
    };
    fixed.push({ hash: hashOf(sources.environmentKey), caller });
  }

  return (request) => {
    const secret = bearerOf(request);
    if (secret === null) {
      throw new DramatisError(
        'unauthorized',
        'Authorization: a bearer key is needed, as "Authorization: Bearer <API_KEY>".',
      );
    }
    const hash = hashOf(secret);
    let caller: Caller | undefined;
    for (const known of fixed) if (timingSafeEqual(hash, known.hash)) caller = known.caller;
    if (caller) return caller;
    const key = keys.verify(secret);
    if (!key) throw new DramatisError('unauthorized', 'Authorization: this key is not known here, or was revoked.');
    return { kind: 'key', id: key.id, name: key.name, credit: key.credit, since: key.createdAt };
  };
}

function bearerOf(request: FastifyRequest): string | null {
  const header = request.headers.authorization;
  if (header !== undefined) return /^Bearer +(\S+) *$/i.exec(header)?.[1] ?? null;
  if (request.headers.upgrade?.toLowerCase() !== 'websocket') return null;
  const offered = (request.headers['sec-websocket-protocol'] ?? '').split(',').map((name) => name.trim());
  return offered.find((name) => name.startsWith(BEARER_PROTOCOL))?.slice(BEARER_PROTOCOL.length) || null;
}
