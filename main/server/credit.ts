import { DramatisError } from '../../engine/contract/errors.ts';
import type { KeyStore } from '../library/keys.ts';
import type { Caller } from './context.ts';

/** Units set aside for one request, until it is known whether it is charged. */
export interface Reservation {
  /** Charges the units. */
  commit(): void;
  /** Gives them back, unless they were charged. */
  release(): void;
}

/**
 * What one request costs. Its text, or each piece of a text that comes in pieces, is reserved before it is spoken, and
 * charged once it has been: if there was anything to hear, and if nothing failed meanwhile.
 */
export class Bill {
  private open: Reservation | null = null;
  private spoken: Reservation[] = [];
  private heard = false;

  constructor(
    private readonly ledger: CreditLedger,
    private readonly caller: Caller,
  ) {}

  /** Reserves the next piece; those before have been spoken. @throws DramatisError insufficient_credit */
  add(units: number): void {
    this.settle();
    this.open = this.ledger.reserve(this.caller, units);
  }

  /** The pieces so far have been spoken. */
  settle(): void {
    if (this.open) this.spoken.push(this.open);
    this.open = null;
    if (this.heard) for (const piece of this.spoken.splice(0)) piece.commit();
  }

  /** There is something to hear. */
  sound(): void {
    this.heard = true;
  }

  /** The request is over. The piece that was at work is charged unless it failed. */
  close(failed: boolean): void {
    if (!failed) this.settle();
    for (const piece of [this.open, ...this.spoken]) piece?.release();
  }
}

/** Credit is counted in UTF-8 bytes of text. Requests at work hold a reservation, so that two cannot spend the same unit. */
export class CreditLedger {
  private readonly reserved = new Map<string, number>();

  constructor(private readonly keys: KeyStore) {}

  /** Units that a caller has left, or null when it has no limit. */
  balance(caller: Caller): number | null {
    if (caller.credit === null) return null;
    return Math.max(0, caller.credit - this.keys.spent(caller.id));
  }

  /** @throws DramatisError insufficient_credit */
  reserve(caller: Caller, units: number): Reservation {
    if (caller.kind !== 'key' || units === 0) return { commit: () => undefined, release: () => undefined };
    const held = this.reserved.get(caller.id) ?? 0;
    const balance = this.balance(caller);
    if (balance !== null && units > balance - held) {
      const left = Math.max(0, balance - held);
      throw new DramatisError(
        'insufficient_credit',
        `The key "${caller.name}" has ${left} of its credit left, and this request costs ${units} (UTF-8 bytes of text).`,
      );
    }
    this.reserved.set(caller.id, held + units);
    let open = true;
    const close = (): boolean => {
      if (!open) return false;
      open = false;
      const rest = (this.reserved.get(caller.id) ?? 0) - units;
      if (rest > 0) this.reserved.set(caller.id, rest);
      else this.reserved.delete(caller.id);
      return true;
    };
    return {
      commit: () => {
        if (close()) this.keys.spend(caller.id, units);
      },
      release: () => {
        close();
      },
    };
  }
}
