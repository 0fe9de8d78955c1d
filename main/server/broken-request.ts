import { STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import { ERRORS, type ErrorReason } from '../../engine/contract/errors.ts';

export const TIMEOUT = 'ERR_HTTP_REQUEST_TIMEOUT';

/** Cuts off a request that does not go on. */
export function answerTimeout(socket: Socket): void {
  answerBrokenRequest(Object.assign(new Error('timeout'), { code: TIMEOUT }), socket);
}

/** What node's HTTP parser gives up on, in the shape of every other error. */
export function answerBrokenRequest(error: Error & { code?: string }, socket: Socket): void {
  if (error.code === 'ECONNRESET' || socket.destroyed) return;
  const [status, reason, message] = wordsFor(error.code);
  const body = JSON.stringify({ status, message, reason });
  if (socket.writable) {
    socket.write(
      `HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ''}\r\nContent-Type: application/json; charset=utf-8\r\n` +
        `Content-Length: ${Buffer.byteLength(body)}\r\nConnection: close\r\n\r\n${body}`,
    );
  }
  socket.destroySoon();
}

function wordsFor(code: string | undefined): readonly [number, ErrorReason, string] {
  switch (code) {
    case TIMEOUT:
      return [ERRORS.request_timeout, 'request_timeout', 'The request took too long to arrive.'];
    case 'HPE_HEADER_OVERFLOW':
      return [431, 'payload_too_large', 'The headers of the request are too large.'];
    default:
      return [ERRORS.invalid_parameter, 'invalid_parameter', 'The request is not valid HTTP.'];
  }
}
