import { inflateRawSync } from 'node:zlib';
import { unfit } from '../graph.ts';

/** A float32 array of NumPy. */
export interface NpyArray {
  readonly shape: readonly number[];
  readonly data: Float32Array;
}

/** Arrays of one file, and bytes of one array unpacked: far above any pack, far below what would fill the memory. */
const MOST_ARRAYS = 1024;
const MOST_BYTES = 16 * 1024 * 1024;

/** Whether a file begins like an archive of NumPy. */
export function isZip(bytes: Uint8Array): boolean {
  return bytes[0] === 0x50 && bytes[1] === 0x4b && bytes[2] === 3 && bytes[3] === 4;
}

/**
 * Reads an NPZ: a ZIP archive of `.npy` files, stored or deflated (`numpy.savez`, `numpy.savez_compressed`).
 * Sources: APPNOTE.TXT of PKWARE, sections 4.3 and 4.4; numpy.lib.format, version 1 to 3.
 * @throws DramatisError invalid_parameter, with the file and what is wrong in it
 */
export function readNpz(file: string, bytes: Uint8Array): Map<string, NpyArray> {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const arrays = new Map<string, NpyArray>();
  try {
    for (const entry of directory(view)) {
      if (!entry.name.endsWith('.npy')) continue;
      if (arrays.size >= MOST_ARRAYS || entry.unpacked > MOST_BYTES) throw new RangeError('it holds too much');
      arrays.set(entry.name.slice(0, -4), readNpy(unpack(bytes, view, entry)));
    }
  } catch (cause) {
    throw unfit(
      `${file} is not a whole archive of voices: ${cause instanceof Error ? cause.message : 'broken'}.`,
      cause,
    );
  }
  return arrays;
}

interface Entry {
  readonly name: string;
  readonly method: number;
  readonly packed: number;
  readonly unpacked: number;
  readonly at: number;
}

/** The entries of the central directory, which stands at the end. */
function* directory(view: DataView): Generator<Entry> {
  let end = view.byteLength - 22;
  const first = Math.max(0, end - 0xffff);
  while (end >= first && view.getUint32(end, true) !== 0x06054b50) end--;
  if (end < first) throw new RangeError('it has no directory');
  const count = view.getUint16(end + 10, true);
  let at = view.getUint32(end + 16, true);
  for (let i = 0; i < count; i++) {
    if (view.getUint32(at, true) !== 0x02014b50) throw new RangeError('its directory is broken');
    const name = view.getUint16(at + 28, true);
    yield {
      name: new TextDecoder().decode(new Uint8Array(view.buffer, view.byteOffset + at + 46, name)),
      method: view.getUint16(at + 10, true),
      packed: view.getUint32(at + 20, true),
      unpacked: view.getUint32(at + 24, true),
      at: view.getUint32(at + 42, true),
    };
    at += 46 + name + view.getUint16(at + 30, true) + view.getUint16(at + 32, true);
  }
}

function unpack(bytes: Uint8Array, view: DataView, { name, method, packed, unpacked, at }: Entry): Uint8Array {
  const from = at + 30 + view.getUint16(at + 26, true) + view.getUint16(at + 28, true);
  const stored = bytes.subarray(from, from + packed);
  if (stored.length !== packed) throw new RangeError(`${name} is cut`);
  if (method === 0) return stored;
  if (method !== 8) throw new RangeError(`${name} is packed in a way that is not read here`);
  return inflateRawSync(stored, { maxOutputLength: Math.max(1, unpacked) });
}

/** One `.npy` of float32 numbers. @throws RangeError */
export function readNpy(bytes: Uint8Array): NpyArray {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (view.getUint32(0) !== 0x934e554d) throw new RangeError('an array has no header');
  const long = view.getUint8(6) > 1;
  const size = long ? view.getUint32(8, true) : view.getUint16(8, true);
  const from = (long ? 12 : 10) + size;
  const header = new TextDecoder('latin1').decode(bytes.subarray(long ? 12 : 10, from));
  const type = /'descr':\s*'([^']*)'/.exec(header)?.[1];
  if (type !== '<f4') throw new RangeError(`an array is of type ${type ?? 'unknown'}; it must be <f4 (float32)`);
  if (!/'fortran_order':\s*False/.test(header)) throw new RangeError('an array is in Fortran order');
  const shape = (/'shape':\s*\(([^)]*)\)/.exec(header)?.[1] ?? '').split(',').map(Number).slice(0, 8);
  const dimensions = shape.filter((n) => Number.isInteger(n) && n > 0);
  const length = dimensions.reduce((product, n) => product * n, 1);
  if (bytes.length - from < 4 * length) throw new RangeError('an array is cut');
  // Copied, so that it is aligned.
  return { shape: dimensions, data: new Float32Array(new Uint8Array(bytes.subarray(from, from + 4 * length)).buffer) };
}
