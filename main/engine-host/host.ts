import { basename } from 'node:path';
import { DramatisError } from '../../engine/contract/errors.ts';
import type { FromEngine, PackInfo, PackRuns, ToEngine, WireError } from '../../engine/contract/messages.ts';
import type {
  ClonedVoice,
  ReferenceSample,
  SpeechEngine,
  SpeechEvent,
  SpeechRequest,
} from '../../engine/contract/speech.ts';
import type { RecordingsReport } from '../../engine/contract/recording-check.ts';
import type { HouseVoice, VoiceCard } from '../../engine/contract/voice-card.ts';
import type { DesignedVoice, DesignOrder } from '../../engine/contract/voice-design-request.ts';
import { Conversation, crashed, CREDIT } from './conversation.ts';
import { type EngineChild, type EngineSpawner, forkEngine } from './engine-child.ts';
import { engineEntryPoint, type EntryPoint } from './entry-point.ts';
import { probeFolder } from './probe.ts';
import { Watchdog } from './watchdog.ts';

/** `failed`: a pack cannot be loaded, or the process ends again and again; nobody starts it any more. */
export type EngineState = 'starting' | 'ready' | 'restarting' | 'failed' | 'stopped';

export interface EngineHostOptions {
  /** Folders of the packs to load. */
  readonly packs: readonly string[];
  /** Threads of one inference; 1 is the fastest for the starter pack. */
  readonly threads?: number;
  /** How packs run, asked for whenever some are loaded. */
  readonly runs?: () => PackRuns;
  readonly entry?: EntryPoint;
  readonly spawn?: EngineSpawner;
  /**
   * Whether a second process stands by with its code loaded and nothing else, which saves half of a restart's time and
   * costs some 70 MB of memory.
   */
  readonly standby?: boolean;
  /** Takes a line for the log: what the engine wrote to its error output, and what became of it. */
  readonly log?: (line: string) => void;
  /** Times in ms, for tests. */
  readonly timing?: Partial<HostTiming>;
}

export interface HostTiming {
  /** How long a new request waits for an engine that is on its way up. */
  readonly waitForReady: number;
  /** Before the first, second, ... restart in a row. */
  readonly restartDelays: readonly number[];
  readonly pingEvery: number;
  /** A process that does not answer for so long is killed. */
  readonly pongWithin: number;
  readonly stopWithin: number;
  /** From the engine's being ready to the start of the process that stands by, so that neither is in the other's way. */
  readonly standbyAfter: number;
}

const TIMING: HostTiming = {
  waitForReady: 10_000,
  restartDelays: [0, 100, 500, 1_000, 2_000, 5_000],
  pingEvery: 2_000,
  pongWithin: 20_000,
  stopWithin: 1_500,
  standbyAfter: 3_000,
};

/** Where the answer to a question goes. */
interface Answer<T> {
  resolve(value: T): void;
  reject(error: DramatisError): void;
}

export function createEngineHost(options: EngineHostOptions): EngineHost {
  return new EngineHost(options);
}

/**
 * Runs the engine in a process of its own and keeps it running. A crash costs the requests that were at work
 * (`engine_crashed`) and the time of a start; requests that come meanwhile wait a little, then get `engine_unavailable`.
 */
export class EngineHost implements SpeechEngine {
  /** Resolves when the engine can speak for the first time; rejects when it never will. */
  readonly ready: Promise<void>;
  private current: EngineState = 'starting';
  private packList: readonly PackInfo[] = [];
  private child: EngineChild | null = null;
  /** Stands by: started, and told nothing yet. */
  private standby: EngineChild | null = null;
  private standbyTimer: NodeJS.Timeout | undefined;
  private readonly conversations = new Map<number, Conversation>();
  /** Recordings that are being made into voices. */
  private readonly clones = new Map<number, Answer<ClonedVoice>>();
  /** Recordings that are being measured. */
  private readonly reports = new Map<number, Answer<RecordingsReport>>();
  /** Descriptions that voices are being drawn from. */
  private readonly designs = new Map<number, Answer<readonly DesignedVoice[]>>();
  /** Packs that are being taken in or let go. */
  private readonly changes = new Map<number, Answer<readonly PackInfo[]>>();
  /** Folders of the packs that a new process loads. */
  private folders: readonly string[];
  private nextId = 1;
  private crashes = 0;
  private reason = 'is not running';
  private readonly timing: HostTiming;
  private readonly entry: EntryPoint;
  private readonly watchdog: Watchdog;
  private restart: NodeJS.Timeout | undefined;
  /** Called once each, at the next change of state. */
  private readonly waiting = new Set<() => void>();
  private gone: () => void = () => undefined;

  constructor(private readonly options: EngineHostOptions) {
    this.folders = options.packs;
    this.timing = { ...TIMING, ...options.timing };
    this.entry = options.entry ?? engineEntryPoint();
    this.watchdog = new Watchdog(this.timing, {
      ping: (nonce) => this.child?.post({ type: 'ping', nonce }),
      bite: () => this.child?.kill(),
    });
    this.start();
    this.ready = this.untilReady(null);
    // Whoever starts a host may look at `state` alone.
    this.ready.catch(() => undefined);
  }

  get state(): EngineState {
    return this.current;
  }

  get pid(): number | undefined {
    return this.child?.pid;
  }

  /** Packs that are loaded; as they were, while the engine restarts. */
  packs(): readonly PackInfo[] {
    return this.packList;
  }

  private running(): { readonly threads: number; readonly runs: PackRuns } {
    return { threads: this.options.threads ?? 1, runs: this.options.runs?.() ?? {} };
  }

  /**
   * Finds out what the files of a folder are, in a process of its own: see `probeFolder`.
   * @throws DramatisError invalid_parameter, cancelled
   */
  probe(folder: string, signal?: AbortSignal): Promise<PackInfo> {
    const { spawn } = this.options;
    return probeFolder(folder, { entry: this.entry, ...(spawn ? { spawn } : {}), ...(signal ? { signal } : {}) });
  }

  /**
   * Takes in the pack of a folder, whose name is the pack's id, while others speak; it is there after a crash, too.
   * @throws DramatisError engine_unavailable with what is wrong with it, engine_crashed
   */
  async addPack(folder: string): Promise<void> {
    await this.changePacks((id) => ({ type: 'add-pack', id, folder, ...this.running() }));
    this.folders = [...this.folders.filter((one) => one !== folder), folder];
  }

  /** Lets a pack go; what it is at work on goes on to its end. @throws DramatisError engine_crashed */
  async dropPack(pack: string): Promise<void> {
    this.folders = this.folders.filter((folder) => basename(folder) !== pack);
    await this.changePacks((id) => ({ type: 'drop-pack', id, pack }));
  }

  private async changePacks(message: (id: number) => ToEngine): Promise<void> {
    if (this.current !== 'ready') await this.untilReady(new AbortController().signal);
    const id = this.nextId++;
    const packs = new Promise<readonly PackInfo[]>((resolve, reject) => this.changes.set(id, { resolve, reject }));
    this.child!.post(message(id));
    this.packList = await packs.finally(() => this.changes.delete(id));
  }

  voices(): readonly HouseVoice[] {
    return this.packList.flatMap(({ voices }) => voices);
  }

  /**
   * Ends quietly when `signal` aborts.
   * @throws DramatisError of the engine, engine_crashed, engine_unavailable; and what `more` throws
   */
  async *speak(
    request: SpeechRequest,
    signal: AbortSignal,
    more?: AsyncIterable<string>,
  ): AsyncGenerator<SpeechEvent, void, undefined> {
    if (this.current !== 'ready') await this.untilReady(signal);
    if (signal.aborted) return;
    const child = this.child!;
    const id = this.nextId++;
    const conversation = new Conversation({
      grant: (events) => child.post({ type: 'credit', id, events }),
      supply: (text) => child.post({ type: 'text', id, text }),
    });
    this.conversations.set(id, conversation);
    if (more) conversation.continueWith(more);
    child.post({ type: 'speak', id, request, credit: CREDIT, open: more !== undefined });
    try {
      yield* conversation.read(signal);
    } finally {
      // Still there: the reader left before the end.
      if (this.conversations.delete(id)) child.post({ type: 'cancel', id });
    }
  }

  /**
   * A voice from recordings of one speaker, by the pack of that id.
   * @throws DramatisError invalid_reference_audio, cancelled when `signal` aborts, engine_crashed, engine_unavailable
   */
  clone(
    pack: string,
    references: readonly ReferenceSample[],
    signal: AbortSignal = new AbortController().signal,
  ): Promise<ClonedVoice> {
    return this.ask(this.clones, (id) => ({ type: 'clone', id, pack, references }), signal);
  }

  /**
   * Recordings measured, and how near a card comes to them where one is given.
   * @throws DramatisError of the engine, cancelled when `signal` aborts, engine_crashed, engine_unavailable
   */
  assess(
    pack: string,
    references: readonly ReferenceSample[],
    card: VoiceCard | null,
    signal: AbortSignal,
  ): Promise<RecordingsReport> {
    return this.ask(this.reports, (id) => ({ type: 'assess', id, pack, references, card }), signal);
  }

  /**
   * Voices from a description, as cards of the pack of that id, each with a WAV in which it speaks.
   * @throws DramatisError of the engine, cancelled when `signal` aborts, engine_crashed, engine_unavailable
   */
  design(pack: string, order: DesignOrder, signal: AbortSignal): Promise<readonly DesignedVoice[]> {
    return this.ask(this.designs, (id) => ({ type: 'design', id, pack, order }), signal);
  }

  /** One question and its one answer. The engine ends its work on it when `signal` aborts. */
  private async ask<T>(
    answers: Map<number, Answer<T>>,
    question: (id: number) => ToEngine,
    signal: AbortSignal,
  ): Promise<T> {
    if (this.current !== 'ready') await this.untilReady(signal);
    if (signal.aborted) throw new DramatisError('cancelled', 'The request was cancelled.');
    const child = this.child!;
    const id = this.nextId++;
    const cancel = (): void => child.post({ type: 'cancel', id });
    const answer = new Promise<T>((resolve, reject) => answers.set(id, { resolve, reject }));
    child.post(question(id));
    signal.addEventListener('abort', cancel, { once: true });
    return answer.finally(() => {
      answers.delete(id);
      signal.removeEventListener('abort', cancel);
    });
  }

  /** Ends the engine, and what is at work with `cancelled`. Resolves when the process is gone. */
  async stop(): Promise<void> {
    if (this.current === 'stopped') return;
    this.become('stopped');
    clearTimeout(this.restart);
    clearTimeout(this.standbyTimer);
    this.standby?.kill();
    this.watchdog.stop();
    this.failAll(new DramatisError('cancelled', 'The speech engine was stopped.'));
    const { child } = this;
    if (!child) return;
    const gone = new Promise<void>((resolve) => (this.gone = resolve));
    child.post({ type: 'stop' });
    const timer = setTimeout(() => child.kill(), this.timing.stopWithin);
    await gone;
    clearTimeout(timer);
  }

  private start(): void {
    clearTimeout(this.standbyTimer);
    this.child = this.standby ?? this.spawn();
    this.standby = null;
    this.child.post({ type: 'load', packs: this.folders, ...this.running() });
  }

  private spawn(): EngineChild {
    const spawn = this.options.spawn ?? forkEngine;
    const child = spawn(this.entry, {
      onMessage: (message) => this.receive(message),
      onExit: (how) => {
        // One that stood by and went is not missed: the next start makes its own.
        if (child === this.standby) this.standby = null;
        else if (child === this.child) this.lost(how);
      },
      onLine: (line) => this.log(`engine: ${line}`),
    });
    return child;
  }

  private standBySoon(): void {
    clearTimeout(this.standbyTimer);
    if (this.options.standby !== true) return;
    this.standbyTimer = setTimeout(() => {
      if (this.current === 'ready') this.standby ??= this.spawn();
    }, this.timing.standbyAfter);
    this.standbyTimer.unref();
  }

  private receive(message: FromEngine): void {
    switch (message.type) {
      case 'ready':
        this.packList = message.packs;
        this.crashes = 0;
        this.watchdog.start();
        this.standBySoon();
        return this.become('ready');
      case 'load-failed':
        this.reason = `cannot start: ${message.error.message}`;
        this.log(this.reason);
        this.become('failed');
        return this.child?.post({ type: 'stop' });
      case 'packs':
        return this.changes.get(message.id)?.resolve(message.packs);
      case 'event':
        return this.conversations.get(message.id)?.push(message.event);
      case 'more':
        return void this.conversations.get(message.id)?.supplyNext();
      case 'done':
        return this.settle(message.id, (conversation) => conversation.end());
      case 'cloned':
        return this.clones.get(message.id)?.resolve(message.voice);
      case 'assessed':
        return this.reports.get(message.id)?.resolve(message.report);
      case 'designed':
        return this.designs.get(message.id)?.resolve(message.voices);
      case 'failed':
        this.designs.get(message.id)?.reject(toError(message.error));
        this.clones.get(message.id)?.reject(toError(message.error));
        this.reports.get(message.id)?.reject(toError(message.error));
        this.changes.get(message.id)?.reject(toError(message.error));
        return this.settle(message.id, (conversation) => conversation.fail(toError(message.error)));
      case 'pong':
        return this.watchdog.heard();
    }
  }

  private settle(id: number, how: (conversation: Conversation) => void): void {
    const conversation = this.conversations.get(id);
    this.conversations.delete(id);
    if (conversation) how(conversation);
  }

  /** The process is gone, whether it was told to go or not. */
  private lost(how: string): void {
    this.child = null;
    this.watchdog.stop();
    this.gone();
    this.failAll(crashed(how));
    if (this.current === 'stopped' || this.current === 'failed') return;
    this.log(`The speech engine ${how}.`);
    const delay = this.timing.restartDelays[this.crashes++];
    if (delay === undefined) {
      this.reason = `${how} ${this.crashes} times in a row and is not started any more`;
      return this.become('failed');
    }
    this.become('restarting');
    this.restart = setTimeout(() => this.start(), delay);
  }

  private failAll(error: DramatisError): void {
    for (const conversation of this.conversations.values()) conversation.fail(error);
    this.conversations.clear();
    for (const answers of [this.clones, this.reports, this.designs, this.changes]) {
      for (const answer of answers.values()) answer.reject(error);
    }
    this.changes.clear();
    this.clones.clear();
    this.reports.clear();
    this.designs.clear();
  }

  private become(state: EngineState): void {
    this.current = state;
    const waiting = [...this.waiting];
    this.waiting.clear();
    for (const wake of waiting) wake();
  }

  /** With a signal: as long as a request may wait. Without: as long as it takes. Also ends when `signal` aborts. */
  private async untilReady(signal: AbortSignal | null): Promise<void> {
    const deadline = signal ? performance.now() + this.timing.waitForReady : Infinity;
    while (this.current === 'starting' || this.current === 'restarting') {
      const left = deadline - performance.now();
      if (signal?.aborted) return;
      if (left <= 0) {
        throw new DramatisError('engine_unavailable', `The speech engine is ${this.current}; try again in a second.`, {
          retryAfterSeconds: 1,
        });
      }
      await this.change(left, signal);
    }
    if (this.current === 'stopped') throw new DramatisError('engine_unavailable', 'The speech engine was stopped.');
    if (this.current === 'failed') {
      throw new DramatisError('engine_unavailable', `The speech engine ${this.reason}.`, { retryAfterSeconds: 30 });
    }
  }

  private async change(within: number, signal: AbortSignal | null): Promise<void> {
    let timer: NodeJS.Timeout | undefined;
    let wake = (): void => undefined;
    try {
      await new Promise<void>((resolve) => {
        wake = resolve;
        this.waiting.add(wake);
        signal?.addEventListener('abort', wake, { once: true });
        if (within < Infinity) timer = setTimeout(wake, within);
      });
    } finally {
      clearTimeout(timer);
      this.waiting.delete(wake);
      signal?.removeEventListener('abort', wake);
    }
  }

  private log(line: string): void {
    this.options.log?.(line);
  }
}

function toError({ reason, message, detail }: WireError): DramatisError {
  return new DramatisError(reason, message, detail ? { detail } : {});
}
