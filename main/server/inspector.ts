import { randomUUID } from 'node:crypto';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { SeenRequest } from '../../engine/contract/studio.ts';
import type { Caller, ServerContext } from './context.ts';

/** How many are remembered, and how long a body may be, in characters of JSON. Nothing of it is written to the disk. */
const ROOM = 200;
const LONGEST_BODY = 32_768;
const TEXT_SHOWN = 400;
/** Routes whose answer is one piece of audio. */
const SPOKEN = /^\/v1\/(tts|audio\/speech)(?:\?|$)/;
/** Hz of raw samples where OpenAI's clients ask. */
const OPENAI_RATE = 24_000;

interface AskedSound {
  readonly format?: string;
  readonly response_format?: string;
  readonly stream_format?: string;
  readonly sample_rate?: number | null;
  readonly mp3_bitrate?: number;
}

const WATCHED = /^\/(?:v1|model|wallet)(?:\/|\?|$)/;

/** The last requests of other programs, and whoever follows them. */
export class Inspector {
  private readonly seen = new Map<string, SeenRequest>();
  private readonly listeners = new Set<(seen: SeenRequest) => void>();

  list(): readonly SeenRequest[] {
    return [...this.seen.values()];
  }

  tell(entry: SeenRequest): void {
    this.seen.set(entry.id, entry);
    for (const oldest of this.seen.keys()) {
      if (this.seen.size <= ROOM) break;
      this.seen.delete(oldest);
    }
    for (const listen of this.listeners) listen(entry);
  }

  /** Follows what comes; gives the way to end it. */
  follow(listen: (seen: SeenRequest) => void): () => void {
    this.listeners.add(listen);
    return () => void this.listeners.delete(listen);
  }

  clear(): void {
    this.seen.clear();
  }
}

/** Watches every route of other programs. Must run before the routes are made. */
export function installInspector(app: FastifyInstance, context: ServerContext): Inspector {
  const inspector = new Inspector();
  const watches = new WeakMap<FastifyRequest, Watch>();
  app.addHook('onRequest', (request, reply, done) => {
    if (WATCHED.test(request.url)) watches.set(request, new Watch(request, reply, inspector, context));
    done();
  });
  app.addHook('preValidation', (request, _reply, done) => {
    watches.get(request)?.arrived();
    done();
  });
  app.addHook('preHandler', (request, _reply, done) => {
    watches.get(request)?.begin();
    done();
  });
  return inspector;
}

/** One request from its coming to its end. */
class Watch {
  private readonly came: number;
  private entry: SeenRequest;
  private opening = Buffer.alloc(0);
  private lastPage = 0;

  constructor(
    private readonly request: FastifyRequest,
    private readonly reply: FastifyReply,
    private readonly inspector: Inspector,
    private readonly context: ServerContext,
  ) {
    this.came = performance.now();
    const { model } = request.headers;
    this.entry = {
      id: randomUUID(),
      at: context.clock.now().getTime(),
      method: request.method,
      path: request.url.slice(0, 300),
      caller: null,
      model: typeof model === 'string' ? model.slice(0, 80) : null,
      voice: null,
      text: null,
      body: null,
      state: 'running',
      status: null,
      firstMs: null,
      totalMs: null,
      bytes: 0,
      seconds: null,
      error: null,
    };
    this.listen();
  }

  /** The body as it was sent, before what it leaves out is filled in. */
  arrived(): void {
    this.entry = { ...this.entry, body: keepable(this.request.body) };
  }

  /** Who it is and what is asked is known now. */
  begin(): void {
    const { body } = this.request;
    const fields = (typeof body === 'object' && body !== null ? body : {}) as Record<string, unknown>;
    const text = fields['text'] ?? fields['input'] ?? fields['instruction'];
    const voice = fields['reference_id'] ?? fields['voice'];
    this.entry = {
      ...this.entry,
      voice: voiceNames(voice),
      text: typeof text === 'string' ? text.slice(0, TEXT_SHOWN) : null,
    };
    this.tell();
  }

  /** What goes out is counted on its way; nothing of it changes. */
  private listen(): void {
    const { raw } = this.reply;
    const write = raw.write.bind(raw) as (...args: unknown[]) => boolean;
    const end = raw.end.bind(raw) as (...args: unknown[]) => typeof raw;
    raw.write = (...args: unknown[]) => {
      this.saw(args[0]);
      return write(...args);
    };
    raw.end = (...args: unknown[]) => {
      this.saw(args[0]);
      return end(...args);
    };
    raw.once('close', () => this.close(raw.writableFinished));
  }

  private saw(part: unknown): void {
    if (typeof part !== 'string' && !(part instanceof Uint8Array)) return;
    const bytes = Buffer.from(part as Uint8Array);
    if (bytes.length === 0) return;
    const first = this.entry.firstMs === null;
    const firstMs = first ? performance.now() - this.came : this.entry.firstMs;
    this.entry = { ...this.entry, bytes: this.entry.bytes + bytes.length, firstMs, status: this.reply.raw.statusCode };
    if (this.opening.length < 4096) this.opening = Buffer.concat([this.opening, bytes.subarray(0, 4096)]);
    const page = bytes.lastIndexOf('OggS');
    if (page >= 0 && page + 14 <= bytes.length) this.lastPage = Number(bytes.readBigInt64LE(page + 6));
    if (first) this.tell();
  }

  private close(whole: boolean): void {
    const { statusCode } = this.reply.raw;
    this.entry = {
      ...this.entry,
      state: whole ? 'done' : 'cut',
      status: statusCode,
      totalMs: performance.now() - this.came,
      seconds: statusCode < 300 ? this.seconds() : null,
      error: statusCode >= 400 ? messageOf(this.opening) : null,
    };
    this.tell();
  }

  /** Length of the audio from its bytes; null for answers that are no audio, or where the format does not tell it. */
  private seconds(): number | null {
    const spoken = SPOKEN.exec(this.request.url);
    if (!spoken) return null;
    const body = (this.request.body ?? {}) as AskedSound;
    if (body.stream_format === 'sse') return null;
    const { bytes } = this.entry;
    switch (body.format ?? body.response_format) {
      case 'wav':
      case 'pcm': {
        const header = Math.max(0, this.opening.indexOf('data') + 8);
        const samples = bytes - (this.opening.toString('latin1', 0, 4) === 'RIFF' ? header : 0);
        return samples / 2 / (body.sample_rate ?? (spoken[1] === 'tts' ? 44_100 : OPENAI_RATE));
      }
      case 'mp3':
        return bytes / ((body.mp3_bitrate ?? 128) * 125);
      case 'opus':
        return this.lastPage > 0 ? this.lastPage / 48_000 : null;
      default:
        return null;
    }
  }

  private tell(): void {
    let caller: Caller | null = null;
    try {
      caller = this.context.callerOf(this.request);
    } catch {
      // It was turned away before anyone knew who it was.
    }
    // The studio sees itself at work already.
    if (caller?.kind === 'app') return;
    this.entry = { ...this.entry, caller: caller?.name ?? null };
    this.inspector.tell(this.entry);
  }
}

function voiceNames(voice: unknown): string | null {
  const names = (Array.isArray(voice) ? voice : [voice]).filter((one) => typeof one === 'string');
  return names.length > 0 ? names.join(', ').slice(0, 200) : null;
}

/** The body if it can be sent again as JSON; null when it holds recordings or is too long. */
function keepable(body: unknown): SeenRequest['body'] {
  if (typeof body !== 'object' || body === null || Array.isArray(body) || holdsBytes(body)) return null;
  const text = JSON.stringify(body);
  return text.length > LONGEST_BODY ? null : (JSON.parse(text) as Readonly<Record<string, unknown>>);
}

function holdsBytes(value: unknown): boolean {
  if (value instanceof Uint8Array) return true;
  return typeof value === 'object' && value !== null && Object.values(value).some(holdsBytes);
}

function messageOf(opening: Buffer): string | null {
  try {
    const { message } = JSON.parse(opening.toString('utf8')) as { message?: unknown };
    return typeof message === 'string' ? message.slice(0, 500) : null;
  } catch {
    return null;
  }
}
