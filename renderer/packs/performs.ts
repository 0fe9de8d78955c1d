/** Which voices act on directions: those of packs that can, the starter's among them. */
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
