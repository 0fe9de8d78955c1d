import type { PackInfo, PackRuns } from '../contract/messages.ts';
import type { RecordingsReport } from '../contract/recording-check.ts';
import type { ClonedVoice, ReferenceSample, SpeechEngine } from '../contract/speech.ts';
import type { VoiceCard } from '../contract/voice-card.ts';
import type { DesignedVoice, DesignOrder } from '../contract/voice-design-request.ts';

/**
 * A pack that is loaded, whatever its family: the starter's and all others. Families of graphs that make samples of
 * text by themselves share one such pack (engine/pack-pipeline.ts) and differ in their `PackFamily` alone; the starter has
 * its own stages (engine/pipeline.ts), since its prosody, sound and performance are made here.
 */
export interface LoadedPack {
  /** What it is, what it can do (`manifest.capabilities`), and its voices. */
  readonly info: PackInfo;
  /** Text to a stream of sound, times and notices. */
  readonly engine: SpeechEngine;
  /** Makes a voice of one speaker's recordings. */
  clone(references: readonly ReferenceSample[], signal: AbortSignal): Promise<ClonedVoice>;
  /** Measures recordings, and how near a card comes to them; absent where the pack cannot. */
  assess?(
    references: readonly ReferenceSample[],
    card: VoiceCard | null,
    signal: AbortSignal,
  ): Promise<RecordingsReport>;
  /** Draws voices from a description; absent where no design model is installed for the pack. */
  design?(order: DesignOrder, signal: AbortSignal): AsyncIterable<DesignedVoice>;
  /** Makes the first request as fast as the others. Runs when the pack can be spoken with already. */
  warmUp(signal: AbortSignal): Promise<void>;
  /** Frees its graphs as soon as nobody speaks with it. Absent: they stay for the life of the process. */
  unload?(): void;
}

export interface LoadOptions {
  /** Threads of one inference, where `runs` says nothing else. */
  readonly threads: number;
  readonly runs: PackRuns;
}

/**
 * Loads the pack in a folder; null where it is of another kind.
 * @throws DramatisError engine_unavailable, invalid_parameter with a sentence that names the file and what is wrong with it
 */
export type PackLoader = (folder: string, options: LoadOptions) => Promise<LoadedPack | null>;
