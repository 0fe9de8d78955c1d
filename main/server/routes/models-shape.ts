import { z } from 'zod';
import { LIMITS } from '../../../engine/contract/limits.ts';
import { VoiceCard, type HouseVoice } from '../../../engine/contract/voice-card.ts';
import { cardId } from '../../../engine/voice/cards.ts';
import { Origin, type SavedVoice } from '../../library/voices/record.ts';

/** The bodies of `/model`, field by field, as existing clients send them; and what they get back. */

const { voices, strings, reference } = LIMITS;

const upTo = (length: number, empty = true) => {
  const allowed = `a text of ${empty ? 'at most' : '1 to'} ${length} characters`;
  return z
    .string(allowed)
    .min(empty ? 0 : 1, allowed)
    .max(length, allowed);
};
const list = (item: z.ZodString, most: number, what: string) =>
  z.array(item, `an array of ${what}`).max(most, `at most ${most} ${what}`);
const flag = z.boolean('true or false');
const visibility = z.enum(['public', 'unlist', 'private'], 'public, unlist or private');
const binary = (most: number, what: string) =>
  z
    .instanceof(Uint8Array, { error: `the bytes of ${what}` })
    .refine((bytes) => bytes.byteLength > 0 && bytes.byteLength <= most, { error: `1 to ${most} bytes of ${what}` })
    .meta({ type: 'string', format: 'binary' });

const consent = z
  .union(
    [upTo(voices.consent, false), z.literal(true)],
    `the statement as a text of 1 to ${voices.consent} characters, or true`,
  )
  .describe(
    'That the speaker agreed to this voice, in words; it is kept with the voice. May also be the header X-Dramatis-Consent, or be said once for all in the settings.',
  );

export const VoiceMix = z
  .array(
    z.strictObject({
      id: upTo(strings.voiceId, false).describe('A saved voice, or one that comes with the program.'),
      weight: z.number('a number above 0, at most 1').gt(0, 'a number above 0').max(1, 'at most 1'),
    }),
    'an array of {id, weight}',
  )
  .min(2, '2 voices or more')
  .max(16, 'at most 16 voices');

export const CreateModelRequest = z
  .strictObject(
    {
      type: z.literal('tts', 'tts').default('tts').describe('Kind of model.'),
      title: upTo(voices.title, false).describe('Name of the voice.'),
      train_mode: z.literal('fast', 'fast').default('fast').describe('The voice is ready when the call returns.'),
      voices: z
        .array(binary(reference.maxBytes, 'a WAV, MP3, FLAC or Ogg Opus recording'), 'an array of recordings')
        .max(voices.samples, `at most ${voices.samples} recordings`)
        .default([])
        .describe('Recordings of one speaker, 3 to 60 s in all; or a WAV of /v1/voice-design, which brings its voice.'),
      texts: list(upTo(strings.transcript), voices.samples, 'transcripts')
        .default([])
        .describe(
          'What is said in each recording, in the same order. Without: only what needs no transcript is taken.',
        ),
      visibility: visibility.default('private').describe('Kept and told; this server publishes nothing.'),
      description: upTo(voices.description).nullable().default(null),
      tags: list(upTo(voices.tag, false), voices.tags, 'tags').default([]),
      languages: list(upTo(strings.language, false), voices.languages, 'language tags')
        .default([])
        .describe('BCP 47; found from the transcripts where it is not given.'),
      enhance_audio_quality: flag
        .default(false)
        .describe(
          'The analysis already leaves out silence and noise between the words; true changes nothing and is told in a notice.',
        ),
      generate_sample: flag.default(false).describe('Has the new voice speak a sentence, and keeps it as a sample.'),
      cover_image: binary(voices.coverBytes, 'a PNG, JPEG, WebP or GIF picture').nullable().default(null),
      consent: consent.optional(),
      pack: upTo(strings.voiceId, false)
        .optional()
        .describe(
          'The voice pack that makes the voice of the recordings, and speaks with it. Without: that of the header `model`, ' +
            'or the first that makes voices of recordings.',
        ),
      card: VoiceCard.optional().describe('A finished voice card in place of recordings.'),
      mix: VoiceMix.optional().describe(
        'Voices to mix, in place of recordings or a card; the weights count against one another.',
      ),
      origin: Origin.optional().describe('Where a card comes from: designed, mixed or edited.'),
      favourite: flag.default(false),
    },
    'an object',
  )
  .meta({ id: 'CreateModelRequest', title: 'CreateModelRequest' });
export type CreateModelRequest = z.output<typeof CreateModelRequest>;

export const CheckRecordingsRequest = z
  .strictObject(
    {
      voices: z
        .array(binary(reference.maxBytes, 'a WAV, MP3, FLAC or Ogg Opus recording'), 'an array of recordings')
        .min(1, '1 recording or more')
        .max(voices.samples, `at most ${voices.samples} recordings`)
        .describe('Recordings of one speaker.'),
      texts: list(upTo(strings.transcript), voices.samples, 'transcripts')
        .default([])
        .describe('What is said in each recording, in the same order; with it the likeness is measured word by word.'),
      card: VoiceCard.optional().describe('A voice whose likeness to the recordings is asked for.'),
    },
    'an object',
  )
  .meta({ id: 'CheckRecordingsRequest', title: 'CheckRecordingsRequest' });
export type CheckRecordingsRequest = z.output<typeof CheckRecordingsRequest>;

export const UpdateModelRequest = z
  .strictObject(
    {
      title: upTo(voices.title, false).optional(),
      description: upTo(voices.description).optional(),
      cover_image: binary(voices.coverBytes, 'a PNG, JPEG, WebP or GIF picture').nullable().optional(),
      visibility: visibility.optional(),
      tags: list(upTo(voices.tag, false), voices.tags, 'tags').optional(),
      languages: list(upTo(strings.language, false), voices.languages, 'language tags').optional(),
      favourite: flag.optional(),
      card: VoiceCard.optional().describe('Another card: the voice as a person has adjusted it.'),
    },
    'an object',
  )
  .meta({ id: 'UpdateModelRequest', title: 'UpdateModelRequest' });
export type UpdateModelRequest = z.output<typeof UpdateModelRequest>;

const { page } = voices;
const pageSize = `an integer from ${page.min} to ${page.max}`;
const many = (allowed: string) =>
  z.union([z.string(allowed), z.array(z.string(allowed), allowed)], allowed).transform((value) => [value].flat());

export const ListModelsQuery = z.strictObject({
  page_size: z.coerce
    .number(pageSize)
    .int(pageSize)
    .min(page.min, pageSize)
    .max(page.max, pageSize)
    .default(page.default),
  page_number: z.coerce.number('an integer from 1').int('an integer from 1').min(1, 'an integer from 1').default(1),
  title: z.string('a text').optional().describe('Part of the title, in any case.'),
  tag: many('a tag').optional().describe('Tags that the voice must all have.'),
  self: z
    .enum(['true', 'false'], 'true or false')
    .default('false')
    .describe('true: only voices of the library, not those that come with the program.'),
  author_id: z.string('an id').optional(),
  language: many('a language tag').optional().describe('Languages of which the voice must have one.'),
  title_language: z
    .string('a language tag')
    .optional()
    .describe('Taken as `language`: titles have no language of their own.'),
  sort_by: z
    .enum(['score', 'task_count', 'created_at'], 'score, task_count or created_at')
    .default('score')
    .describe('score: favourites first, then the most used; task_count: the most used; created_at: the newest.'),
});
export type ListModelsQuery = z.output<typeof ListModelsQuery>;

export const ModelEntity = z
  .strictObject({
    _id: z.string().describe('What `reference_id` takes.'),
    type: z.literal('tts'),
    title: z.string(),
    description: z.string(),
    cover_image: z.string().describe('Address of the picture, or an empty text.'),
    train_mode: z.literal('fast'),
    state: z.literal('trained'),
    tags: z.array(z.string()),
    samples: z.array(
      z.strictObject({
        title: z.string(),
        text: z.string(),
        task_id: z.string(),
        audio: z.string().describe('Address of the recording.'),
      }),
    ),
    created_at: z.string(),
    updated_at: z.string(),
    languages: z.array(z.string()),
    visibility: z.enum(['public', 'unlist', 'private']),
    lock_visibility: z.boolean(),
    like_count: z.int(),
    mark_count: z.int(),
    shared_count: z.int(),
    task_count: z.int().describe('How often the voice was asked to speak.'),
    unliked: z.boolean(),
    liked: z.boolean(),
    marked: z.boolean().describe('Whether it is a favourite.'),
    default_text: z.string(),
    author: z.strictObject({ _id: z.string(), nickname: z.string(), avatar: z.string() }),
    dramatis: z
      .strictObject({
        house: z.boolean().describe('Whether the voice comes with the program.'),
        origin: Origin.nullable(),
        consent: z
          .unknown()
          .describe('The statement that the speaker agreed, when and by whom; null where none is needed.'),
        card: VoiceCard,
        card_id: z.string().describe('Follows from the card alone: voices that sound the same have the same.'),
      })
      .describe('What other services do not tell.'),
  })
  .meta({ id: 'ModelEntity', title: 'ModelEntity' });
export type ModelEntity = z.output<typeof ModelEntity>;

export const ModelList = z
  .strictObject({
    total: z.int(),
    items: z.array(ModelEntity),
    has_more: z.boolean(),
    page_size: z.int(),
    page_number: z.int(),
  })
  .meta({ id: 'ModelList', title: 'ModelList' });
export type ModelList = z.output<typeof ModelList>;

/** A saved voice as clients see it. `base`: address of this server; `uses`: how often it spoke. */
export function entityOf(voice: SavedVoice, uses: number, base: string): ModelEntity {
  const at = `${base}/model/${voice.id}`;
  return {
    ...shared(voice.id, uses, voice.favourite),
    title: voice.title,
    description: voice.description,
    cover_image: voice.cover === null ? '' : `${at}/cover`,
    tags: voice.tags,
    samples: voice.samples.map(({ title, text, file }) => ({
      title,
      text,
      task_id: file,
      audio: `${at}/samples/${file}`,
    })),
    created_at: voice.createdAt,
    updated_at: voice.updatedAt,
    languages: voice.languages,
    visibility: voice.visibility,
    lock_visibility: false,
    default_text: voice.samples[0]?.text ?? '',
    author: { _id: voice.author.id, nickname: voice.author.name, avatar: '' },
    dramatis: {
      house: false,
      origin: voice.origin,
      consent: voice.consent,
      card: voice.card,
      card_id: cardId(voice.card),
    },
  };
}

/** A voice that comes with the program. It has no date; the beginning of time sorts it behind every saved one. */
export function entityOfHouse(voice: HouseVoice, uses: number): ModelEntity {
  const never = new Date(0).toISOString();
  return {
    ...shared(voice.id, uses, false),
    title: voice.name,
    description: voice.description,
    cover_image: '',
    tags: [...new Set([...voice.tags, voice.sex, voice.age])],
    samples: [],
    created_at: never,
    updated_at: never,
    languages: [voice.card.accent],
    visibility: 'public',
    lock_visibility: true,
    default_text: '',
    author: { _id: 'dramatis', nickname: 'Dramatis', avatar: '' },
    dramatis: { house: true, origin: null, consent: null, card: voice.card, card_id: cardId(voice.card) },
  };
}

function shared(id: string, uses: number, favourite: boolean) {
  return {
    _id: id,
    type: 'tts' as const,
    train_mode: 'fast' as const,
    state: 'trained' as const,
    like_count: 0,
    mark_count: favourite ? 1 : 0,
    shared_count: 0,
    task_count: uses,
    unliked: false,
    liked: favourite,
    marked: favourite,
  };
}

/** One page of the voices that a query asks for. */
export function pageOf(all: readonly ModelEntity[], query: ListModelsQuery): ModelList {
  const { page_size, page_number } = query;
  const found = all.filter((entity) => matches(entity, query)).sort(ORDER[query.sort_by]);
  const from = (page_number - 1) * page_size;
  const items = found.slice(from, from + page_size);
  return { total: found.length, items, has_more: from + items.length < found.length, page_size, page_number };
}

function matches(entity: ModelEntity, query: ListModelsQuery): boolean {
  const has = (text: string, part: string): boolean => text.toLowerCase().includes(part.toLowerCase());
  const tags = entity.tags.map((tag) => tag.toLowerCase());
  const languages = [...(query.language ?? []), ...(query.title_language === undefined ? [] : [query.title_language])];
  return (
    (query.self === 'false' || !entity.dramatis.house) &&
    (query.title === undefined || has(entity.title, query.title)) &&
    (query.author_id === undefined || entity.author._id === query.author_id) &&
    (query.tag ?? []).every((tag) => tags.includes(tag.toLowerCase())) &&
    (languages.length === 0 || languages.some((language) => entity.languages.some((own) => speaks(own, language))))
  );
}

/** `en` finds en-GB; `en-GB` finds only itself. */
function speaks(own: string, wanted: string): boolean {
  const [a, b] = [own.toLowerCase(), wanted.toLowerCase()];
  return a === b || a.startsWith(`${b}-`);
}

type Order = (a: ModelEntity, b: ModelEntity) => number;
const newest: Order = (a, b) => b.created_at.localeCompare(a.created_at);
const mostUsed: Order = (a, b) => b.task_count - a.task_count;
const favourites: Order = (a, b) => Number(b.marked) - Number(a.marked);
const byTitle: Order = (a, b) => a.title.localeCompare(b.title) || a._id.localeCompare(b._id);
const inTurn =
  (...orders: readonly Order[]): Order =>
  (a, b) =>
    orders.reduce((result, order) => result || order(a, b), 0);
const ORDER: Readonly<Record<ListModelsQuery['sort_by'], Order>> = {
  score: inTurn(favourites, mostUsed, newest, byTitle),
  task_count: inTurn(mostUsed, newest, byTitle),
  created_at: inTurn(newest, byTitle),
};
