import { z } from 'zod';
import { unfit } from './graph.ts';

/** A tensor of numbers. */
export interface FloatTensor {
  readonly shape: readonly number[];
  readonly data: Float32Array;
}

/** Bytes of a header: above that of any model's weights. */
const MOST_HEADER = 16 * 1024 * 1024;
const METADATA = '__metadata__';
const Entry = z.object({
  dtype: z.string(),
  shape: z.array(z.number().int().min(0)).max(8),
  data_offsets: z.tuple([z.number().int().min(0), z.number().int().min(0)]),
});
type Entry = z.output<typeof Entry>;
/** The types that are read, and bytes of a value. */
const BYTES: Readonly<Record<string, number>> = { F32: 4, F16: 2, BF16: 2 };

/**
 * The names of a file's tensors, and those of them that are asked for as numbers. The format is a length of 8 bytes (little
 * endian), a header in JSON of that length, and the values. Source: https://huggingface.co/docs/safetensors
 */
export class Safetensors {
  private constructor(
    private readonly file: string,
    private readonly entries: ReadonlyMap<string, Entry>,
    private readonly values: Uint8Array,
  ) {}

  /** @throws DramatisError invalid_parameter, with the file and what is wrong in it */
  static read(file: string, bytes: Uint8Array): Safetensors {
    const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    const length = bytes.length >= 8 ? view.getBigUint64(0, true) : null;
    if (length === null || length > BigInt(Math.min(MOST_HEADER, bytes.length - 8)))
      throw unfit(`${file} is not a whole safetensors file: its header is cut or missing.`);
    const begin = 8 + Number(length);
    let header: unknown;
    try {
      header = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes.subarray(8, begin)));
    } catch (cause) {
      throw unfit(`${file} is not a safetensors file: its header is not JSON.`, cause);
    }
    const parsed = z.record(z.string(), z.unknown()).safeParse(header);
    if (!parsed.success) throw unfit(`${file} is not a safetensors file: its header is no table of tensors.`);
    const entries = new Map<string, Entry>();
    for (const [name, value] of Object.entries(parsed.data)) {
      if (name === METADATA) continue;
      const entry = Entry.safeParse(value);
      if (!entry.success) throw unfit(`${file}: the header says nothing whole of the tensor "${shown(name)}".`);
      entries.set(name, entry.data);
    }
    return new Safetensors(file, entries, bytes.subarray(begin));
  }

  get names(): readonly string[] {
    return [...this.entries.keys()].map(shown);
  }

  /** Undefined where there is no tensor of that name. @throws DramatisError invalid_parameter where it is not whole, or of another type */
  tensor(name: string): FloatTensor | undefined {
    const entry = this.entries.get(name);
    if (!entry) return undefined;
    const { dtype, shape } = entry;
    const [from, to] = entry.data_offsets;
    const size = Object.hasOwn(BYTES, dtype) ? BYTES[dtype] : undefined;
    const what = `${this.file}: the tensor "${shown(name)}"`;
    if (size === undefined) throw unfit(`${what} is ${shown(dtype)}; it must be ${Object.keys(BYTES).join(', ')}.`);
    const count = shape.reduce((product, dimension) => product * dimension, 1);
    if (to > this.values.length || to - from !== count * size)
      throw unfit(`${what} of the shape [${shape.join(', ')}] does not lie in the file as the header says.`);
    return { shape, data: floats(this.values.subarray(from, to), dtype) };
  }
}

/** Values in the byte order of the file, which is little endian. */
function floats(bytes: Uint8Array, dtype: string): Float32Array {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (dtype === 'F32') return Float32Array.from({ length: bytes.length / 4 }, (_, i) => view.getFloat32(4 * i, true));
  const half = (i: number): number => view.getUint16(2 * i, true);
  if (dtype === 'F16') return Float32Array.from({ length: bytes.length / 2 }, (_, i) => ofHalf(half(i)));
  // BF16: the upper half of a float32.
  const upper = Uint32Array.from({ length: bytes.length / 2 }, (_, i) => half(i) << 16);
  return new Float32Array(upper.buffer);
}

/** IEEE 754 binary16. */
function ofHalf(bits: number): number {
  const sign = bits & 0x8000 ? -1 : 1;
  const exponent = (bits >> 10) & 0x1f;
  const fraction = bits & 0x3ff;
  if (exponent === 0x1f) return fraction === 0 ? sign * Infinity : NaN;
  return exponent === 0 ? sign * fraction * 2 ** -24 : sign * (1 + fraction / 1024) * 2 ** (exponent - 15);
}

const shown = (name: string): string => name.replace(/\p{Cc}+/gu, ' ').slice(0, 60);
