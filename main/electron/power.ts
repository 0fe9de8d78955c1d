import { powerSaveBlocker } from 'electron';

/** Pauses shorter than this, as between two lines of a scene, do not let the computer go to sleep. */
const LINGER_MS = 5_000;

/** Keeps the computer awake while there is work; the screen may go dark. */
export class Wakefulness {
  private blocker: number | null = null;
  private timer: NodeJS.Timeout | undefined;

  set(busy: boolean): void {
    clearTimeout(this.timer);
    if (busy) this.blocker ??= powerSaveBlocker.start('prevent-app-suspension');
    else if (this.blocker !== null) this.timer = setTimeout(() => this.release(), LINGER_MS).unref();
  }

  release(): void {
    clearTimeout(this.timer);
    if (this.blocker !== null) powerSaveBlocker.stop(this.blocker);
    this.blocker = null;
  }
}
