import { z } from 'zod';
import type { ModelProfile } from '../../engine/contract/speech.ts';
import table from '../../models/profiles.json' with { type: 'json' };
import type { SettingsStore } from '../library/settings.ts';

const Profile = z.strictObject({
  name: z.string(),
  description: z.string(),
  pack: z.string(),
  grammar: z.enum(['s1', 's2']),
  multiSpeaker: z.boolean(),
  loudness: z.boolean(),
  priority: z.number().int().min(0),
  price: z.number().min(0),
});
const DesignProfile = Profile.pick({ name: true, description: true, pack: true, priority: true, price: true });
const Profiles = z.strictObject({ speech: z.array(Profile), design: z.array(DesignProfile), fallback: z.string() });
export type DesignProfile = z.output<typeof DesignProfile>;

/** models/profiles.json: what each model name brings. */
export const PROFILES = Profiles.parse(table);
/** Names that the `model` header of /v1/tts knows. */
export const SPEECH_MODELS = PROFILES.speech.map(({ name }) => name);

/** The profile that a `model` header asks for, as the program comes; an absent or unknown name gets `s2.1-pro`. */
export function usualProfile(model: string | undefined): ModelProfile {
  const named = PROFILES.speech.find(({ name }) => name === model);
  const found = named ?? PROFILES.speech.find(({ name }) => name === PROFILES.fallback);
  if (!found)
    throw new Error(`models/profiles.json: the fallback "${PROFILES.fallback}" is not among its speech models`);
  const { description: _, ...profile } = found;
  return profile;
}

/** The same, with the pack that the settings give it. */
export function speechProfile(model: string | undefined, settings: SettingsStore): ModelProfile {
  const profile = usualProfile(model);
  return { ...profile, pack: settings.read().packs[profile.name] ?? profile.pack };
}
