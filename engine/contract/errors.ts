/**
 * One table of errors. `status` is the HTTP status the server answers with; `reason` is the stable machine-readable
 * name; the message is a sentence for a person that names the field, what was wrong and what is allowed.
 */
export const ERRORS = {
  invalid_parameter: 400,
  unknown_voice: 400,
  invalid_reference_audio: 400,
  speaker_out_of_range: 400,
  nothing_to_say: 400,
  unsupported_by_model: 400,
  unauthorized: 401,
  insufficient_credit: 402,
  forbidden: 403,
  not_found: 404,
  method_not_allowed: 405,
  request_timeout: 408,
  payload_too_large: 413,
  unsupported_media_type: 415,
  validation_failed: 422,
  too_many_requests: 429,
  cancelled: 499,
  internal_error: 500,
  engine_crashed: 502,
  engine_unavailable: 503,
} as const;

export type ErrorReason = keyof typeof ERRORS;

/** One invalid field. `loc` is the path, as ["body", "prosody", "speed"]. */
export interface FieldProblem {
  readonly loc: readonly (string | number)[];
  readonly type: string;
  readonly msg: string;
  readonly in: 'body' | 'header' | 'query' | 'path';
  readonly ctx?: Readonly<Record<string, unknown>>;
}

/** The one error type that crosses layers and process borders. Anything else that is thrown is a bug (500). */
export class DramatisError extends Error {
  override readonly name = 'DramatisError';
  readonly status: number;
  constructor(
    readonly reason: ErrorReason,
    message: string,
    readonly options: {
      readonly detail?: readonly FieldProblem[];
      readonly retryAfterSeconds?: number;
      readonly cause?: unknown;
    } = {},
  ) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause });
    this.status = ERRORS[reason];
  }

  /** The JSON body of the error response. */
  toBody(): { status: number; message: string; reason: ErrorReason; detail?: readonly FieldProblem[] } {
    const { detail } = this.options;
    return { status: this.status, message: this.message, reason: this.reason, ...(detail ? { detail } : {}) };
  }
}
