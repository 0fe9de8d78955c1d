import { unfit } from '../graph.ts';
import { readFields, type Field } from './protobuf.ts';

/** A piece of the vocabulary: its id, and the logarithm of its probability. */
interface Piece {
  readonly id: number;
  readonly score: number;
}

const SPACE = '▁';
const BYTE = /^<0x([0-9A-F]{2})>$/;
/** Pieces that stand for no text. */
const CONTROL = /^<\/?(?:s|unk|pad)>$/;
/** What a character outside the vocabulary costs, below the least likely piece; as sentencepiece has it. */
const UNKNOWN_PENALTY = 10;
const MOST_PIECES = 200_000;

/**
 * A unigram model of sentencepiece: of all ways to cut a text into pieces the most probable one. A character outside the
 * vocabulary becomes its bytes in UTF-8. Source: Kudo 2018, "Subword Regularization", section 3.2 (Viterbi).
 */
export class Tokenizer {
  private readonly pieces = new Map<string, Piece>();
  private readonly bytes = new Map<number, number>();
  /** Characters of the longest piece. */
  private longest = 1;
  private readonly unknown: number;

  /** `compatible`: whether the model's text is normalised (NFKC) before it is cut. */
  constructor(
    vocabulary: Iterable<readonly [text: string, piece: Piece]>,
    private readonly compatible: boolean,
  ) {
    let least = 0;
    for (const [text, piece] of vocabulary) {
      const byte = BYTE.exec(text)?.[1];
      if (byte !== undefined) this.bytes.set(Number.parseInt(byte, 16), piece.id);
      else if (text !== '' && !CONTROL.test(text)) {
        this.pieces.set(text, piece);
        this.longest = Math.max(this.longest, Array.from(text).length);
        least = Math.min(least, piece.score);
      }
    }
    this.unknown = least - UNKNOWN_PENALTY;
  }

  /** The ids of a text. A character that has neither a piece nor bytes is left out. */
  encode(text: string): number[] {
    const plain = (this.compatible ? text.normalize('NFKC') : text).trim().replace(/ +/g, SPACE);
    if (plain === '') return [];
    const chars = Array.from(SPACE + plain);
    /** The best way to each place: its score, where its last piece begins, and that piece; none for an unknown character. */
    const best: { score: number; from: number; piece: Piece | undefined }[] = [{ score: 0, from: 0, piece: undefined }];
    for (let to = 1; to <= chars.length; to++) {
      let way = { score: best[to - 1]!.score + this.unknown, from: to - 1, piece: undefined as Piece | undefined };
      let known = '';
      for (let from = to - 1; from >= Math.max(0, to - this.longest); from--) {
        known = chars[from]! + known;
        const piece = this.pieces.get(known);
        // Of two ways that are as good the longer last piece wins, and sums have 32 bits: as in sentencepiece.
        const score = piece ? Math.fround(best[from]!.score + piece.score) : -Infinity;
        if (score >= way.score) way = { score, from, piece };
      }
      best.push(way);
    }
    const ids: number[] = [];
    for (let at = chars.length; at > 0; at = best[at]!.from) {
      const { piece } = best[at]!;
      if (piece) ids.unshift(piece.id);
      else ids.unshift(...this.bytesOf(chars[at - 1]!));
    }
    return ids;
  }

  private bytesOf(char: string): number[] {
    return Array.from(new TextEncoder().encode(char), (byte) => this.bytes.get(byte) ?? -1).filter((id) => id >= 0);
  }
}

/** The vocabulary as sherpa-onnx keeps it: ids and scores by piece. @throws DramatisError invalid_parameter */
export function tokenizerOfJson(
  files: readonly [string, string],
  [ids, scores]: readonly [unknown, unknown],
): Tokenizer {
  const [known, likely] = [numbers(files[0], ids), numbers(files[1], scores)];
  const pieces = Object.entries(known).map(([text, id]) => [text, { id, score: likely[text] ?? 0 }] as const);
  return new Tokenizer(pieces, false);
}

function numbers(file: string, value: unknown): Readonly<Record<string, number>> {
  const entries = typeof value === 'object' && value !== null ? Object.entries(value) : [];
  if (entries.length === 0 || entries.length > MOST_PIECES || !entries.every(([, n]) => Number.isFinite(n)))
    throw unfit(`${file} is no vocabulary: it must be an object of numbers by piece.`);
  return value as Record<string, number>;
}

/** Kinds of pieces that are found in a text, and the kind of model that is read here. */
const NORMAL = 1;
const USER_DEFINED = 4;
const BYTE_PIECE = 6;
const UNIGRAM = 1;

/**
 * A `tokenizer.model` of sentencepiece. Source: sentencepiece_model.proto (ModelProto: pieces 1, trainer_spec 2,
 * normalizer_spec 3). @throws DramatisError invalid_parameter
 */
export function tokenizerOfModel(file: string, bytes: Uint8Array): Tokenizer {
  const pieces: [string, Piece][] = [];
  let kind = UNIGRAM;
  let rule = '';
  try {
    let id = 0;
    for (const field of readFields(bytes)) {
      if (field.number === 1) pieces.push(...pieceOf(field, id++));
      if (field.number === 2) kind = integer(field, 3) ?? UNIGRAM;
      if (field.number === 3) rule = text(field, 1);
      if (id > MOST_PIECES) throw new RangeError('it has too many pieces');
    }
  } catch (cause) {
    throw unfit(`${file} is no sentencepiece model: ${cause instanceof Error ? cause.message : 'broken'}.`, cause);
  }
  if (pieces.length === 0) throw unfit(`${file} is no sentencepiece model: it has no pieces.`);
  if (kind !== UNIGRAM) throw unfit(`${file} is a sentencepiece model of another kind; unigram models are read here.`);
  return new Tokenizer(pieces, rule !== '' && rule !== 'identity');
}

function pieceOf(field: Field, id: number): [string, Piece][] {
  const kind = integer(field, 3) ?? NORMAL;
  if (kind !== NORMAL && kind !== USER_DEFINED && kind !== BYTE_PIECE) return [];
  const score = readFields(field.bytes).find(({ number }) => number === 2)?.bytes;
  const value = score?.length === 4 ? new DataView(score.buffer, score.byteOffset, 4).getFloat32(0, true) : 0;
  return [[text(field, 1), { id, score: value }]];
}

function text({ bytes }: Field, number: number): string {
  const found = readFields(bytes).find((field) => field.number === number);
  return found ? new TextDecoder().decode(found.bytes) : '';
}

function integer({ bytes }: Field, number: number): number | undefined {
  return readFields(bytes).find((field) => field.number === number)?.value;
}
