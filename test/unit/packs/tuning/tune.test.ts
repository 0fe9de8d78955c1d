import { readFile, truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type InferenceSession, Tensor } from 'onnxruntime-node';
import { afterAll, describe, expect, it } from 'vitest';
import { openSession } from '../../../../engine/packs/session.ts';
import { readOnnx } from '../../../../engine/packs/tuning/file.ts';
import { tune } from '../../../../engine/packs/tuning/index.ts';
import { FIXTURES, folderOf, removeFolders } from '../families/support.ts';

afterAll(removeFolders);

/** What a graph says of some ids, whatever its inputs are called. */
async function say(session: InferenceSession): Promise<Float32Array> {
  const count = 40;
  const ids = BigInt64Array.from({ length: count }, (_, i) => BigInt(1 + ((i * 13) % 50)));
  const all: Record<string, Tensor> = {
    input: new Tensor('int64', ids, [1, count]),
    tokens: new Tensor('int64', ids, [1, count]),
    input_ids: new Tensor('int64', ids, [1, count]),
    input_lengths: new Tensor('int64', BigInt64Array.of(BigInt(count)), [1]),
    scales: new Tensor('float32', Float32Array.of(0, 1, 0), [3]),
    sid: new Tensor('int64', BigInt64Array.of(1n), [1]),
    style: new Tensor(
      'float32',
      Float32Array.from({ length: 256 }, (_, i) => Math.sin(i)),
      [1, 256],
    ),
    speed: new Tensor('float32', Float32Array.of(1), [1]),
  };
  const feeds = Object.fromEntries(session.inputNames.map((name) => [name, all[name]!]));
  const results = await session.run(feeds);
  await session.release();
  return results[session.outputNames[0]!]!.data as Float32Array;
}

function farthest(a: Float32Array, b: Float32Array): number {
  expect(a.length).toBe(b.length);
  expect(Math.max(...a)).toBeGreaterThan(0.1);
  return a.reduce((most, value, i) => Math.max(most, Math.abs(value - b[i]!)), 0);
}

async function kindsOf(model: Uint8Array | string): Promise<string[]> {
  const path = typeof model === 'string' ? model : join(await folderOf({ 'm.onnx': model }), 'm.onnx');
  return (await readOnnx(path)).graph.nodes.map(({ kind }) => kind);
}

describe('a graph rewritten to run faster', () => {
  it.each(['kokoro-tokens', 'kokoro-durations', 'piper-one', 'piper-many'])('%s says the same', async (name) => {
    const path = join(FIXTURES, `${name}.onnx`);
    const [tuned, before] = [(await tune(path, 1))!, await kindsOf(path)];
    const after = await kindsOf(tuned.model);
    const count = (kinds: string[], kind: string): number => kinds.filter((one) => one === kind).length;
    expect(count(after, 'Conv')).toBe(count(before, 'Conv') + count(before, 'ConvTranspose'));
    expect(count(after, 'ConvTranspose')).toBe(0);
    expect(count(after, 'Unsqueeze')).toBe(count(before, 'Unsqueeze') + 2);
    expect(farthest(await say(await openSession(path, 1)), await say(await openSession(tuned, 1)))).toBeLessThan(1e-5);
  });

  it('holds no weights: they stay in the file', async () => {
    const path = join(FIXTURES, 'kokoro-tokens.onnx');
    const { model } = (await tune(path, 1))!;
    const weights = 32 * 32 * 7 * 4 + 256 * 64 * 4;
    expect((await readFile(path)).length - model.length).toBeGreaterThan(weights - 4096);
  });

  it('reads weights that lie beside the graph already', async () => {
    const path = join(FIXTURES, 'kokoro-tokens.onnx');
    // The first rewriting has put them out of the graph; then a name that shows it is taken away.
    const { model } = (await tune(path, 1))!;
    const plain = Buffer.from(
      Buffer.from(model).toString('latin1').replaceAll('dramatis_tuned', 'dramatis-moved'),
      'latin1',
    );
    const folder = await folderOf({ 'kokoro-tokens.onnx': 'kokoro-tokens.onnx', 'again.onnx': plain });
    const file = await readOnnx(join(folder, 'again.onnx'));
    const again = { model: file.write(file.graph), folder };
    expect(await say(await openSession(again, 1))).toEqual(
      await say(await openSession({ model, folder: FIXTURES }, 1)),
    );
  });

  it('is not rewritten twice', async () => {
    const { model } = (await tune(join(FIXTURES, 'kokoro-tokens.onnx'), 1))!;
    expect(await tune(join(await folderOf({ 'm.onnx': model }), 'm.onnx'), 1)).toBeNull();
  });

  it('is none where nothing is gained', async () => {
    expect(await tune(join(FIXTURES, 'supertonic', 'vocoder.onnx'), 1)).toBeNull();
    expect(await tune(join(FIXTURES, 'endless.onnx'), 1)).toBeNull();
  });

  it('is none of what is cut, or no graph', async () => {
    const bytes = await readFile(join(FIXTURES, 'kokoro-tokens.onnx'));
    for (let length = 0; length < bytes.length; length += 997) {
      const path = join(await folderOf({ 'm.onnx': bytes }), 'm.onnx');
      await truncate(path, length);
      expect(await tune(path, 1)).toBeNull();
    }
    for (const broken of ['', 'text', '\u003a\u00ff\u00ff\u00ff\u00ff\u0007'.repeat(99)]) {
      const path = join(await folderOf({}), 'm.onnx');
      await writeFile(path, broken, 'latin1');
      expect(await tune(path, 1)).toBeNull();
    }
  });
});
