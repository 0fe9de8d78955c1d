import { HouseVoice } from '../../engine/contract/voice-card.ts';
import type { SettingsStore } from '../library/settings.ts';
import type { VoiceLibrary } from '../library/voices/index.ts';
import type { VoiceUses } from '../library/voices/uses.ts';
import type { SavedVoice } from '../library/voices/record.ts';
import type { EngineService } from './context.ts';
import type { KnownVoice, VoiceDirectory } from './speakers.ts';

/** The voices that requests may name: those of the installed packs, and those that the user saved. */
export class Voices implements VoiceDirectory {
  constructor(
    private readonly engine: EngineService,
    private readonly settings: SettingsStore,
    private readonly saved: VoiceLibrary,
    private readonly uses?: VoiceUses,
  ) {}

  /** House voices, then saved ones, the newest first. */
  list(): readonly HouseVoice[] {
    return [...this.house(), ...this.saved.list().map(asHouseVoice)];
  }

  /** Those of the installed packs. */
  house(): readonly HouseVoice[] {
    return this.engine.voices();
  }

  /**
   * The voice that a request names, which counts as a use of it: by id, or by id with a pitch trim behind it
   * (`clara@-2st` is Clara, two semitones lower).
   */
  find(id: string): KnownVoice | undefined {
    const exact = this.voice(id);
    const trim = exact ? null : /^(.+)@([+-]\d{1,2}(?:\.\d{1,2})?)st$/.exec(id);
    const voice = exact ?? (trim ? this.voice(trim[1] ?? '') : undefined);
    if (!voice) return undefined;
    const { card, name } = voice;
    this.uses?.count(voice.id);
    if (!trim) return { card, name };
    const semitones = Math.max(-24, Math.min(24, card.pitch.semitones + Number(trim[2])));
    return { card: { ...card, pitch: { ...card.pitch, semitones } }, name };
  }

  fallback(pack: string): KnownVoice | undefined {
    const { defaultVoice, packs } = this.settings.read();
    const chosen = defaultVoice === null ? undefined : this.find(defaultVoice);
    // A model that was mapped to a pack is spoken by that pack.
    const mapped = Object.values(packs).includes(pack);
    if (chosen && (!mapped || chosen.card.pack === pack)) return chosen;
    const house = this.house();
    const first = house.find(({ card }) => card.pack === pack) ?? house[0];
    return first && { card: first.card, name: first.name };
  }

  /** The first of `named`. */
  byName(name: string): HouseVoice | undefined {
    return this.named(name)[0];
  }

  /**
   * All that a person may mean by a name, which is an id, a name in any case, or either with the pack before it
   * (`kokoro/heart`). First the one with that id, then those of the packs, the starter's before all, then saved ones.
   */
  named(name: string): readonly HouseVoice[] {
    const wanted = name.toLowerCase();
    const all = this.list();
    const [exact] = all.filter(({ id }) => id === name);
    const others = all.filter((voice) => voice !== exact && calls(wanted, voice));
    return exact ? [exact, ...others] : others;
  }

  private voice(id: string): HouseVoice | undefined {
    const house = this.house().find((voice) => voice.id === id);
    if (house) return house;
    const saved = this.saved.get(id);
    return saved && asHouseVoice(saved);
  }
}

/** Whether a name, in small letters, is a voice's own or that with its pack. */
function calls(wanted: string, { id, name, card }: HouseVoice): boolean {
  const own = name.toLowerCase();
  return wanted === own || wanted === `${card.pack}/${own}` || wanted === `${card.pack}/${id}`;
}

/** A saved voice as lists show it. Sex and age are the listener's to say, among its tags. */
function asHouseVoice({ id, title, description, tags, card }: SavedVoice): HouseVoice {
  return {
    id,
    name: title.slice(0, 80),
    description: description.slice(0, 400),
    sex: HouseVoice.shape.sex.options.find((sex) => tags.includes(sex)) ?? 'neutral',
    age: HouseVoice.shape.age.options.find((age) => tags.includes(age)) ?? 'adult',
    tags: tags.slice(0, 24).map((tag) => tag.slice(0, 40)),
    card,
  };
}
