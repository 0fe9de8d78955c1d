import type { OutputFormat } from '../../../engine/contract/formats.ts';
import { SPEECH_DEFAULTS, type SpeechEvent, type SpeechRequest } from '../../../engine/contract/speech.ts';
import { VoiceCard } from '../../../engine/contract/voice-card.ts';
import { Pipeline } from '../../../engine/pipeline.ts';
import { usualProfile } from '../../../main/server/profiles.ts';

export const PACK = new URL('../../../models/starter', import.meta.url).pathname;
export const PCM: OutputFormat = { format: 'pcm', sampleRate: 24000 };

let loading: Promise<Pipeline> | undefined;
/** The starter pack's pipeline, loaded once for a test file. */
export const starter = (): Promise<Pipeline> => (loading ??= Pipeline.load(PACK, 1));

/** A request with the contract's defaults, spoken by the pack's first house voice. */
export function requestFor(pipeline: Pipeline, change: Partial<SpeechRequest> & { text: string }): SpeechRequest {
  return {
    voices: [{ card: pipeline.stages.pack.voices[0]!.card }],
    profile: usualProfile('s2.1-pro'),
    output: PCM,
    seed: 11,
    ...SPEECH_DEFAULTS,
    ...change,
  };
}

/** A card of one base speaker with some controls changed. */
export function cardOf(pipeline: Pipeline, change: Record<string, unknown> = {}): VoiceCard {
  const speaker = pipeline.stages.pack.tables.speakers[0]!.name;
  return VoiceCard.parse({ speaker: { mix: { [speaker]: 1 } }, ...change });
}

type Of<T extends SpeechEvent['type']> = Extract<SpeechEvent, { type: T }>;

/** Everything that a request gives, sorted by kind. */
export interface Spoken {
  readonly events: readonly SpeechEvent[];
  readonly bytes: Buffer;
  readonly chunks: readonly Of<'chunk'>[];
  readonly notices: readonly Of<'notice'>[];
  readonly stats: Of<'end'>['stats'] | undefined;
}

export async function speak(
  change: Partial<SpeechRequest> & { text: string },
  signal = new AbortController().signal,
): Promise<Spoken> {
  const pipeline = await starter();
  const events: SpeechEvent[] = [];
  for await (const event of pipeline.speak(requestFor(pipeline, change), signal)) events.push(event);
  const only = <T extends SpeechEvent['type']>(type: T): Of<T>[] => events.filter((e): e is Of<T> => e.type === type);
  return {
    events,
    bytes: Buffer.concat(only('audio').map((event) => event.bytes)),
    chunks: only('chunk'),
    notices: only('notice'),
    stats: only('end')[0]?.stats,
  };
}

/** 16-bit samples as numbers in [-1, 1). */
export function samplesOf(pcm: Buffer): Float32Array {
  return Float32Array.from({ length: pcm.length / 2 }, (_, i) => pcm.readInt16LE(2 * i) / 32768);
}

export function level(samples: Float32Array): number {
  return 10 * Math.log10(samples.reduce((sum, x) => sum + x * x, 0) / samples.length);
}
