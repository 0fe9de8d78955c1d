import type { FastifyRequest } from 'fastify';
import type { z } from 'zod';
import { createHash, randomInt, randomUUID } from 'node:crypto';
import { DramatisError } from '../../../engine/contract/errors.ts';
import { LIMITS } from '../../../engine/contract/limits.ts';
import type { ClonedVoice, ReferenceSample, SpeakerVoice } from '../../../engine/contract/speech.ts';
import { TtsRequest } from '../../../engine/contract/tts-request.ts';
import { recordingsOf, type VoiceCard } from '../../../engine/contract/voice-card.ts';
import { mixCards } from '../../../engine/voice/mix.ts';
import type { NewVoice } from '../../library/voices/index.ts';
import type { Consent, Origin } from '../../library/voices/record.ts';
import type { ServerContext } from '../context.ts';
import { speechProfile } from '../profiles.ts';
import { audioOf } from '../response.ts';
import { startSpeech, toSpeechRequest } from '../speech.ts';
import { problem, validationError } from '../validation.ts';
import type { CreateModelRequest, VoiceMix } from './models-shape.ts';
import { modelOf } from './tts.ts';

const CONSENT_HEADER = 'x-dramatis-consent';
const IMPLIED = 'By the call that made this voice from recordings, its sender states that the speaker agreed to it.';
const AGREED = 'The speaker agreed to this voice.';
const SAMPLE_TEXT = 'This is how I sound. Give me a line, and I will say it for you.';
type Notice = ClonedVoice['notices'][number];

/** Everything of a new voice: its card, where it comes from, and what its speaker agreed to. */
export async function makeVoice(
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
  const copied = given && (await recordingsFor(context, given, references.length));
  // Asked before anything is made of somebody's voice.
  const consent = given === undefined ? consentOf(context, request) : (copied?.consent ?? null);
  const maker = given === undefined ? makerOf(context, request) : null;
  if (maker && maker.notice !== null) notices.push(maker.notice);
  const cloned = maker ? await clone(context, request, maker.pack, references, signal) : null;
  const card = given ?? cloned!.card;
  notices.push(...(cloned?.notices ?? []));
  const isClone = cloned !== null && !cloned.carried;
  if (isClone && consent?.given === 'implied') notices.push({ code: 'consent_implied', message: IMPLIED });
  if (body.enhance_audio_quality) {
    notices.push({ code: 'not_enhanced', message: 'enhance_audio_quality: recordings are analysed as they are.' });
  }
  const samples: NewVoice['samples'][number][] = (copied?.references ?? references).map(({ audio, text }, i) => ({
    title: `Recording ${i + 1}`,
    text,
    kind: isClone || copied ? 'reference' : 'made',
    audio,
  }));
  if (body.generate_sample && samples.length < LIMITS.voices.samples) {
    const text = body.texts[0] ?? SAMPLE_TEXT;
    const own = samples.filter(({ kind }) => kind === 'reference');
    const audio = await speakSample(
      context,
      request,
      { card, ...(recordingsOf(card) ? { recordings: own } : {}) },
      text,
      signal,
    );
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
      consent: isClone || copied ? consent : null,
      cover: body.cover_image,
      samples,
      card,
    },
    notices,
  };
}

/**
 * What a card whose speaker is made of recordings needs beside it: those of the voice that it was made from, and what their
 * speaker agreed to. Null for a card that is told in numbers. @throws DramatisError unknown_voice, validation_failed
 */
async function recordingsFor(
  { library }: ServerContext,
  card: VoiceCard,
  given: number,
): Promise<{ references: readonly ReferenceSample[]; consent: Consent | null } | null> {
  if (!recordingsOf(card)) return null;
  if (given > 0)
    throw validationError([problem(['voices'], undefined, 'left out: the recordings that `card` names are used')]);
  const voice = library.voices.holding(card);
  if (voice) return { references: await library.voices.references(voice), consent: voice.consent };
  throw new DramatisError(
    'unknown_voice',
    'card: it names recordings that no saved voice has; send those as `voices`.',
  );
}

interface Maker {
  readonly pack: string;
  /** That another pack makes the voice than the one that speaks for the model. */
  readonly notice: Notice | null;
}

/** The pack that makes a voice of recordings. @throws DramatisError invalid_parameter, unsupported_by_model */
function makerOf(context: ServerContext, { body, headers }: FastifyRequest<{ Body: CreateModelRequest }>): Maker {
  const { engine, settings } = context;
  const { pack: usual, name } = speechProfile(modelOf(headers), settings);
  const packs = (engine.packs?.() ?? []).map(({ manifest }) => manifest);
  const able = packs.filter(({ capabilities }) => capabilities.clone).map(({ id }) => id);
  const wanted = body.pack ?? usual;
  if (packs.length === 0 || able.includes(wanted)) return { pack: wanted, notice: null };
  const others = able.length === 0 ? 'no pack here does' : `${able.join(', ')} ${able.length === 1 ? 'does' : 'do'}`;
  if (body.pack !== undefined && !packs.some(({ id }) => id === wanted))
    throw new DramatisError(
      'invalid_parameter',
      `pack: there is no voice pack ${JSON.stringify(wanted.slice(0, 80))}.`,
    );
  const refusal = `The voice pack ${wanted} makes no voices of recordings; ${others}.`;
  const [first] = able;
  if (body.pack !== undefined || first === undefined)
    throw new DramatisError('unsupported_by_model', `pack: ${refusal}`);
  const message = `The voice pack ${wanted}, which speaks for ${name}, makes no voices of recordings: ${first} made this one.`;
  return { pack: first, notice: { code: 'made_by_another_pack', message } };
}

async function clone(
  context: ServerContext,
  request: FastifyRequest,
  pack: string,
  references: readonly ReferenceSample[],
  signal: AbortSignal,
): Promise<ClonedVoice> {
  const { engine } = context;
  if (!engine.clone) throw new DramatisError('engine_unavailable', 'This engine makes no voices of recordings.');
  return inTurn(context, request, signal, (abort) => engine.clone!(pack, references, abort));
}

/** Work of the engine on recordings, when it is the caller's turn. Ends when the client leaves. */
export async function inTurn<T>(
  context: ServerContext,
  request: FastifyRequest,
  signal: AbortSignal,
  work: (signal: AbortSignal, pack: string) => Promise<T>,
): Promise<T> {
  const { queue, settings } = context;
  const profile = speechProfile(undefined, settings);
  const slot = await queue.enter(context.callerOf(request).id, profile.priority, signal);
  try {
    return await work(signal, profile.pack);
  } finally {
    slot.release();
  }
}

/**
 * The voice between several, by their weights. Where one of them was cloned, its speaker agreed to that voice, and the mix
 * tells of it in where it comes from.
 * @throws DramatisError unknown_voice, invalid_parameter for voices that cannot be mixed
 */
export function mixOf({ voices }: ServerContext, parts: z.output<typeof VoiceMix>): Mixed {
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
export function referencesOf({ voices, texts }: Pick<CreateModelRequest, 'voices' | 'texts'>): ReferenceSample[] {
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
  voice: SpeakerVoice,
  text: string,
  signal: AbortSignal,
): Promise<Uint8Array> {
  const profile = speechProfile(undefined, context.settings);
  const body = TtsRequest.parse({ text, format: 'mp3', seed: randomInt(LIMITS.tts.seed.max + 1) });
  const voices = [{ ...voice, name: request.body.title }];
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
