import type { FastifyRequest } from 'fastify';
import type { WebSocket } from 'ws';
import { DramatisError } from '../../engine/contract/errors.ts';
import { LIMITS } from '../../engine/contract/limits.ts';
import type { TtsRequest } from '../../engine/contract/tts-request.ts';
import type { Caller, ServerContext } from './context.ts';
import { toDramatisError } from './errors.ts';
import { audioFrame, finishFrame, noticeFrame, readClientEvent, type ClientEvent } from './live-events.ts';
import { LiveText } from './live-text.ts';
import { speechProfile } from './profiles.ts';
import { waitForReader } from './response.ts';
import { resolveSpeakers } from './speakers.ts';
import { checkEngine, orderSpeech, startSpeech, type Speech } from './speech.ts';
import { givenFields, withGiven } from './validation.ts';

/** WebSocket close codes: all went well; the client broke the rules; the server could not go on. */
const CLOSE = { normal: 1000, policy: 1008, failure: 1011 } as const;

/**
 * One conversation on `/v1/tts/live`: text comes in pieces, and is spoken as soon as a stretch of it can safely be. It is
 * one order of speech from the first stretch to the last: one voice that goes on, one encoder, one file.
 * Two things run beside each other: `receive` takes frames in, and `speak` gives audio out.
 */
export class LiveSession {
  private readonly left = new AbortController();
  private request: TtsRequest | undefined;
  private text: LiveText | undefined;
  private flushed = false;
  private stopped = false;
  private failure: { readonly error: unknown } | undefined;
  private wake: () => void = () => undefined;

  constructor(
    private readonly socket: WebSocket,
    private readonly context: ServerContext,
    private readonly caller: Caller,
    private readonly model: string | undefined,
  ) {}

  /** Runs until the client stops or leaves, or something fails. Never rejects. */
  async run(http: FastifyRequest): Promise<void> {
    this.socket.on('message', (data, isBinary) => this.receive(asBytes(data), isBinary));
    this.socket.on('close', () => {
      this.left.abort();
      this.wake();
    });
    try {
      await this.speak();
      await this.finish();
    } catch (thrown) {
      const error = toDramatisError(thrown);
      if (error.status === 500) this.context.report(thrown, http);
      await this.finish(error);
    } finally {
      this.left.abort();
    }
  }

  private receive(frame: Uint8Array, isBinary: boolean): void {
    if (this.stopped) return;
    try {
      const event = readClientEvent(frame, isBinary);
      if (event) this.take(event);
    } catch (error) {
      this.fail(error);
    }
    this.wake();
  }

  private take(event: ClientEvent): void {
    if (event.event === 'start') {
      if (this.request) throw new DramatisError('invalid_parameter', 'start: this connection was started already.');
      const profile = speechProfile(this.model, this.context.settings);
      resolveSpeakers(event.request, profile, this.context.voices);
      checkEngine(this.context);
      this.request = event.request;
      this.text = new LiveText(profile);
      this.text.push(event.request.text);
      return;
    }
    if (!this.text) throw new DramatisError('invalid_parameter', `${event.event}: the first event must be start.`);
    switch (event.event) {
      case 'text':
        this.text.push(event.text);
        if (this.text.length > LIMITS.live.waitingCharacters) {
          throw new DramatisError(
            'payload_too_large',
            `text: more than ${LIMITS.live.waitingCharacters} characters wait to be spoken.`,
          );
        }
        break;
      case 'flush':
        this.flushed = true;
        break;
      case 'stop':
        this.stopped = true;
        break;
    }
  }

  private fail(error: unknown): void {
    this.failure ??= { error };
    this.stopped = true;
    this.left.abort();
  }

  private async speak(): Promise<void> {
    const stretches = this.stretches();
    const first = await stretches.next();
    if (!first.done && this.request) await this.perform(opening(this.request, first.value), stretches);
    if (this.failure) throw this.failure.error;
  }

  private async perform(opening: TtsRequest, stretches: AsyncIterable<string>): Promise<void> {
    try {
      const order = orderSpeech(this.context, opening, this.model, this.caller);
      const speech = await startSpeech(this.context, order, this.left.signal, stretches);
      for await (const event of speech.events) {
        if (event.type === 'notice') await this.send(noticeFrame(event), speech);
        else if (event.type === 'audio') await this.send(audioFrame(event.bytes), speech);
      }
    } catch (error) {
      // Punctuation or marks alone give nothing to say; where text comes in pieces, that is no failure.
      const empty = error instanceof DramatisError && error.reason === 'nothing_to_say';
      if (!empty && !this.left.signal.aborted) throw error;
    }
  }

  /** What can be spoken, as soon as it can: asked for when all before it has been. Ends when the client has said stop. */
  private async *stretches(): AsyncGenerator<string, void, undefined> {
    for (;;) {
      const stretch = this.nextStretch();
      if (stretch !== null) yield stretch;
      else if (this.stopped || this.left.signal.aborted) return;
      else await this.untilReceived();
    }
  }

  private nextStretch(): string | null {
    if (!this.text || this.failure) return null;
    if (!this.flushed && !this.stopped) return this.text.take(true);
    this.flushed = false;
    return this.text.takeAll();
  }

  /** A client that says nothing, while nothing is left to speak, is sent away. */
  private async untilReceived(): Promise<void> {
    const { liveIdleMs } = this.context.limits;
    const idle = setTimeout(() => {
      this.fail(new DramatisError('request_timeout', `Nothing was said for ${liveIdleMs / 1000} s.`));
      this.wake();
    }, liveIdleMs);
    await new Promise<void>((resolve) => (this.wake = resolve));
    clearTimeout(idle);
  }

  /** Resolves when the frame has left, so that a slow reader holds back the synthesis. */
  private async send(frame: Uint8Array, speech?: Speech): Promise<void> {
    const sent = this.sent(frame);
    await (speech ? waitForReader(sent, speech) : sent);
  }

  private sent(frame: Uint8Array): Promise<void> {
    const { stalledWriterMs } = this.context.limits;
    return new Promise((resolve, reject) => {
      const stalled = setTimeout(() => {
        this.socket.terminate();
        reject(
          new DramatisError(
            'request_timeout',
            `The reader took nothing for ${stalledWriterMs / 1000} s and was cut off.`,
          ),
        );
      }, stalledWriterMs);
      this.socket.send(frame, (error) => {
        clearTimeout(stalled);
        if (error && !this.left.signal.aborted)
          reject(new DramatisError('cancelled', 'The client left.', { cause: error }));
        else resolve();
      });
    });
  }

  private async finish(error?: DramatisError): Promise<void> {
    this.stopped = true;
    if (this.socket.readyState !== this.socket.OPEN) return;
    await this.send(finishFrame(error)).catch(() => undefined);
    const code = !error ? CLOSE.normal : error.status < 500 ? CLOSE.policy : CLOSE.failure;
    this.socket.close(code, error?.reason ?? 'stop');
  }
}

function asBytes(data: Buffer | ArrayBuffer | Buffer[]): Uint8Array {
  if (Array.isArray(data)) return Buffer.concat(data);
  return data instanceof ArrayBuffer ? new Uint8Array(data) : data;
}

/** The request of a connection with the first stretch of its text, and with what its sender set still in mind. */
function opening(request: TtsRequest, text: string): TtsRequest {
  return withGiven({ ...request, text }, Object.fromEntries(givenFields(request).map((name) => [name, true])));
}
