import { afterEach, expect, it, vi } from 'vitest';
import { DramatisError } from '../../../engine/contract/errors.ts';
import type { FromEngine, ToEngine } from '../../../engine/contract/messages.ts';
import { EngineProcess } from '../../../engine/engine-process.ts';
import type { LoadedPack } from '../../../engine/packs/pack.ts';

afterEach(() => void vi.restoreAllMocks());

/** What the engine says to `load`, where packs called "broken" cannot be loaded. */
async function load(packs: readonly string[]): Promise<FromEngine> {
  const sent: FromEngine[] = [];
  let say: (message: ToEngine) => void = () => undefined;
  const port = {
    post: (message: FromEngine) => void sent.push(message),
    onMessage: (listener: typeof say) => void (say = listener),
    onClose: () => undefined,
  };
  const open = async (id: string): Promise<LoadedPack> => {
    if (id === 'broken') throw new DramatisError('engine_unavailable', 'The pack is gone.');
    return { info: { manifest: { id } }, warmUp: () => Promise.resolve() } as unknown as LoadedPack;
  };
  new EngineProcess(port, open, () => undefined).listen();
  say({ type: 'load', packs, threads: 1 });
  await expect.poll(() => sent.length).toBe(1);
  return sent[0]!;
}

it('leaves out a pack that was added and cannot be loaded, and tells of it', async () => {
  const told = vi.spyOn(process.stderr, 'write').mockReturnValue(true);
  const ready = await load(['starter', 'broken', 'kokoro']);
  expect(ready).toMatchObject({
    type: 'ready',
    packs: [{ manifest: { id: 'starter' } }, { manifest: { id: 'kokoro' } }],
  });
  expect(told.mock.calls.join()).toContain('The pack is gone.');
});

it('cannot do without the first', async () => {
  expect(await load(['broken', 'kokoro'])).toMatchObject({
    type: 'load-failed',
    error: { message: 'The pack is gone.' },
  });
});
