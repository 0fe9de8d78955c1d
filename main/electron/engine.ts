import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { utilityProcess } from 'electron';
import type { FromEngine, ToEngine } from '../../engine/contract/messages.ts';
import type { EngineSpawner } from '../engine-host/index.ts';
import type { Activity } from './activity.ts';

/** Starts the engine as one of Electron's utility processes, behind the same interface as `fork` in headless mode. */
export function utilityEngine(activity: Activity): EngineSpawner {
  return (entry, listeners) => {
    const child = utilityProcess.fork(entry.path, [], {
      execArgv: [...entry.execArgv],
      stdio: ['ignore', 'ignore', 'pipe'],
      serviceName: 'Dramatis speech engine',
    });
    const work = new Work(activity);
    let over = false;
    let fatal = '';
    child.on('message', (message: FromEngine) => {
      work.received(message);
      listeners.onMessage(message);
    });
    child.once('error', (type, location) => (fatal = ` (${type} in ${location})`));
    child.once('exit', (code) => {
      over = true;
      work.ended();
      listeners.onExit(`ended with code ${code}${fatal}`);
    });
    if (child.stderr) createInterface({ input: child.stderr }).on('line', (line) => listeners.onLine(line));
    return {
      get pid() {
        return child.pid;
      },
      post: (message) => {
        if (over) return;
        work.sent(message);
        child.postMessage(onDisk(message));
      },
      kill: () => {
        if (over) return;
        // Electron's own kill asks first (SIGTERM), which an engine that hangs would not hear.
        if (child.pid === undefined) child.kill();
        else endProcess(child.pid);
      },
    };
  };
}

/** The requests that one process is at work on. */
class Work {
  private readonly ids = new Set<number>();

  constructor(private readonly activity: Activity) {}

  sent(message: ToEngine): void {
    if (message.type === 'speak' && !this.ids.has(message.id)) {
      this.ids.add(message.id);
      this.activity.change(1);
    } else if (message.type === 'cancel') this.finish(message.id);
  }

  received(message: FromEngine): void {
    if (message.type === 'done' || message.type === 'failed') this.finish(message.id);
    else if (message.type === 'ready' || message.type === 'load-failed') this.activity.change(0);
  }

  ended(): void {
    this.activity.change(-this.ids.size);
    this.ids.clear();
  }

  private finish(id: number): void {
    if (this.ids.delete(id)) this.activity.change(-1);
  }
}

function endProcess(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch {
    // It went by itself in the meantime.
  }
}

/** ONNX Runtime opens its files itself and cannot look into an archive: packs lie beside it in a release. */
function onDisk(message: ToEngine): ToEngine {
  return message.type === 'load' ? { ...message, packs: message.packs.map(unpacked) } : message;
}

/** Where a path inside `app.asar` lies when it was left out of the archive. Any other path is given back as it is. */
export function unpacked(path: string): string {
  return path.replace(/([\\/]app\.asar)(?=[\\/]|$)/, '$1.unpacked');
}

/** Whether ONNX Runtime has a build for this kind of computer; it has none for Macs with an Intel processor. */
export function hasInference(root: string, platform: string = process.platform, arch: string = process.arch): boolean {
  const bin = join(unpacked(root), 'node_modules', 'onnxruntime-node', 'bin', 'napi-v6');
  return existsSync(join(bin, platform, arch, 'onnxruntime_binding.node'));
}
