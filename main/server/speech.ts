import { randomInt, randomUUID } from 'node:crypto';
import { DramatisError } from '../../engine/contract/errors.ts';
import type { SpeechEvent, SpeechRequest, SpeakerVoice, ModelProfile } from '../../engine/contract/speech.ts';
import { outputFormatOf, type TtsRequest } from '../../engine/contract/tts-request.ts';
import { LIMITS } from '../../engine/contract/limits.ts';
import type { Caller, ServerContext } from './context.ts';
import { Bill } from './credit.ts';
import { speechProfile } from './profiles.ts';
import type { Slot } from './queue.ts';
import { withRecordings } from './recordings.ts';
import { checkTags, resolveSpeakers } from './speakers.ts';
import { fieldName, givenFields } from './validation.ts';

/** A request that is valid, with all that follows from it. */
export interface SpeechOrder {
  readonly id: string;
  readonly caller: Caller;
  readonly request: SpeechRequest;
  /** Credit units: UTF-8 bytes of text times the model's price. */
  readonly cost: number;
}

type Notice = Extract<SpeechEvent, { type: 'notice' }>;

/** Speech whose first sound is there. Iterate `events` to its end or leave it early: both end the work. */
export interface Speech {
  readonly order: SpeechOrder;
  /** What the engine had to say before the first sound. */
  readonly notices: readonly Notice[];
  /** What it says from then on: complete when `events` has ended. */
  readonly lateNotices: readonly Notice[];
  readonly events: AsyncIterable<SpeechEvent>;
  /** Lets others work while this request waits for its reader. */
  yieldWhile(wait: Promise<unknown>): Promise<void>;
}

/** Checks everything that can be checked without the engine. @throws DramatisError with a 4xx reason */
export function orderSpeech(
  context: ServerContext,
  body: TtsRequest,
  model: string | undefined,
  caller: Caller,
): SpeechOrder {
  const profile = speechProfile(model, context.settings);
  if (body.text.trim() === '') {
    throw new DramatisError('nothing_to_say', 'text: it holds nothing but white space; it must have something to say.');
  }
  const speakers = resolveSpeakers(body, profile, context.voices);
  return {
    id: randomUUID(),
    caller,
    request: toSpeechRequest(body, profile, speakers, context.settings.read().lexicon),
    cost: costOf(body.text, profile),
  };
}

/** Credit units of a text. */
function costOf(text: string, { price }: ModelProfile): number {
  return Buffer.byteLength(text, 'utf8') * price;
}

/**
 * Waits for a place, has the engine speak, and resolves with the first sound. With `more` the order's text is only the
 * beginning: see SpeechEngine.
 * @throws DramatisError insufficient_credit, too_many_requests, engine_unavailable, or what the engine says
 */
export async function startSpeech(
  context: ServerContext,
  order: SpeechOrder,
  signal: AbortSignal,
  more?: AsyncIterable<string>,
): Promise<Speech> {
  const { engine, queue, credit, library } = context;
  checkEngine(context);
  checkPacks(context, order.request);
  const bill = new Bill(credit, order.caller);
  bill.add(order.cost);
  const slot = await queue.enter(order.caller.id, order.request.profile.priority, signal).catch((error: unknown) => {
    bill.close(true);
    throw error;
  });

  async function* perform(): AsyncGenerator<SpeechEvent, void, undefined> {
    let failed = false;
    try {
      const request = await withRecordings(order.request, library.voices);
      for await (const event of engine.speak(request, signal, more && furtherPieces(order, more, slot, bill))) {
        if (event.type === 'audio') bill.sound();
        yield event;
      }
    } catch (error) {
      failed = true;
      throw withFieldOfReference(error, order);
    } finally {
      slot.release();
      // A request that fails is not charged. One that the client left is, as soon as there was something to hear.
      bill.close(failed);
    }
  }

  const work = perform();
  const opening: SpeechEvent[] = [];
  for (;;) {
    const next = await work.next();
    if (next.done) throw endedUnheard(signal);
    opening.push(next.value);
    if (next.value.type === 'audio') break;
  }
  const lateNotices: Notice[] = [];
  return {
    order,
    notices: opening.filter((event) => event.type === 'notice'),
    lateNotices,
    events: resume(opening, work, lateNotices),
    yieldWhile: (wait) => slot.yieldWhile(wait),
  };
}

/**
 * The pieces of a text that goes on, checked and reserved as the whole would be. While the next one is awaited, others
 * have the place at work.
 */
async function* furtherPieces(
  { request: { voices, profile } }: SpeechOrder,
  more: AsyncIterable<string>,
  slot: Slot,
  bill: Bill,
): AsyncGenerator<string, void, undefined> {
  const pieces = more[Symbol.asyncIterator]();
  for (;;) {
    bill.settle();
    const coming = pieces.next();
    await slot.yieldWhile(coming);
    const next = await coming;
    if (next.done) return;
    checkTags(next.value, voices.length, profile);
    bill.add(costOf(next.value, profile));
    yield next.value;
  }
}

/** @throws DramatisError engine_unavailable while the engine cannot speak */
export function checkEngine({ engine }: ServerContext): void {
  if (engine.state === 'ready') return;
  const soon = engine.state === 'starting' || engine.state === 'restarting';
  throw new DramatisError(
    'engine_unavailable',
    soon ? `The speech engine is ${engine.state}; try again in a second.` : 'The speech engine is not running.',
    { retryAfterSeconds: soon ? 1 : 30 },
  );
}

/** A voice may outlive its pack. @throws DramatisError unknown_voice */
function checkPacks({ engine }: ServerContext, { voices }: SpeechRequest): void {
  const packs = engine.packs?.();
  if (!packs) return;
  for (const voice of voices) {
    if (!('card' in voice) || packs.some(({ manifest }) => manifest.id === voice.card.pack)) continue;
    const name = voice.name === undefined ? 'This voice' : `The voice ${voice.name}`;
    throw new DramatisError(
      'unknown_voice',
      `${name} is spoken by the voice pack ${voice.card.pack}, which is not here: add that pack, or choose another voice.`,
    );
  }
}

/** The engine knows recordings, not fields: what it says of one is given the name of the field that held it. */
function withFieldOfReference(error: unknown, { request: { voices } }: SpeechOrder): unknown {
  if (!(error instanceof DramatisError) || error.reason !== 'invalid_reference_audio') return error;
  const samples = voices.flatMap((voice, speaker) =>
    'references' in voice ? voice.references.map((_, i) => (voices.length > 1 ? [speaker, i] : [i])) : [],
  );
  // Of several recordings the engine does not tell which one it means.
  const path = ['references', ...(samples.length === 1 ? [...samples[0]!, 'audio'] : [])];
  const what = error.message.replace(/^references: /, '').replace(/^The /, 'the ');
  const msg = `${fieldName(path)}: ${what}`;
  const detail = [{ loc: ['body', ...path], type: error.reason, msg, in: 'body' }] as const;
  return new DramatisError(error.reason, msg, { detail, cause: error });
}

async function* resume(
  opening: readonly SpeechEvent[],
  work: AsyncGenerator<SpeechEvent, void, undefined>,
  lateNotices: Notice[],
): AsyncGenerator<SpeechEvent, void, undefined> {
  try {
    yield* opening;
    for await (const event of work) {
      if (event.type === 'notice') lateNotices.push(event);
      yield event;
    }
  } finally {
    await work.return();
  }
}

function endedUnheard(signal: AbortSignal): DramatisError {
  return signal.aborted
    ? new DramatisError('cancelled', 'The client left before the first sound.')
    : new DramatisError('internal_error', 'The engine ended without a sound.');
}

/**
 * A voice is spoken by its own pack, whatever the model; recordings by the model's. Where a request has voices of several,
 * the engine gives each turn to its speaker's pack, and the model's is named here.
 */
function packOf(voices: readonly SpeakerVoice[], profile: ModelProfile): string {
  const packs = new Set(voices.map((voice) => ('card' in voice ? voice.card.pack : profile.pack)));
  const [pack = profile.pack, ...more] = packs;
  return more.length === 0 ? pack : profile.pack;
}

export function toSpeechRequest(
  body: TtsRequest,
  profile: ModelProfile,
  voices: readonly SpeakerVoice[],
  lexicon: SpeechRequest['lexicon'] = [],
): SpeechRequest {
  return {
    text: body.text,
    voices,
    profile: { ...profile, pack: packOf(voices, profile) },
    output: outputFormatOf(body),
    seed: body.seed ?? randomInt(LIMITS.tts.seed.max + 1),
    temperature: body.temperature,
    topP: body.top_p,
    repetitionPenalty: body.repetition_penalty,
    maxNewTokens: body.max_new_tokens,
    chunkLength: body.chunk_length,
    minChunkLength: body.min_chunk_length,
    conditionOnPreviousChunks: body.condition_on_previous_chunks,
    earlyStopThreshold: body.early_stop_threshold,
    latency: body.latency,
    normalize: body.normalize,
    speed: body.prosody?.speed ?? LIMITS.tts.speed.default,
    volume: body.prosody?.volume ?? LIMITS.tts.volume.default,
    normalizeLoudness: body.prosody?.normalize_loudness ?? true,
    features: body.features,
    language: body.language,
    lexicon,
    given: givenFields(body),
  };
}
