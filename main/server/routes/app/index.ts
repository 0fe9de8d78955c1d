import { understand } from '../../../../engine/expression/understand.ts';
import { spawn } from 'node:child_process';
import { createReadStream } from 'node:fs';
import { basename } from 'node:path';
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { DramatisError } from '../../../../engine/contract/errors.ts';
import { SceneFile, TakeInfo } from '../../../../engine/contract/scene.ts';
import { ExportOrder } from '../../../../engine/contract/studio.ts';
import { Exports } from '../../../library/exports/index.ts';
import { modelsOf, type Provenance } from '../../../library/exports/manifest.ts';
import { Projects } from '../../../library/projects/index.ts';
import { JournalEntry } from '../../../library/projects/journal.ts';
import { Takes } from '../../../library/takes.ts';
import type { ServerContext } from '../../context.ts';
import { validate } from '../../validation.ts';
import { registerAppVoices } from './voices.ts';

/** A scene of 10,000 lines with all its takes is a few megabytes. */
const SCENE_BYTES = 48 * 1024 * 1024;
/** Ten minutes of one line. */
const TAKE_BYTES = 64 * 1024 * 1024;

const At = z.strictObject({ path: z.string().max(4096) });
const MaybeAt = z.strictObject({ path: z.string().max(4096).optional() });

/** The studio's own part of the server. Only the app itself comes in: these routes read and write files of the user. */
export function registerApp(app: FastifyInstance, context: ServerContext): void {
  const { root } = context.library.paths;
  const projects = new Projects(root);
  const takes = new Takes(`${root}/takes`);
  const exports = new Exports(`${root}/exports`, takes);
  app.addHook('onClose', async () => exports.close());
  app.addHook('onRequest', async (request) => {
    if (context.callerOf(request).kind !== 'app')
      throw new DramatisError('forbidden', 'These addresses are for the Dramatis studio itself; programs use /v1.');
  });
  app.addContentTypeParser(
    'application/octet-stream',
    { parseAs: 'buffer', bodyLimit: TAKE_BYTES },
    (_request, body, done) => done(null, body),
  );
  const big = { bodyLimit: SCENE_BYTES };

  app.get('/app/voices', async () => ({ voices: context.voices.list(), expression: performsTags(context) }));
  app.post('/app/tags', async ({ body }) => {
    const { tags } = validate(z.strictObject({ tags: z.array(z.string().max(200)).max(500) }), body);
    const performs = performsTags(context);
    return {
      tags: tags.map((tag) => {
        const { kind, support } = understand(tag);
        return { tag, support: performs ? support : 'unsupported', pause: kind === 'pause' };
      }),
    };
  });

  registerAppVoices(app, context);

  app.get('/app/projects', () => projects.list());
  app.get('/app/projects/last', () => projects.last());
  app.get('/app/projects/uses', async ({ query }) => ({
    scenes: await projects.uses(validate(z.strictObject({ voice: z.string().min(1).max(200) }), query, 'query').voice),
  }));
  app.get('/app/projects/file', ({ query }) => projects.open(validate(At, query, 'query').path));
  app.put('/app/projects/file', big, async ({ body }) => {
    const { path, file } = validate(z.strictObject({ path: z.string().max(4096).nullable(), file: SceneFile }), body);
    return { path: await projects.save(path, file, context.clock.now().getTime()) };
  });
  app.post('/app/projects/journal', big, async ({ body }, reply) => {
    const { path, entry } = validate(
      z.strictObject({ path: z.string().max(4096).nullable(), entry: JournalEntry }),
      body,
    );
    await projects.note(path, entry);
    return reply.code(204).send();
  });
  app.delete('/app/projects/journal', async ({ query }, reply) => {
    await projects.forget(validate(MaybeAt, query, 'query').path ?? null);
    return reply.code(204).send();
  });
  app.get('/app/projects/versions', async ({ query }) => ({
    versions: await projects.listVersions(validate(At, query, 'query').path),
  }));
  app.get('/app/projects/version', ({ query }) => {
    const { path, id } = validate(At.extend({ id: z.string().max(80) }), query, 'query');
    return projects.readVersion(path, id);
  });

  app.put<{ Params: { key: string }; Body: Buffer }>('/app/takes/:key', async ({ params, body }, reply) => {
    const { info, samples } = unpack(body);
    await takes.put(params.key, info, samples);
    return reply.code(204).send();
  });
  app.get<{ Params: { key: string } }>('/app/takes/:key', async ({ params }, reply) => {
    const take = await takes.get(params.key);
    if (!take) return reply.code(204).send();
    const head = Buffer.from(JSON.stringify(take.info));
    const length = Buffer.alloc(4);
    length.writeUInt32LE(head.length);
    return reply.type('application/octet-stream').send(Buffer.concat([length, head, take.samples]));
  });

  app.post('/app/exports', big, async ({ body }) => exports.start(validate(ExportOrder, body), provenance(context)));
  app.get<{ Params: { id: string } }>('/app/exports/:id', async ({ params }) => exports.status(params.id));
  app.delete<{ Params: { id: string } }>('/app/exports/:id', async ({ params }, reply) => {
    exports.cancel(params.id);
    return reply.code(204).send();
  });
  app.post<{ Params: { id: string } }>('/app/exports/:id/reveal', async ({ params }) => ({
    shown: await reveal(exports.status(params.id).folder),
  }));
  app.get<{ Params: { id: string; name: string } }>('/app/exports/:id/files/:name', async ({ params }, reply) => {
    const path = exports.fileOf(params.id, params.name);
    return reply
      .header('Content-Disposition', `attachment; filename*=UTF-8''${encodeURIComponent(basename(path))}`)
      .type('application/octet-stream')
      .send(createReadStream(path));
  });
}

/** Whether the installed voice model acts on directions in brackets. One that does not would read them out. */
function performsTags(context: ServerContext): boolean {
  return (context.engine.packs?.() ?? []).some(({ manifest }) => manifest.capabilities.expression);
}

/** A take as it is sent: length of its description (32 bit, little endian), the description, the samples. */
function unpack(body: Buffer): { info: TakeInfo; samples: Uint8Array } {
  const length = body.length >= 4 ? body.readUInt32LE(0) : Infinity;
  if (4 + length > body.length)
    throw new DramatisError('invalid_parameter', 'The body is not a take: it ends before its description does.');
  let description: unknown;
  try {
    description = JSON.parse(body.toString('utf8', 4, 4 + length));
  } catch (cause) {
    throw new DramatisError('invalid_parameter', 'The body is not a take: its description is not JSON.', { cause });
  }
  return { info: validate(TakeInfo, description), samples: body.subarray(4 + length) };
}

function provenance(context: ServerContext): Provenance {
  return { program: `Dramatis ${context.version}`, models: modelsOf(context.engine.packs?.() ?? []) };
}

/** Opens the platform's file manager; false where there is none. */
function reveal(folder: string): Promise<boolean> {
  const commands: Readonly<Record<string, string>> = { darwin: 'open', win32: 'explorer', linux: 'xdg-open' };
  const command = commands[process.platform];
  if (!command || (process.platform === 'linux' && !process.env['DISPLAY'] && !process.env['WAYLAND_DISPLAY']))
    return Promise.resolve(false);
  return new Promise((resolve) => {
    const child = spawn(command, [folder], { stdio: 'ignore', detached: true });
    child.once('error', () => resolve(false));
    child.once('spawn', () => {
      child.unref();
      resolve(true);
    });
  });
}
