import { afterAll, describe, expect, it } from 'vitest';
import { probeFolder } from '../../../main/engine-host/probe.ts';
import { folderOf, refusal, removeFolders } from './families/support.ts';

afterAll(removeFolders);

/** A folder as it is looked at: a Piper voice with another graph. */
const voice = async (graph: string): Promise<string> =>
  folderOf({ 'v.onnx': graph, 'v.onnx.json': 'piper-one.onnx.json', 'pack.new': Buffer.from('') });

// In a process of its own, as packs are added: this one must outlive whatever is in the file.
describe('a hostile graph', { timeout: 120_000 }, () => {
  it('that never ends is given up, where a whole one is understood', async () => {
    const began = performance.now();
    expect((await probeFolder(await voice('piper-one.onnx'))).manifest.family).toBe('piper');
    const within = 2 * (performance.now() - began);
    await expect(probeFolder(await voice('endless.onnx'), { within })).rejects.toEqual(
      refusal('not understood within'),
    );
  });

  it('that asks for more memory than there is costs its process at most', async () => {
    await expect(probeFolder(await voice('greedy.onnx'))).rejects.toEqual(
      refusal(/cannot say a word|end the speech engine/),
    );
  });
});
