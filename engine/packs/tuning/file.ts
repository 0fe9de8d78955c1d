import { type FileHandle, open } from 'node:fs/promises';
import { basename } from 'node:path';
import { BinaryReader, BinaryWriter, WireType } from '@bufbuild/protobuf/wire';
import { OnnxGraph } from './graph.ts';
import { readNode } from './node.ts';
import { type OnnxTensor, readTensor, TENSOR, writePlace } from './tensor.ts';

/**
 * ONNX files, without their weights: those stay where they are. A model is read as its nodes, its small constants and the
 * places of the others; it is written as a small message whose weights are "external data" in the file that was read.
 * Formats: onnx.proto3 and docs/ExternalData.md of https://github.com/onnx/onnx.
 */
export interface OnnxFile {
  readonly graph: OnnxGraph;
  /** The whole model with another graph. */
  write(graph: OnnxGraph): Uint8Array;
}

const MODEL = { graph: 7, opset: 8 } as const;
const OPSET = { domain: 1, version: 2 } as const;
const GRAPH = { node: 1, tensor: 5, output: 12 } as const;
const OUTPUT_NAME = 1;

/** Bytes of values from which on a constant stays in its file. */
const LARGE = 16 * 1024;
/** Bytes of everything but such constants. */
const MOST = 64 * 1024 * 1024;
/** Bytes that are read at once. */
const WINDOW = 64 * 1024;
/** The longest tag and the longest number take ten bytes each. */
const LONGEST_HEAD = 20;

/** @throws Error where the file is no ONNX model, or has too much beside its weights */
export async function readOnnx(path: string): Promise<OnnxFile> {
  const file = await open(path);
  try {
    return await read(new Parts(file, (await file.stat()).size), basename(path));
  } finally {
    await file.close();
  }
}

async function read(parts: Parts, location: string): Promise<OnnxFile> {
  const model: Uint8Array[] = [];
  const rest: Uint8Array[] = [];
  const nodes: Uint8Array[] = [];
  const tensors = new Map<string, OnnxTensor>();
  const outputs: string[] = [];
  let opset = 0;
  for await (const field of parts.fields(0, parts.size)) {
    if (field.number !== MODEL.graph) {
      const bytes = await parts.bytes(field.from, field.end);
      if (field.number === MODEL.opset) opset = opsetIn(contentOf(bytes)) ?? opset;
      model.push(bytes);
      continue;
    }
    for await (const part of parts.fields(field.at, field.end)) {
      if (part.number === GRAPH.node) nodes.push(await parts.bytes(part.at, part.end));
      else if (part.number === GRAPH.tensor) {
        const tensor = readTensor(await withoutValues(parts, part, location));
        tensors.set(tensor.name, tensor);
      } else {
        const bytes = await parts.bytes(part.from, part.end);
        if (part.number === GRAPH.output) outputs.push(nameIn(contentOf(bytes)));
        rest.push(bytes);
      }
    }
  }
  return {
    graph: new OnnxGraph(nodes.map(readNode), tensors, outputs, opset),
    write: (graph) => write(model, rest, graph),
  };
}

function write(model: readonly Uint8Array[], rest: readonly Uint8Array[], graph: OnnxGraph): Uint8Array {
  const writer = new BinaryWriter();
  for (const field of model) writer.raw(field);
  writer.tag(MODEL.graph, WireType.LengthDelimited).fork();
  for (const { bytes } of graph.nodes) writer.tag(GRAPH.node, WireType.LengthDelimited).bytes(bytes);
  for (const { bytes } of graph.tensors.values()) writer.tag(GRAPH.tensor, WireType.LengthDelimited).bytes(bytes);
  for (const field of rest) writer.raw(field);
  return writer.join().finish();
}

/** The message of a tensor; where it has many values, with their place instead. */
async function withoutValues(parts: Parts, { at, end }: Field, location: string): Promise<Uint8Array> {
  const writer = new BinaryWriter();
  for await (const field of parts.fields(at, end)) {
    const length = field.end - field.at;
    if (field.number === TENSOR.raw && length >= LARGE) writePlace(writer, { location, offset: field.at, length });
    else writer.raw(await parts.bytes(field.from, field.end));
  }
  return writer.finish();
}

/** The version of ONNX's own operators, where the message is about those. */
function opsetIn(message: Uint8Array): number | null {
  const reader = new BinaryReader(message);
  let [domain, version] = ['', 0];
  while (reader.pos < reader.len) {
    const [number, wire] = reader.tag();
    if (number === OPSET.domain) domain = reader.string();
    else if (number === OPSET.version) version = Number(reader.int64());
    else reader.skip(wire, number);
  }
  return domain === '' || domain === 'ai.onnx' ? version : null;
}

/** What an output is called. */
function nameIn(message: Uint8Array): string {
  const reader = new BinaryReader(message);
  while (reader.pos < reader.len) {
    const [number, wire] = reader.tag();
    if (number === OUTPUT_NAME) return reader.string();
    reader.skip(wire, number);
  }
  return '';
}

/** What a field with a length holds. */
function contentOf(field: Uint8Array): Uint8Array {
  const reader = new BinaryReader(field);
  reader.tag();
  return reader.bytes();
}

/** A field of a message in a file: from its tag, from its content, to its end. */
interface Field {
  readonly number: number;
  readonly from: number;
  readonly at: number;
  readonly end: number;
}

/** A file that is read here and there. */
class Parts {
  private window = Buffer.alloc(0);
  private begins = 0;
  private taken = 0;

  constructor(
    private readonly file: FileHandle,
    readonly size: number,
  ) {}

  /** The fields of the message between two places. */
  async *fields(from: number, end: number): AsyncGenerator<Field, void, undefined> {
    while (from < end) {
      const reader = new BinaryReader(await this.read(from, Math.min(end, from + LONGEST_HEAD)));
      const [number, wire] = reader.tag();
      const length = wire === WireType.LengthDelimited ? reader.uint32() : null;
      const at = from + reader.pos;
      if (length === null) reader.skip(wire, number);
      const next = length === null ? from + reader.pos : at + length;
      if (next > end) throw new Error('the message is cut');
      yield { number, from, at, end: next };
      from = next;
    }
  }

  /** Bytes that are kept. */
  async bytes(from: number, end: number): Promise<Uint8Array> {
    this.taken += end - from;
    if (this.taken > MOST) throw new Error('the graph has too much beside its weights');
    return Uint8Array.from(await this.read(from, end));
  }

  private async read(from: number, end: number): Promise<Uint8Array> {
    if (from < this.begins || end > this.begins + this.window.length) {
      const window = Buffer.alloc(Math.min(Math.max(WINDOW, end - from), this.size - from));
      const { bytesRead } = await this.file.read(window, 0, window.length, from);
      if (bytesRead < end - from) throw new Error('the file is cut');
      [this.window, this.begins] = [window, from];
    }
    return this.window.subarray(from - this.begins, end - this.begins);
  }
}
