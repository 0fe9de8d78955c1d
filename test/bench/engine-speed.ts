import { join } from 'node:path';
import { createEngineHost, type EngineHost } from '../../main/engine-host/index.ts';
import { root } from '../../scripts/setup.mjs';
import type { Measured, Speaker } from './measured.ts';
import { cpuSeconds, peakMemory } from './proc.ts';
import { speechRequest } from './request.ts';

const PACK = join(root, 'models', 'starter');
const OUTPUT = { format: 'wav', sampleRate: 44100 } as const;

/** The engine in its own process, without HTTP, with a given number of threads. */
export class EngineSpeed implements Speaker {
  readonly name: string;
  private seed = 1;

  private constructor(
    threads: number,
    private readonly host: EngineHost,
  ) {
    this.name = `engine alone, threads: ${threads}`;
  }

  static async start(threads: number): Promise<EngineSpeed> {
    const host = createEngineHost({ packs: [PACK], threads });
    await host.ready;
    return new EngineSpeed(threads, host);
  }

  /** Speaks to the end, from text to the bytes of a WAV file at 44.1 kHz. */
  async speak(text: string): Promise<Measured> {
    const card = this.host.voices()[0]!.card;
    const request = speechRequest({ text, card, seed: this.seed++, output: OUTPUT });
    const start = performance.now();
    let firstByteMs = 0;
    let bytes = 0;
    for await (const event of this.host.speak(request, new AbortController().signal)) {
      if (event.type !== 'audio') continue;
      firstByteMs ||= performance.now() - start;
      bytes += event.bytes.length;
    }
    const audioSeconds = bytes / (2 * OUTPUT.sampleRate);
    return { firstByteMs, firstSampleMs: firstByteMs, totalMs: performance.now() - start, audioSeconds };
  }

  cpuSeconds(): number {
    return this.host.pid === undefined ? 0 : cpuSeconds(this.host.pid).own;
  }

  peakMemory(): number {
    return this.host.pid === undefined ? 0 : peakMemory(this.host.pid);
  }

  async stop(): Promise<void> {
    await this.host.stop();
  }
}
