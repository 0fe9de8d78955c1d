import { BinaryReader, BinaryWriter, WireType } from '@bufbuild/protobuf/wire';

/** Types of values, as the field `data_type` counts them. */
export const FLOAT32 = 1;
const INT64 = 7;

/** A constant of a graph: `TensorProto` of onnx.proto3. */
export interface OnnxTensor {
  readonly name: string;
  readonly dims: readonly number[];
  /** As in `TensorProto.DataType`. */
  readonly type: number;
  /** Little-endian values; null where they are not in the message, or not in this form. */
  readonly raw: Uint8Array | null;
  /** The message. */
  readonly bytes: Uint8Array;
}

export const TENSOR = { dims: 1, type: 2, floats: 4, name: 8, raw: 9, external: 13, location: 14 } as const;
const ENTRY = { key: 1, value: 2 } as const;
const IN_A_FILE = 1;

/** @throws Error where the bytes are no message */
export function readTensor(bytes: Uint8Array): OnnxTensor {
  const reader = new BinaryReader(bytes);
  const dims: number[] = [];
  let [name, type, raw] = ['', 0, null as Uint8Array | null];
  while (reader.pos < reader.len) {
    const [field, wire] = reader.tag();
    if (field === TENSOR.dims) dims.push(...wholes(reader, wire));
    else if (field === TENSOR.type) type = reader.int32();
    else if (field === TENSOR.name) name = reader.string();
    // Floats that come in one piece are laid out as raw values are.
    else if (field === TENSOR.raw || (field === TENSOR.floats && wire === WireType.LengthDelimited))
      raw = reader.bytes();
    else reader.skip(wire, field);
  }
  return { name, dims, type, raw, bytes };
}

/** Whole numbers of a repeated field: a list in one piece ("packed"), or one of them. */
export function wholes(reader: BinaryReader, wire: WireType): number[] {
  if (wire !== WireType.LengthDelimited) return [Number(reader.int64())];
  const packed = new BinaryReader(reader.bytes());
  const values: number[] = [];
  while (packed.pos < packed.len) values.push(Number(packed.int64()));
  return values;
}

/** A new constant of whole numbers. */
export function wholeNumbers(name: string, values: readonly number[]): OnnxTensor {
  const writer = new BinaryWriter();
  writer.tag(TENSOR.dims, WireType.Varint).int64(values.length);
  writer.tag(TENSOR.type, WireType.Varint).int32(INT64);
  writer.tag(TENSOR.name, WireType.LengthDelimited).string(name);
  const raw = new Uint8Array(BigInt64Array.from(values, BigInt).buffer);
  writer.tag(TENSOR.raw, WireType.LengthDelimited).bytes(raw);
  return readTensor(writer.finish());
}

/** Where the values of a tensor are: bytes of a file beside the graph (docs/ExternalData.md of ONNX). */
export interface Place {
  readonly location: string;
  readonly offset: number;
  readonly length: number;
}

/** Says in the message of a tensor that its values are elsewhere. */
export function writePlace(writer: BinaryWriter, place: Place): void {
  for (const [key, value] of Object.entries(place)) {
    writer.tag(TENSOR.external, WireType.LengthDelimited).fork();
    writer.tag(ENTRY.key, WireType.LengthDelimited).string(key);
    writer.tag(ENTRY.value, WireType.LengthDelimited).string(String(value));
    writer.join();
  }
  writer.tag(TENSOR.location, WireType.Varint).int32(IN_A_FILE);
}
