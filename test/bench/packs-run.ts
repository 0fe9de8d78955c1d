/** What one side is told to say; with the first task comes the model. */
export interface Task {
  readonly text: string;
  readonly model?: object;
}

/** How long it took. */
export interface Run {
  readonly audioSeconds: number;
  readonly seconds: number;
  /** Of all its threads: what other programs do on the computer is not in it. */
  readonly cpuSeconds: number;
  /** Of `seconds`, what loudness, limiter, sample rate and encoding took; 0 where there is none of that. */
  readonly masteringSeconds: number;
  /** From the request to the first samples. */
  readonly firstMs: number;
}

/** Seconds that this process has computed since `before`. */
export function cpuSince(before: NodeJS.CpuUsage): number {
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1e6;
}
