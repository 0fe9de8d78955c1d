import type { ServerResponse } from 'node:http';
import type { FastifyReply } from 'fastify';
import { DramatisError } from '../../engine/contract/errors.ts';
import { FORMATS } from '../../engine/contract/formats.ts';
import { PRODUCT } from '../../engine/contract/product.ts';
import type { ServerContext } from './context.ts';
import type { Speech } from './speech.ts';

export const SSE_HEADERS = { 'Content-Type': 'text/event-stream; charset=utf-8', 'Cache-Control': 'no-store' } as const;

/** How long a request keeps its place at work while its reader is slow, in ms. */
const PATIENCE_MS = 100;

/** A signal that aborts when the client goes away before the response has ended. */
export function clientSignal(response: ServerResponse): AbortSignal {
  const controller = new AbortController();
  response.once('close', () => {
    if (!response.writableFinished) controller.abort();
  });
  return controller.signal;
}

const NOTICE = 'X-Dramatis-Notice';

/** Headers that tell about a speech. Notices that come up later follow its last byte, as a trailer of the same name. */
export function speechHeaders({ order, notices }: Speech): Record<string, string> {
  return {
    'X-Dramatis-Seed': String(order.request.seed),
    // Files say it themselves; raw samples have no place for it.
    'X-Dramatis-Synthetic': `${PRODUCT.name} ${PRODUCT.version}`,
    'X-Generation-Id': order.id,
    ...(notices.length > 0 ? { [NOTICE]: noticeHeader(notices) } : {}),
    Trailer: NOTICE,
  };
}

export function audioHeaders(speech: Speech): Record<string, string> {
  const { format } = speech.order.request.output;
  return {
    'Content-Type': FORMATS[format].contentType,
    'Content-Disposition': `attachment; filename="speech.${format}"`,
    'Cache-Control': 'no-store',
    ...speechHeaders(speech),
  };
}

/**
 * Sends a speech as the body of a response: the first sound at once, then as fast as the reader takes it. Whatever
 * fails now can no longer be told in a status, so the connection is cut: never a short body that looks whole.
 */
export async function stream(
  reply: FastifyReply,
  speech: Speech,
  headers: Record<string, string>,
  context: ServerContext,
  body: (speech: Speech) => AsyncIterable<Uint8Array | string>,
): Promise<void> {
  const response = reply.raw;
  // Headers that hooks have set (the guard's) do not reach a hijacked response by themselves.
  const inherited = reply.getHeaders() as Record<string, string>;
  reply.hijack();
  try {
    response.writeHead(200, { ...inherited, ...headers });
    for await (const part of body(speech)) {
      if (!response.write(part)) await waitForReader(drain(response, context.limits.stalledWriterMs), speech);
      if (response.destroyed) return;
    }
    if (speech.lateNotices.length > 0) response.addTrailers({ [NOTICE]: noticeHeader(speech.lateNotices) });
    response.end();
  } catch (error) {
    if (!response.destroyed) context.report(error, reply.request);
    response.destroy();
  }
}

/** The encoded audio of a speech. */
export async function* audioOf({ events }: Speech): AsyncGenerator<Uint8Array> {
  for await (const event of events) if (event.type === 'audio') yield event.bytes;
}

/** Waits until a reader has taken something; one that takes its time lends its place to others meanwhile. */
export async function waitForReader(taken: Promise<void>, speech: Speech): Promise<void> {
  const slow = Symbol('slow');
  let timer: NodeJS.Timeout | undefined;
  const patience = new Promise<symbol>((resolve) => {
    timer = setTimeout(resolve, PATIENCE_MS, slow);
  });
  const first = await Promise.race([taken, patience]).finally(() => clearTimeout(timer));
  if (first === slow) await speech.yieldWhile(taken);
}

/** Resolves when the response takes more, or is closed. @throws DramatisError when the reader stalls for too long */
function drain(response: ServerResponse, stalledMs: number): Promise<void> {
  return new Promise((resolve, reject) => {
    const settle = (error?: DramatisError): void => {
      clearTimeout(timer);
      response.off('drain', onReady);
      response.off('close', onReady);
      if (error) reject(error);
      else resolve();
    };
    const onReady = (): void => settle();
    const timer = setTimeout(() => {
      settle(
        new DramatisError('request_timeout', `The reader took nothing for ${stalledMs / 1000} s and was cut off.`),
      );
    }, stalledMs);
    response.once('drain', onReady);
    response.once('close', onReady);
    if (response.destroyed || !response.writableNeedDrain) settle();
  });
}

/** Header values are ASCII, so the notices are JSON with everything else escaped. */
export function noticeHeader(notices: readonly { readonly code: string; readonly message: string }[]): string {
  const told = notices.slice(0, 8).map(({ code, message }) => ({ code, message: message.slice(0, 300) }));
  return JSON.stringify(told).replace(/[^\x20-\x7e]/g, (c) => `\\u${c.charCodeAt(0).toString(16).padStart(4, '0')}`);
}
