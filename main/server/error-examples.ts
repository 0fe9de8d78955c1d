import { ERRORS, type ErrorReason, type FieldProblem } from '../../engine/contract/errors.ts';

/** What this server says, by reason: the examples of the error bodies. */
const SAID: Readonly<Record<ErrorReason, string>> = {
  invalid_parameter: 'The body nests deeper than 16 levels, which is the most allowed.',
  unknown_voice: 'reference_id: there is no voice "nobody"; GET /v1/audio/voices lists the voices that there are.',
  invalid_reference_audio: 'references[0].audio: it lasts 0.4 s, which is too short; at least 1 s is needed.',
  speaker_out_of_range:
    'text: <|speaker:2|> names a speaker that the request does not have; <|speaker:0|> to <|speaker:1|> are allowed.',
  nothing_to_say: 'text: it has no letter and no digit, so there is nothing to say.',
  unsupported_by_model:
    'model: s1 speaks with one voice and has no speaker tags; s2-pro, s2.1-pro and s2.1-pro-free take several speakers.',
  unauthorized: 'Authorization: a bearer key is needed, as "Authorization: Bearer <API_KEY>".',
  insufficient_credit: 'The key "reader" has 12 of its credit left, and this request costs 40 (UTF-8 bytes of text).',
  forbidden: 'Host: this server answers only to 127.0.0.1:8757, localhost:8757, [::1]:8757.',
  not_found: 'There is no GET /v1/nothing here.',
  method_not_allowed: '/v1/tts takes POST, not GET.',
  request_timeout: 'The request took too long to arrive.',
  payload_too_large: 'The body is too large: at most 1 MiB of JSON or 32 MiB of MessagePack.',
  unsupported_media_type:
    'Content-Type: it must be application/json, or application/msgpack where the endpoint takes it.',
  validation_failed: 'temperature: 3 is not allowed; it must be a number from 0 to 1',
  too_many_requests:
    '4 requests are at work and 64 wait, which is all that are taken (32 of one caller); try again soon.',
  cancelled: 'The client left before the first sound.',
  internal_error: 'Something went wrong inside the server.',
  engine_crashed: 'The speech engine was ended by SIGKILL while it worked on this request; it is being started again.',
  engine_unavailable: 'The speech engine is restarting; try again in a second.',
};
const DETAIL: readonly FieldProblem[] = [
  {
    loc: ['body', 'temperature'],
    type: 'too_big',
    msg: 'temperature: 3 is not allowed; it must be a number from 0 to 1',
    in: 'body',
  },
];

/** A body of an error response, for the documentation. */
export function errorExample(reason: ErrorReason): object {
  const body = { status: ERRORS[reason], message: SAID[reason], reason };
  return reason === 'validation_failed' ? { ...body, detail: DETAIL } : body;
}
