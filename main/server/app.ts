import { randomBytes } from 'node:crypto';
import Fastify, { type FastifyInstance, type FastifyRequest } from 'fastify';
import { DramatisError } from '../../engine/contract/errors.ts';
import { LIMITS } from '../../engine/contract/limits.ts';
import type { Library } from '../library/index.ts';
import type { CatalogPack } from '../library/packs/catalog.ts';
import type { SettingsStore } from '../library/settings.ts';
import { createAuthenticator } from './auth.ts';
import { answerBrokenRequest, TIMEOUT } from './broken-request.ts';
import { installBodyParsers, installMsgpackParser } from './bodies.ts';
import type { Caller, Clock, EngineService, ServerContext, ServerLimits } from './context.ts';
import { CreditLedger } from './credit.ts';
import { installErrorHandling, sendError, toDramatisError } from './errors.ts';
import { installGuard } from './guard.ts';
import { installInspector } from './inspector.ts';
import { Listening } from './listening.ts';
import { isPatient } from './patience.ts';
import { SpeechQueue, type QueueLimits } from './queue.ts';
import { registerApp } from './routes/app/index.ts';
import { registerAppSettings } from './routes/app/settings.ts';
import { collectRoutes, registerAbout } from './routes/about.ts';
import { installWebSocket, registerLive } from './routes/live.ts';
import { registerModels } from './routes/models.ts';
import { registerOpenAi } from './routes/openai.ts';
import { registerPacks } from './routes/packs.ts';
import { registerStudio } from './routes/studio.ts';
import { registerTimestamps } from './routes/timestamps.ts';
import { registerTts } from './routes/tts.ts';
import { registerVoiceDesign } from './routes/voice-design.ts';
import { registerWallet } from './routes/wallet.ts';
import { refuseReferencesInJson } from './tts-body.ts';
import { installValidation } from './validation-compiler.ts';
import { Voices } from './voices.ts';

export interface ServerOptions {
  readonly engine: EngineService;
  readonly library: Library;
  readonly settings: SettingsStore;
  readonly clock: Clock;
  readonly version: string;
  /** A key of the environment that is accepted as it is. */
  readonly environmentKey?: string | undefined;
  /** Origins of the app's own pages, where this server does not serve them. */
  readonly appOrigins?: readonly string[];
  /** Folder of the built studio, served at `/`. */
  readonly studio?: string | undefined;
  /** Packs that are publicly known; models/catalog.json by default. */
  readonly catalog?: readonly CatalogPack[] | undefined;
  readonly queue?: Partial<QueueLimits>;
  readonly limits?: Partial<ServerLimits>;
  /** Where failures are told; standard error by default. */
  readonly report?: (message: string) => void;
}

export interface DramatisServer {
  readonly app: FastifyInstance;
  readonly launchToken: string;
  /** Listens on 127.0.0.1 and resolves with the address, as `http://127.0.0.1:4711`. Port 0: any that is free. */
  listen(port: number): Promise<string>;
  /** Takes no new requests, cuts off those at work, and saves what is unsaved. */
  close(): Promise<void>;
}

/** The server: who may come in, what a body may be, and a route for each endpoint. */
export async function createServer(options: ServerOptions): Promise<DramatisServer> {
  const limits: ServerLimits = { ...LIMITS.server, liveIdleMs: LIMITS.live.idleMs, ...options.limits };
  const launchToken = randomBytes(32).toString('base64url');
  const app = createHttp(limits);
  const callers = new WeakMap<FastifyRequest, Caller>();
  const listening = new Listening(app);
  const context = createContext(options, limits, launchToken, callers, listening);
  const authenticate = createAuthenticator({
    keys: options.library.keys,
    launchToken,
    environmentKey: options.environmentKey,
    startedAt: options.clock.now().toISOString(),
  });

  const routes = collectRoutes(app);
  await installWebSocket(app);
  installErrorHandling(app, context.report);
  const inspector = installInspector(app, context);
  installGuard(app, options.settings, options.appOrigins ?? []);
  installBodyParsers(app);
  installValidation(app);
  await app.register(async (api) => {
    api.addHook('onRequest', async (request) => {
      const caller = authenticate(request);
      callers.set(request, caller);
      if (caller.kind !== 'app' && !options.settings.read().serving)
        throw new DramatisError(
          'engine_unavailable',
          'Other programs are not answered: this was stopped in the studio.',
        );
    });
    registerOpenAi(api, context);
    registerVoiceDesign(api, context);
    registerWallet(api, context);
    registerLive(api, context);
    await api.register(async (models) => registerModels(models, context));
    await api.register(async (studio) => {
      registerApp(studio, context);
      registerAppSettings(studio, context, inspector);
      await studio.register(async (packs) => registerPacks(packs, context, options.catalog));
    });
    await api.register(async (speech) => {
      installMsgpackParser(speech);
      refuseReferencesInJson(speech);
      registerTts(speech, context);
      registerTimestamps(speech, context);
    });
  });
  registerAbout(app, context, routes);
  await registerStudio(app, options.studio);

  return {
    app,
    launchToken,
    listen: (port) => listening.begin(port),
    close: async () => {
      for (const socket of app.websocketServer.clients) socket.terminate();
      app.server.closeAllConnections();
      await app.close();
      await options.library.close();
    },
  };
}

function createHttp(limits: ServerLimits): FastifyInstance {
  const app = Fastify({
    logger: false,
    bodyLimit: LIMITS.body.jsonBytes,
    requestTimeout: limits.requestTimeoutMs,
    keepAliveTimeout: limits.keepAliveMs,
    forceCloseConnections: true,
    clientErrorHandler: (error, socket) => {
      // Node asks once for each request; one that may take its time has a rule of its own.
      if (error.code === TIMEOUT && isPatient(socket)) return;
      answerBrokenRequest(error, socket);
    },
    // Thrown here, an error would take the process with it.
    frameworkErrors: (error, _request, reply) => sendError(toDramatisError(error), reply),
    http: {
      headersTimeout: limits.headersTimeoutMs,
      connectionsCheckingInterval: Math.max(50, Math.min(1000, limits.headersTimeoutMs / 4)),
      maxHeaderSize: 16 * 1024,
    },
  });
  app.server.maxConnections = limits.connections;
  return app;
}

function createContext(
  options: ServerOptions,
  limits: ServerLimits,
  launchToken: string,
  callers: WeakMap<FastifyRequest, Caller>,
  listening: Listening,
): ServerContext {
  const { engine, library, settings, clock, version } = options;
  const say = options.report ?? ((message) => process.stderr.write(`${message}\n`));
  return {
    engine,
    library,
    settings,
    clock,
    version,
    limits,
    launchToken,
    listening,
    // Pages that another shell serves know the address they began with.
    movable: (options.appOrigins ?? []).length === 0,
    voices: new Voices(engine, settings, library.voices, library.voiceUses),
    queue: new SpeechQueue({ ...LIMITS.queue, ...options.queue }),
    credit: new CreditLedger(library.keys),
    callerOf: (request) => {
      const caller = callers.get(request);
      if (!caller) throw new Error(`${request.url} was reached without a check of its credentials`);
      return caller;
    },
    report: (error, request) => {
      say(
        `${request.method} ${request.url}: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`,
      );
    },
  };
}
