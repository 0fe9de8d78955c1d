import websocket from '@fastify/websocket';
import type { FastifyInstance } from 'fastify';
import { LIMITS } from '../../../engine/contract/limits.ts';
import { BEARER_PROTOCOL } from '../auth.ts';
import type { ServerContext } from '../context.ts';
import { LiveSession } from '../live-session.ts';
import { SPEECH_MODELS } from '../profiles.ts';
import { MODEL_HEADER, type RouteDoc } from '../route-doc.ts';
import { modelOf } from './tts.ts';

/**
 * Must run first: the plugin marks upgrades before anything may refuse them (it closes the sockets of those), and adds
 * itself to routes as they are made.
 */
export async function installWebSocket(app: FastifyInstance): Promise<void> {
  await app.register(websocket, {
    options: {
      maxPayload: LIMITS.body.msgpackBytes,
      // A browser wants one of the protocols it offered back.
      handleProtocols: (offered: Set<string>) => [...offered].find((name) => name.startsWith(BEARER_PROTOCOL)) ?? false,
    },
  });
}

const doc: RouteDoc = {
  summary: 'Live text to speech (WebSocket)',
  description:
    'Binary frames, each one MessagePack object. The client sends `{event: "start", request}` (the body of /v1/tts, its ' +
    'text usually empty), any number of `{event: "text", text}`, `{event: "flush"}` to have what waits spoken now, and ' +
    '`{event: "stop"}`. The server sends `{event: "audio", audio}`, whose bytes in order are one file of the format that ' +
    'was asked for, `{event: "notice", code, message}`, and last `{event: "finish", reason: "stop"}` or ' +
    '`{event: "finish", reason: "error", message, status}`. Speech starts as soon as a clause can be spoken. Browsers, ' +
    'which cannot set headers here, send the key as the subprotocol `bearer.<key>`.',
  tag: 'Speech',
  headers: MODEL_HEADER(SPEECH_MODELS),
  success: { status: 101, description: 'The connection speaks WebSocket.', body: [] },
};

/** WebSocket `/v1/tts/live`: MessagePack frames; text in pieces in, encoded speech out. */
export function registerLive(app: FastifyInstance, context: ServerContext): void {
  app.get('/v1/tts/live', { websocket: true, config: { doc } }, async (socket, request) => {
    await new LiveSession(socket, context, context.callerOf(request), modelOf(request.headers)).run(request);
  });
}
