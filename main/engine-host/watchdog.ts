/** Asks a process at intervals whether it is there, and has it killed when it does not answer: a loop is no crash. */
export class Watchdog {
  private timer: NodeJS.Timeout | undefined;
  private nonce = 0;
  /** Pings without an answer. Counted, not timed: after a sleep of the whole machine the clock has jumped. */
  private unanswered = 0;

  constructor(
    private readonly timing: { readonly pingEvery: number; readonly pongWithin: number },
    private readonly act: { ping(nonce: number): void; bite(): void },
  ) {}

  start(): void {
    this.stop();
    this.unanswered = 0;
    this.timer = setInterval(() => this.look(), this.timing.pingEvery);
    this.timer.unref();
  }

  heard(): void {
    this.unanswered = 0;
  }

  stop(): void {
    clearInterval(this.timer);
    this.timer = undefined;
  }

  private look(): void {
    if (this.unanswered * this.timing.pingEvery >= this.timing.pongWithin) {
      this.stop();
      this.act.bite();
      return;
    }
    this.unanswered++;
    this.act.ping(++this.nonce);
  }
}
