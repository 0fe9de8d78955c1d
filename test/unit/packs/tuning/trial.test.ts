import { afterAll, describe, expect, it } from 'vitest';
import { kokoro } from '../../../../engine/packs/families/kokoro/index.ts';
import { PackSource } from '../../../../engine/packs/families/source.ts';
import { probePack } from '../../../../engine/packs/probe.ts';
import { trySpeaking } from '../../../../engine/packs/trial.ts';
import { createPhonemizer } from '../../../../engine/phonemes/index.ts';
import { folderOf, open, removeFolders, speak, utterance } from '../families/support.ts';

afterAll(removeFolders);

const added = async (graph: string): Promise<{ source: PackSource; tuned: boolean }> => {
  const folder = await folderOf({ 'model.onnx': graph, 'voices.bin': 'kokoro-voices.npz' });
  const source = await PackSource.read(folder);
  const { manifest } = await trySpeaking(source, await probePack(folder), await createPhonemizer());
  return { source, tuned: manifest.tuned !== false };
};

describe('a pack that is added', () => {
  it('runs rewritten where it speaks so', async () => {
    expect(await added('kokoro-tokens.onnx')).toMatchObject({ tuned: true });
  });

  // Its normalisation has another scale at each step, which its graph does not tell before it runs.
  it('runs as it is where it does not', async () => {
    const { source, tuned } = await added('kokoro-moving.onnx');
    expect(tuned).toBe(false);
    const said = utterance('Hello.', 'en-US', { speaker: { mix: { af_one: 1 } } });
    const plain = await open(kokoro, source.running({ tuned: false }));
    const [piece] = await speak(plain, said);
    expect(piece!.samples.some((sample) => Math.abs(sample) > 0.1)).toBe(true);
    await plain.dispose();
    const rewritten = await open(kokoro, source);
    await expect(speak(rewritten, said)).rejects.toThrow('Reshape');
    await rewritten.dispose();
  });
});
