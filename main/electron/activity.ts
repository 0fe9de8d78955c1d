/** Counts what is being spoken, whoever asked for it, over all processes of the engine. */
export class Activity {
  private working = 0;
  private readonly listeners = new Set<() => void>();

  /** Requests that the engine is at work on. */
  get count(): number {
    return this.working;
  }

  /** Calls the listener after every change of the count and of the engine's state. */
  onChange(listener: () => void): void {
    this.listeners.add(listener);
  }

  /**
   * @param by how many requests more, or fewer, are at work; 0: something else changed. The listeners hear of it a little
   * later, so that the engine host has taken the message too when they look at its state.
   */
  change(by: number): void {
    this.working += by;
    setImmediate(() => {
      for (const listener of this.listeners) listener();
    });
  }
}
