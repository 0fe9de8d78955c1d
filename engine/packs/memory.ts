import { DramatisError } from '../contract/errors.ts';
import type { PackModel } from './families/family.ts';

const MB = 1024 ** 2;
/** How often it is looked while a pack works, ms: what a run takes may be given back at its end. */
const LOOK_EVERY_MS = 10;

/** Packs that are at work in this process, and how often one began: what two take at once cannot be told apart. */
let working = 0;
let begun = 0;

/**
 * What a pack takes of the process's resident memory: by its opening, and at most by a run. Where another pack works in the
 * same moment, that moment is not counted. Memory of a graphics card is not seen.
 */
export class MemoryMeter {
  private opened = 0;
  private run = 0;

  constructor(
    private readonly name: string,
    private readonly limitMb: number,
    private readonly resident: () => number = () => process.memoryUsage.rss(),
  ) {}

  /** Opens the graphs. @throws DramatisError engine_unavailable where that took more than is allowed */
  async open(files: number, work: () => Promise<PackModel>, letGo: () => void): Promise<PackModel> {
    // What did not fit once is not opened again; nor is what cannot fit.
    this.check();
    if (files > this.limitMb * MB)
      throw this.refusal(`needs ${inMb(files)} MB of memory for its files alone`, 'it is not opened');
    const model = await this.watch(work, (bytes) => (this.opened = Math.max(0, bytes)));
    try {
      this.check();
    } catch (error) {
      await model.dispose();
      throw error;
    }
    return metered(model, this, letGo);
  }

  /** One piece of work of the open model. */
  during<T>(work: () => Promise<T>): Promise<T> {
    return this.watch(work, (bytes) => (this.run = Math.max(this.run, bytes)));
  }

  /** @throws DramatisError engine_unavailable where more was taken than is allowed */
  check(): void {
    const taken = this.opened + this.run;
    if (taken <= this.limitMb * MB) return;
    const parts = this.run > 0 ? `, ${inMb(this.run)} of them to speak` : '';
    throw this.refusal(`took ${inMb(taken)} MB of memory${parts}`, 'it was let go');
  }

  private refusal(what: string, result: string): DramatisError {
    return new DramatisError(
      'engine_unavailable',
      `The pack ${this.name} ${what}, and the settings allow it ${this.limitMb} MB: ${result}. Allow it more, or choose another voice.`,
    );
  }

  private async watch<T>(work: () => Promise<T>, tell: (bytes: number) => void): Promise<T> {
    const before = this.resident();
    const alone = working++ === 0;
    const number = ++begun;
    let most = 0;
    const look = (): void => void (most = Math.max(most, this.resident() - before));
    const timer = setInterval(look, LOOK_EVERY_MS);
    try {
      return await work();
    } finally {
      clearInterval(timer);
      look();
      working--;
      if (alone && number === begun) tell(most);
    }
  }
}

/** A model whose work is measured. Where it takes too much, it stops before more of its sound leaves, and `letGo` is called. */
function metered(model: PackModel, meter: MemoryMeter, letGo: () => void): PackModel {
  const check = (): void => {
    try {
      meter.check();
    } catch (error) {
      letGo();
      throw error;
    }
  };
  const { sampleRate, speeds, variable, seeded, phonemes } = model;
  return {
    ...{ sampleRate, speeds, variable, seeded, phonemes },
    async *synthesize(utterance, signal) {
      const pieces = model.synthesize(utterance, signal)[Symbol.asyncIterator]();
      try {
        for (;;) {
          const next = await meter.during(() => pieces.next());
          check();
          if (next.done) return;
          yield next.value;
        }
      } finally {
        await pieces.return?.();
      }
    },
    ...(model.clone
      ? {
          clone: async (references) => {
            const speaker = await meter.during(() => model.clone!(references));
            check();
            return speaker;
          },
        }
      : {}),
    dispose: () => model.dispose(),
  };
}

const inMb = (bytes: number): number => Math.ceil(bytes / MB);
