import type { FromEngine, ToEngine } from './contract/messages.ts';

/** The engine process's end of the line to its host. */
export interface Port {
  post(message: FromEngine): void;
  onMessage(listener: (message: ToEngine) => void): void;
  /** The host went away, or closed the line. */
  onClose(listener: () => void): void;
}

/** Electron's utilityProcess gives its children this; its types are not at hand outside the shell. */
interface ParentPort {
  postMessage(message: unknown): void;
  on(event: 'message', listener: (event: { readonly data: ToEngine }) => void): unknown;
}

/** The line of this process: Electron's where there is one, else the IPC channel of `child_process.fork`. */
export function openPort(): Port {
  const { parentPort } = process as unknown as { readonly parentPort?: ParentPort };
  if (parentPort) {
    return {
      post: (message) => parentPort.postMessage(message),
      onMessage: (listener) => parentPort.on('message', ({ data }) => listener(data)),
      // Electron ends its utility processes itself.
      onClose: () => undefined,
    };
  }
  if (!process.send) throw new Error('The engine is a child process of its host and cannot be started alone.');
  return {
    // A closed channel is told by `onClose`; what is said into it is lost.
    post: (message) => void process.send?.(message, undefined, undefined, () => undefined),
    onMessage: (listener) => process.on('message', (message) => listener(message as ToEngine)),
    onClose: (listener) => process.once('disconnect', listener),
  };
}
