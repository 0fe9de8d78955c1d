import type { OutputFormat } from '../../engine/contract/formats.ts';
import { SPEECH_DEFAULTS, type SpeechRequest } from '../../engine/contract/speech.ts';
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
  return {
    text,
    voices: [{ card: VoiceCard.parse(card) }],
    profile: { ...profile, grammar: profile.grammar === 's1' ? 's1' : 's2' },
    output,
    seed,
    ...SPEECH_DEFAULTS,
    language: 'en-US',
  };
}
