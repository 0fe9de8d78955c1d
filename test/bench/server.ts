import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { request, type IncomingMessage } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { root } from '../../scripts/setup.mjs';
import type { Measured, Speaker } from './measured.ts';
import { cpuSeconds, peakMemory, processTree } from './proc.ts';
import { WavStream } from './wav-stream.ts';

const KEY = 'measurement';
const STOP_WITHIN_MS = 5000;

/** The server as a person starts it, in a process of its own with an empty data folder. */
export class BenchServer implements Speaker {
  readonly name = 'dramatis';
  private seed = 1;

  private constructor(
    private readonly child: ChildProcess,
    private readonly data: string,
    private readonly address: string,
    /** ms from the start of the process to its line `Listening on`. */
    readonly listeningMs: number,
  ) {}

  /** Starts a server, which ends with this process, and waits until it listens. */
  static async start(): Promise<BenchServer> {
    const data = mkdtempSync(join(tmpdir(), 'dramatis-bench-'));
    const start = performance.now();
    const args = [join(root, 'scripts', 'start.mjs'), '--headless', '--port', '0', '--data', data];
    const child = spawn(process.execPath, args, {
      cwd: root,
      env: { ...process.env, DRAMATIS_API_KEY: KEY },
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    process.once('exit', () => child.kill());
    for await (const line of createInterface({ input: child.stdout })) {
      const match = /Listening on (http:\/\/\S+)/.exec(line);
      if (match) return new BenchServer(child, data, match[1]!, performance.now() - start);
    }
    rmSync(data, { recursive: true, force: true });
    throw new Error('The server ended before it listened.');
  }

  /** Asks for WAV over HTTP. Unless `whole`, leaves after the first sample, as a listener would who closes the page. */
  async speak(text: string, whole: boolean): Promise<Measured> {
    const wav = new WavStream();
    const body = JSON.stringify({ text, format: 'wav', seed: this.seed++ });
    const start = performance.now();
    let firstByteMs = 0;
    let firstSampleMs = 0;
    const response = await this.post(body);
    for await (const bytes of response) {
      firstByteMs ||= performance.now() - start;
      wav.push(bytes as Buffer);
      if (wav.hasSamples) firstSampleMs ||= performance.now() - start;
      if (firstSampleMs > 0 && !whole) break;
    }
    if (!whole) response.destroy();
    return { firstByteMs, firstSampleMs, totalMs: performance.now() - start, audioSeconds: wav.seconds };
  }

  private async post(body: string): Promise<IncomingMessage> {
    const ask = request(`${this.address}/v1/tts`, {
      method: 'POST',
      // A connection of its own, as curl makes one.
      agent: false,
      headers: {
        authorization: `Bearer ${KEY}`,
        'content-type': 'application/json',
        'content-length': Buffer.byteLength(body),
      },
    });
    ask.end(body);
    const [response] = (await once(ask, 'response')) as [IncomingMessage];
    if (response.statusCode === 200) return response;
    const told = (await response.toArray()).join('');
    throw new Error(`POST /v1/tts was answered ${response.statusCode}: ${told}`);
  }

  cpuSeconds(): number {
    return processTree(this.child.pid!).reduce((sum, pid) => sum + cpuSeconds(pid).own, 0);
  }

  peakMemory(): number {
    return processTree(this.child.pid!).reduce((sum, pid) => sum + peakMemory(pid), 0);
  }

  async stop(): Promise<void> {
    const gone = this.child.exitCode === null ? once(this.child, 'exit') : Promise.resolve();
    this.child.kill('SIGTERM');
    const timer = setTimeout(() => this.child.kill('SIGKILL'), STOP_WITHIN_MS);
    await gone;
    clearTimeout(timer);
    rmSync(this.data, { recursive: true, force: true });
  }
}
