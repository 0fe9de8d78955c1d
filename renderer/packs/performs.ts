/** What voices can do beside speaking: act on directions, and be changed. The starter's can do all of it. */
import { useEffect } from 'react';
import { useStore } from 'zustand';
import type { CardControl } from '../../engine/contract/pack.ts';
import type { Pack } from '../api/packs.ts';
import { report } from '../store/notices.ts';
import { voiceNamed, voices } from '../store/cast.ts';
import { loadPacks, packs } from './store.ts';

let asked = false;

/** True for a voice that is not known yet, until its pack is. */
export function performsDirections(voice: string | null): boolean {
  const own = voiceNamed(voice)?.card.pack;
  // Where all voices are of one pack, what the server said of directions holds for each: nothing more is asked at start.
  if (own === undefined || voices.getState().list.every(({ card }) => card.pack === own)) return true;
  const { packs: known, loaded } = packs.getState();
  if (!loaded && !asked) {
    asked = true;
    loadPacks().catch(report);
  }
  return known.find(({ id }) => id === own)?.capabilities.expression ?? true;
}

/** The pack of an id, where it cannot do all that the starter can; null where it can, and until it is known. */
export function useLimitedPack(id: string | undefined): Pack | null {
  const alone = useStore(voices, (state) => state.list.every(({ card }) => card.pack === id));
  const pack = useStore(packs, (state) => state.packs.find((one) => one.id === id));
  const unknown = id !== undefined && !alone && !packs.getState().loaded;
  useEffect(() => {
    if (unknown) loadPacks().catch(report);
  }, [unknown]);
  return pack && !pack.builtIn ? pack : null;
}

export const changes = (pack: Pack | null, control: CardControl): boolean => pack?.controls.includes(control) ?? true;
