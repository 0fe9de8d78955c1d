import type { HouseVoice, VoiceCard } from '../../engine/contract/voice-card.ts';
import type { SettingsStore } from '../library/settings.ts';
import type { EngineService } from './context.ts';
import type { VoiceDirectory } from './speakers.ts';

/** The voices that requests may name: those of the installed packs. */
export class Voices implements VoiceDirectory {
  constructor(
    private readonly engine: EngineService,
    private readonly settings: SettingsStore,
  ) {}

  list(): readonly HouseVoice[] {
    return this.engine.voices();
  }

  /** A voice by id, or one with a pitch trim behind it: `clara@-2st` is Clara, two semitones lower. */
  find(id: string): VoiceCard | undefined {
    const exact = this.voice(id)?.card;
    const trim = exact ? null : /^(.+)@([+-]\d{1,2}(?:\.\d{1,2})?)st$/.exec(id);
    const card = exact ?? (trim ? this.voice(trim[1] ?? '')?.card : undefined);
    if (!card || !trim) return card;
    const semitones = card.pitch.semitones + Number(trim[2]);
    return { ...card, pitch: { ...card.pitch, semitones: Math.max(-24, Math.min(24, semitones)) } };
  }

  fallback(): VoiceCard | undefined {
    const { defaultVoice } = this.settings.read();
    return (defaultVoice === null ? undefined : this.find(defaultVoice)) ?? this.list()[0]?.card;
  }

  /** By id, or by name in any case: people say names. */
  byName(name: string): HouseVoice | undefined {
    const wanted = name.toLowerCase();
    return this.voice(name) ?? this.list().find((voice) => voice.name.toLowerCase() === wanted);
  }

  private voice(id: string): HouseVoice | undefined {
    return this.list().find((voice) => voice.id === id);
  }
}
