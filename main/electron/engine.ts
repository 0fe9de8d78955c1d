import { createInterface } from 'node:readline';
import { utilityProcess } from 'electron';
import type { FromEngine, ToEngine } from '../../engine/contract/messages.ts';
import type { EngineSpawner } from '../engine-host/index.ts';

/** Told what goes to and comes from the engine, so that the shell knows whether it is at work. */
export interface EngineWatcher {
  sent(message: ToEngine): void;
  received(message: FromEngine): void;
  ended(): void;
}

/** Starts the engine as one of Electron's utility processes, behind the same interface as `fork` in headless mode. */
export function utilityEngine(watcher: EngineWatcher): EngineSpawner {
  return (entry, listeners) => {
    const child = utilityProcess.fork(entry.path, [], {
      execArgv: [...entry.execArgv],
      stdio: ['ignore', 'ignore', 'pipe'],
      serviceName: 'Dramatis speech engine',
    });
    let over = false;
    let fatal = '';
    child.on('message', (message: FromEngine) => {
      watcher.received(message);
      listeners.onMessage(message);
    });
    child.once('error', (type, location) => (fatal = ` (${type} in ${location})`));
    child.once('exit', (code) => {
      over = true;
      watcher.ended();
      listeners.onExit(`ended with code ${code}${fatal}`);
    });
    if (child.stderr) createInterface({ input: child.stderr }).on('line', (line) => listeners.onLine(line));
    return {
      get pid() {
        return child.pid;
      },
      post: (message) => {
        if (over) return;
        watcher.sent(message);
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
