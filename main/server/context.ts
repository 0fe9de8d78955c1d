import type { FastifyRequest } from 'fastify';
import type { PackInfo } from '../../engine/contract/messages.ts';
import type { ClonedVoice, ReferenceSample, SpeechEngine } from '../../engine/contract/speech.ts';
import type { RecordingsReport } from '../../engine/contract/recording-check.ts';
import type { HouseVoice, VoiceCard } from '../../engine/contract/voice-card.ts';
import type { DesignedVoice, DesignOrder } from '../../engine/contract/voice-design-request.ts';
import type { Library } from '../library/index.ts';
import type { SettingsStore } from '../library/settings.ts';
import type { CreditLedger } from './credit.ts';
import type { Listening } from './listening.ts';
import type { SpeechQueue } from './queue.ts';
import type { Voices } from './voices.ts';

/** What the server needs of whoever runs the engine. */
export interface EngineService extends SpeechEngine {
  /** Voices of the installed packs; empty before the engine was ready for the first time. */
  voices(): readonly HouseVoice[];
  /** The installed packs, for manifests; engines of tests need not tell. */
  packs?(): readonly PackInfo[];
  /** A voice from recordings of one speaker, by a pack; engines of tests need not. */
  clone?(pack: string, references: readonly ReferenceSample[], signal: AbortSignal): Promise<ClonedVoice>;
  /** Recordings measured, and how near a card comes to them; engines of tests need not. */
  assess?(
    pack: string,
    references: readonly ReferenceSample[],
    card: VoiceCard | null,
    signal: AbortSignal,
  ): Promise<RecordingsReport>;
  /** Voices from a description, by a pack; engines of tests need not. */
  design?(pack: string, order: DesignOrder, signal: AbortSignal): Promise<readonly DesignedVoice[]>;
  /** Finds out what the files of a folder are; engines of tests need not. */
  probe?(folder: string, signal?: AbortSignal): Promise<PackInfo>;
  /** Takes in the pack of a folder while others speak, and lets one go; engines of tests need not. */
  addPack?(folder: string): Promise<void>;
  dropPack?(pack: string): Promise<void>;
  /** `ready`: speaks now. `starting`, `restarting`: will soon. Anything else: cannot. */
  readonly state: 'starting' | 'ready' | 'restarting' | 'failed' | 'stopped';
}

export interface Clock {
  now(): Date;
}

/** Who makes a request. `credit` null: may spend what it likes. */
export interface Caller {
  readonly kind: 'app' | 'environment' | 'key';
  readonly id: string;
  readonly name: string;
  readonly credit: number | null;
  readonly since: string;
}

/** What the routes share. One per server. */
export interface ServerContext {
  readonly engine: EngineService;
  readonly library: Library;
  readonly settings: SettingsStore;
  readonly clock: Clock;
  readonly version: string;
  readonly voices: Voices;
  readonly queue: SpeechQueue;
  readonly credit: CreditLedger;
  readonly limits: ServerLimits;
  /** Whoever holds it is the app itself. */
  readonly launchToken: string;
  readonly listening: Pick<Listening, 'url' | 'moveTo'>;
  /** Whether the studio's page can follow the server to another port at once. */
  readonly movable: boolean;
  /** The caller of a request that passed the guard. */
  readonly callerOf: (request: FastifyRequest) => Caller;
  readonly report: (error: unknown, request: FastifyRequest) => void;
}

/** The parts of LIMITS that tests set to shorter times. */
export interface ServerLimits {
  readonly headersTimeoutMs: number;
  readonly requestTimeoutMs: number;
  readonly stalledWriterMs: number;
  readonly keepAliveMs: number;
  readonly connections: number;
  readonly liveIdleMs: number;
}
