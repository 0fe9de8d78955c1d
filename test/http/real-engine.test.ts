import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { decode, encode } from '@msgpack/msgpack';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import WebSocket from 'ws';
import type { EngineHost } from '../../main/engine-host/index.ts';
import { serveReal, decibels } from './support/real-engine.ts';
import type { Served } from './support/serve.ts';
import { readEvents } from './support/sse.ts';

// A busy machine may take its time over real synthesis; nothing here measures it.
vi.setConfig({ testTimeout: 120_000 });

let served: Served<EngineHost>;
let folder: string;
beforeAll(async () => {
  served = await serveReal();
  folder = mkdtempSync(join(tmpdir(), 'dramatis-real-'));
}, 120_000);
afterAll(async () => {
  await served.close();
  rmSync(folder, { recursive: true });
});

const text = 'The morning train was late again. Nobody on the platform seemed to mind.';

async function speak(body: object, headers: Record<string, string> = {}): Promise<Buffer> {
  const response = await served.post('/v1/tts', { text, ...body }, headers);
  expect(response.status).toBe(200);
  return Buffer.from(await response.arrayBuffer());
}

/** What is said on a live connection as one file: each stretch is flushed when those before have been spoken. */
async function live(request: object, stretches: readonly string[]): Promise<Buffer> {
  const socket = new WebSocket(`${served.url.replace('http', 'ws')}/v1/tts/live`, {
    headers: { Authorization: `Bearer ${served.key}` },
  });
  const parts: Uint8Array[] = [];
  socket.on('message', (data) => {
    const { audio } = decode(data as Buffer) as { audio?: Uint8Array };
    if (audio) parts.push(audio);
  });
  const closed = new Promise((resolve) => socket.on('close', resolve));
  await new Promise((resolve, reject) => socket.on('open', resolve).on('error', reject));
  socket.send(encode({ event: 'start', request }));
  for (const text of stretches) {
    socket.send(encode({ event: 'text', text }));
    socket.send(encode({ event: 'flush' }));
    const before = parts.length;
    // Its place at work is free again when all is spoken.
    while (parts.length === before || (await load()) > 0) await sleep(20);
  }
  socket.send(encode({ event: 'stop' }));
  await closed;
  return Buffer.concat(parts);
}

async function load(): Promise<number> {
  const health = (await (await served.fetch('/health')).json()) as { load: { active: number } };
  return health.load.active;
}

const HALF_SECOND = 44_100;

/** 16-bit samples at 44.1 kHz. Fails where ffmpeg has anything to complain of. */
function decodeWithFfmpeg(bytes: Buffer): Buffer {
  const args = ['-v', 'warning', '-xerror', '-i', '-', '-f', 's16le', '-ar', '44100', '-'];
  const { status, stdout, stderr } = spawnSync('ffmpeg', args, { input: bytes, maxBuffer: 1e9 });
  expect([status, stderr.toString()]).toEqual([0, '']);
  return stdout;
}

/** How alike two recordings are in the half second from byte `at` on: 1 is the same wave. */
function likeness(a: Buffer, b: Buffer, at: number): number {
  let [ab, aa, bb] = [0, 1e4, 1e4];
  for (let i = at; i < at + HALF_SECOND; i += 2) {
    const [x, y] = [a.readInt16LE(i), b.readInt16LE(i)];
    ab += x * y;
    aa += x * x;
    bb += y * y;
  }
  return ab / Math.sqrt(aa * bb);
}

/** What ffprobe says of an encoded file. */
function probe(bytes: Buffer): { codec: string; rate: number; channels: number; bitrate: number } {
  const file = join(folder, 'probe');
  writeFileSync(file, bytes);
  const args = [
    '-v',
    'error',
    '-show_entries',
    'stream=codec_name,sample_rate,channels:format=bit_rate',
    '-of',
    'json',
    file,
  ];
  const { streams, format } = JSON.parse(execFileSync('ffprobe', args, { encoding: 'utf8' })) as {
    streams: { codec_name: string; sample_rate: string; channels: number }[];
    format: { bit_rate: string };
  };
  const [stream] = streams;
  return {
    codec: stream?.codec_name ?? '',
    rate: Number(stream?.sample_rate),
    channels: stream?.channels ?? 0,
    bitrate: Number(format.bit_rate),
  };
}

describe('POST /v1/tts with the real engine', () => {
  it.each([
    [{ format: 'wav' }, 'pcm_s16le', 44100],
    [{ format: 'wav', sample_rate: 8000 }, 'pcm_s16le', 8000],
    [{ format: 'mp3' }, 'mp3', 44100],
    [{ format: 'mp3', sample_rate: 32000, mp3_bitrate: 192 }, 'mp3', 32000],
    [{ format: 'opus' }, 'opus', 48000],
    [{ format: 'opus', opus_bitrate: 24000 }, 'opus', 48000],
  ])('%j is what it says', async (body, codec, rate) => {
    expect(probe(await speak(body))).toMatchObject({ codec, rate, channels: 1 });
  });

  it('gives the same bytes for the same seed, and others for another', async () => {
    const [first, again, other] = [await speak({ seed: 3 }), await speak({ seed: 3 }), await speak({ seed: 4 })];
    expect(first.equals(again)).toBe(true);
    expect(first.equals(other)).toBe(false);
  });

  it('follows speed and volume', async () => {
    const pcm = { format: 'pcm', sample_rate: 16000, seed: 1 };
    const plain = await speak(pcm);
    expect(plain.length / (await speak({ ...pcm, prosody: { speed: 2 } })).length).toBeCloseTo(2, 0);
    expect(decibels(plain) - decibels(await speak({ ...pcm, prosody: { volume: -10 } }))).toBeCloseTo(10, 0);
  });

  it('lets several speakers talk, and refuses a tag out of range', async () => {
    const dialogue = {
      text: '<|speaker:0|>Is it late? <|speaker:1|>Very late.',
      reference_id: ['clara', 'nora'],
      format: 'pcm',
    };
    expect((await speak(dialogue)).length).toBeGreaterThan(88_200);
    expect((await served.post('/v1/tts', { ...dialogue, reference_id: ['clara'] })).status).toBe(400);
  });

  it('refuses reference audio that is none, with JSON', async () => {
    for (const audio of [
      new Uint8Array(2000),
      Buffer.from('RIFF\xff\xff\xff\x7fWAVEfmt '),
      Buffer.from('fLaC\x00\x00\x00\x22'.padEnd(500, '\xff'), 'latin1'),
    ]) {
      const body = new Uint8Array(encode({ text, references: [{ audio: new Uint8Array(audio), text: 'words' }] }));
      const response = await served.fetch('/v1/tts', {
        method: 'POST',
        body,
        headers: { 'Content-Type': 'application/msgpack' },
      });
      expect(response.status).toBe(400);
      expect(await response.json()).toMatchObject({
        reason: 'invalid_reference_audio',
        message: expect.stringMatching(/^references\[0\]\.audio: the .*\.$/) as string,
        detail: [{ loc: ['body', 'references', 0, 'audio'] }],
      });
    }
  });

  it('is not led astray by a FLAC that lies about its length or its rate', async () => {
    const said = 'The morning train was late again.';
    const wav = await speak({ text: said, format: 'wav', sample_rate: 24000, seed: 2 });
    const { status, stdout: flac } = spawnSync('ffmpeg', ['-v', 'error', '-i', '-', '-f', 'flac', '-'], { input: wav });
    expect([status, flac.toString('latin1', 0, 4)]).toEqual([0, 'fLaC']);
    const lies: Record<string, (bytes: Buffer) => void> = {
      'nothing at all': () => undefined,
      '2^36 - 1 samples': (bytes) => bytes.fill(0xff, 22, 26).writeUInt8(bytes.readUInt8(21) | 0x0f, 21),
      'one sample': (bytes) => bytes.writeUInt32BE(1, 22),
      'a rate of 1 MHz': (bytes) => bytes.fill(0xff, 18, 20),
    };
    for (const [lie, tell] of Object.entries(lies)) {
      const audio = Buffer.from(flac);
      tell(audio);
      const body = new Uint8Array(encode({ text: 'Hi.', references: [{ audio, text: said }] }));
      const headers = { 'Content-Type': 'application/msgpack' };
      const response = await served.fetch('/v1/tts', { method: 'POST', body, headers });
      const told = response.status === 200 ? '' : ((await response.json()) as { reason: string }).reason;
      // It is read by the samples that it makes, or refused: the engine and its memory are none the worse.
      expect([lie, told]).toEqual([lie, response.status === 200 ? '' : 'invalid_reference_audio']);
      if (lie === 'nothing at all') expect(response.status).toBe(200);
      if (response.status === 200) await response.arrayBuffer();
    }
    expect(served.engine.state).toBe('ready');
    expect(served.reports).toEqual([]);
  });

  it('tells exact times that add up to the audio', async () => {
    const body = { text, format: 'pcm', sample_rate: 24000, seed: 9 };
    const response = await served.post('/v1/tts/stream/with-timestamp', body);
    const events = readEvents(await response.text());
    const audio = Buffer.concat(events.map(({ data }) => Buffer.from(data['audio_base64'] as string, 'base64')));
    expect(audio.equals(await speak(body))).toBe(true);
    const chunks = new Map(events.map(({ data }) => [data['chunk_seq'] as number, data]));
    let offset = 0;
    for (const data of chunks.values()) {
      const { segments, audio_duration } = data['alignment'] as {
        segments: { text: string; start: number; end: number }[];
        audio_duration: number;
      };
      expect(data['chunk_audio_offset_sec']).toBeCloseTo(offset, 1);
      expect(segments.length).toBeGreaterThan(3);
      for (const [i, { start, end }] of segments.entries()) {
        expect(end).toBeGreaterThan(start);
        expect(start).toBeGreaterThanOrEqual(segments[i - 1]?.end ?? 0);
        expect(end).toBeLessThanOrEqual(audio_duration + 0.001);
      }
      offset += audio_duration;
    }
    expect(audio.length / 48000).toBeCloseTo(offset, 1);
  });

  it('speaks live as one stream in every format: no joins, no errors, the very samples', async () => {
    const stretches = ['The first sentence, ', 'and how it goes on. ', 'The second one. '];
    const seed = 21;
    const spoken = {
      pcm: await live({ format: 'pcm', sample_rate: 44100, seed }, stretches),
      wav: await live({ format: 'wav', sample_rate: 44100, seed }, stretches),
      mp3: await live({ format: 'mp3', seed }, stretches),
      opus: await live({ format: 'opus', opus_bitrate: 64000, seed }, stretches),
    };
    const { pcm, wav, mp3, opus } = spoken;
    expect(pcm.length / 88_200).toBeGreaterThan(2);
    expect(wav.subarray(wav.indexOf('data') + 8).equals(pcm)).toBe(true);
    // One logical Ogg stream: one page that begins it, one that ends it.
    const pages = [...opus.toString('latin1').matchAll(/OggS\0([^])/g)].map(([, flags = '']) => flags.charCodeAt(0));
    expect(pages.filter((flags) => flags & 2)).toHaveLength(1);
    expect(pages.filter((flags) => flags & 4)).toHaveLength(1);
    for (const [format, bytes, rest] of [
      // The length of a stream is not known at its head, so the last MP3 frame is heard to its end.
      ['mp3', mp3, 0.06],
      ['opus', opus, 0.001],
    ] as const) {
      const decoded = decodeWithFfmpeg(bytes);
      expect([format, Math.abs(decoded.length - pcm.length) / 88_200 <= rest]).toEqual([format, true]);
      // The same wave all along: a gap or a shift at a join would end the likeness.
      for (let at = 0; at + HALF_SECOND <= pcm.length; at += HALF_SECOND)
        expect([format, at, likeness(pcm, decoded, at) > 0.9]).toEqual([format, at, true]);
    }
  });

  it('costs the requests in flight when the engine is killed, and is back', async () => {
    const long = await served.post('/v1/tts', { text: text.repeat(200), format: 'wav' });
    process.kill(served.engine.pid!, 'SIGKILL');
    await expect(long.arrayBuffer()).rejects.toThrow();
    const end = performance.now() + 90_000;
    let status = 0;
    while (status !== 200 && performance.now() < end) {
      const response = await served.post('/v1/tts', { text: 'Back again.' });
      status = response.status;
      if (status !== 200) expect([status, response.headers.get('retry-after')]).toEqual([503, '1']);
      await response.arrayBuffer();
      await sleep(50);
    }
    expect(status).toBe(200);
  });
});
