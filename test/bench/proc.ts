import { readdirSync, readFileSync } from 'node:fs';

/** Peak resident memory of a process in MiB (Linux; 0 where it is not told or the process is gone). */
export function peakMemory(pid: number): number {
  try {
    const match = /^VmHWM:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/status`, 'latin1'));
    return match ? Number(match[1]) / 1024 : 0;
  } catch {
    return 0;
  }
}

/** Resident memory of a process in MiB (Linux; else 0). */
export function residentMemory(pid: number): number {
  try {
    return Number(/^VmRSS:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/status`, 'latin1'))?.[1] ?? 0) / 1024;
  } catch {
    return 0;
  }
}

/** Clock ticks a second in /proc, on every Linux that Node runs on. */
const TICKS = 100;

/** Processor seconds of a process and, apart from them, of its children that have ended (Linux; else 0). */
export function cpuSeconds(pid: number): { readonly own: number; readonly ended: number } {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'latin1');
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    const [user, system, childUser, childSystem] = fields.slice(11, 15).map(Number) as [number, number, number, number];
    return { own: (user + system) / TICKS, ended: (childUser + childSystem) / TICKS };
  } catch {
    return { own: 0, ended: 0 };
  }
}

/** A process and all its descendants (Linux). */
export function processTree(pid: number): number[] {
  let children: number[] = [];
  try {
    children = readdirSync(`/proc/${pid}/task`).flatMap((task) =>
      readFileSync(`/proc/${pid}/task/${task}/children`, 'latin1').split(' ').filter(Boolean).map(Number),
    );
  } catch {
    return [pid];
  }
  return [pid, ...children.flatMap(processTree)];
}
