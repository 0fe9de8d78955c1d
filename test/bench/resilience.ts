import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { FromEngine } from '../../engine/contract/messages.ts';
import { toSpeechRequest } from '../../main/server/speech.ts';
import { TtsRequest } from '../../engine/contract/tts-request.ts';
import { forkEngine } from '../../main/engine-host/engine-child.ts';
import { createEngineHost } from '../../main/engine-host/index.ts';
import { cpuSeconds, processTree, residentMemory } from './proc.ts';
import { usualProfile } from '../../main/server/profiles.ts';

const PACK = join(import.meta.dirname, '..', '..', 'models', 'starter');
const SENTENCE = 'Nobody on the platform seemed to mind that the train was late again. ';

export interface Leaving {
  /** From the reader's leaving to the engine's word that it has stopped, ms, sorted. */
  readonly ms: readonly number[];
  /** Most blocks that the engine still sent. */
  readonly blocksAfter: number;
}

/** How soon the engine stops working for a reader that leaves in mid-speech. */
export async function measureLeaving(times: number): Promise<Leaving> {
  const said: { readonly at: number; readonly message: FromEngine }[] = [];
  const host = createEngineHost({
    packs: [PACK],
    spawn: (entry, listeners) => {
      const onMessage = (message: FromEngine): void => {
        said.push({ at: performance.now(), message });
        listeners.onMessage(message);
      };
      return forkEngine(entry, { ...listeners, onMessage });
    },
  });
  await host.ready;
  const ms: number[] = [];
  let blocksAfter = 0;
  try {
    const profile = usualProfile('s2.1-pro');
    const body = TtsRequest.parse({ text: SENTENCE.repeat(200), format: 'pcm' });
    const request = toSpeechRequest(body, profile, [{ card: host.voices()[0]!.card }]);
    for (let i = 0; i < times; i++) {
      const leaving = new AbortController();
      let seen = 0;
      for await (const _ of host.speak(request, leaving.signal)) if (++seen === 3 + i) break;
      const left = performance.now();
      const before = said.length;
      leaving.abort();
      const end = (): number => said.findIndex(({ message }, at) => at >= before && message.type === 'done');
      while (end() < 0) await sleep(1);
      ms.push(said[end()]!.at - left);
      blocksAfter = Math.max(blocksAfter, end() - before);
    }
  } finally {
    await host.stop();
  }
  return { ms: ms.sort((a, b) => a - b), blocksAfter };
}

export interface Restart {
  /** From the end of the engine's process to the next one that speaks, ms. */
  readonly ms: number;
  /** Processor seconds of the new process meanwhile, and those that it had used before, standing by. */
  readonly cpu: number;
  readonly cpuBefore: number;
}

/** Kills the engine of a server and waits for the next one (Linux). */
export async function measureRestart(url: string, server: number): Promise<Restart> {
  const state = async (): Promise<string> =>
    ((await (await fetch(`${url}/health`)).json()) as { engine: string }).engine;
  const children = (): number[] => processTree(server).slice(1);
  // The one at work has its models loaded.
  const [engine] = children().sort((a, b) => residentMemory(b) - residentMemory(a));
  if (engine === undefined) throw new Error('The server has no engine process.');
  const spent = new Map(children().map((pid) => [pid, cpuSeconds(pid).own]));
  const start = performance.now();
  process.kill(engine, 'SIGKILL');
  while (children().includes(engine) || (await state()) !== 'ready') await sleep(2);
  const ms = performance.now() - start;
  const [next] = children().sort((a, b) => residentMemory(b) - residentMemory(a));
  const cpuBefore = spent.get(next!) ?? 0;
  return { ms, cpu: cpuSeconds(next!).own - cpuBefore, cpuBefore };
}
