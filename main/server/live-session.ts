import type { FastifyRequest } from 'fastify';
import type { WebSocket } from 'ws';
import { DramatisError } from '../../engine/contract/errors.ts';
import { LIMITS } from '../../engine/contract/limits.ts';
import type { TtsRequest } from '../../engine/contract/tts-request.ts';
import type { Caller, ServerContext } from './context.ts';
import { toDramatisError } from './errors.ts';
import { audioFrame, finishFrame, readClientEvent, type ClientEvent } from './live-events.ts';
import { LiveText } from './live-text.ts';
import { speechProfile } from './profiles.ts';
import { resolveSpeakers } from './speakers.ts';
import { checkEngine, orderSpeech, startSpeech } from './speech.ts';

/** Bytes of the RIFF header that every WAV stream begins with. */
const WAV_HEADER = 44;
/** WebSocket close codes: all went well; the client broke the rules; the server could not go on. */
const CLOSE = { normal: 1000, policy: 1008, failure: 1011 } as const;

/**
 * One conversation on `/v1/tts/live`: text comes in pieces, and is spoken as soon as a stretch of it can safely be.
 * Two things run beside each other: `receive` takes frames in, and `speak` gives audio out.
 */
export class LiveSession {
  private readonly left = new AbortController();
  private request: TtsRequest | undefined;
  private text: LiveText | undefined;
  private flushed = false;
  private stopped = false;
  private wake: () => void = () => undefined;
  private idle: NodeJS.Timeout | undefined;
  private bytesSent = 0;

  constructor(
    private readonly socket: WebSocket,
    private readonly context: ServerContext,
    private readonly caller: Caller,
    private readonly model: string | undefined,
  ) {}

  /** Runs until the client stops or leaves, or something fails. Never rejects. */
  async run(http: FastifyRequest): Promise<void> {
    this.socket.on('message', (data, isBinary) => this.receive(asBytes(data), isBinary));
    this.socket.on('close', () => this.left.abort());
    this.restartIdle();
    try {
      await this.speak();
      await this.finish();
    } catch (thrown) {
      const error = toDramatisError(thrown);
      if (error.status === 500) this.context.report(thrown, http);
      await this.finish(error);
    } finally {
      clearTimeout(this.idle);
      this.left.abort();
    }
  }

  private receive(frame: Uint8Array, isBinary: boolean): void {
    if (this.stopped) return;
    this.restartIdle();
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

  private failure: { readonly error: unknown } | undefined;

  private fail(error: unknown): void {
    this.failure ??= { error };
    this.stopped = true;
    this.left.abort();
  }

  /** Speaks stretch after stretch until the client has said stop and nothing waits. */
  private async speak(): Promise<void> {
    for (let index = 0; ;) {
      const stretch = this.nextStretch();
      if (stretch !== null) await this.speakStretch(stretch, index++);
      else if (this.stopped || this.left.signal.aborted) break;
      else await new Promise<void>((resolve) => (this.wake = resolve));
    }
    if (this.failure) throw this.failure.error;
  }

  private nextStretch(): string | null {
    if (!this.text || this.failure) return null;
    if (!this.flushed && !this.stopped) return this.text.take(true);
    this.flushed = false;
    return this.text.takeAll();
  }

  private async speakStretch(text: string, index: number): Promise<void> {
    const { request, left } = this;
    if (!request) return;
    // One seed gives the same whole again, and stretches that differ as chunks of one text would.
    const seed = request.seed === null ? null : (request.seed + index) % (LIMITS.tts.seed.max + 1);
    const order = orderSpeech(this.context, { ...request, text, seed }, this.model, this.caller);
    try {
      const speech = await startSpeech(this.context, order, left.signal);
      let skip = request.format === 'wav' && this.bytesSent > 0 ? WAV_HEADER : 0;
      for await (const event of speech.events) {
        if (event.type !== 'audio') continue;
        const bytes = event.bytes.subarray(skip);
        skip = Math.max(0, skip - event.bytes.length);
        if (bytes.length > 0) await this.send(audioFrame(bytes));
        this.bytesSent += bytes.length;
      }
    } catch (error) {
      // Punctuation or marks alone give nothing to say; in a stream of pieces that is no failure.
      if (!(error instanceof DramatisError && error.reason === 'nothing_to_say')) throw error;
    }
    this.restartIdle();
  }

  /** Resolves when the frame has left, so that a slow reader holds back the synthesis. */
  private send(frame: Uint8Array): Promise<void> {
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

  /** A client that says nothing, while nothing is spoken, is sent away. */
  private restartIdle(): void {
    clearTimeout(this.idle);
    const { liveIdleMs } = this.context.limits;
    this.idle = setTimeout(() => {
      this.fail(new DramatisError('request_timeout', `Nothing was said for ${liveIdleMs / 1000} s.`));
      this.wake();
    }, liveIdleMs);
  }
}

function asBytes(data: Buffer | ArrayBuffer | Buffer[]): Uint8Array {
  if (Array.isArray(data)) return Buffer.concat(data);
  return data instanceof ArrayBuffer ? new Uint8Array(data) : data;
}
