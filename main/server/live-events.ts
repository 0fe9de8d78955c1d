import { encode } from '@msgpack/msgpack';
import { z } from 'zod';
import { DramatisError } from '../../engine/contract/errors.ts';
import { LIMITS } from '../../engine/contract/limits.ts';
import { LiveTtsRequest } from '../../engine/contract/tts-request.ts';
import { decodeMsgpack } from './bodies.ts';
import { validate, withGiven } from './validation.ts';

const textAllowed = `a text of at most ${LIMITS.live.waitingCharacters} characters`;
const TextEvent = z.object({ text: z.string(textAllowed).max(LIMITS.live.waitingCharacters, textAllowed) });
const StartEvent = z.object({ request: LiveTtsRequest });
const AnyEvent = z.object({ event: z.string('start, text, flush or stop') }, 'an object with event');

/** What a client says on `/v1/tts/live`. */
export type ClientEvent =
  | { readonly event: 'start'; readonly request: z.output<typeof LiveTtsRequest> }
  | { readonly event: 'text'; readonly text: string }
  | { readonly event: 'flush' }
  | { readonly event: 'stop' };

/** Reads a frame; null for an event that is not known, which is ignored. @throws DramatisError */
export function readClientEvent(frame: Uint8Array, isBinary: boolean): ClientEvent | null {
  if (!isBinary) throw new DramatisError('invalid_parameter', 'Frames must be binary, each one MessagePack object.');
  const body = decodeMsgpack(frame);
  const { event } = validate(AnyEvent, body);
  switch (event) {
    case 'start':
      return { event, request: withGiven(validate(StartEvent, body).request, (body as { request: unknown }).request) };
    case 'text':
      return { event, text: validate(TextEvent, body).text };
    case 'flush':
    case 'stop':
      return { event };
    default:
      return null;
  }
}

export function audioFrame(audio: Uint8Array): Uint8Array {
  return encode({ event: 'audio', audio });
}

/** What the request asked for and the voice cannot do, or only nearly. Clients that do not know it pass it over. */
export function noticeFrame({ code, message }: { readonly code: string; readonly message: string }): Uint8Array {
  return encode({ event: 'notice', code, message });
}

/** The last frame: all was spoken, or why not. */
export function finishFrame(error?: DramatisError): Uint8Array {
  return encode(
    error
      ? { ...error.toBody(), event: 'finish', reason: 'error', error: error.reason }
      : { event: 'finish', reason: 'stop' },
  );
}
