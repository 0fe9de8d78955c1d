import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import type { Measured, Speaker } from './measured.ts';
import { cpuSeconds, peakMemory, processTree } from './proc.ts';
import { WavStream } from './wav-stream.ts';

/** How often a running program is asked for its memory. */
const WATCH_MS = 10;

/** A synthesizer that is started for every text and writes a WAV file to its standard output. */
export class ProgramSpeaker implements Speaker {
  private peak = 0;

  constructor(
    readonly name: string,
    private readonly command: string,
    private readonly args: (text: string) => readonly string[],
    /** The program opens its standard output by name, which takes a true pipe: Node's is a socket. */
    private readonly piped = false,
  ) {}

  /** Whether the program is installed. */
  get isThere(): boolean {
    return spawnSync(this.command, ['--version'], { stdio: 'ignore' }).error === undefined;
  }

  async speak(text: string, whole: boolean): Promise<Measured> {
    const wav = new WavStream();
    const start = performance.now();
    let firstByteMs = 0;
    let firstSampleMs = 0;
    const line = [this.command, ...this.args(text)];
    const [command, args] = this.piped ? ['sh', ['-c', '"$@" | cat', 'sh', ...line]] : [this.command, line.slice(1)];
    const child = spawn(command, args, { stdio: ['ignore', 'pipe', 'ignore'], detached: true });
    const { pid } = child;
    if (pid === undefined) throw new Error(`${command} cannot be started.`);
    const watch = setInterval(() => this.watch(pid), WATCH_MS);
    const closed = once(child, 'close');
    for await (const bytes of child.stdout) {
      firstByteMs ||= performance.now() - start;
      wav.push(bytes as Buffer);
      if (wav.hasSamples) firstSampleMs ||= performance.now() - start;
      this.watch(pid);
      if (firstSampleMs > 0 && !whole) break;
    }
    clearInterval(watch);
    endGroup(pid);
    await closed;
    return { firstByteMs, firstSampleMs, totalMs: performance.now() - start, audioSeconds: wav.seconds };
  }

  private watch(pid: number): void {
    this.peak = Math.max(this.peak, ...processTree(pid).map(peakMemory));
  }

  cpuSeconds(): number {
    return cpuSeconds(process.pid).ended;
  }

  peakMemory(): number {
    return this.peak;
  }
}

/** Ends a pipeline that was started `detached`; it may be gone already. */
function endGroup(pid: number): void {
  try {
    process.kill(-pid, 'SIGKILL');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}

/** The programs beside which the server is measured. flite speaks with slt, its statistical voice. */
export const PROGRAMS = [
  new ProgramSpeaker('espeak-ng', 'espeak-ng', (text) => ['-v', 'en-us', '--stdout', text]),
  new ProgramSpeaker('flite', 'flite', (text) => ['-voice', 'slt', '-t', text, '-o', '/dev/stdout'], true),
];
