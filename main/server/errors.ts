import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { DramatisError, type ErrorReason } from '../../engine/contract/errors.ts';
import { LIMITS } from '../../engine/contract/limits.ts';

const mib = (bytes: number): string => `${bytes / 1024 / 1024} MiB`;

/** Fastify's own errors in our words. */
const FROM_FASTIFY: Readonly<Record<string, readonly [ErrorReason, string]>> = {
  FST_ERR_CTP_INVALID_MEDIA_TYPE: [
    'unsupported_media_type',
    'Content-Type: it must be application/json, or application/msgpack where the endpoint takes it.',
  ],
  FST_ERR_CTP_BODY_TOO_LARGE: [
    'payload_too_large',
    `The body is too large: at most ${mib(LIMITS.body.jsonBytes)} of JSON or ${mib(LIMITS.body.msgpackBytes)} of MessagePack.`,
  ],
  FST_ERR_CTP_EMPTY_JSON_BODY: ['invalid_parameter', 'The body is empty; it must be a JSON object.'],
  FST_ERR_CTP_INVALID_JSON_BODY: ['invalid_parameter', 'The body is not valid JSON.'],
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: [
    'invalid_parameter',
    'Content-Length: the body has another size than this header says.',
  ],
  FST_ERR_BAD_URL: ['not_found', 'The address of the request is not a valid one.'],
};

/** Every error leaves as `{status, message, reason, detail?}`. Bugs are reported, and say nothing of their insides. */
export function installErrorHandling(
  app: FastifyInstance,
  report: (error: unknown, request: FastifyRequest) => void,
): void {
  app.setErrorHandler((thrown: FastifyError | DramatisError, request, reply) => {
    const error = toDramatisError(thrown);
    // A bug, or a failure that nobody at the other end can mend: whoever runs the server should know.
    if (error.status >= 500 && error.reason !== 'engine_unavailable') report(thrown, request);
    if (reply.raw.headersSent) {
      reply.raw.destroy();
      return;
    }
    sendError(error, reply, request.routeOptions.config.openAiErrors ? { error: openAiError(error) } : {});
  });

  app.setNotFoundHandler((request) => {
    const path = request.url.split('?')[0] ?? '';
    const methods = ['GET', 'POST', 'PATCH', 'DELETE'] as const;
    const others = methods.filter((method) => method !== request.method && app.hasRoute({ url: path, method }));
    if (others.length > 0)
      throw new DramatisError(
        'method_not_allowed',
        `${path.slice(0, 100)} takes ${others.join(', ')}, not ${request.method}.`,
      );
    throw new DramatisError('not_found', `There is no ${request.method} ${path.slice(0, 100)} here.`);
  });
}

export function sendError(error: DramatisError, reply: FastifyReply, extra: object = {}): void {
  const { retryAfterSeconds } = error.options;
  if (retryAfterSeconds !== undefined) void reply.header('Retry-After', String(retryAfterSeconds));
  if (error.reason === 'unauthorized') void reply.header('WWW-Authenticate', 'Bearer');
  void reply
    .code(error.status)
    .type('application/json; charset=utf-8')
    .send(JSON.stringify({ ...error.toBody(), ...extra }));
}

/** What OpenAI clients read. */
function openAiError({ message, reason, status, options }: DramatisError): object {
  const type =
    status === 401
      ? 'authentication_error'
      : status === 429
        ? 'rate_limit_error'
        : status < 500
          ? 'invalid_request_error'
          : 'server_error';
  return { message, type, param: options.detail?.[0]?.loc[1] ?? null, code: reason };
}

export function toDramatisError(error: unknown): DramatisError {
  if (error instanceof DramatisError) return error;
  const code = (error as { code?: unknown } | null)?.code;
  const known = typeof code === 'string' ? FROM_FASTIFY[code] : undefined;
  if (known) return new DramatisError(known[0], known[1], { cause: error });
  const status = (error as { statusCode?: unknown } | null)?.statusCode;
  if (typeof status === 'number' && status >= 400 && status < 500) {
    return new DramatisError('invalid_parameter', 'The request could not be read.', { cause: error });
  }
  return new DramatisError('internal_error', 'Something went wrong inside the server.', { cause: error });
}
