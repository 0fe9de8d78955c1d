import { z } from 'zod';
import { LIMITS } from '../../../engine/contract/limits.ts';
import { VoiceCard } from '../../../engine/contract/voice-card.ts';

const { voices, strings, tts } = LIMITS;

/** 32 hexadecimal digits, as existing clients know the ids of voices. */
export const VoiceId = z.string().regex(/^[0-9a-f]{32}$/, 'an id of 32 hexadecimal digits');

/** A file beside `voice.json`: a plain name, never a path. */
const FileName = z.string().regex(/^(sample-\d{1,2}|cover)\.[a-z0-9]{2,5}$/, 'a name as sample-1.wav or cover.png');

export const SampleKind = z.enum(['wav', 'mp3', 'flac', 'ogg']);
export const CoverKind = z.enum(['png', 'jpg', 'webp', 'gif']);

/** A recording that the voice was made of, or that it was heard in. */
export const VoiceSample = z.strictObject({
  file: FileName,
  title: z.string().max(voices.title),
  /** What is said in it; '' where nobody told. */
  text: z.string().max(strings.transcript),
  /** `reference`: somebody's speech, which the voice was made of; `made`: spoken by the voice itself. */
  kind: z.enum(['reference', 'made']),
});
export type VoiceSample = z.output<typeof VoiceSample>;

/** Where a voice comes from. An imported voice keeps what it was before, in `from`. */
export const Origin = z.discriminatedUnion('kind', [
  z.strictObject({
    kind: z.literal('designed'),
    prompt: z.string().max(LIMITS.voiceDesign.instruction.max).nullable(),
    seed: z.int().min(tts.seed.min).max(tts.seed.max).nullable(),
  }),
  z.strictObject({
    kind: z.literal('cloned'),
    /** SHA-256 (hex) of each recording, in the order of the samples. */
    recordings: z.array(z.string().regex(/^[0-9a-f]{64}$/)).max(voices.samples),
    /** What the analysis had to say. */
    notices: z.array(z.string().max(500)).max(16),
  }),
  z.strictObject({
    kind: z.literal('mixed'),
    of: z
      .array(
        z.strictObject({
          id: z.string().max(strings.voiceId),
          title: z.string().max(voices.title),
          weight: z.number().min(0).max(1),
        }),
      )
      .min(1)
      .max(16),
  }),
  z.strictObject({ kind: z.literal('edited'), from: z.string().max(strings.voiceId).nullable() }),
]);
export type Origin = z.output<typeof Origin>;

/** What was said about the speaker's agreement when a voice was cloned. */
export const Consent = z.strictObject({
  statement: z.string().min(1).max(voices.consent),
  /** `explicit`: said with this voice; `standing`: said once in the settings; `implied`: by the call, see the documents. */
  given: z.enum(['explicit', 'standing', 'implied']),
  /** Who said so: the name of the key, or of the program. */
  by: z.string().max(200),
  at: z.iso.datetime(),
});
export type Consent = z.output<typeof Consent>;

/** `voice.json`: everything of a saved voice but its recordings and picture, which lie beside it. */
export const SavedVoice = z.strictObject({
  format: z.literal(1),
  kind: z.literal('dramatis-voice'),
  id: VoiceId,
  title: z.string().min(1).max(voices.title),
  description: z.string().max(voices.description),
  tags: z.array(z.string().min(1).max(voices.tag)).max(voices.tags),
  /** BCP 47, of the samples or of the descriptions. */
  languages: z.array(z.string().max(strings.language)).max(voices.languages),
  visibility: z.enum(['public', 'unlist', 'private']),
  favourite: z.boolean(),
  createdAt: z.iso.datetime(),
  updatedAt: z.iso.datetime(),
  author: z.strictObject({ id: z.string().max(200), name: z.string().max(200) }),
  origin: Origin,
  /** When and under which name it came in from a file; null for a voice that was made here. */
  imported: z.strictObject({ at: z.iso.datetime(), file: z.string().max(255) }).nullable(),
  consent: Consent.nullable(),
  cover: FileName.nullable(),
  samples: z.array(VoiceSample).max(voices.samples),
  card: VoiceCard,
});
export type SavedVoice = z.output<typeof SavedVoice>;

/** The recordings that the voice was made of. Where its card names recordings, they are these, in this order. */
export const referencesOf = ({ samples }: Pick<SavedVoice, 'samples'>): readonly VoiceSample[] =>
  samples.filter(({ kind }) => kind === 'reference');

/** The files of a voice by name. */
export type VoiceFiles = ReadonlyMap<string, Uint8Array>;

/** The container of a recording by its first bytes; null for anything else. */
export function sampleKind(bytes: Uint8Array): z.output<typeof SampleKind> | null {
  const head = Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.byteLength, 12)).toString('latin1');
  if (head.startsWith('RIFF') && head.endsWith('WAVE')) return 'wav';
  if (head.startsWith('fLaC')) return 'flac';
  if (head.startsWith('OggS')) return 'ogg';
  if (head.startsWith('ID3') || (bytes[0] === 0xff && ((bytes[1] ?? 0) & 0xe0) === 0xe0)) return 'mp3';
  return null;
}

/** The kind of a picture by its first bytes; null for anything that a browser would not show as one. */
export function coverKind(bytes: Uint8Array): z.output<typeof CoverKind> | null {
  const head = Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.byteLength, 12)).toString('latin1');
  if (head.startsWith('\x89PNG\r\n')) return 'png';
  if (head.startsWith('\xff\xd8\xff')) return 'jpg';
  if (head.startsWith('RIFF') && head.endsWith('WEBP')) return 'webp';
  if (/^GIF8[79]a/.test(head)) return 'gif';
  return null;
}

/** Media types of the files that a voice has. */
export const MEDIA_TYPES: Readonly<Record<string, string>> = {
  wav: 'audio/wav',
  mp3: 'audio/mpeg',
  flac: 'audio/flac',
  ogg: 'audio/ogg',
  png: 'image/png',
  jpg: 'image/jpeg',
  webp: 'image/webp',
  gif: 'image/gif',
};

export function mediaTypeOf(file: string): string {
  return MEDIA_TYPES[file.slice(file.lastIndexOf('.') + 1)] ?? 'application/octet-stream';
}
