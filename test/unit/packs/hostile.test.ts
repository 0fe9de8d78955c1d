import { readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { probePack } from '../../../engine/packs/probe.ts';
import { probeFolder } from '../../../main/engine-host/probe.ts';
import { FIXTURES, folderOf, refusal, removeFolders } from './families/support.ts';

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

/** A field of a protocol buffer: bytes with their length, or a number. Source: protobuf.dev, "Encoding". */
function field(number: number, value: Uint8Array | string | number | bigint): Buffer {
  const varint = (n: bigint): number[] => (n < 128n ? [Number(n)] : [Number(n & 127n) | 128, ...varint(n >> 7n)]);
  if (typeof value === 'number' || typeof value === 'bigint')
    return Buffer.from([...varint(BigInt(number) << 3n), ...varint(BigInt(value))]);
  const bytes = Buffer.from(value);
  return Buffer.concat([Buffer.from([...varint((BigInt(number) << 3n) | 2n), ...varint(BigInt(bytes.length))]), bytes]);
}

interface Weights {
  /** Of onnx.proto: external_data. */
  readonly location?: string;
  readonly length?: bigint;
  readonly dims?: readonly (number | bigint)[];
}

/**
 * A Piper voice whose graph gives one tensor more, with weights in another file; a second message behind a first is merged
 * with it. Source: onnx.proto (ModelProto.graph 7; GraphProto.node 1, initializer 5, output 12; NodeProto.input 1, output 2,
 * op_type 4; TensorProto.dims 1, data_type 2, name 8, external_data 13, data_location 14).
 */
async function withWeights({ location, length = 16n, dims = [4] }: Weights): Promise<Buffer> {
  const entry = (key: string, value: string): Buffer => field(13, Buffer.concat([field(1, key), field(2, value)]));
  const places =
    location === undefined ? [] : [entry('location', location), entry('length', String(length)), field(14, 1)];
  const tensor = [...dims.map((size) => field(1, size)), field(2, 1), field(8, 'more'), ...places];
  const node = [field(1, 'more'), field(2, 'more_out'), field(4, 'Identity')];
  const graph = [field(1, Buffer.concat(node)), field(5, Buffer.concat(tensor)), field(12, field(1, 'more_out'))];
  return Buffer.concat([await readFile(join(FIXTURES, 'piper-one.onnx')), field(7, Buffer.concat(graph))]);
}

describe('a graph with weights in another file', () => {
  const folder = async (weights: Weights, more: Readonly<Record<string, Uint8Array>> = {}): Promise<string> =>
    folderOf({ 'v.onnx': await withWeights(weights), 'v.onnx.json': 'piper-one.onnx.json', ...more });
  const bytes = new Uint8Array(16);

  it.each(['v.onnx_data', 'v.onnx.data', 'weights.bin'])(
    'keeps them, whatever they are called: %s',
    async (location) => {
      const more = { [location]: bytes, 'other.bin': bytes };
      const { manifest } = await probePack(await folder({ location }, more));
      expect(Object.keys(manifest.files).sort()).toEqual(['v.onnx', 'v.onnx.json', location].sort());
    },
  );

  it.each([
    ['../secret.bin', 'its weights lie outside of its folder'],
    ['/etc/passwd', 'its weights lie outside of its folder'],
    ['/dev/zero', 'its weights lie outside of its folder'],
    ['link.bin', 'its weights lie outside of its folder'],
    ['nothing.onnx_data', 'its weights are in nothing.onnx_data, which is not beside it'],
  ])('is refused where they are %s', async (location, why) => {
    const path = await folder({ location });
    const secret = join(path, '..', 'secret.bin');
    await writeFile(secret, bytes);
    await symlink(secret, join(path, 'link.bin'));
    await expect(probePack(path)).rejects.toEqual(refusal(why));
    await rm(secret);
  });
});

describe('a damaged graph', () => {
  it('is refused in a sentence: cut, not one, or of sizes that cannot be', async () => {
    const whole = await readFile(join(FIXTURES, 'piper-one.onnx'));
    const flipped = Buffer.from(whole).fill(0xff, 20, 200);
    const huge = await withWeights({ dims: [2n ** 40n, 2n ** 20n] });
    for (const graph of [
      whole.subarray(0, whole.length / 2),
      Buffer.alloc(5000, 7),
      new Uint8Array(0),
      flipped,
      huge,
    ]) {
      const path = await folderOf({ 'v.onnx': graph, 'v.onnx.json': 'piper-one.onnx.json' });
      await expect(probePack(path)).rejects.toEqual(refusal('v.onnx cannot be opened as an ONNX graph: .'));
    }
  });
});
