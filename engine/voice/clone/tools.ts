import type { VoiceCard } from '../../contract/voice-card.ts';
import type { StarterPack } from '../../packs/load.ts';
import type { PhoneLookup } from '../../packs/phones.ts';
import type { Rehearsal } from './rehearsal.ts';

/** What the analysis of recordings needs of the engine. */
export interface CloneTools {
  readonly pack: StarterPack;
  readonly phones: PhoneLookup;
  /**
   * The engine's own reading of a text, before the vocoder; null for a text that it cannot read.
   * @throws DramatisError cancelled when `signal` aborts
   */
  rehearse(card: VoiceCard, text: string, seed: number, signal?: AbortSignal): Promise<Rehearsal | null>;
}

/** Read where no transcript is, or none that can be read: it has every phone class. */
export const STAND_IN =
  'The quick brown fox jumps over the lazy dog while a cheerful jury watches them from the garden bench.';
