/** One field of a message: the bytes of strings, messages and fixed numbers; the value of integers. */
export interface Field {
  readonly number: number;
  readonly bytes: Uint8Array;
  readonly value: number;
}

const NOTHING = new Uint8Array(0);

/**
 * The fields of a message in order. Source: the encoding of Protocol Buffers, protobuf.dev/programming-guides/encoding.
 * @throws RangeError where it is cut or holds a kind of field that is not read here
 */
export function readFields(bytes: Uint8Array): Field[] {
  const fields: Field[] = [];
  let at = 0;
  const varint = (): number => {
    let value = 0;
    for (let factor = 1; ; factor *= 128) {
      const byte = bytes[at++];
      if (byte === undefined || factor > 2 ** 56) throw new RangeError('it is cut');
      value += (byte & 127) * factor;
      if (byte < 128) return value;
    }
  };
  const take = (length: number): Uint8Array => {
    if (at + length > bytes.length) throw new RangeError('it is cut');
    at += length;
    return bytes.subarray(at - length, at);
  };
  while (at < bytes.length) {
    const key = varint();
    const [number, wire] = [Math.floor(key / 8), key % 8];
    if (wire === 0) fields.push({ number, bytes: NOTHING, value: varint() });
    else if (wire === 1) fields.push({ number, bytes: take(8), value: 0 });
    else if (wire === 2) fields.push({ number, bytes: take(varint()), value: 0 });
    else if (wire === 5) fields.push({ number, bytes: take(4), value: 0 });
    else throw new RangeError('it has a field of a kind that is not known');
  }
  return fields;
}
