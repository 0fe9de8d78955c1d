import { freemem, totalmem } from 'node:os';
import type { PackModel } from './family.ts';

/** How long a model that nobody uses stays, ms; and where less than a tenth of the memory is free. */
const STAYS = 10 * 60_000;
const STAYS_WHEN_SHORT = 5_000;
/** How often it is looked whether memory has become short meanwhile. */
const LOOK_EVERY = 5_000;

/** A pack's model, which is opened when it is first needed and let go when it has not been for a while. */
export class ModelSlot {
  private model: Promise<PackModel> | null = null;
  private users = 0;
  private timer: NodeJS.Timeout | undefined;
  private leaving = false;

  constructor(
    private readonly open: () => Promise<PackModel>,
    private stays = (): number => (freemem() < totalmem() / 10 ? STAYS_WHEN_SHORT : STAYS),
  ) {}

  get isOpen(): boolean {
    return this.model !== null;
  }

  /** The model, which stays until it has been given back as often as it was taken. @throws what opening it throws */
  async take(): Promise<PackModel> {
    clearTimeout(this.timer);
    this.users++;
    try {
      return await (this.model ??= this.open());
    } catch (error) {
      this.users--;
      this.model = null;
      throw error;
    }
  }

  give(): void {
    if (--this.users > 0) return;
    if (this.leaving) this.letGo();
    else this.wait(0);
  }

  /** Lets the model go when nobody uses it any more; who comes then opens it anew. */
  letGoSoon(): void {
    this.leaving = true;
    if (this.users === 0) this.letGo();
  }

  /** Lets the model go as soon as nobody uses it, now and from then on. */
  close(): void {
    clearTimeout(this.timer);
    this.stays = () => 0;
    if (this.users === 0) this.wait(0);
  }

  /** Nobody has used it for `idle` ms. */
  private wait(idle: number): void {
    const step = Math.max(0, Math.min(LOOK_EVERY, this.stays() - idle));
    this.timer = setTimeout(() => {
      if (idle + step >= this.stays()) this.letGo();
      else this.wait(idle + step);
    }, step);
    this.timer.unref();
  }

  private letGo(): void {
    const { model } = this;
    this.model = null;
    this.leaving = false;
    // A model that could not be opened has nothing to let go.
    model?.then((opened) => opened.dispose()).catch(() => undefined);
  }
}
