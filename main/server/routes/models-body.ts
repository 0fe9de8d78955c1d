import multipart from '@fastify/multipart';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { DramatisError } from '../../../engine/contract/errors.ts';
import { LIMITS } from '../../../engine/contract/limits.ts';

const { voices, reference } = LIMITS;
const LISTS = new Set(['voices', 'texts', 'tags', 'languages']);
const FILES = new Set(['voices', 'cover_image']);
const FLAGS = new Set(['enhance_audio_quality', 'generate_sample', 'favourite']);
/** Lists that some clients join with commas into one field. `texts` hold commas of their own: see models.ts. */
const JOINED = new Set(['tags', 'languages']);
const OBJECTS = new Set(['card', 'origin', 'mix']);

/** Forms beside JSON: what clients of voice models send. For the scope of those routes. */
export async function installFormParsers(app: FastifyInstance): Promise<void> {
  await app.register(multipart, {
    limits: {
      fileSize: reference.maxBytes,
      files: voices.samples + 1,
      fields: 128,
      fieldSize: 64 * 1024,
      fieldNameSize: 100,
      headerPairs: 20,
    },
  });
  app.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string' }, (_request, body, done) => {
    const form = new Form();
    try {
      for (const [name, value] of new URLSearchParams(body as string)) form.add(name, value);
      done(null, form.value());
    } catch (error) {
      done(error as Error);
    }
  });
  app.addHook('preValidation', async (request) => {
    if (request.isMultipart()) request.body = await readForm(request);
    else request.body = withBinary(request.body);
  });
}

async function readForm(request: FastifyRequest): Promise<Record<string, unknown>> {
  const form = new Form();
  let total = 0;
  try {
    for await (const part of request.parts()) {
      if (part.type === 'field') {
        if (part.valueTruncated) throw tooLarge(`${part.fieldname} is longer than 64 KiB`);
        form.add(part.fieldname, String(part.value));
        continue;
      }
      const bytes = await part.toBuffer();
      total += bytes.length;
      if (total > voices.totalBytes) throw tooLarge(`its files have more than ${mib(voices.totalBytes)} together`);
      form.addFile(part.fieldname, bytes);
    }
  } catch (error) {
    throw formError(error);
  }
  return form.value();
}

/** Fields as they come in, gathered into the object that JSON would have been. */
class Form {
  private readonly fields = new Map<string, unknown>();

  add(name: string, value: string): void {
    const field = name.replace(/\[\d*\]$/, '');
    if (FILES.has(field) && value === '') return;
    if (JOINED.has(field)) {
      for (const item of value.split(',')) if (item.trim() !== '') this.push(field, item.trim());
    } else if (LISTS.has(field)) this.push(field, value);
    else if (FLAGS.has(field)) this.set(field, value === 'true' ? true : value === 'false' ? false : value);
    else if (OBJECTS.has(field)) this.set(field, parsed(value));
    else this.set(field, value);
  }

  addFile(name: string, bytes: Uint8Array): void {
    const field = name.replace(/\[\d*\]$/, '');
    const plain = new Uint8Array(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    if (LISTS.has(field)) this.push(field, plain);
    else this.set(field, plain);
  }

  value(): Record<string, unknown> {
    return Object.fromEntries(this.fields);
  }

  private push(field: string, value: unknown): void {
    this.fields.set(field, [...((this.fields.get(field) as unknown[] | undefined) ?? []), value]);
  }

  private set(field: string, value: unknown): void {
    if (this.fields.has(field))
      throw new DramatisError('invalid_parameter', `${field.slice(0, 40)}: the form has it twice; once is allowed.`);
    this.fields.set(field, value);
  }
}

/** JSON cannot carry bytes: there the files are base64. MessagePack brings them as they are. */
function withBinary(body: unknown): unknown {
  if (typeof body !== 'object' || body === null || body instanceof Uint8Array || Array.isArray(body)) return body;
  const { voices: samples, cover_image: cover, ...rest } = body as Record<string, unknown>;
  return {
    ...rest,
    ...(samples === undefined ? {} : { voices: Array.isArray(samples) ? samples.map(bytesOf) : samples }),
    ...(cover === undefined ? {} : { cover_image: bytesOf(cover) }),
  };
}

function bytesOf(value: unknown): unknown {
  if (typeof value !== 'string') return value;
  const base64 = value.replace(/^data:[^,]*;base64,/, '');
  return /^[A-Za-z0-9+/]+={0,2}$/.test(base64) ? new Uint8Array(Buffer.from(base64, 'base64')) : value;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return text;
  }
}

const mib = (bytes: number): string => `${bytes / 1024 / 1024} MiB`;

function tooLarge(what: string): DramatisError {
  return new DramatisError('payload_too_large', `The form is too large: ${what}.`);
}

function formError(error: unknown): unknown {
  if (error instanceof DramatisError) return error;
  switch ((error as { code?: unknown }).code) {
    case 'FST_REQ_FILE_TOO_LARGE':
      return tooLarge(`a file has more than ${mib(reference.maxBytes)}`);
    case 'FST_FILES_LIMIT':
      return tooLarge(`it has more than ${voices.samples + 1} files`);
    case 'FST_PARTS_LIMIT':
    case 'FST_FIELDS_LIMIT':
      return tooLarge('it has too many fields');
    default:
      return new DramatisError('invalid_parameter', 'The body is not a whole, valid multipart form.', { cause: error });
  }
}
