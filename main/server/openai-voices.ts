import type { HouseVoice } from '../../engine/contract/voice-card.ts';
import type { Voices } from './voices.ts';

/** OpenAI's voice names, and what kind of voice each is. */
const OPENAI_VOICES: Readonly<Record<string, HouseVoice['sex']>> = {
  alloy: 'female',
  ash: 'male',
  ballad: 'male',
  coral: 'female',
  echo: 'male',
  fable: 'male',
  marin: 'female',
  nova: 'female',
  onyx: 'male',
  sage: 'female',
  shimmer: 'female',
  verse: 'male',
  cedar: 'male',
};

export interface FoundVoice {
  readonly voice: HouseVoice;
  /** Whether the name is one of OpenAI's, for which this voice stands. */
  readonly standsIn: boolean;
}

/** The voice that an OpenAI client names: one of ours by id or name, or the one that stands for OpenAI's name. */
export function voiceForOpenAi(name: string, voices: Voices): FoundVoice | undefined {
  const own = voices.byName(name);
  if (own) return { voice: own, standsIn: false };
  const wanted = name.toLowerCase();
  const sex = Object.hasOwn(OPENAI_VOICES, wanted) ? OPENAI_VOICES[wanted] : undefined;
  if (sex === undefined) return undefined;
  // Names of one kind are dealt to our voices of that kind in order, so that different names sound different.
  const names = Object.keys(OPENAI_VOICES).filter((other) => OPENAI_VOICES[other] === sex);
  const kind = voices.list().filter((voice) => voice.sex === sex);
  const pool = kind.length > 0 ? kind : voices.list();
  const voice = pool[names.indexOf(wanted) % pool.length];
  return voice && { voice, standsIn: true };
}
