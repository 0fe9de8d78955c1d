import { setTimeout as sleep } from 'node:timers/promises';
import { expect, it } from 'vitest';
import type { PackModel, PackSpeech, Utterance } from '../../../engine/packs/families/family.ts';
import { ModelSlot } from '../../../engine/packs/families/slot.ts';
import { MemoryMeter } from '../../../engine/packs/memory.ts';

const MB = 1024 ** 2;
const SPEECH: PackSpeech = { samples: new Float32Array(1), words: [], exact: true, last: true, ids: [] };

/** A model that takes memory, given back before its work ends where it is `passing`. */
function hungry(held: unknown[], megabytes: number, passing: boolean): PackModel {
  return {
    ...{ sampleRate: 8000, speeds: 'any', variable: false, seeded: true, phonemes: true },
    async *synthesize() {
      held.push(...Array.from({ length: megabytes }, () => Buffer.alloc(MB, 1)));
      await sleep(60);
      if (passing) held.length = 0;
      yield SPEECH;
    },
    dispose: () => Promise.resolve(),
  };
}

async function say(slot: ModelSlot): Promise<number> {
  const model = await slot.take();
  try {
    let pieces = 0;
    for await (const _ of model.synthesize({} as Utterance, new AbortController().signal)) pieces++;
    return pieces;
  } finally {
    slot.give();
  }
}

/** Held to the end: what is freed in one test would be had again in the next without more memory. */
const kept: unknown[] = [];

it.each([false, true])('a pack that takes more to speak than it may is let go before it is heard', async (passing) => {
  const held: unknown[] = [];
  if (!passing) kept.push(held);
  let opened = 0;
  const meter = new MemoryMeter('Big', 48);
  const open = async (): Promise<PackModel> => {
    opened++;
    return hungry(held, 96, passing);
  };
  const slot: ModelSlot = new ModelSlot(() => meter.open(MB, open, () => slot.letGoSoon()));
  await expect(say(slot)).rejects.toMatchObject({
    reason: 'engine_unavailable',
    message: expect.stringMatching(
      /^The pack Big took \d+ MB of memory, \d+ of them to speak, .* allow it 48 MB/,
    ) as unknown,
  });
  expect(slot.isOpen).toBe(false);
  // It is not opened again to fail again.
  await expect(say(slot)).rejects.toThrow('The pack Big took');
  expect(opened).toBe(1);
});

it('a pack that takes less speaks, and what another takes meanwhile is not its own', async () => {
  const held: unknown[] = [];
  const meter = new MemoryMeter('Small', 48);
  const slot: ModelSlot = new ModelSlot(() =>
    meter.open(
      MB,
      async () => hungry(held, 1, false),
      () => slot.letGoSoon(),
    ),
  );
  expect(await say(slot)).toBe(1);
  const other = new MemoryMeter('Other', 1024);
  const pause = other.during(() => sleep(100));
  const mine = meter.during(async () => {
    held.push(...Array.from({ length: 96 }, () => Buffer.alloc(MB, 1)));
    await sleep(30);
  });
  await Promise.all([pause, mine]);
  expect(await say(slot)).toBe(1);
  slot.close();
});

it('is not opened where its files are larger, and let go where opening took too much', async () => {
  let resident = 100 * MB;
  let disposed = 0;
  const model = { ...hungry([], 0, false), dispose: async () => void disposed++ };
  const open = async (): Promise<PackModel> => {
    resident += 60 * MB;
    return model;
  };
  const meter = new MemoryMeter('Open', 50, () => resident);
  const letGo = (): void => undefined;
  await expect(meter.open(51 * MB, open, letGo)).rejects.toThrow('needs 51 MB of memory for its files alone');
  await expect(meter.open(40 * MB, open, letGo)).rejects.toThrow('took 60 MB of memory, and');
  expect(disposed).toBe(1);
});
