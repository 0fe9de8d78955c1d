/** What one side is told to say; with the first task comes what to say it with. */
export interface Task<Model = object> {
  readonly text: string;
  readonly model?: Model;
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

/** Has this process, which the benchmark started, do what it is told. */
export function serve<Model>(run: (task: Task<Model>) => Promise<Run>): void {
  process.on('message', (task) => {
    void run(task as Task<Model>).then((result) => process.send!(result));
  });
}
