import { z } from 'zod';

/** Words that are said in a way of their own: ARPAbet for one English word, or a respelling. */
export const SceneNotes = z
  .array(z.strictObject({ word: z.string().min(1).max(80), say: z.string().min(1).max(200), arpabet: z.boolean() }))
  .max(500);
export type SceneNotes = z.output<typeof SceneNotes>;

/** What a speaker of a scene sounds like. `level` dB at the mix, `pace` a factor, `pitch` semitones. */
export const SceneSpeaker = z.strictObject({
  name: z.string().min(1).max(80),
  voice: z.string().max(200).nullable(),
  level: z.number().min(-24).max(12),
  pace: z.number().min(0.5).max(2),
  pitch: z.number().min(-12).max(12),
  /** Index into the palette of chips. */
  color: z.number().int().min(0).max(255),
  /** What this speaker alone says so; it goes before the scene's own. */
  notes: SceneNotes,
});
export type SceneSpeaker = z.output<typeof SceneSpeaker>;

/** A take's name: fingerprint of what was asked for, and the seed, both in hexadecimal. */
export const TakeKey = z
  .string()
  .regex(/^[0-9a-f]{32}-[0-9a-f]{8}$/, 'a take: 32 hexadecimal digits, a hyphen, 8 more');

/** One rendering of one line. */
export const SceneTake = z.strictObject({
  key: TakeKey,
  /** Fingerprint of the request without its seed: a take suits a line as long as the line would still ask for this. */
  basis: z.string().regex(/^[0-9a-f]{32}$/),
  seed: z.number().int().min(0).max(4_294_967_295),
  voice: z.string().max(200).nullable(),
  direction: z.string().max(400),
  /** What was asked of the speech interface; with the seed it makes the same audio again. */
  said: z.strictObject({ text: z.string(), voice: z.string().nullable(), speed: z.number() }),
  seconds: z.number().min(0),
  /** Milliseconds since 1970. */
  made: z.number().min(0),
});
export type SceneTake = z.output<typeof SceneTake>;

/** What is kept of a line beside its words. `gap`: seconds between the line before and this one, negative to interrupt. */
export const SceneCue = z.strictObject({
  takes: z.array(SceneTake).max(200),
  chosen: z.string().nullable(),
  locked: z.boolean(),
  gap: z.number().min(-10).max(30).nullable(),
});
export type SceneCue = z.output<typeof SceneCue>;

/** A scene file (`*.dramatis`): the script as written, and what hangs on its speakers and lines. Audio lies beside it. */
export const SceneFile = z.strictObject({
  format: z.literal(1),
  kind: z.literal('dramatis-scene'),
  title: z.string().max(200),
  script: z.string().max(8_000_000),
  /** By speaker key: the name in upper case. */
  cast: z.record(z.string().max(80), SceneSpeaker),
  /** What everybody in the scene says so, whoever speaks later too. Files from before it have none. */
  notes: SceneNotes.default([]),
  /** Identity of the script's lines, in their order. */
  lines: z.array(z.string().max(40)).max(200_000),
  /** By identity; only lines that have something to keep. */
  cues: z.record(z.string().max(40), SceneCue),
});
export type SceneFile = z.output<typeof SceneFile>;

/** What is known of a take without reading its audio. Times in seconds from the take's start. */
export const TakeInfo = z.strictObject({
  sampleRate: z.number().int(),
  seconds: z.number().min(0),
  words: z.array(z.strictObject({ text: z.string(), start: z.number(), end: z.number() })).max(20_000),
});
export type TakeInfo = z.output<typeof TakeInfo>;
