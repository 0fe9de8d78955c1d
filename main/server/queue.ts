import { DramatisError } from '../../engine/contract/errors.ts';
import { LIMITS } from '../../engine/contract/limits.ts';

/** A place at work. */
export interface Slot {
  /**
   * Gives the place to others while `wait` lasts (a reader that is slower than the synthesis, text that is still to
   * come), then takes one back, before those who wait for their first. Waits may overlap: the last one to end counts.
   */
  yieldWhile(wait: Promise<unknown>): Promise<void>;
  release(): void;
}

export interface QueueLimits {
  readonly active: number;
  readonly waiting: number;
  readonly waitingPerCaller: number;
}

interface Ticket {
  readonly caller: string;
  /** Smaller is served first; -1 takes back a place that was lent. */
  readonly priority: number;
  readonly admit: () => void;
}

/**
 * Who may have the engine work for them. A few requests are at work at once; the others wait: by priority, and within
 * one priority callers take turns, so that one program with many requests does not hold up another with one.
 */
export class SpeechQueue {
  private active = 0;
  private readonly waiting: Ticket[] = [];
  /** Places that each caller holds, and the turn in which it was last given one. */
  private readonly callers = new Map<string, { holds: number; served: number }>();
  private turn = 0;

  constructor(private readonly limits: QueueLimits = LIMITS.queue) {}

  get load(): { readonly active: number; readonly waiting: number } {
    return { active: this.active, waiting: this.waiting.length };
  }

  /**
   * Waits for a place.
   * @throws DramatisError too_many_requests at once when too many wait; cancelled when `signal` aborts.
   */
  async enter(caller: string, priority: number, signal: AbortSignal): Promise<Slot> {
    if (this.active < this.limits.active && this.waiting.length === 0) {
      this.take(caller);
      return this.slot(caller);
    }
    const own = this.waiting.filter((ticket) => ticket.caller === caller).length;
    if (this.waiting.length >= this.limits.waiting || own >= this.limits.waitingPerCaller) {
      throw new DramatisError(
        'too_many_requests',
        `${this.active} requests are at work and ${this.waiting.length} wait, which is all that are taken (${this.limits.waitingPerCaller} of one caller); try again soon.`,
        { retryAfterSeconds: 1 + Math.ceil(this.waiting.length / (4 * this.limits.active)) },
      );
    }
    await this.queueUp(caller, priority, signal);
    return this.slot(caller);
  }

  private slot(caller: string): Slot {
    let held = true;
    let over = false;
    /** Waits that the place is lent for, and the taking back of it, when they have all ended. */
    let lent = 0;
    let taking: Promise<void> | null = null;
    const leave = (): void => {
      if (!held) return;
      held = false;
      this.give(caller);
      this.admitNext();
    };
    const takeBack = async (): Promise<void> => {
      if (this.active < this.limits.active) this.take(caller);
      else await this.queueUp(caller, -1, new AbortController().signal);
      held = true;
      taking = null;
      // Meanwhile it may have been released (the client left), or be lent again.
      if (over || lent > 0) leave();
    };
    return {
      yieldWhile: async (wait) => {
        lent++;
        leave();
        try {
          await wait;
        } finally {
          lent--;
          if (lent === 0 && !over && !held) await (taking ??= takeBack());
        }
      },
      release: () => {
        over = true;
        leave();
      },
    };
  }

  private queueUp(caller: string, priority: number, signal: AbortSignal): Promise<void> {
    return new Promise((resolve, reject) => {
      const cancel = (): void => {
        this.waiting.splice(this.waiting.indexOf(ticket), 1);
        reject(new DramatisError('cancelled', 'The client left while the request waited.'));
      };
      const ticket: Ticket = {
        caller,
        priority,
        admit: () => {
          signal.removeEventListener('abort', cancel);
          resolve();
        },
      };
      if (signal.aborted) {
        reject(new DramatisError('cancelled', 'The client left before the request began.'));
        return;
      }
      signal.addEventListener('abort', cancel, { once: true });
      this.waiting.push(ticket);
    });
  }

  private admitNext(): void {
    while (this.active < this.limits.active) {
      const next = this.pick();
      if (!next) return;
      this.waiting.splice(this.waiting.indexOf(next), 1);
      this.take(next.caller);
      next.admit();
    }
  }

  private take(caller: string): void {
    this.active++;
    const holds = (this.callers.get(caller)?.holds ?? 0) + 1;
    this.callers.set(caller, { holds, served: ++this.turn });
  }

  private give(caller: string): void {
    this.active--;
    const known = this.callers.get(caller);
    if (known) known.holds--;
    // Nobody to be fair between: forget, so that the table does not grow with every key ever used.
    if (this.active === 0 && this.waiting.length === 0) this.callers.clear();
  }

  /** The ticket to serve next: by priority, then who holds fewest places, then who was served longest ago. */
  private pick(): Ticket | undefined {
    let best: Ticket | undefined;
    for (const ticket of this.waiting) if (!best || this.compare(ticket, best) < 0) best = ticket;
    return best;
  }

  private compare(a: Ticket, b: Ticket): number {
    const known = { a: this.callers.get(a.caller), b: this.callers.get(b.caller) };
    return (
      a.priority - b.priority ||
      (known.a?.holds ?? 0) - (known.b?.holds ?? 0) ||
      (known.a?.served ?? 0) - (known.b?.served ?? 0)
    );
  }
}
