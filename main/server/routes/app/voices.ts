import { randomUUID } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { AuditionNode } from '../../../../engine/contract/audition.ts';
import { DramatisError } from '../../../../engine/contract/errors.ts';
import { LIMITS } from '../../../../engine/contract/limits.ts';
import { TtsRequest } from '../../../../engine/contract/tts-request.ts';
import { VoiceCard } from '../../../../engine/contract/voice-card.ts';
import { Auditions } from '../../../library/auditions.ts';
import { Settings } from '../../../library/settings.ts';
import type { ServerContext } from '../../context.ts';
import { speechProfile } from '../../profiles.ts';
import { audioHeaders, audioOf, clientSignal, stream } from '../../response.ts';
import { resolveSpeakers } from '../../speakers.ts';
import { startSpeech, toSpeechRequest } from '../../speech.ts';
import { validate } from '../../validation.ts';
import { mixOf } from '../models-make.ts';
import { VoiceMix } from '../models-shape.ts';

/** Hz of what a tried card says: 16 bit, mono, without a header. */
const PREVIEW_RATE = 44_100;

/**
 * A voice or a pronunciation that is tried out: it is in no library yet, so it comes with the request. `card` null: the
 * default voice; `mix`: the voice between several, in place of a card; `lexicon` null: that of the settings.
 */
const CardSpeech = z.strictObject({
  card: VoiceCard.nullable().default(null),
  mix: VoiceMix.nullable().default(null),
  lexicon: Settings.shape.lexicon.unwrap().nullable().default(null),
  text: z.string().min(1).max(LIMITS.strings.transcript),
  seed: z.int().min(LIMITS.tts.seed.min).max(LIMITS.tts.seed.max),
  language: z.string().max(LIMITS.strings.language).nullable().default(null),
});

/** What the studio's voices need beside `/model` and `/v1`: trying cards, and the tree of auditions. */
export function registerAppVoices(app: FastifyInstance, context: ServerContext): void {
  const auditions = new Auditions(`${context.library.paths.root}/auditions`);

  /** What the installed packs can do with voices; base speakers are those that cards may mix. */
  app.get('/app/voices/abilities', async () => {
    const packs = context.engine.packs?.() ?? [];
    return {
      design: packs.some(({ manifest }) => manifest.capabilities.design),
      clone: packs.length > 0 && context.engine.clone !== undefined,
      /** Packs that make voices of recordings. */
      makers: packs
        .filter(({ manifest }) => manifest.capabilities.clone)
        .map(({ manifest: { id, name, languages } }) => ({ id, name, languages })),
      mix: packs.some(({ manifest }) => manifest.capabilities.mix),
      languages: [...new Set(packs.flatMap(({ manifest }) => manifest.languages))],
    };
  });

  app.post('/app/voices/speech', async (request, reply) => {
    const { mix, lexicon, text, seed, language, ...tried } = validate(CardSpeech, request.body);
    const card = mix ? mixOf(context, mix).card : tried.card;
    if (text.trim() === '') throw new DramatisError('nothing_to_say', 'text: it holds nothing but white space.');
    const profile = speechProfile(undefined, context.settings);
    const body = TtsRequest.parse({ text, seed, language, format: 'pcm', sample_rate: PREVIEW_RATE, latency: 'low' });
    const order = {
      id: randomUUID(),
      caller: context.callerOf(request),
      request: toSpeechRequest(
        body,
        profile,
        card ? [{ card }] : resolveSpeakers(body, profile, context.voices),
        lexicon ?? context.settings.read().lexicon,
      ),
      cost: 0,
    };
    const speech = await startSpeech(context, order, clientSignal(reply.raw));
    await stream(reply, speech, audioHeaders(speech), context, audioOf);
  });

  app.get('/app/auditions', async () => ({ nodes: await auditions.list() }));
  app.put<{ Params: { id: string }; Body: unknown }>('/app/auditions/:id', async ({ params, body }, reply) => {
    const { node, wav } = unpackNode(body);
    if (node.id !== params.id) throw new DramatisError('invalid_parameter', 'id: the body is another one.');
    await auditions.put(node, wav);
    return reply.code(204).send();
  });
  app.post<{ Params: { id: string } }>('/app/auditions/:id', async ({ params, body }, reply) => {
    const node = validate(AuditionNode, body);
    if (node.id !== params.id) throw new DramatisError('invalid_parameter', 'id: the body is another one.');
    await auditions.change(node);
    return reply.code(204).send();
  });
  app.get<{ Params: { id: string } }>('/app/auditions/:id/audio', async ({ params }, reply) =>
    reply.type('audio/wav').send(Buffer.from(await auditions.audio(params.id))),
  );
  app.delete<{ Params: { id: string } }>('/app/auditions/:id', async ({ params }, reply) => {
    await auditions.remove(params.id);
    return reply.code(204).send();
  });
}

/** Length of the node's JSON (32 bit, little endian), the JSON, then the WAV. */
function unpackNode(body: unknown): { node: AuditionNode; wav: Uint8Array } {
  const bytes = Buffer.isBuffer(body) ? body : Buffer.alloc(0);
  const length = bytes.length >= 4 ? bytes.readUInt32LE(0) : Infinity;
  const wav = bytes.subarray(4 + length);
  if (wav.toString('latin1', 0, 4) !== 'RIFF')
    throw new DramatisError('invalid_parameter', 'The body is not a node and its WAV.');
  let described: unknown;
  try {
    described = JSON.parse(bytes.toString('utf8', 4, 4 + length));
  } catch (cause) {
    throw new DramatisError('invalid_parameter', 'The body is not a node: its description is not JSON.', { cause });
  }
  return { node: validate(AuditionNode, described), wav };
}
