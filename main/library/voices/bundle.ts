/**
 * A voice as one file (`*.dramatis-voice`): a line that says what it is, the length of a JSON head (32 bit, little endian),
 * the head (the record, and the name, size and SHA-256 of each file), then the files' bytes one after another.
 */
import { createHash } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import { z } from 'zod';
import { DramatisError } from '../../../engine/contract/errors.ts';
import { LIMITS } from '../../../engine/contract/limits.ts';
import { recordingsOf } from '../../../engine/contract/voice-card.ts';
import { SavedVoice, coverKind, referencesOf, sampleKind, type VoiceFiles } from './record.ts';

export const BUNDLE_EXTENSION = '.dramatis-voice';
const MAGIC = Buffer.from('Dramatis voice 1\n');
/** A card with every envelope and twenty transcripts is near 100 KB. */
const MAX_HEAD = 1024 * 1024;

const Head = z.strictObject({
  voice: SavedVoice,
  files: z
    .array(
      z.strictObject({
        name: z.string().max(40),
        bytes: z.int().min(1).max(LIMITS.reference.maxBytes),
        sha256: z.string().regex(/^[0-9a-f]{64}$/),
      }),
    )
    .max(LIMITS.voices.samples + 1),
});

const sha256 = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');

export function isBundle(bytes: Uint8Array): boolean {
  return bytes.length > MAGIC.length && MAGIC.equals(bytes.subarray(0, MAGIC.length));
}

export function packVoice(voice: SavedVoice, files: VoiceFiles): Uint8Array {
  const listed = [...files].map(([name, bytes]) => ({ name, bytes: bytes.length, sha256: sha256(bytes) }));
  const head = Buffer.from(JSON.stringify({ voice, files: listed }));
  const length = Buffer.alloc(4);
  length.writeUInt32LE(head.length);
  return new Uint8Array(Buffer.concat([MAGIC, length, head, ...files.values()]));
}

/**
 * Reads a voice file. Nothing is taken on trust: sizes, checksums, that the record names exactly the files that are there,
 * and that each is what its name says.
 * @throws DramatisError invalid_parameter
 */
export function unpackVoice(bytes: Uint8Array): { voice: SavedVoice; files: VoiceFiles } {
  if (!isBundle(bytes)) throw broken(`does not begin as a ${BUNDLE_EXTENSION} file of version 1`);
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const headAt = MAGIC.length + 4;
  const length = bytes.length >= headAt ? view.getUint32(MAGIC.length, true) : Infinity;
  if (length > MAX_HEAD || headAt + length > bytes.length) throw broken('is cut off');
  const head = readHead(bytes.subarray(headAt, headAt + length));
  const files = new Map<string, Uint8Array>();
  let at = headAt + length;
  for (const { name, bytes: size, sha256: sum } of head.files) {
    const body = bytes.subarray(at, at + size);
    at += size;
    if (body.length < size) throw broken('is cut off');
    if (files.has(name)) throw broken(`holds ${JSON.stringify(name)} twice`);
    if (sha256(body) !== sum) throw broken(`is damaged: ${JSON.stringify(name)} has another checksum than it should`);
    files.set(name, body);
  }
  if (at !== bytes.length) throw broken('goes on after its end');
  checkFiles(head.voice, files);
  return { voice: head.voice, files };
}

/** That a record's files are there, and no others, that they are what their names say, and that its card's recordings are. */
export function checkFiles(voice: SavedVoice, files: VoiceFiles): void {
  const samples = voice.samples.map(({ file }) => file);
  const named = [...samples, ...(voice.cover === null ? [] : [voice.cover])];
  if (new Set(named).size !== named.length) throw broken('names one file twice');
  const missing = named.find((name) => !files.has(name));
  if (missing !== undefined) throw broken(`lacks the file ${missing}`);
  const extra = [...files.keys()].find((name) => !named.includes(name));
  if (extra !== undefined) throw broken(`holds a file that the voice does not name: ${JSON.stringify(extra)}`);
  for (const [name, body] of files) {
    const kind = samples.includes(name) ? sampleKind(body) : coverKind(body);
    if (kind === null || !name.endsWith(`.${kind}`)) throw broken(`holds ${name}, which is not what its name says`);
  }
  const wanted = recordingsOf(voice.card);
  if (
    wanted &&
    !isDeepStrictEqual(
      wanted,
      referencesOf(voice).map(({ file }) => sha256(files.get(file)!)),
    )
  )
    throw broken('names recordings as its speaker that it does not hold');
}

function readHead(bytes: Uint8Array): z.output<typeof Head> {
  let value: unknown;
  try {
    value = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
  } catch (cause) {
    throw broken('has a head that is not JSON', cause);
  }
  const head = Head.safeParse(value);
  if (head.success) return head.data;
  const [issue] = head.error.issues;
  throw broken(`is not a voice of this version: ${issue?.path.join('.') ?? ''}: ${issue?.message ?? ''}`);
}

function broken(problem: string, cause?: unknown): DramatisError {
  return new DramatisError('invalid_parameter', `The voice file ${problem}.`, cause === undefined ? {} : { cause });
}
