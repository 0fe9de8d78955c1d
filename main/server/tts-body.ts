import type { FastifyInstance } from 'fastify';
import { validationError } from './validation.ts';

/** JSON cannot carry raw audio, so in a JSON body `references` must be empty: said before the fields are looked at. */
export function refuseReferencesInJson(app: FastifyInstance): void {
  app.addHook('preValidation', async (request) => {
    const isJson = (request.headers['content-type'] ?? '').toLowerCase().startsWith('application/json');
    if (!isJson || !hasReferences(request.body)) return;
    const msg =
      'references: inline reference audio needs a MessagePack body (Content-Type: application/msgpack), where `audio` is the raw bytes; JSON cannot carry it';
    throw validationError([{ loc: ['body', 'references'], type: 'json_not_allowed', msg, in: 'body' }]);
  });
}

function hasReferences(body: unknown): boolean {
  if (typeof body !== 'object' || body === null) return false;
  const { references } = body as { references?: unknown };
  return Array.isArray(references) && references.length > 0;
}
