import { DramatisError } from '../../engine/contract/errors.ts';
import type { FromEngine, PackInfo } from '../../engine/contract/messages.ts';
import { type EngineSpawner, forkEngine } from './engine-child.ts';
import { engineEntryPoint, type EntryPoint } from './entry-point.ts';

export interface ProbeOptions {
  readonly spawn?: EngineSpawner;
  readonly entry?: EntryPoint;
  /** ms. */
  readonly within?: number;
  readonly signal?: AbortSignal;
}

/** A pack of 1 GB is opened in some ten seconds on a slow disk. */
const WITHIN = 120_000;

/**
 * Finds out what the files in a folder are, in an engine process of its own, which alone suffers from a hostile file.
 * The folder has a file `pack.new`. @throws DramatisError invalid_parameter with the reason in a sentence; cancelled
 */
export async function probeFolder(folder: string, options: ProbeOptions = {}): Promise<PackInfo> {
  const { spawn = forkEngine, entry = engineEntryPoint(), within = WITHIN, signal } = options;
  const refuse = (why: string): DramatisError => new DramatisError('invalid_parameter', why);
  let lastLine = '';
  return new Promise<PackInfo>((resolve, reject) => {
    const child = spawn(entry, {
      onMessage: (message: FromEngine) => {
        if (message.type === 'ready' && message.packs[0]) finish(() => resolve(message.packs[0]!));
        else if (message.type === 'load-failed') finish(() => reject(refuse(message.error.message)));
      },
      onExit: (how) =>
        finish(() => reject(refuse(`The files end the speech engine, which ${how}. ${lastLine}`.trim()))),
      onLine: (line) => (lastLine = line.slice(0, 300)),
    });
    const timer = setTimeout(
      () => finish(() => reject(refuse(`The files were not understood within ${Math.round(within / 1000)} seconds.`))),
      within,
    );
    const cancelled = (): void =>
      finish(() => reject(new DramatisError('cancelled', 'Adding the pack was cancelled.')));
    let over = false;
    function finish(how: () => void): void {
      if (over) return;
      over = true;
      clearTimeout(timer);
      signal?.removeEventListener('abort', cancelled);
      child.kill();
      how();
    }
    signal?.addEventListener('abort', cancelled, { once: true });
    if (signal?.aborted) return cancelled();
    child.post({ type: 'load', packs: [folder], threads: 1 });
  });
}
