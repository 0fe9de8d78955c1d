import { fileURLToPath } from 'node:url';
import {
  SPEECH_DEFAULTS,
  type SpeechEvent,
  type SpeechRequest,
  type SpeechStats,
} from '../../../engine/contract/speech.ts';
import { Pipeline } from '../../../engine/pipeline.ts';
import { usualProfile } from '../../../main/server/profiles.ts';

/** Hz of the samples below: the pack's own rate, so that nothing but the engine is measured. */
export const RATE = 24000;
const STARTER = fileURLToPath(new URL('../../../models/starter', import.meta.url));

let loading: Promise<Pipeline> | undefined;
export const pipeline = (): Promise<Pipeline> => (loading ??= Pipeline.load(STARTER, 1));

const BASE: SpeechRequest = {
  text: 'The old lighthouse keeper climbed the stairs slowly, one hand upon the rail.',
  voices: [
    {
      card: {
        version: 1,
        pack: 'starter',
        speaker: { mix: { hts: 1 } },
        pitch: { semitones: 0, range: 1 },
        rate: 1,
        tract: 1,
        breathiness: 0,
        tilt: 0,
        energy: 0,
        roughness: 0,
        envelopeOffset: null,
        classOffsets: null,
        accent: 'en-US',
      },
    },
  ],
  profile: usualProfile('s2.1-pro'),
  output: { format: 'pcm', sampleRate: RATE },
  seed: 1,
  ...SPEECH_DEFAULTS,
};

export type Chunk = Extract<SpeechEvent, { type: 'chunk' }>;
export type Notice = Extract<SpeechEvent, { type: 'notice' }>;

export interface Spoken {
  /** In [-1, 1], at RATE. */
  readonly samples: Float32Array;
  readonly seconds: number;
  readonly chunks: readonly Chunk[];
  readonly notices: readonly Notice[];
  readonly stats: SpeechStats;
  /** Samples that had left before each audio event. */
  readonly firstBlock: number;
}

/** Speaks with the starter pack; what is not given takes the contract's default. */
export async function speak(change: Partial<SpeechRequest> = {}): Promise<Spoken> {
  const engine = await pipeline();
  const parts: Uint8Array[] = [];
  const chunks: Chunk[] = [];
  const notices: Notice[] = [];
  let stats: SpeechStats | undefined;
  for await (const event of engine.speak({ ...BASE, ...change }, new AbortController().signal)) {
    if (event.type === 'audio') parts.push(event.bytes);
    else if (event.type === 'chunk') chunks.push(event);
    else if (event.type === 'notice') notices.push(event);
    else stats = event.stats;
  }
  const bytes = Buffer.concat(parts);
  const samples = new Float32Array(bytes.length >> 1);
  for (let i = 0; i < samples.length; i++) samples[i] = bytes.readInt16LE(2 * i) / 32768;
  return {
    samples,
    seconds: samples.length / RATE,
    chunks,
    notices,
    stats: stats!,
    firstBlock: (parts.find((part) => part.length > 0)?.length ?? 0) >> 1,
  };
}

/** A card of the base request with changes. */
export function card(
  change: Partial<Extract<(typeof BASE.voices)[0], { card: unknown }>['card']>,
): SpeechRequest['voices'] {
  const [base] = BASE.voices as [Extract<(typeof BASE.voices)[0], { card: unknown }>];
  return [{ card: { ...base.card, ...change } }];
}

export const rms = (samples: Float32Array): number =>
  Math.sqrt(samples.reduce((sum, x) => sum + x * x, 0) / samples.length);
export const decibels = (ratio: number): number => 20 * Math.log10(ratio);
