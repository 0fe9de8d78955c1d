import type { FastifyInstance } from 'fastify';
import { decode, type DecoderOptions } from '@msgpack/msgpack';
import { DramatisError } from '../../engine/contract/errors.ts';
import { LIMITS } from '../../engine/contract/limits.ts';
import { jsonNestsDeeperThan, msgpackNestsDeeperThan } from './nesting.ts';

const { body } = LIMITS;

/** The decoder's own limits are 2^32-1, and it makes an array of the length that six bytes declare. */
export const MSGPACK_LIMITS: DecoderOptions = {
  maxStrLength: body.jsonBytes,
  maxBinLength: LIMITS.reference.maxBytes,
  maxArrayLength: body.collection,
  maxMapLength: body.collection,
  maxExtLength: 64,
};

/** Body parsers for JSON and MessagePack. What has no parser is answered 415. */
export function installBodyParsers(app: FastifyInstance): void {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser(
    'application/json',
    { parseAs: 'string', bodyLimit: body.jsonBytes },
    (_request, text, done) => {
      parse(done, () => parseJson(text as string));
    },
  );
}

/** MessagePack only where the contract has it: call this in the scope of those routes. */
export function installMsgpackParser(app: FastifyInstance): void {
  app.addContentTypeParser(
    'application/msgpack',
    { parseAs: 'buffer', bodyLimit: body.msgpackBytes },
    (_request, bytes, done) => {
      parse(done, () => decodeMsgpack(bytes as Buffer));
    },
  );
}

export function parseJson(text: string): unknown {
  if (jsonNestsDeeperThan(body.nesting, text)) throw tooDeep();
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw new DramatisError('invalid_parameter', `The body is not valid JSON: ${reasonOf(cause)}.`, { cause });
  }
}

/** @throws DramatisError invalid_parameter for bytes that are not one MessagePack value within the limits. */
export function decodeMsgpack(bytes: Uint8Array): unknown {
  if (msgpackNestsDeeperThan(body.nesting, bytes)) throw tooDeep();
  try {
    // A plain view: from a Buffer the decoder would make Buffers.
    return decode(new Uint8Array(bytes.buffer, bytes.byteOffset, bytes.byteLength), MSGPACK_LIMITS);
  } catch (cause) {
    throw new DramatisError('invalid_parameter', `The body is not valid MessagePack: ${reasonOf(cause)}.`, { cause });
  }
}

function parse(done: (error: Error | null, value?: unknown) => void, read: () => unknown): void {
  try {
    done(null, read());
  } catch (error) {
    done(error as Error);
  }
}

function tooDeep(): DramatisError {
  return new DramatisError(
    'invalid_parameter',
    `The body nests deeper than ${body.nesting} levels, which is the most allowed.`,
  );
}

function reasonOf(cause: unknown): string {
  return cause instanceof Error ? cause.message.slice(0, 200) : 'it could not be read';
}
