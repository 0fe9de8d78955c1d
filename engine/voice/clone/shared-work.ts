import { cancelled } from './cancel.ts';

interface Work<T> {
  readonly result: Promise<T>;
  readonly controller: AbortController;
  waiting: number;
  done: boolean;
}

/**
 * Results by key, the latest `kept` of them. Who asks for one that is being made waits with the others; it is given up when
 * all of them have left. What failed is made anew for the next who asks.
 */
export class SharedWork<T> {
  private readonly works = new Map<string, Work<T>>();

  constructor(private readonly kept: number) {}

  /** @throws what `make` throws; DramatisError cancelled when `signal` aborts */
  async get(key: string, signal: AbortSignal, make: (abort: AbortSignal) => Promise<T>): Promise<T> {
    if (signal.aborted) throw cancelled();
    const work = this.works.get(key) ?? this.begin(key, make);
    work.waiting++;
    let leave = (): void => undefined;
    const left = new Promise<never>((_, reject) => {
      leave = () => reject(cancelled());
      signal.addEventListener('abort', leave, { once: true });
    });
    try {
      return await Promise.race([work.result, left]);
    } finally {
      signal.removeEventListener('abort', leave);
      if (--work.waiting === 0 && !work.done) {
        this.forget(key, work);
        work.controller.abort();
      }
    }
  }

  private begin(key: string, make: (abort: AbortSignal) => Promise<T>): Work<T> {
    const controller = new AbortController();
    const work: Work<T> = { result: make(controller.signal), controller, waiting: 0, done: false };
    work.result.then(
      () => (work.done = true),
      () => {
        work.done = true;
        this.forget(key, work);
      },
    );
    this.works.set(key, work);
    if (this.works.size > this.kept) this.works.delete(this.works.keys().next().value!);
    return work;
  }

  private forget(key: string, work: Work<T>): void {
    if (this.works.get(key) === work) this.works.delete(key);
  }
}
