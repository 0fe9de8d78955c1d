/** How deep a body nests, found without building it: both scanners stop at the first level beyond `max`. */

const QUOTE = 0x22;
const BACKSLASH = 0x5c;

/** Whether a JSON text nests arrays and objects deeper than `max`. Says nothing about whether it is valid JSON. */
export function jsonNestsDeeperThan(max: number, text: string): boolean {
  let depth = 0;
  let inString = false;
  for (let i = 0; i < text.length; i++) {
    const c = text.charCodeAt(i);
    if (inString) {
      if (c === BACKSLASH) i++;
      else if (c === QUOTE) inString = false;
    } else if (c === QUOTE) inString = true;
    else if (c === 0x5b || c === 0x7b) {
      if (++depth > max) return true;
    } else if (c === 0x5d || c === 0x7d) depth--;
  }
  return false;
}

/**
 * Whether MessagePack bytes nest arrays and maps deeper than `max`. Follows the lengths that the bytes declare, as a
 * decoder would, and stops (false) where they end early: the decoder then says what is wrong.
 */
export function msgpackNestsDeeperThan(max: number, bytes: Uint8Array): boolean {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  /** Values still to come at each open level. */
  const open: number[] = [];
  let at = 0;
  while (at < bytes.length) {
    while (open.length > 0 && open[open.length - 1] === 0) open.pop();
    if (open.length > 0) open[open.length - 1]! -= 1;
    else if (at > 0) return false;
    const item = readItem(view, at);
    if (item === null) return false;
    at = item.next;
    if (item.children !== null) {
      open.push(item.children);
      if (open.length > max) return true;
    }
  }
  return false;
}

/** The item at `at`: where the next one begins, and for an array or map how many values follow inside it. */
function readItem(view: DataView, at: number): { next: number; children: number | null } | null {
  const head = view.getUint8(at);
  const uint = (size: 1 | 2 | 4): number => {
    if (at + 1 + size > view.byteLength) return -1;
    return size === 1 ? view.getUint8(at + 1) : size === 2 ? view.getUint16(at + 1) : view.getUint32(at + 1);
  };
  const skip = (size: number): { next: number; children: null } => ({ next: at + 1 + size, children: null });
  const sized = (size: 1 | 2 | 4, extra = 0): { next: number; children: null } | null => {
    const length = uint(size);
    return length < 0 ? null : skip(size + extra + length);
  };
  const nested = (size: 2 | 4, each: number): { next: number; children: number } | null => {
    const length = uint(size);
    return length < 0 ? null : { next: at + 1 + size, children: length * each };
  };
  if (head <= 0x7f || head >= 0xe0) return skip(0); // fixint
  if (head <= 0x8f) return { next: at + 1, children: (head & 0x0f) * 2 }; // fixmap
  if (head <= 0x9f) return { next: at + 1, children: head & 0x0f }; // fixarray
  if (head <= 0xbf) return skip(head & 0x1f); // fixstr
  switch (head) {
    case 0xc4: // bin 8
    case 0xd9: // str 8
      return sized(1);
    case 0xc5:
    case 0xda:
      return sized(2);
    case 0xc6:
    case 0xdb:
      return sized(4);
    case 0xc7: // ext 8, 16, 32: one more byte for the type
      return sized(1, 1);
    case 0xc8:
      return sized(2, 1);
    case 0xc9:
      return sized(4, 1);
    case 0xcc: // uint 8, int 8
    case 0xd0:
      return skip(1);
    case 0xcd: // 16 bit
    case 0xd1:
      return skip(2);
    case 0xca: // 32 bit
    case 0xce:
    case 0xd2:
      return skip(4);
    case 0xcb: // 64 bit
    case 0xcf:
    case 0xd3:
      return skip(8);
    case 0xd4: // fixext 1, 2, 4, 8, 16, with the type
      return skip(2);
    case 0xd5:
      return skip(3);
    case 0xd6:
      return skip(5);
    case 0xd7:
      return skip(9);
    case 0xd8:
      return skip(17);
    case 0xdc: // array 16, 32
      return nested(2, 1);
    case 0xdd:
      return nested(4, 1);
    case 0xde: // map 16, 32
      return nested(2, 2);
    case 0xdf:
      return nested(4, 2);
    default: // nil, false, true, and the one that is never used
      return skip(0);
  }
}
