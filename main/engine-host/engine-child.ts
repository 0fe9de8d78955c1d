import { fork } from 'node:child_process';
import { createInterface } from 'node:readline';
import type { FromEngine, ToEngine } from '../../engine/contract/messages.ts';
import type { EntryPoint } from './entry-point.ts';

/** A running engine process. Its listeners are given before it starts, so that nothing is missed. */
export interface EngineChild {
  readonly pid: number | undefined;
  /** What is said to a process that is gone is lost. */
  post(message: ToEngine): void;
  /** At once and without asking. */
  kill(): void;
}

export interface EngineChildListeners {
  onMessage(message: FromEngine): void;
  /** Once, also where the process could not be started. `how` completes "The speech engine ...". */
  onExit(how: string): void;
  /** A line that the process wrote to its error output. */
  onLine(line: string): void;
}

/** Starts engine processes. The desktop shell has one of its own (utilityProcess); the other shells fork. */
export type EngineSpawner = (entry: EntryPoint, listeners: EngineChildListeners) => EngineChild;

export const forkEngine: EngineSpawner = (entry, listeners) => {
  const child = fork(entry.path, [], {
    execArgv: [...entry.execArgv],
    // Structured clone: typed arrays go through as they are.
    serialization: 'advanced',
    env: engineEnvironment(),
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
  });
  let over = false;
  const exit = (how: string): void => {
    if (over) return;
    over = true;
    listeners.onExit(how);
  };
  child.on('message', (message) => listeners.onMessage(message as FromEngine));
  child.once('error', (error) => exit(`could not be started: ${error.message}`));
  child.once('exit', (code, signal) => exit(signal ? `was ended by ${signal}` : `ended with code ${code ?? 0}`));
  if (child.stderr) createInterface({ input: child.stderr }).on('line', (line) => listeners.onLine(line));
  return {
    pid: child.pid,
    post: (message) => void (child.connected && child.send(message, () => undefined)),
    kill: () => void child.kill('SIGKILL'),
  };
};

/**
 * What the engine's process gets beside our own variables. On Linux it is given large pages of memory: graphs run over tens of
 * megabytes, and take 3 to 7 % less time where each page is 2 MB. Where the C library is not glibc (2.35 or later), or the kernel
 * gives none, nothing changes; tunables that a person has set stay.
 */
export function engineEnvironment(): NodeJS.ProcessEnv {
  const { GLIBC_TUNABLES: set } = process.env;
  if (process.platform !== 'linux' || set?.includes(LARGE_PAGES)) return process.env;
  return { ...process.env, GLIBC_TUNABLES: [set, `${LARGE_PAGES}=1`].filter(Boolean).join(':') };
}

const LARGE_PAGES = 'glibc.malloc.hugetlb';
