import { readdirSync } from 'node:fs';
import { processTree, residentMemory } from './proc.ts';

/** Resident memory (MiB) of a process and of those that it started, and the open handles of all (Linux). */
export interface ProcessFigures {
  readonly server: number;
  readonly engine: number;
  readonly handles: number;
}

export function processFigures(pid: number): ProcessFigures {
  const [own = pid, ...others] = processTree(pid);
  return {
    server: residentMemory(own),
    engine: others.reduce((sum, other) => sum + residentMemory(other), 0),
    handles: [own, ...others].reduce((sum, other) => sum + openHandles(other), 0),
  };
}

function openHandles(pid: number): number {
  try {
    return readdirSync(`/proc/${pid}/fd`).length;
  } catch {
    return 0;
  }
}
