import { DramatisError } from '../../engine/contract/errors.ts';
import type { SpeechEvent } from '../../engine/contract/speech.ts';

/** Events that may be under way to a reader: some seconds of audio, whatever the text's length. */
export const CREDIT = 8;

/** What a conversation says to the engine. */
interface Line {
  grant(events: number): void;
  /** The next piece of the text; null: there is no more. */
  supply(text: string | null): void;
}

/**
 * The host's side of one request: events come in from the engine, and go out to whoever iterates. Each event taken gives
 * the engine one more credit. Where the text comes in pieces, each goes to the engine when it asks.
 */
export class Conversation {
  private readonly events: SpeechEvent[] = [];
  private ended = false;
  private error: Error | null = null;
  private wake: () => void = () => undefined;

  private more: AsyncIterator<string> | null = null;

  constructor(private readonly line: Line) {}

  continueWith(more: AsyncIterable<string>): void {
    this.more = more[Symbol.asyncIterator]();
  }

  /** The engine asks for the next piece. Never rejects: what the source throws, the reader meets. */
  async supplyNext(): Promise<void> {
    try {
      const next = await this.more?.next();
      this.line.supply(next && !next.done ? next.value : null);
    } catch (error) {
      this.fail(error instanceof Error ? error : new Error(String(error)));
    }
  }

  push(event: SpeechEvent): void {
    this.events.push(event);
    this.wake();
  }

  end(): void {
    this.ended = true;
    this.wake();
  }

  /** What has come so far is still given out; then the reader meets the error. */
  fail(error: Error): void {
    this.error ??= error;
    this.wake();
  }

  /** Ends quietly when `signal` aborts. @throws DramatisError what the engine said, or `engine_crashed` */
  async *read(signal: AbortSignal): AsyncGenerator<SpeechEvent, void, undefined> {
    const onAbort = (): void => this.wake();
    signal.addEventListener('abort', onAbort, { once: true });
    try {
      for (;;) {
        if (signal.aborted) return;
        const event = this.events.shift();
        if (event) {
          yield event;
          if (!this.ended) this.line.grant(1);
        } else if (this.error) {
          throw this.error;
        } else if (this.ended) {
          return;
        } else {
          await new Promise<void>((resolve) => (this.wake = resolve));
        }
      }
    } finally {
      signal.removeEventListener('abort', onAbort);
    }
  }
}

/** For a request that was at work when its process went. */
export function crashed(how: string): DramatisError {
  return new DramatisError(
    'engine_crashed',
    `The speech engine ${how} while it worked on this request; it is being started again.`,
    {
      retryAfterSeconds: 1,
    },
  );
}
