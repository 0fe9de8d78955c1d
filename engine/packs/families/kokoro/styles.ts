import { DramatisError } from '../../../contract/errors.ts';
import type { PackSpeaker } from '../family.ts';
import { unfit } from '../graph.ts';
import type { PackSource } from '../source.ts';
import { isZip, readNpz } from './npz.ts';
import { VOICE_ORDER } from './voices.ts';

/** Values of a style, and rows of a voice: one for each number of phonemes. */
export const STYLE = 256;
const ROWS = 510;
const VOICE_BYTES = 4 * ROWS * STYLE;

/** A voice's styles, row by row. */
export type Styles = ReadonlyMap<string, Float32Array>;

/** A file for each voice: in the release's folder, or by the release's names where loose files lost it. */
const EACH = /(?:^|\/)(?:voices\/[a-z0-9_]+|[a-z][fm]_[a-z0-9]+)\.bin$/i;

/** The files that hold the voices, in whichever of the layouts; empty where there are none. */
export function voiceFiles(source: PackSource): string[] {
  const each = source.match(EACH);
  if (each.length > 0) return each;
  return source.match(/(?:^|\/)voices[^/]*\.(?:bin|npz)$/i).slice(0, 1);
}

/**
 * The voices of a pack: an NPZ of [510, 1, 256] by name (`voices-v1.0.bin`); a raw file of 510 x 256 float32 for each
 * (`voices/<id>.bin`); or the release's voices, one behind the other without names, in one raw `voices.bin`.
 * @throws DramatisError invalid_parameter
 */
export async function readStyles(source: PackSource): Promise<Styles> {
  const files = voiceFiles(source);
  const [first] = files;
  if (first === undefined)
    throw unfit('There are no voices beside the graph: voices.bin, voices-*.bin or voices/*.bin.');
  if (EACH.test(first)) {
    const styles = new Map<string, Float32Array>();
    for (const file of files) styles.set(nameOf(file), rows(file, await source.bytes(file)));
    return styles;
  }
  const bytes = await source.bytes(first);
  return isZip(bytes) ? named(first, bytes) : unnamed(first, bytes);
}

function nameOf(file: string): string {
  return file.slice(file.lastIndexOf('/') + 1).replace(/\.bin$/i, '');
}

function rows(file: string, bytes: Uint8Array<ArrayBuffer>): Float32Array {
  if (bytes.length === 0 || bytes.length % (4 * STYLE) !== 0)
    throw unfit(`${file} has ${bytes.length} bytes; a voice is rows of ${STYLE} float32, ${VOICE_BYTES} bytes in all.`);
  return new Float32Array(bytes.buffer);
}

function named(file: string, bytes: Uint8Array): Styles {
  const styles = new Map<string, Float32Array>();
  for (const [name, { shape, data }] of readNpz(file, bytes)) {
    if (shape.at(-1) !== STYLE)
      throw unfit(`${file}: the voice ${name} has the shape [${shape.join(', ')}]; it must be [rows, 1, ${STYLE}].`);
    styles.set(name, data);
  }
  if (styles.size === 0) throw unfit(`${file} holds no voices.`);
  return styles;
}

function unnamed(file: string, bytes: Uint8Array<ArrayBuffer>): Styles {
  const count = bytes.length / VOICE_BYTES;
  if (!Number.isInteger(count) || count === 0)
    throw unfit(`${file} has ${bytes.length} bytes, which is no multiple of ${VOICE_BYTES}, the size of a voice.`);
  const all = new Float32Array(bytes.buffer);
  return new Map(
    Array.from({ length: count }, (_, i) => [
      count === VOICE_ORDER.length ? VOICE_ORDER[i]! : `voice-${i}`,
      all.subarray(i * ROWS * STYLE, (i + 1) * ROWS * STYLE),
    ]),
  );
}

/**
 * The style for so many phonemes: the first row is for one, the last for as many and more. A mix is the weighted mean.
 * @throws DramatisError unknown_voice
 */
export function styleFor(styles: Styles, speaker: PackSpeaker, phonemes: number): Float32Array {
  if ('prompt' in speaker)
    throw new DramatisError('unsupported_by_model', 'A Kokoro pack cannot make a voice of recordings.');
  if (!('mix' in speaker)) {
    if (speaker.embedding.length === STYLE) return Float32Array.from(speaker.embedding);
    throw new DramatisError(
      'unknown_voice',
      `The voice's embedding has ${speaker.embedding.length} values where the pack has ${STYLE}.`,
    );
  }
  const style = new Float32Array(STYLE);
  const parts = Object.entries(speaker.mix).filter(([, weight]) => weight > 0);
  const total = parts.reduce((sum, [, weight]) => sum + weight, 0);
  if (total === 0) throw new DramatisError('unknown_voice', 'The voice mixes no speaker: all its weights are 0.');
  for (const [name, weight] of parts) {
    const voice = styles.get(name);
    if (!voice)
      throw new DramatisError('unknown_voice', `The voice mixes the speaker ${name}, which the pack does not have.`);
    const row = (Math.min(Math.max(phonemes, 1), voice.length / STYLE) - 1) * STYLE;
    for (let i = 0; i < STYLE; i++) style[i]! += (weight / total) * voice[row + i]!;
  }
  return style;
}
