import type { FastifyInstance, FastifyRequest } from 'fastify';
import { z } from 'zod';
import type { ServerContext } from '../context.ts';
import { DOCS_CSP, docsPage } from '../docs-page.ts';
import { openApiDocument, type DocumentedRoute } from '../openapi.ts';
import type { RouteDoc } from '../route-doc.ts';

const Health = z
  .strictObject({
    status: z.enum(['ok', 'unavailable']),
    engine: z.enum(['starting', 'ready', 'restarting', 'failed', 'stopped']),
    version: z.string(),
    load: z.strictObject({ active: z.int(), waiting: z.int() }),
  })
  .meta({ id: 'Health', title: 'Health' });

const healthDoc: RouteDoc = {
  summary: 'Whether the engine speaks',
  tag: 'About',
  open: true,
  success: {
    description: 'The state.',
    body: Health,
    example: { status: 'ok', engine: 'ready', version: '0.1.0', load: { active: 1, waiting: 0 } },
  },
};
const openApiDoc: RouteDoc = {
  summary: 'This document',
  tag: 'About',
  open: true,
  success: { description: 'OpenAPI 3.1.', body: ['application/json'] },
};
const docsDoc: RouteDoc = {
  summary: 'This document for people',
  tag: 'About',
  open: true,
  success: { description: 'A page.', body: ['text/html'] },
};

/** Collects routes as they are made. Must run before them. */
export function collectRoutes(app: FastifyInstance): readonly DocumentedRoute[] {
  const routes: DocumentedRoute[] = [];
  app.addHook('onRoute', ({ method, url, config, schema }) => {
    if (config?.doc && typeof method === 'string' && method !== 'HEAD')
      routes.push({ method, url, doc: config.doc, schema });
  });
  return routes;
}

/** `/openapi.json`, `/docs` and `/health`. */
export function registerAbout(app: FastifyInstance, context: ServerContext, routes: readonly DocumentedRoute[]): void {
  const { engine, queue, version } = context;
  const document = (request: FastifyRequest): Record<string, unknown> =>
    openApiDocument(routes, version, `http://${request.host}`);

  app.get('/openapi.json', { config: { doc: openApiDoc } }, async (request) => document(request));
  app.get('/docs', { config: { doc: docsDoc } }, async (request, reply) => {
    return reply
      .type('text/html; charset=utf-8')
      .header('Content-Security-Policy', DOCS_CSP)
      .send(docsPage(document(request)));
  });
  app.get('/health', { config: { doc: healthDoc } }, async (): Promise<z.output<typeof Health>> => {
    return { status: engine.state === 'ready' ? 'ok' : 'unavailable', engine: engine.state, version, load: queue.load };
  });
}
