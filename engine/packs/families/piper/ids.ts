import type { Unit } from '../units.ts';
import { BOS, EOS, PAD, type PiperConfig } from './config.ts';
import { GROUP_ENDS } from './pinyin.ts';

/** What the graph takes, and the token that each id belongs to (-1: none). */
export interface PiperIds {
  readonly ids: readonly number[];
  readonly owners: readonly number[];
}

/**
 * BOS, PAD, then each symbol with a PAD behind it, EOS; voices that read pinyin have a PAD behind each syllable and none
 * behind BOS. Symbols that the voice does not know are left out, as Piper does.
 */
export function toIds(units: readonly Unit[], { phoneme_id_map: map, phoneme_type }: PiperConfig): PiperIds {
  const ids: number[] = [];
  const owners: number[] = [];
  const add = (symbol: string, token: number): void => {
    for (const id of map[symbol] ?? []) {
      ids.push(id);
      owners.push(token);
    }
  };
  const pinyin = phoneme_type === 'pinyin';
  add(BOS, -1);
  if (!pinyin) add(PAD, -1);
  for (const { symbol, token } of units) {
    if (!Object.hasOwn(map, symbol)) continue;
    add(symbol, token);
    if (!pinyin || GROUP_ENDS.has(symbol)) add(PAD, token);
  }
  add(EOS, -1);
  return { ids, owners };
}
