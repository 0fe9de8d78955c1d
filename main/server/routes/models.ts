import type { FastifyInstance, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { DramatisError } from '../../../engine/contract/errors.ts';
import { LIMITS } from '../../../engine/contract/limits.ts';
import { RecordingsReport } from '../../../engine/contract/recording-check.ts';
import { mediaTypeOf, type SavedVoice } from '../../library/voices/record.ts';
import { installMsgpackParser } from '../bodies.ts';
import type { ServerContext } from '../context.ts';
import { SPEECH_MODELS } from '../profiles.ts';
import { clientSignal, noticeHeader } from '../response.ts';
import type { RouteDoc } from '../route-doc.ts';
import { installFormParsers } from './models-body.ts';
import { inTurn, makeVoice, referencesOf } from './models-make.ts';
import {
  CheckRecordingsRequest,
  CreateModelRequest,
  entityOf,
  entityOfHouse,
  ListModelsQuery,
  ModelEntity,
  ModelList,
  pageOf,
  UpdateModelRequest,
} from './models-shape.ts';

const FORMS = ['multipart/form-data', 'application/json', 'application/msgpack', 'application/x-www-form-urlencoded'];

const Id = z.strictObject({ id: z.string('an id').max(LIMITS.strings.voiceId) });
const File = Id.extend({ file: z.string('a file of the voice').max(40) });

const docs = {
  create: {
    summary: 'Make and keep a voice',
    description:
      'From recordings of one speaker (a clone), from a WAV of /v1/voice-design (that very voice), or from a card. A clone ' +
      'asks for a statement that the speaker agreed, as the field `consent` or the header X-Dramatis-Consent; a standing ' +
      'statement in the settings serves too. Where none is given the call itself is taken as one, kept as such and told in ' +
      'X-Dramatis-Notice, unless the settings ask for words. `pack` says which voice pack makes the voice; one that reads ' +
      'recordings while it speaks keeps them with the voice, and its card names them by their SHA-256.',
    tag: 'Voices',
    headers: {
      'X-Dramatis-Consent': { description: 'The statement, where the body has none.' },
      model: { description: 'The model whose voice pack makes the voice; s2.1-pro without.', values: SPEECH_MODELS },
    },
    consumes: FORMS,
    success: {
      description: 'The voice.',
      status: 201,
      headers: { 'X-Dramatis-Notice': 'JSON array of {code, message}: what is to be said about the recordings.' },
      body: ModelEntity,
    },
    errors: [
      'invalid_parameter',
      'unknown_voice',
      'invalid_reference_audio',
      'unsupported_by_model',
      'payload_too_large',
      'unsupported_media_type',
      'validation_failed',
      'too_many_requests',
      'engine_crashed',
      'engine_unavailable',
    ],
  },
  check: {
    summary: 'Measure recordings',
    description:
      'What is good and bad about recordings before a voice is made of them: length, level, noise, clipping, room, ' +
      'bandwidth, and whether several people speak. With `card`, also how near that voice comes to the recordings, and how ' +
      'near the nearest voice does that comes with the program. Nothing is made or kept.',
    tag: 'Voices',
    consumes: FORMS,
    success: { description: 'The measurements.', body: RecordingsReport },
    errors: [
      'invalid_parameter',
      'invalid_reference_audio',
      'payload_too_large',
      'unsupported_media_type',
      'unsupported_by_model',
      'validation_failed',
      'too_many_requests',
      'engine_crashed',
      'engine_unavailable',
    ],
  },
  list: {
    summary: 'Find voices',
    description: 'Saved voices and those that come with the program, a page at a time.',
    tag: 'Voices',
    success: { description: 'A page of voices.', body: ModelList },
    errors: ['validation_failed'],
  },
  get: {
    summary: 'A voice',
    tag: 'Voices',
    success: { description: 'The voice.', body: ModelEntity },
    errors: ['not_found'],
  },
  update: {
    summary: 'Change what is told of a voice',
    tag: 'Voices',
    consumes: FORMS,
    success: { description: 'Done; the body is empty.', body: [] },
    errors: ['not_found', 'invalid_parameter', 'payload_too_large', 'unsupported_media_type', 'validation_failed'],
  },
  remove: {
    summary: 'Delete a voice',
    tag: 'Voices',
    success: { description: 'Done; the body is empty.', body: [] },
    errors: ['not_found'],
  },
  cover: {
    summary: "A voice's picture",
    tag: 'Voices',
    success: { description: 'The picture.', body: ['image/png', 'image/jpeg', 'image/webp', 'image/gif'] },
    errors: ['not_found'],
  },
  sample: {
    summary: "One of a voice's recordings",
    tag: 'Voices',
    success: { description: 'The recording.', body: ['audio/wav', 'audio/mpeg', 'audio/flac', 'audio/ogg'] },
    errors: ['not_found'],
  },
  export: {
    summary: 'A voice as one file',
    description: 'Card, recordings, picture and where the voice comes from.',
    tag: 'Voices',
    success: { description: 'A .dramatis-voice file.', body: ['application/octet-stream'] },
    errors: ['not_found'],
  },
  import: {
    summary: 'Take in a voice file',
    description: 'The body is a .dramatis-voice file. The voice gets an id of its own here.',
    tag: 'Voices',
    consumes: ['application/octet-stream'],
    success: { description: 'The voice.', status: 201, body: ModelEntity },
    errors: ['invalid_parameter', 'payload_too_large', 'unsupported_media_type'],
  },
} satisfies Record<string, RouteDoc>;

/** `/model`: the voices that are kept, as existing clients know them. */
export async function registerModels(app: FastifyInstance, context: ServerContext): Promise<void> {
  const { library, clock, callerOf } = context;
  installMsgpackParser(app);
  await installFormParsers(app);
  app.addContentTypeParser(
    'application/octet-stream',
    { parseAs: 'buffer', bodyLimit: LIMITS.voices.totalBytes + LIMITS.body.jsonBytes },
    (_request, body, done) => done(null, body),
  );
  const entity = (voice: SavedVoice, request: FastifyRequest): ModelEntity =>
    entityOf(voice, library.voiceUses.of(voice.id), `${request.protocol}://${request.host}`);

  app.post<{ Body: CreateModelRequest }>(
    '/model',
    { schema: { body: CreateModelRequest }, config: { doc: docs.create } },
    async (request, reply) => {
      const { voice, notices } = await makeVoice(context, request, clientSignal(reply.raw));
      const saved = await library.voices.create(voice, clock.now());
      if (notices.length > 0) void reply.header('X-Dramatis-Notice', noticeHeader(notices));
      return reply.code(201).send(entity(saved, request));
    },
  );

  app.post<{ Body: CheckRecordingsRequest }>(
    '/model/check',
    { schema: { body: CheckRecordingsRequest }, config: { doc: docs.check } },
    async (request, reply): Promise<RecordingsReport> => {
      const { engine } = context;
      if (!engine.assess) throw new DramatisError('engine_unavailable', 'This engine measures no recordings.');
      const { card } = request.body;
      const references = referencesOf(request.body);
      return inTurn(context, request, clientSignal(reply.raw), (signal, pack) =>
        engine.assess!(pack, references, card ?? null, signal),
      );
    },
  );

  app.get<{ Querystring: ListModelsQuery }>(
    '/model',
    { schema: { querystring: ListModelsQuery }, config: { doc: docs.list } },
    async (request): Promise<ModelList> => {
      const house = context.voices.house().map((voice) => entityOfHouse(voice, library.voiceUses.of(voice.id)));
      return pageOf([...library.voices.list().map((voice) => entity(voice, request)), ...house], request.query);
    },
  );

  app.get<{ Params: z.output<typeof Id> }>(
    '/model/:id',
    { schema: { params: Id }, config: { doc: docs.get } },
    async (request): Promise<ModelEntity> => {
      const { id } = request.params;
      const saved = library.voices.get(id);
      if (saved) return entity(saved, request);
      const house = context.voices.house().find((voice) => voice.id === id);
      if (house) return entityOfHouse(house, library.voiceUses.of(id));
      throw new DramatisError('not_found', `There is no voice ${JSON.stringify(id.slice(0, 60))}.`);
    },
  );

  app.patch<{ Params: z.output<typeof Id>; Body: UpdateModelRequest }>(
    '/model/:id',
    { schema: { params: Id, body: UpdateModelRequest }, config: { doc: docs.update } },
    async ({ params, body }, reply) => {
      refuseHouse(context, params.id);
      const { cover_image: cover, ...fields } = present(body);
      await library.voices.update(params.id, cover === undefined ? fields : { ...fields, cover }, clock.now());
      return reply.code(200).send();
    },
  );

  app.delete<{ Params: z.output<typeof Id> }>(
    '/model/:id',
    { schema: { params: Id }, config: { doc: docs.remove } },
    async ({ params }, reply) => {
      refuseHouse(context, params.id);
      await library.voices.remove(params.id);
      return reply.code(200).send();
    },
  );

  app.get<{ Params: z.output<typeof Id> }>(
    '/model/:id/cover',
    { schema: { params: Id }, config: { doc: docs.cover } },
    async ({ params }, reply) => {
      const file = library.voices.get(params.id)?.cover;
      if (!file) throw new DramatisError('not_found', 'This voice has no picture.');
      return reply.type(mediaTypeOf(file)).send(Buffer.from(await library.voices.read(params.id, file)));
    },
  );

  app.get<{ Params: z.output<typeof File> }>(
    '/model/:id/samples/:file',
    { schema: { params: File }, config: { doc: docs.sample } },
    async ({ params }, reply) =>
      reply.type(mediaTypeOf(params.file)).send(Buffer.from(await library.voices.read(params.id, params.file))),
  );

  app.get<{ Params: z.output<typeof Id> }>(
    '/model/:id/file',
    { schema: { params: Id }, config: { doc: docs.export } },
    async ({ params }, reply) => {
      const { voice, bundle } = await library.voices.export(params.id);
      const name = encodeURIComponent(`${voice.title}.dramatis-voice`);
      return reply
        .type('application/octet-stream')
        .header('Content-Disposition', `attachment; filename*=UTF-8''${name}`)
        .send(Buffer.from(bundle));
    },
  );

  app.post('/model/file', { config: { doc: docs.import } }, async (request, reply) => {
    if (!Buffer.isBuffer(request.body)) {
      throw new DramatisError('unsupported_media_type', 'Content-Type: it must be application/octet-stream.');
    }
    const { buffer, byteOffset, byteLength } = request.body;
    const bytes = new Uint8Array(buffer, byteOffset, byteLength);
    const saved = await library.voices.import(bytes, `imported by ${callerOf(request).name}`, clock.now());
    return reply.code(201).send(entity(saved, request));
  });
}

function refuseHouse({ voices }: ServerContext, id: string): void {
  if (voices.house().some((voice) => voice.id === id)) {
    throw new DramatisError(
      'forbidden',
      `The voice ${JSON.stringify(id)} comes with the program and cannot be changed.`,
    );
  }
}

type Present<T> = { [K in keyof T]?: Exclude<T[K], undefined> };
function present<T extends object>(fields: T): Present<T> {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as Present<T>;
}
