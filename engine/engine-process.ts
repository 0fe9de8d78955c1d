import { CastEngine, packsOf } from './cast-engine.ts';
import { DramatisError } from './contract/errors.ts';
import type { FromEngine, PackInfo, ToEngine, WireError } from './contract/messages.ts';
import type { RecordingsReport } from './contract/recording-check.ts';
import type { SpeechEngine, SpeechEvent, SpeechRequest } from './contract/speech.ts';
import type { DesignedVoice, DesignOrder } from './contract/voice-design-request.ts';
import type { LoadedPack, LoadOptions } from './packs/pack.ts';
import type { Port } from './port.ts';

interface Task {
  readonly controller: AbortController;
  /** Events that the host has room for. */
  credit: number;
  /** Lets a task go on that waits for credit. */
  wake: () => void;
  /** Takes the piece of text that the task waits for; null: there is no more. */
  give: (text: string | null) => void;
}

/**
 * Serves one host over a port: loads packs, speaks several requests at once (they take turns window by window), and
 * holds each back to the credit that its reader gives.
 */
export class EngineProcess {
  private readonly packs = new Map<string, LoadedPack>();
  private readonly tasks = new Map<number, Task>();
  private readonly running = new Set<Promise<void>>();
  private readonly stopping = new AbortController();

  constructor(
    private readonly port: Port,
    private readonly load: (folder: string, options: LoadOptions) => Promise<LoadedPack>,
    private readonly exit: () => void,
  ) {}

  listen(): void {
    this.port.onMessage((message) => this.receive(message));
    this.port.onClose(() => void this.stop());
  }

  private receive(message: ToEngine): void {
    switch (message.type) {
      case 'load':
        return void this.track(this.loadAll(message.packs, { threads: message.threads, runs: message.runs ?? {} }));
      case 'add-pack':
        return void this.track(this.addPack(message));
      case 'drop-pack':
        return this.dropPack(message.id, message.pack);
      case 'speak':
        return void this.track(this.speak(message));
      case 'text':
        return this.tasks.get(message.id)?.give(message.text);
      case 'clone':
        return void this.track(
          this.answer(message.id, async (signal) => {
            const voice = await this.packOf(message.pack).clone(message.references, signal);
            return { type: 'cloned', id: message.id, voice };
          }),
        );
      case 'assess':
        return void this.track(
          this.answer(message.id, async (signal) => {
            const report = await this.assessed(message, signal);
            return { type: 'assessed', id: message.id, report };
          }),
        );
      case 'design':
        return void this.track(this.design(message.id, message.pack, message.order));
      case 'credit':
        return this.grant(message.id, message.events);
      case 'cancel':
        return this.cancel(message.id);
      case 'ping':
        return this.port.post({ type: 'pong', nonce: message.nonce });
      case 'stop':
        return void this.stop();
    }
  }

  /** Work that the process has to end before itself. */
  private async track(work: Promise<void>): Promise<void> {
    this.running.add(work);
    await work;
    this.running.delete(work);
  }

  private async loadAll(folders: readonly string[], options: LoadOptions): Promise<void> {
    try {
      for (const [i, folder] of folders.entries()) {
        // Without the first pack there is nothing to speak with; the others are a person's, and may be gone by now.
        const pack = await this.load(folder, options).catch((error: unknown) => {
          if (i === 0) throw error;
          process.stderr.write(`${toWireError(error).message}\n`);
          return null;
        });
        if (pack) this.packs.set(pack.info.manifest.id, pack);
      }
      this.port.post({ type: 'ready', packs: this.infos() });
      for (const pack of this.packs.values()) await pack.warmUp(this.stopping.signal);
    } catch (error) {
      this.port.post({ type: 'load-failed', error: toWireError(error) });
    }
  }

  private async addPack({ id, folder, threads, runs = {} }: Extract<ToEngine, { type: 'add-pack' }>): Promise<void> {
    try {
      const pack = await this.load(folder, { threads, runs });
      const { id: name } = pack.info.manifest;
      this.packs.get(name)?.unload?.();
      this.packs.set(name, pack);
      this.port.post({ type: 'packs', id, packs: this.infos() });
      await pack.warmUp(this.stopping.signal);
    } catch (error) {
      this.port.post({ type: 'failed', id, error: toWireError(error) });
    }
  }

  private dropPack(id: number, name: string): void {
    this.packs.get(name)?.unload?.();
    this.packs.delete(name);
    this.port.post({ type: 'packs', id, packs: this.infos() });
  }

  private infos(): PackInfo[] {
    return Array.from(this.packs.values(), ({ info }) => info);
  }

  private async speak({ id, request, credit, open }: Extract<ToEngine, { type: 'speak' }>): Promise<void> {
    const task = this.begin(id, credit);
    const { signal } = task.controller;
    const more = open ? this.pieces(id, task) : undefined;
    try {
      for await (const event of this.engineFor(request).speak(request, signal, more)) {
        if (!(await hasCredit(task))) break;
        this.port.post({ type: 'event', id, event: owned(event) });
      }
      this.port.post({ type: 'done', id });
    } catch (error) {
      this.port.post({ type: 'failed', id, error: toWireError(error) });
    } finally {
      this.tasks.delete(id);
    }
  }

  /** The pieces of a text that goes on, asked for one by one. Ends when the task is cancelled. */
  private async *pieces(id: number, task: Task): AsyncGenerator<string, void, undefined> {
    while (!task.controller.signal.aborted) {
      const text = await new Promise<string | null>((resolve) => {
        task.give = resolve;
        this.port.post({ type: 'more', id });
      });
      if (text === null) return;
      yield text;
    }
  }

  /** Posts what `work` makes, or why it failed. The host may cancel it. */
  private async answer(id: number, work: (signal: AbortSignal) => Promise<FromEngine>): Promise<void> {
    const { controller } = this.begin(id, 0);
    try {
      this.port.post(await work(controller.signal));
    } catch (error) {
      this.port.post({ type: 'failed', id, error: toWireError(error) });
    } finally {
      this.tasks.delete(id);
    }
  }

  private assessed(
    { pack, references, card }: Extract<ToEngine, { type: 'assess' }>,
    signal: AbortSignal,
  ): Promise<RecordingsReport> {
    const found = this.packOf(pack);
    // Measuring is not the voice's matter: any pack that can does it. How near a voice comes, its own pack says alone.
    const measurer = found.assess ? found : [...this.packs.values()].find((one) => one.assess !== undefined);
    const known = card?.pack === measurer?.info.manifest.id;
    if (measurer?.assess) return measurer.assess(references, known ? card : null, signal);
    throw new DramatisError('unsupported_by_model', `The pack ${found.info.manifest.name} cannot measure recordings.`);
  }

  private async design(id: number, pack: string, order: DesignOrder): Promise<void> {
    const { controller } = this.begin(id, 0);
    try {
      const voices: DesignedVoice[] = [];
      const designed = this.packOf(pack).design?.(order, controller.signal);
      if (!designed) {
        throw new DramatisError('engine_unavailable', `No design model for the voice pack ${pack} is installed.`);
      }
      for await (const voice of designed) voices.push(voice);
      this.port.post({ type: 'designed', id, voices });
    } catch (error) {
      this.port.post({ type: 'failed', id, error: toWireError(error) });
    } finally {
      this.tasks.delete(id);
    }
  }

  /** A task that the host may cancel. */
  private begin(id: number, credit: number): Task {
    const task: Task = { controller: new AbortController(), credit, wake: () => undefined, give: () => undefined };
    this.tasks.set(id, task);
    return task;
  }

  private engineFor(request: SpeechRequest): SpeechEngine {
    if (packsOf(request).size > 1) return new CastEngine((id) => this.packOf(id).engine);
    return this.packOf(request.profile.pack).engine;
  }

  private packOf(id: string): LoadedPack {
    const pack = this.packs.get(id);
    if (pack) return pack;
    throw new DramatisError('engine_unavailable', `There is no voice pack ${id} here, or it cannot be loaded.`);
  }

  private grant(id: number, events: number): void {
    const task = this.tasks.get(id);
    if (!task) return;
    task.credit += events;
    task.wake();
  }

  private cancel(id: number): void {
    const task = this.tasks.get(id);
    if (!task) return;
    task.controller.abort();
    task.wake();
    task.give(null);
  }

  /** Ends what is at work, then the process: onnxruntime aborts a process that exits while a graph runs. */
  private async stop(): Promise<void> {
    this.stopping.abort();
    for (const id of this.tasks.keys()) this.cancel(id);
    await Promise.allSettled(this.running);
    this.exit();
  }
}

/** Waits until the reader has room for an event; false when the task is cancelled instead. */
async function hasCredit(task: Task): Promise<boolean> {
  while (task.credit === 0 && !task.controller.signal.aborted) {
    await new Promise<void>((resolve) => (task.wake = resolve));
  }
  if (task.controller.signal.aborted) return false;
  task.credit--;
  return true;
}

/** Bytes that are a view of something larger would drag all of it through the channel. */
function owned(event: SpeechEvent): SpeechEvent {
  if (event.type !== 'audio' || event.bytes.byteLength === event.bytes.buffer.byteLength) return event;
  return { type: 'audio', bytes: event.bytes.slice() };
}

function toWireError(error: unknown): WireError {
  if (error instanceof DramatisError) {
    const { detail } = error.options;
    return { reason: error.reason, message: error.message, ...(detail ? { detail } : {}) };
  }
  // A bug: its trace goes to the host's log by way of stderr, its text stays here.
  process.stderr.write(`${error instanceof Error ? (error.stack ?? error.message) : String(error)}\n`);
  return { reason: 'internal_error', message: 'The speech engine failed on this request.' };
}
