import type { ErrorReason, FieldProblem } from './errors.ts';
import type { PackManifest, PackRun } from './pack.ts';
import type { ClonedVoice, ReferenceSample, SpeechEvent, SpeechRequest } from './speech.ts';
import type { RecordingsReport } from './recording-check.ts';
import type { HouseVoice, VoiceCard } from './voice-card.ts';
import type { DesignedVoice, DesignOrder } from './voice-design-request.ts';

/**
 * What the engine host and the engine process say to one another (structured clone: `child_process.fork` with
 * `serialization: 'advanced'`, or Electron's utilityProcess). The host grants credit, one per event, so that a slow
 * reader holds back the synthesis instead of filling memory.
 */
export type ToEngine =
  | { readonly type: 'load'; readonly packs: readonly string[]; readonly threads: number; readonly runs?: PackRuns }
  /** One pack more, while others speak; one of the same id is let go. Answered by `packs` or `failed`. */
  | {
      readonly type: 'add-pack';
      readonly id: number;
      readonly folder: string;
      readonly threads: number;
      readonly runs?: PackRuns;
    }
  /** One pack less; what it is at work on goes on to its end. Answered by `packs`. */
  | { readonly type: 'drop-pack'; readonly id: number; readonly pack: string }
  /** `open`: the request's text is only the beginning; the engine asks for each further piece with `more`. */
  | {
      readonly type: 'speak';
      readonly id: number;
      readonly request: SpeechRequest;
      readonly credit: number;
      readonly open?: boolean;
    }
  /** The piece that was asked for; null: there is no more. */
  | { readonly type: 'text'; readonly id: number; readonly text: string | null }
  /** Recordings of one speaker into a voice, without speech; answered by `cloned` or `failed`. */
  | {
      readonly type: 'clone';
      readonly id: number;
      readonly pack: string;
      readonly references: readonly ReferenceSample[];
    }
  /** Recordings measured, and beside them a card that is meant to sound like them; answered by `assessed` or `failed`. */
  | {
      readonly type: 'assess';
      readonly id: number;
      readonly pack: string;
      readonly references: readonly ReferenceSample[];
      readonly card: VoiceCard | null;
    }
  /** Voices from a description; answered by `designed` or `failed`. */
  | { readonly type: 'design'; readonly id: number; readonly pack: string; readonly order: DesignOrder }
  | { readonly type: 'credit'; readonly id: number; readonly events: number }
  | { readonly type: 'cancel'; readonly id: number }
  | { readonly type: 'ping'; readonly nonce: number }
  | { readonly type: 'stop' };

/** How packs run, by their ids; what is not named runs as usual. */
export type PackRuns = Readonly<Record<string, PackRun>>;

export interface WireError {
  readonly reason: ErrorReason;
  readonly message: string;
  readonly detail?: readonly FieldProblem[];
}

export interface PackInfo {
  readonly manifest: PackManifest;
  readonly voices: readonly HouseVoice[];
  /** Names of the base speakers that cards may mix. */
  readonly speakers: readonly string[];
}

export type FromEngine =
  | { readonly type: 'ready'; readonly packs: readonly PackInfo[] }
  /** All that are loaded now. */
  | { readonly type: 'packs'; readonly id: number; readonly packs: readonly PackInfo[] }
  | { readonly type: 'event'; readonly id: number; readonly event: SpeechEvent }
  /** All text so far is spoken: what comes next? */
  | { readonly type: 'more'; readonly id: number }
  | { readonly type: 'done'; readonly id: number }
  | { readonly type: 'cloned'; readonly id: number; readonly voice: ClonedVoice }
  | { readonly type: 'assessed'; readonly id: number; readonly report: RecordingsReport }
  | { readonly type: 'designed'; readonly id: number; readonly voices: readonly DesignedVoice[] }
  | { readonly type: 'failed'; readonly id: number; readonly error: WireError }
  | { readonly type: 'pong'; readonly nonce: number }
  | { readonly type: 'load-failed'; readonly error: WireError };
