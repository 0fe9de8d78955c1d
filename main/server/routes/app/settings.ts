import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { DramatisError } from '../../../../engine/contract/errors.ts';
import { LIMITS } from '../../../../engine/contract/limits.ts';
import type { KeyRecord } from '../../../library/keys.ts';
import { Settings } from '../../../library/settings.ts';
import type { ServerContext } from '../../context.ts';
import type { Inspector } from '../../inspector.ts';
import { PROFILES } from '../../profiles.ts';
import { SSE_HEADERS } from '../../response.ts';
import { validate } from '../../validation.ts';

/** What a person sets in the studio; the rest of the settings file is for those who write it by hand. */
const { defaultVoice, origins, packs, consentRequired, lexicon, serving, port, welcomed } = Settings.shape;
// Without their defaults: what is not told stays as it is.
const Changes = z
  .strictObject({
    defaultVoice: defaultVoice.unwrap(),
    origins: origins.unwrap(),
    packs: packs.unwrap(),
    consentRequired: consentRequired.unwrap(),
    lexicon: lexicon.unwrap(),
    serving: serving.unwrap(),
    port: port.unwrap(),
    welcomed: welcomed.unwrap(),
  })
  .partial();
const NewKey = z.strictObject({
  name: z.string().min(1).max(LIMITS.strings.keyName),
  credit: z.int().min(0).nullable(),
});
/** Silence after which a connection is told that it lives, ms. */
const HEARTBEAT_MS = 15_000;

/** Keys, settings and the window on the requests of other programs. For the studio alone. */
export function registerAppSettings(app: FastifyInstance, context: ServerContext, inspector: Inspector): void {
  const { library, settings, clock, engine } = context;
  const keyOf = ({ id, name, credit, createdAt }: KeyRecord) => ({
    id,
    name,
    credit,
    createdAt,
    spent: library.keys.spent(id),
  });

  app.get('/app/keys', async () => ({ keys: library.keys.list().map(keyOf) }));
  app.post('/app/keys', async ({ body }, reply) => {
    const { name, credit } = validate(NewKey, body);
    const { record, secret } = await library.keys.create(name.trim(), credit, clock.now());
    return reply.code(201).send({ key: keyOf(record), secret });
  });
  app.delete<{ Params: { id: string } }>('/app/keys/:id', async ({ params }, reply) => {
    await library.keys.revoke(params.id);
    return reply.code(204).send();
  });

  app.get('/app/settings', async () => {
    const now = settings.read();
    const installed = (engine.packs?.() ?? []).map(({ manifest: { id, name, version, licence, languages } }) => ({
      id,
      name,
      version,
      licence,
      languages,
    }));
    const models = [...PROFILES.speech, ...PROFILES.design].map(({ name, description, pack, price }) => ({
      name,
      description,
      price,
      pack: now.packs[name] ?? pack,
    }));
    return {
      settings: {
        defaultVoice: now.defaultVoice,
        origins: now.origins,
        packs: now.packs,
        consentRequired: now.consentRequired,
        lexicon: now.lexicon,
        serving: now.serving,
        port: now.port,
        welcomed: now.welcomed,
      },
      url: context.listening.url,
      movable: context.movable,
      version: context.version,
      packs: installed,
      models,
      folder: library.paths.root,
    };
  });
  app.put('/app/settings', async ({ body }, reply) => {
    const changes = Object.entries(validate(Changes, body)).filter(([, value]) => value !== undefined);
    await settings.change(Object.fromEntries(changes));
    return reply.code(204).send();
  });
  app.post('/app/server/move', async ({ body }) => {
    const { to } = validate(z.strictObject({ to: port.unwrap().unwrap() }), body);
    if (!context.movable)
      throw new DramatisError('forbidden', 'In the desktop window a port counts from the next start on.');
    const url = await context.listening.moveTo(to);
    await settings.change({ port: to });
    return { url };
  });
  app.get('/app/storage', async () => ({ places: await placesOf(library.paths.root) }));

  app.get('/app/inspector', (request, reply) => {
    const response = reply.raw;
    const inherited = reply.getHeaders() as Record<string, string>;
    reply.hijack();
    response.writeHead(200, { ...inherited, ...SSE_HEADERS });
    const send = (entry: unknown): void => void response.write(`data: ${JSON.stringify(entry)}\n\n`);
    for (const entry of inspector.list()) send(entry);
    const stop = inspector.follow((entry) => {
      // Whoever does not read is not waited for: the list is there again at the next connection.
      if (response.writableLength > 4 * 1024 * 1024) response.destroy();
      else send(entry);
    });
    const alive = setInterval(() => void response.write(': alive\n\n'), HEARTBEAT_MS);
    request.raw.once('close', () => {
      clearInterval(alive);
      stop();
    });
    response.write(': ready\n\n');
  });
  app.delete('/app/inspector', async (_request, reply) => {
    inspector.clear();
    return reply.code(204).send();
  });
}

/** What lies in the data folder, and how much it is. */
async function placesOf(root: string): Promise<{ name: string; path: string; bytes: number; files: number }[]> {
  const entries = await readdir(root, { withFileTypes: true });
  const folders = entries.filter((entry) => entry.isDirectory()).map(({ name }) => name);
  const places = [];
  for (const name of folders.sort()) places.push({ name, path: join(root, name), ...(await sizeOf(join(root, name))) });
  return places;
}

async function sizeOf(folder: string): Promise<{ bytes: number; files: number }> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => []);
  const files = entries.filter((entry) => entry.isFile());
  let bytes = 0;
  // A file may go while it is counted.
  for (const file of files) bytes += (await stat(join(file.parentPath, file.name)).catch(() => ({ size: 0 }))).size;
  return { bytes, files: files.length };
}
