import type { FromEngine, ToEngine } from '../../engine/contract/messages.ts';
import type { EngineWatcher } from './engine.ts';

/** Counts what is being spoken, whoever asked for it, from the messages of the engine. */
export class Activity implements EngineWatcher {
  private readonly working = new Set<number>();
  private readonly listeners = new Set<() => void>();

  /** Requests that the engine is at work on. */
  get count(): number {
    return this.working.size;
  }

  /** Calls the listener after every change of the count and of the engine's state. */
  onChange(listener: () => void): void {
    this.listeners.add(listener);
  }

  sent(message: ToEngine): void {
    if (message.type === 'speak') this.working.add(message.id);
    else if (message.type === 'cancel') this.working.delete(message.id);
    else return;
    this.tell();
  }

  received(message: FromEngine): void {
    if (message.type === 'done' || message.type === 'failed') this.working.delete(message.id);
    else if (message.type !== 'ready' && message.type !== 'load-failed') return;
    this.tell();
  }

  ended(): void {
    this.working.clear();
    this.tell();
  }

  /** Later, so that the engine host has taken the message too when the listener looks at its state. */
  private tell(): void {
    setImmediate(() => {
      for (const listener of this.listeners) listener();
    });
  }
}
