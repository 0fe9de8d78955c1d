import type { FastifyInstance, FastifyRequest } from 'fastify';
import { createHash, randomInt, randomUUID } from 'node:crypto';
import { z } from 'zod';
import { DramatisError } from '../../../engine/contract/errors.ts';
import { LIMITS } from '../../../engine/contract/limits.ts';
import { RecordingsReport } from '../../../engine/contract/recording-check.ts';
import type { ClonedVoice, ReferenceSample } from '../../../engine/contract/speech.ts';
import { TtsRequest } from '../../../engine/contract/tts-request.ts';
import type { VoiceCard } from '../../../engine/contract/voice-card.ts';
import type { NewVoice } from '../../library/voices/index.ts';
import { mixCards } from '../../../engine/voice/mix.ts';
import { mediaTypeOf, type Consent, type Origin, type SavedVoice } from '../../library/voices/record.ts';
import { installMsgpackParser } from '../bodies.ts';
import type { ServerContext } from '../context.ts';
import { speechProfile } from '../profiles.ts';
import { audioOf, clientSignal, noticeHeader } from '../response.ts';
import type { RouteDoc } from '../route-doc.ts';
import { startSpeech, toSpeechRequest } from '../speech.ts';
import { problem, validationError } from '../validation.ts';
import { installFormParsers } from './models-body.ts';
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

const CONSENT_HEADER = 'x-dramatis-consent';
const IMPLIED = 'By the call that made this voice from recordings, its sender states that the speaker agreed to it.';
const AGREED = 'The speaker agreed to this voice.';
const SAMPLE_TEXT = 'This is how I sound. Give me a line, and I will say it for you.';
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
      'X-Dramatis-Notice, unless the settings ask for words.',
    tag: 'Voices',
    headers: { 'X-Dramatis-Consent': { description: 'The statement, where the body has none.' } },
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
      return inTurn(context, request, clientSignal(reply.raw), (pack, signal) =>
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

type Notice = ClonedVoice['notices'][number];

/** Everything of a new voice: its card, where it comes from, and what its speaker agreed to. */
async function makeVoice(
  context: ServerContext,
  request: FastifyRequest<{ Body: CreateModelRequest }>,
  signal: AbortSignal,
): Promise<{ voice: NewVoice; notices: readonly Notice[] }> {
  const { body } = request;
  const caller = context.callerOf(request);
  const notices: Notice[] = [];
  const references = referencesOf(body);
  if (body.mix !== undefined && (body.card !== undefined || references.length > 0)) {
    throw validationError([problem(['mix'], undefined, 'left out where `voices` or `card` are given')]);
  }
  const mixed = body.mix && mixOf(context, body.mix);
  const given = body.card ?? mixed?.card;
  if (given === undefined && references.length === 0) {
    throw validationError([
      problem(['voices'], undefined, '1 to 20 recordings of one speaker, or `card` or `mix` given'),
    ]);
  }
  // Asked before anything is made of somebody's voice.
  const consent = given === undefined ? consentOf(context, request) : null;
  const cloned = given === undefined ? await clone(context, request, references, signal) : null;
  const card = given ?? cloned!.card;
  notices.push(...(cloned?.notices ?? []));
  const isClone = cloned !== null && !cloned.carried;
  if (isClone && consent?.given === 'implied') notices.push({ code: 'consent_implied', message: IMPLIED });
  if (body.enhance_audio_quality) {
    notices.push({ code: 'not_enhanced', message: 'enhance_audio_quality: recordings are analysed as they are.' });
  }
  const samples: NewVoice['samples'][number][] = references.map(({ audio, text }, i) => ({
    title: `Recording ${i + 1}`,
    text,
    kind: isClone ? 'reference' : 'made',
    audio,
  }));
  if (body.generate_sample && samples.length < LIMITS.voices.samples) {
    const text = body.texts[0] ?? SAMPLE_TEXT;
    const audio = await speakSample(context, request, card, text, signal);
    samples.unshift({ title: body.title, text, kind: 'made', audio });
  }
  return {
    voice: {
      title: body.title,
      description: body.description ?? '',
      tags: body.tags,
      languages: body.languages.length > 0 ? body.languages : [...(cloned?.languages ?? [])],
      visibility: body.visibility,
      favourite: body.favourite,
      author: { id: caller.id, name: caller.name },
      origin: mixed?.origin ?? originOf(body, cloned),
      imported: null,
      consent: isClone ? consent : null,
      cover: body.cover_image,
      samples,
      card,
    },
    notices,
  };
}

async function clone(
  context: ServerContext,
  request: FastifyRequest,
  references: readonly ReferenceSample[],
  signal: AbortSignal,
): Promise<ClonedVoice> {
  const { engine } = context;
  if (!engine.clone) throw new DramatisError('engine_unavailable', 'This engine makes no voices of recordings.');
  return inTurn(context, request, signal, (pack, abort) => engine.clone!(pack, references, abort));
}

/** Work of the engine on recordings, when it is the caller's turn. Ends when the client leaves. */
async function inTurn<T>(
  context: ServerContext,
  request: FastifyRequest,
  signal: AbortSignal,
  work: (pack: string, signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const { queue, settings } = context;
  const profile = speechProfile(undefined, settings);
  const slot = await queue.enter(context.callerOf(request).id, profile.priority, signal);
  try {
    return await work(profile.pack, signal);
  } finally {
    slot.release();
  }
}

/**
 * The voice between several, by their weights. Where one of them was cloned, its speaker agreed to that voice, and the mix
 * tells of it in where it comes from.
 * @throws DramatisError unknown_voice, invalid_parameter for voices that cannot be mixed
 */
function mixOf({ voices }: ServerContext, parts: NonNullable<CreateModelRequest['mix']>): Mixed {
  const found = parts.map(({ id, weight }) => {
    const voice = voices.list().find((one) => one.id === id);
    if (voice) return { id, title: voice.name, weight, card: voice.card };
    throw new DramatisError('unknown_voice', `mix: there is no voice ${JSON.stringify(id.slice(0, 60))}.`);
  });
  let [{ card, weight: sum }] = found as [(typeof found)[number]];
  for (const next of found.slice(1)) {
    sum += next.weight;
    card = mixCards(card, next.card, next.weight / sum);
  }
  return { card, origin: { kind: 'mixed', of: found.map(({ id, title, weight }) => ({ id, title, weight })) } };
}

interface Mixed {
  readonly card: VoiceCard;
  readonly origin: Origin;
}

/** Recordings with their transcripts. @throws DramatisError validation_failed when they do not fit one another */
function referencesOf({ voices, texts }: Pick<CreateModelRequest, 'voices' | 'texts'>): ReferenceSample[] {
  const told = texts.length === 1 && voices.length > 1 ? divide(texts[0]!, voices) : texts;
  if (told.length > 0 && told.length !== voices.length) {
    throw validationError([problem(['texts'], texts, `none, or one for each of the ${voices.length} recordings`)]);
  }
  return voices.map((audio, i) => ({ audio, text: told[i] ?? '' }));
}

/**
 * Some clients join the texts of several recordings with commas into one. It is cut again at commas, so that the parts are
 * as long, compared with one another, as the recordings are. A wrong cut is found by the analysis, which follows the words.
 */
function divide(joined: string, voices: readonly Uint8Array[]): string[] {
  const pieces = joined.split(',');
  if (pieces.length < voices.length) return [joined];
  const total = voices.reduce((sum, { length }) => sum + length, 0);
  const parts: string[] = [];
  let at = 0;
  let bytes = 0;
  for (let i = 0; i < voices.length; i++) {
    bytes += voices[i]!.length;
    const wanted = (joined.length * bytes) / total;
    const last = pieces.length - (voices.length - 1 - i);
    let to = at + 1;
    const reach = (end: number): number => Math.abs(pieces.slice(0, end).join(',').length - wanted);
    while (to < last && reach(to + 1) < reach(to)) to++;
    if (i === voices.length - 1) to = pieces.length;
    parts.push(pieces.slice(at, to).join(',').trim());
    at = to;
  }
  return parts;
}

/** @throws DramatisError validation_failed where a statement is needed and none is given */
function consentOf(context: ServerContext, request: FastifyRequest<{ Body: CreateModelRequest }>): Consent {
  const caller = context.callerOf(request);
  const header = request.headers[CONSENT_HEADER];
  const said = request.body.consent ?? (typeof header === 'string' && header.trim() !== '' ? header.trim() : undefined);
  const { consent: standing, consentRequired } = context.settings.read();
  const record = (statement: string, given: Consent['given']): Consent => ({
    statement: statement.slice(0, LIMITS.voices.consent),
    given,
    by: caller.name,
    at: context.clock.now().toISOString(),
  });
  if (said !== undefined && !/^(false|no|0)$/i.test(String(said))) {
    return record(said === true || /^(true|yes|1)$/i.test(said) ? AGREED : said, 'explicit');
  }
  if (said === undefined && standing !== null) return record(standing, 'standing');
  // The studio asks its user; programs speak for theirs, unless the owner of this server wants words.
  if (said === undefined && caller.kind !== 'app' && !consentRequired) return record(IMPLIED, 'implied');
  throw validationError([
    problem(['consent'], said, 'a statement that the speaker agreed to this voice (or the header X-Dramatis-Consent)'),
  ]);
}

function originOf(body: CreateModelRequest, cloned: ClonedVoice | null): Origin {
  if (cloned && !cloned.carried) {
    const recordings = body.voices.map((audio) => createHash('sha256').update(audio).digest('hex'));
    return {
      kind: 'cloned',
      recordings,
      notices: cloned.notices.slice(0, 16).map(({ message }) => message.slice(0, 500)),
    };
  }
  if (body.origin && body.origin.kind !== 'cloned') return body.origin;
  return cloned ? { kind: 'designed', prompt: null, seed: null } : { kind: 'edited', from: null };
}

/** The new voice's own words, as MP3. Charged like any speech. */
async function speakSample(
  context: ServerContext,
  request: FastifyRequest<{ Body: CreateModelRequest }>,
  card: VoiceCard,
  text: string,
  signal: AbortSignal,
): Promise<Uint8Array> {
  const profile = speechProfile(undefined, context.settings);
  const body = TtsRequest.parse({ text, format: 'mp3', seed: randomInt(LIMITS.tts.seed.max + 1) });
  const voices = [{ card, name: request.body.title }];
  const cost = Buffer.byteLength(text, 'utf8') * profile.price;
  const order = {
    id: randomUUID(),
    caller: context.callerOf(request),
    request: toSpeechRequest(body, profile, voices),
    cost,
  };
  const speech = await startSpeech(context, order, signal);
  const parts: Uint8Array[] = [];
  for await (const bytes of audioOf(speech)) parts.push(bytes);
  return new Uint8Array(Buffer.concat(parts));
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
