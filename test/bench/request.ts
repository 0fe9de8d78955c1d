import type { OutputFormat } from '../../engine/contract/formats.ts';
import { LIMITS } from '../../engine/contract/limits.ts';
import type { SpeechRequest } from '../../engine/contract/speech.ts';
import { VoiceCard } from '../../engine/contract/voice-card.ts';
import profiles from '../../models/profiles.json' with { type: 'json' };

/** What a measurement says, and how; everything else is what a request gets that says nothing of it. */
export interface Spoken {
  readonly text: string;
  readonly card: unknown;
  readonly seed: number;
  readonly output: OutputFormat;
}

/** The engine's request for a text, with the defaults of the service. */
export function speechRequest({ text, card, seed, output }: Spoken): SpeechRequest {
  const profile = profiles.speech.find(({ name }) => name === profiles.fallback);
  if (!profile) throw new Error(`models/profiles.json has no ${profiles.fallback}.`);
  const { tts } = LIMITS;
  return {
    text,
    voices: [{ card: VoiceCard.parse(card) }],
    profile: { ...profile, grammar: profile.grammar === 's1' ? 's1' : 's2' },
    output,
    seed,
    temperature: tts.temperature.default,
    topP: tts.topP.default,
    repetitionPenalty: tts.repetitionPenalty.default,
    maxNewTokens: tts.maxNewTokens.default,
    chunkLength: tts.chunkLength.default,
    minChunkLength: tts.minChunkLength.default,
    conditionOnPreviousChunks: true,
    earlyStopThreshold: tts.earlyStopThreshold.default,
    latency: 'normal',
    normalize: true,
    speed: 1,
    volume: 0,
    normalizeLoudness: true,
    features: [],
    language: 'en-US',
    lexicon: [],
  };
}
