/** A and B: the two voices that were heard last, and the way from one to the other at the same moment. */
import { report } from '../store/notices.ts';
import { clipFor } from './auditions.ts';
import { playClip, sounding, toggleClip } from './sound.ts';

let heard: readonly string[] = [];

/** Plays a node; a second time stops it. */
export function hear(id: string): void {
  heard = [id, ...heard.filter((one) => one !== id)].slice(0, 2);
  clipFor(id).then((clip) => toggleClip(id, clip), report);
}

/** Goes on with the other of the last two, from where the one is. */
export function hearOther(): void {
  const { id: now, seconds } = sounding.getState();
  const other = heard.find((one) => one !== (now ?? heard[0]));
  if (other === undefined) return;
  heard = [other, ...heard.filter((one) => one !== other)];
  clipFor(other).then((clip) => playClip(other, clip, seconds < clip.seconds - 0.1 ? seconds : 0), report);
}
