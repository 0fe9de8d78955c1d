import type { SpeechEvent, SpeechStats } from './contract/speech.ts';
import type { Reading } from './reading.ts';

type WithoutEnd = Exclude<SpeechEvent, { type: 'end' }>;

/** Counts and times one request. Taps on the flow, so that the flow itself reads without them. */
export class RunStats {
  private readonly started = performance.now();
  private computing = 0;
  private waiting = 0;
  private firstAudio: number | null = null;
  private frames = 0;
  private chunks = 0;
  private phones = 0;

  constructor(private readonly framesPerSecond: number) {}

  /** Passes on what somebody else has to give first; waiting for it is no work. */
  async *waits<T>(source: AsyncIterable<T>): AsyncGenerator<T, void, undefined> {
    let from = performance.now();
    for await (const item of source) {
      this.waiting += performance.now() - from;
      yield item;
      from = performance.now();
    }
    this.waiting += performance.now() - from;
  }

  async *readings<T extends { readonly type: string }>(
    source: AsyncIterable<Reading | T>,
  ): AsyncGenerator<Reading | T, void, undefined> {
    for await (const item of source) {
      if (isReading(item)) {
        this.count(
          item.plan.durations.reduce((sum, frames) => sum + frames, 0),
          item.plan.sequence.phones.length,
        );
      }
      yield item;
    }
  }

  /** Counts a chunk. */
  count(frames: number, phones: number): void {
    this.chunks++;
    this.frames += frames;
    this.phones += phones;
  }

  /**
   * Passes the events on and ends with the statistics, unless the work was broken off. Time that the reader takes between
   * two events is not counted.
   */
  async *events(
    source: AsyncGenerator<WithoutEnd, void, undefined>,
    signal: AbortSignal,
  ): AsyncGenerator<SpeechEvent, void, undefined> {
    try {
      for (;;) {
        const from = performance.now();
        const next = await source.next();
        this.computing += performance.now() - from;
        if (next.done) break;
        if (next.value.type === 'audio') this.firstAudio ??= performance.now() - this.started;
        yield next.value;
      }
      if (!signal.aborted) yield { type: 'end', stats: this.stats() };
    } catch (error) {
      // Stages that are broken off may say so by throwing; to the reader the speech just ends.
      if (!signal.aborted) throw error;
    } finally {
      await source.return();
    }
  }

  private stats(): SpeechStats {
    return {
      audioSeconds: this.frames / this.framesPerSecond,
      computeSeconds: (this.computing - this.waiting) / 1000,
      firstAudioMs: this.firstAudio ?? 0,
      chunks: this.chunks,
      phones: this.phones,
    };
  }
}

function isReading(item: { readonly type: string }): item is Reading {
  return item.type === 'reading';
}
