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
  /** Is told what each stage of the analysis took, ms of wall clock. */
  readonly timed?: (stage: Stage, ms: number) => void;
}

export type Stage = 'decode' | 'track' | 'measure' | 'rehearse' | 'sound' | 'align' | 'tract';

/** Times stages one after another: `lap` ends the one that ran since the last. */
export function laps({ timed }: Pick<CloneTools, 'timed'>): (stage: Stage) => void {
  let before = performance.now();
  return (stage) => {
    const now = performance.now();
    timed?.(stage, now - before);
    before = now;
  };
}

/** Read where no transcript is, or none that can be read: it has every phone class. */
export const STAND_IN =
  'The quick brown fox jumps over the lazy dog while a cheerful jury watches them from the garden bench.';
