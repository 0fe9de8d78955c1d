/** Who speaks with which voice. New speakers are cast by the studio itself, each unlike the others. */
import { createStore } from 'zustand/vanilla';
import type { SceneSpeaker } from '../../engine/contract/scene.ts';
import type { HouseVoice } from '../../engine/contract/voice-card.ts';
import { listVoices } from '../api/studio.ts';
import type { Cue } from '../script/identity.ts';
import { scene, setSpeaker } from './document.ts';
import { newSpeaker, setPerformsTags } from './lines.ts';
import { report } from './notices.ts';

export const voices = createStore<{ readonly list: readonly HouseVoice[]; readonly loaded: boolean }>(() => ({
  list: [],
  loaded: false,
}));

/** Asks for the voices until the engine has told them: it may still be starting. */
export async function loadVoices(): Promise<void> {
  for (let wait = 200; ; wait = Math.min(3000, wait * 1.5)) {
    try {
      const { voices: list, expression } = await listVoices();
      if (list.length > 0) {
        setPerformsTags(expression);
        voices.setState({ list, loaded: true });
        castNewcomers();
        return;
      }
    } catch (error) {
      report(error);
    }
    await new Promise((resolve) => setTimeout(resolve, wait));
  }
}

export const voiceNamed = (id: string | null): HouseVoice | undefined =>
  voices.getState().list.find((voice) => voice.id === id);

const counts = new WeakMap<readonly Cue[], ReadonlyMap<string, number>>();

/** How many lines each speaker has, by key. */
export function lineCounts(cues: readonly Cue[]): ReadonlyMap<string, number> {
  const known = counts.get(cues);
  if (known) return known;
  const found = new Map<string, number>();
  for (const { speaker } of cues) found.set(speaker, (found.get(speaker) ?? 0) + 1);
  counts.set(cues, found);
  return found;
}

const uncast = new Map<string, SceneSpeaker>();

/** A speaker as cast, or with neutral settings until they are. Gives the same object for the same speaker. */
export function speakerFor(key: string): SceneSpeaker {
  const { meta, speakers } = scene.getState();
  const cast = meta.cast[key];
  if (cast) return cast;
  const name = speakers.get(key) ?? key;
  const known = uncast.get(key);
  if (known?.name === name) return known;
  const fresh = newSpeaker(name, [...speakers.keys()].indexOf(key) + 1);
  uncast.set(key, fresh);
  return fresh;
}

export const displayName = (key: string): string => scene.getState().speakers.get(key) ?? speakerFor(key).name;

/** The colour that the fewest speakers have. */
function freeColor(taken: readonly number[]): number {
  const counts = Array.from({ length: 12 }, (_, color) => taken.filter((one) => one === color).length);
  return counts.indexOf(Math.min(...counts));
}

/** A voice that is called as the speaker is: whoever names somebody after a voice means it. */
const namesake = (list: readonly HouseVoice[], name: string): string | undefined =>
  list.find((voice) => voice.name.toLowerCase() === name.trim().toLowerCase())?.id;

/** The voice that is least like those already on the stage. */
export function pickVoice(list: readonly HouseVoice[], taken: readonly (string | null)[]): string | null {
  const used = list.filter((voice) => taken.includes(voice.id));
  const free = list.filter((voice) => !taken.includes(voice.id));
  const score = (voice: HouseVoice): number => Math.min(9, ...used.map((other) => distance(voice, other)));
  const best = [...(free.length > 0 ? free : list)].sort((a, b) => score(b) - score(a))[0];
  return best?.id ?? null;
}

/**
 * How unlike two voices are, roughly in steps that a listener notices: pitch in thirds, tract length in 8 %, then base
 * speakers, breath, roughness and pace. 0: the same.
 */
export function distance(a: HouseVoice, b: HouseVoice, pitchA = 0, pitchB = 0): number {
  const [x, y] = [a.card, b.card];
  const sex = a.sex === b.sex ? 0 : 2;
  const age = a.age === b.age ? 0 : 0.7;
  const pitch = (x.pitch.semitones + pitchA - y.pitch.semitones - pitchB) / 3.5;
  const tract = Math.log(x.tract / y.tract) / 0.08;
  const surface =
    2 * Math.abs(x.breathiness - y.breathiness) +
    1.5 * Math.abs(x.roughness - y.roughness) +
    2 * Math.abs(x.rate - y.rate);
  return Math.hypot(pitch, tract, sex, age, surface, 1.6 * speakerDistance(a, b));
}

function speakerDistance(a: HouseVoice, b: HouseVoice): number {
  const [x, y] = [a.card.speaker, b.card.speaker];
  if (!('mix' in x) || !('mix' in y)) return a.id === b.id ? 0 : 1;
  const names = new Set([...Object.keys(x.mix), ...Object.keys(y.mix)]);
  const share = (mix: Readonly<Record<string, number>>, name: string): number =>
    (mix[name] ?? 0) / Object.values(mix).reduce((sum, weight) => sum + weight, 0);
  return [...names].reduce((sum, name) => sum + Math.abs(share(x.mix, name) - share(y.mix, name)), 0) / 2;
}

/** Below this two speakers are easily taken for one. */
const ALIKE = 0.75;

/** The speakers that a listener may take for `key`. */
export function soundsLike(key: string, others: Iterable<string>): string[] {
  const one = speakerFor(key);
  const voice = voiceNamed(one.voice);
  if (!voice) return [];
  return [...others].filter((other) => {
    if (other === key) return false;
    const two = speakerFor(other);
    const second = voiceNamed(two.voice);
    return (
      second !== undefined && distance(voice, second, one.pitch, two.pitch) + 2 * Math.abs(one.pace - two.pace) < ALIKE
    );
  });
}

/** Gives a voice to every speaker who has lines and none yet. */
export function castNewcomers(): void {
  const { list } = voices.getState();
  if (list.length === 0) return;
  const { speakers, meta } = scene.getState();
  const taken = Object.values(meta.cast);
  for (const [key, name] of speakers) {
    const known = meta.cast[key];
    if (known && known.voice !== null) continue;
    const stage = [...speakers.keys()].map((other) => scene.getState().meta.cast[other]?.voice ?? null);
    const color =
      known?.color ?? freeColor([...taken, ...Object.values(scene.getState().meta.cast)].map((one) => one.color));
    setSpeaker(
      key,
      { ...(known ?? newSpeaker(name, color)), voice: namesake(list, name) ?? pickVoice(list, stage) },
      true,
    );
  }
}
