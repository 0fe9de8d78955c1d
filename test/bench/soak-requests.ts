import { encode, decode } from '@msgpack/msgpack';
import WebSocket from 'ws';

/** How one request of the soak went. */
export interface Outcome {
  readonly firstByteMs?: number;
  /** The client left before the end, on purpose. */
  readonly left: boolean;
  /** What went wrong that should not have. */
  readonly failure?: string;
}

/** Repeatable draws (mulberry32). */
export class Random {
  constructor(private state: number) {}

  next(): number {
    this.state = (this.state + 0x6d2b79f5) | 0;
    let t = Math.imul(this.state ^ (this.state >>> 15), 1 | this.state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  }

  pick<T>(values: readonly T[]): T {
    return values[Math.floor(this.next() * values.length)]!;
  }
}

const SENTENCES = [
  'The kettle is on.',
  'Nobody on the platform seemed to mind that the train was late again.',
  'In 1987 the bridge was 3.5 metres wider, or so they say.',
  'Bring the blue one, please, and mind the step!',
  '今天天气很好，我们去公园吧。',
  'Is it raining? [whisper] I think that it is.',
];
const FORMATS = ['wav', 'pcm', 'mp3', 'opus'] as const;
/** Share of clients that leave early. */
const LEAVE = 0.2;

type Kind = (url: string, key: string, random: Random, leave: boolean) => Promise<Outcome>;

/** What clients do, and how often beside the others. */
const KINDS: readonly (readonly [weight: number, kind: Kind])[] = [
  [
    6,
    (url, key, random, leave) =>
      speech(url, key, '/v1/tts', JSON.stringify(request(random)), 'application/json', leave),
  ],
  [2, (url, key, random, leave) => speech(url, key, '/v1/tts', encode(request(random)), 'application/msgpack', leave)],
  [
    1,
    (url, key, random, leave) =>
      speech(url, key, '/v1/tts/stream/with-timestamp', JSON.stringify(request(random)), 'application/json', leave),
  ],
  [
    1,
    (url, key, random, leave) =>
      speech(
        url,
        key,
        '/v1/audio/speech',
        JSON.stringify({ model: 'tts-1', voice: 'alloy', input: text(random) }),
        'application/json',
        leave,
      ),
  ],
  [1, live],
  [1, refused],
];

export async function randomRequest(url: string, key: string, random: Random): Promise<Outcome> {
  let at = random.next() * KINDS.reduce((sum, [weight]) => sum + weight, 0);
  const kind = KINDS.find(([weight]) => (at -= weight) < 0)?.[1] ?? refused;
  const leave = random.next() < LEAVE;
  try {
    return await kind(url, key, random, leave);
  } catch (error) {
    return { left: leave, failure: error instanceof Error ? error.message : String(error) };
  }
}

function text(random: Random): string {
  return Array.from({ length: 1 + Math.floor(random.next() * 5) }, () => random.pick(SENTENCES)).join(' ');
}

function request(random: Random): object {
  const speakers = random.next() < 0.2;
  return {
    text: speakers ? `<|speaker:0|>${text(random)} <|speaker:1|>${text(random)}` : text(random),
    format: random.pick(FORMATS),
    ...(speakers ? { reference_id: ['clara', 'theo'] } : {}),
    prosody: { speed: 0.8 + random.next() },
    latency: random.pick(['low', 'normal', 'balanced']),
  };
}

async function speech(
  url: string,
  key: string,
  path: string,
  body: string | Uint8Array,
  type: string,
  leave: boolean,
): Promise<Outcome> {
  const start = performance.now();
  const leaving = new AbortController();
  const response = await fetch(url + path, {
    method: 'POST',
    body: typeof body === 'string' ? body : new Uint8Array(body),
    headers: { Authorization: `Bearer ${key}`, 'Content-Type': type },
    signal: leaving.signal,
  });
  if (response.status === 429) return { left: false };
  if (response.status !== 200 || !response.body)
    throw new Error(`${path} answered ${response.status}: ${await response.text()}`);
  let firstByteMs: number | undefined;
  for await (const _ of response.body as unknown as AsyncIterable<Uint8Array>) {
    firstByteMs ??= performance.now() - start;
    if (leave) break;
  }
  leaving.abort();
  return { left: leave, ...(firstByteMs === undefined ? {} : { firstByteMs }) };
}

async function live(url: string, key: string, random: Random, leave: boolean): Promise<Outcome> {
  const socket = new WebSocket(`${url.replace('http', 'ws')}/v1/tts/live`, {
    headers: { Authorization: `Bearer ${key}` },
  });
  const closed = new Promise<void>((resolve, reject) => socket.on('close', () => resolve()).on('error', reject));
  let failure: string | undefined;
  socket.on('message', (data) => {
    const frame = decode(data as Buffer) as { event: string; reason?: string; message?: string };
    if (frame.reason === 'error' && !leave) failure = `live: ${frame.message ?? ''}`;
    if (leave) socket.terminate();
  });
  await Promise.race([new Promise((resolve) => socket.on('open', resolve)), closed]);
  for (const event of [
    { event: 'start', request: { format: random.pick(FORMATS) } },
    { event: 'text', text: text(random) },
    { event: 'stop' },
  ]) {
    if (socket.readyState === WebSocket.OPEN) socket.send(encode(event));
  }
  await closed;
  return { left: leave, ...(failure === undefined ? {} : { failure }) };
}

/** Requests that must be refused, and clients that say nothing of sense. */
async function refused(url: string, key: string, random: Random): Promise<Outcome> {
  const body = random.pick([
    '{',
    '{}',
    '{"text":"x","format":"flac"}',
    '{"text":"x","reference_id":"nobody"}',
    '['.repeat(5000),
  ]);
  const headers = { Authorization: `Bearer ${random.pick([key, 'wrong'])}`, 'Content-Type': 'application/json' };
  const response = await fetch(`${url}/v1/tts`, { method: 'POST', body, headers });
  await response.arrayBuffer();
  if (response.status < 400 || response.status >= 500) throw new Error(`a bad request was answered ${response.status}`);
  return { left: false };
}
