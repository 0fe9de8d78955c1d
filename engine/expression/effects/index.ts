import type { AcousticModel } from '../../acoustic/model.ts';
import type { Random } from '../../random.ts';
import type { FrameBlock, Manner } from '../../types.ts';
import { meanLogF0, type ResolvedVoice } from '../../voice/resolve.ts';
import type { Delivery } from '../delivery.ts';
import type { SoundMaker } from '../perform.ts';
import { compose } from './compose.ts';
import { scoreOf } from './scores.ts';
import { timbresOf } from './timbres.ts';

/** Whether a sound is made somewhere in a delivery. */
export function hasSound({ gaps }: Delivery): boolean {
  return gaps.some(({ items }) => items.some(({ kind }) => kind === 'effect'));
}

/** Makes the sounds of a delivery in the voice that speaks it, each one new. The voice's own tract is looked up where it is needed. */
export async function soundMaker(
  delivery: Delivery,
  acoustic: AcousticModel,
  voice: ResolvedVoice,
  random: Random,
): Promise<SoundMaker> {
  if (!hasSound(delivery)) return () => null;
  const timbres = await timbresOf(acoustic, voice);
  let count = 0;
  return ({ effect, strength }): FrameBlock => {
    const { keys, roughness } = scoreOf(effect, random.derive(effect, count++));
    const louder = 14 * Math.log10(strength);
    const scaled = keys.map((key) => ({ ...key, gain: key.gain + louder }));
    const block = compose(scaled, timbres, meanLogF0(voice));
    const manner: Manner = { energy: 0, breathiness: 0, tilt: 0, roughness, tract: 1 };
    return roughness > 0 ? { ...block, manner } : block;
  };
}
