import { describe, expect, it } from 'vitest';
import { TtsRequest } from '../../../engine/contract/tts-request.ts';
import { type HouseVoice, VoiceCard } from '../../../engine/contract/voice-card.ts';
import type { SettingsStore } from '../../../main/library/settings.ts';
import type { VoiceLibrary } from '../../../main/library/voices/index.ts';
import type { EngineService } from '../../../main/server/context.ts';
import { speechProfile } from '../../../main/server/profiles.ts';
import { resolveSpeakers } from '../../../main/server/speakers.ts';
import { toSpeechRequest } from '../../../main/server/speech.ts';
import { Voices } from '../../../main/server/voices.ts';

const voice = (id: string, pack: string): HouseVoice => ({
  id,
  name: id,
  description: '',
  sex: 'neutral',
  age: 'adult',
  tags: [],
  card: VoiceCard.parse({ pack, speaker: { mix: { a: 1 } } }),
});
const house = [voice('clara', 'starter'), voice('heart', 'kokoro'), voice('amy', 'piper-amy')];

/** The pack that speaks a request. */
function packFor(body: object, settings: { packs?: Record<string, string>; defaultVoice?: string } = {}): string {
  const store = { read: () => ({ defaultVoice: null, packs: {}, ...settings }) } as unknown as SettingsStore;
  const saved = { list: () => [], get: () => undefined } as unknown as VoiceLibrary;
  const voices = new Voices({ voices: () => house } as unknown as EngineService, store, saved);
  const request = TtsRequest.parse({ text: 'Hello.', ...body });
  const profile = speechProfile('s2-pro', store);
  return toSpeechRequest(request, profile, resolveSpeakers(request, profile, voices)).profile.pack;
}

describe('which pack speaks', () => {
  it("is the voice's own, whatever the model", () => {
    expect(packFor({})).toBe('starter');
    expect(packFor({ reference_id: 'heart' })).toBe('kokoro');
    expect(packFor({ reference_id: 'clara' }, { packs: { 's2-pro': 'kokoro' } })).toBe('starter');
    expect(packFor({ reference_id: ['heart', 'heart'] })).toBe('kokoro');
  });

  it('is that of the model where the request names no voice', () => {
    expect(packFor({}, { packs: { 's2-pro': 'piper-amy' } })).toBe('piper-amy');
    expect(packFor({}, { packs: { 's2-pro': 'piper-amy' }, defaultVoice: 'clara' })).toBe('piper-amy');
    expect(packFor({}, { defaultVoice: 'heart' })).toBe('kokoro');
  });

  it("is each speaker's own where they are several, and that of the model for what has none", () => {
    expect(packFor({ reference_id: ['clara', 'heart'] })).toBe('starter');
    expect(packFor({ reference_id: ['clara', 'heart'] }, { packs: { 's2-pro': 'piper-amy' } })).toBe('piper-amy');
  });
});

describe('what a name stands for', () => {
  const named = (id: string, pack: string, name: string): HouseVoice => ({ ...voice(id, pack), name });
  const installed = [named('clara', 'starter', 'Clara'), named('kokoro-clara', 'kokoro', 'Clara'), ...house.slice(1)];
  const card = VoiceCard.parse({ pack: 'kokoro', speaker: { mix: { a: 1 } } });
  const mine = { id: 'f'.repeat(32), title: 'clara', description: '', tags: [], card };
  const saved = { list: () => [mine], get: (id: string) => (id === mine.id ? mine : undefined) };
  const voices = new Voices(
    { voices: () => installed } as unknown as EngineService,
    {} as SettingsStore,
    saved as unknown as VoiceLibrary,
  );
  const ids = (name: string): string[] => voices.named(name).map(({ id }) => id);

  it('is a voice by its id, then those of the packs and of the library that are called so', () => {
    expect(ids('CLARA')).toEqual(['clara', 'kokoro-clara', mine.id]);
    expect(ids('kokoro-clara')).toEqual(['kokoro-clara']);
    expect(ids(mine.id)).toEqual([mine.id]);
    expect(ids('nobody')).toEqual([]);
    expect(voices.byName('Clara')?.id).toBe('clara');
  });

  it('is that of one pack where its name stands before it', () => {
    expect(ids('kokoro/Clara')).toEqual(['kokoro-clara', mine.id]);
    expect(ids('starter/clara')).toEqual(['clara']);
    expect(ids('kokoro/kokoro-clara')).toEqual(['kokoro-clara']);
    expect(ids('piper-amy/clara')).toEqual([]);
  });
});
