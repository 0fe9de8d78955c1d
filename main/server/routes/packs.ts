import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { DramatisError } from '../../../engine/contract/errors.ts';
import { PackRun } from '../../../engine/contract/pack.ts';
import table from '../../../models/catalog.json' with { type: 'json' };
import { Catalog, type CatalogPack } from '../../library/packs/catalog.ts';
import type { ServerContext } from '../context.ts';
import { PROFILES } from '../profiles.ts';
import { clientSignal } from '../response.ts';
import { validate } from '../validation.ts';
import { Downloads } from './packs-downloads.ts';
import { Packs } from './packs-service.ts';
import { measureSpeed } from './packs-speed.ts';
import { installUploads, withUpload } from './packs-uploads.ts';

const CATALOG = Catalog.parse(table);
/** Pages that tell about the packs of the catalogue. */
export const PACK_SOURCES: readonly string[] = CATALOG.map(({ source }) => source);

/** What ONNX Runtime's builds for Node have beside the processor. Whether a card is there shows when it is used. */
const PROVIDERS_OF: Partial<Record<NodeJS.Platform, readonly PackRun['provider'][]>> = {
  linux: ['cpu', 'cuda'],
  win32: ['cpu', 'dml'],
  darwin: ['cpu', 'coreml'],
};

type ById = { Params: { id: string } };

const Mapping = z.strictObject({ pack: z.string().max(64).nullable() });

/** Voice packs while the server runs: what is there, adding, removing, downloading, measuring. For the studio alone. */
export async function registerPacks(
  app: FastifyInstance,
  context: ServerContext,
  catalog: readonly CatalogPack[] = CATALOG,
): Promise<void> {
  const { paths } = context.library;
  const uploads = join(paths.root, 'uploads');
  const packs = new Packs(context);
  const downloads = new Downloads(catalog, packs, paths.packs);
  await installUploads(app);
  // What a server that was killed left behind.
  await rm(uploads, { recursive: true, force: true });
  await packs.store.sweep();
  packs.follow();
  app.addHook('onClose', async () => {
    packs.close();
    downloads.close();
  });

  app.get('/app/packs', async () => {
    const added = await packs.settle();
    return {
      packs: packs.list(added),
      models: modelsOf(context),
      catalog: await downloads.list(added),
      providers: PROVIDERS_OF[process.platform] ?? ['cpu'],
    };
  });
  app.post('/app/packs', async (request, reply) => {
    const signal = clientSignal(reply.raw);
    const id = await withUpload(request, uploads, context.limits.requestTimeoutMs, (files) => packs.add(files, signal));
    return reply.code(201).send(packs.find(id));
  });
  app.delete<ById>('/app/packs/:id', async ({ params }, reply) => {
    await packs.remove(params.id);
    return reply.code(204).send();
  });
  app.post<ById>('/app/packs/:id/speed', async (request, reply) => {
    const { id } = request.params;
    const speed = await measureSpeed(context, packs.find(id), context.callerOf(request), clientSignal(reply.raw));
    await packs.speeds.set(id, speed);
    return speed;
  });

  app.put<ById>('/app/packs/:id/run', async ({ params, body }, reply) => {
    await packs.runAs(params.id, validate(PackRun, body));
    return reply.code(204).send();
  });

  app.put<{ Params: { name: string } }>('/app/packs/models/:name', async ({ params, body }, reply) => {
    const { pack } = validate(Mapping, body);
    await mapModel(context, packs, params.name, pack);
    return reply.code(204).send();
  });

  app.post<ById>('/app/packs/catalog/:id', async ({ params }, reply) =>
    reply.code(202).send(downloads.start(params.id)),
  );
  app.delete<ById>('/app/packs/catalog/:id', async ({ params }, reply) => {
    await downloads.cancel(params.id);
    return reply.code(204).send();
  });
}

/** A model name, the pack that speaks for it, and the one that does where nobody said otherwise. */
function modelsOf({ settings }: ServerContext) {
  const mapped = settings.read().packs;
  const of = (kind: 'speech' | 'design') =>
    PROFILES[kind].map(({ name, description, price, pack }) => ({
      ...{ name, description, price, kind },
      pack: mapped[name] ?? pack,
      usual: pack,
    }));
  return [...of('speech'), ...of('design')];
}

/** Holds from the next request on. @throws DramatisError not_found, invalid_parameter */
async function mapModel(context: ServerContext, packs: Packs, name: string, pack: string | null): Promise<void> {
  const model = modelsOf(context).find((one) => one.name === name);
  if (!model) throw new DramatisError('not_found', `There is no model ${JSON.stringify(name.slice(0, 80))}.`);
  if (pack !== null && model.kind === 'design' && !packs.find(pack).capabilities.design)
    throw new DramatisError('invalid_parameter', `pack: ${pack} cannot make voices from a description.`);
  if (pack !== null) packs.find(pack);
  const { [name]: _, ...others } = context.settings.read().packs;
  // The usual pack is no mapping, so that a later version of the program may choose another.
  const mapped = pack === null || pack === model.usual ? others : { ...others, [name]: pack };
  await context.settings.change({ packs: mapped });
}
