import { connect, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { encode } from '@msgpack/msgpack';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { FakeEngine } from './support/fake-engine.ts';
import { serveFake, type Served } from './support/serve.ts';

let served: Served<FakeEngine>;
beforeEach(async () => {
  served = await serveFake();
});
afterEach(() => served.close());

/** Sends raw bytes and resolves with everything that came back when the server closed, or after `ms`. */
function raw(text: string, ms = 1000): Promise<string> {
  return new Promise((resolve) => {
    const socket = connect(served.port, '127.0.0.1');
    let answer = '';
    const end = (): void => {
      clearTimeout(timer);
      socket.destroy();
      resolve(answer);
    };
    const timer = setTimeout(end, ms);
    socket
      .on('data', (data) => (answer += data.toString()))
      .on('error', end)
      .on('close', end);
    socket.write(text);
  });
}

const get = (host: string, extra = ''): Promise<string> =>
  raw(
    `GET /v1/nothing HTTP/1.1\r\n${host}\r\nAuthorization: Bearer ${served.key}\r\nConnection: close\r\n${extra}\r\n`,
  );

function msgpack(body: Uint8Array): Promise<Response> {
  return served.fetch('/v1/tts', {
    method: 'POST',
    body: new Uint8Array(body),
    headers: { 'Content-Type': 'application/msgpack' },
  });
}

describe('who may come in', () => {
  it('listens on 127.0.0.1 alone', () => {
    expect(served.server.app.server.address()).toMatchObject({ address: '127.0.0.1' });
  });

  it.each(['127.0.0.1', 'localhost', 'LOCALHOST', '[::1]'])('knows the host %s with its port', async (name) => {
    expect(await get(`Host: ${name}:${served.port}`)).toMatch(/^HTTP\/1\.1 404 /);
  });

  it.each([
    'Host: rebound.example:PORT',
    'Host: 127.0.0.1',
    'Host: 127.0.0.1:1',
    'Host: 127.0.0.1.:PORT',
    'Host: 127.0.0.1:PORT.rebound.example',
    'Host: 0.0.0.0:PORT',
    'Host: rebound.example:PORT\r\nHost: 127.0.0.1:PORT',
    'Host: 127.0.0.1:PORT\r\nHost: rebound.example:PORT',
    'Host:',
  ])('refuses %s', async (host) => {
    const answer = await get(host.replaceAll('PORT', String(served.port)));
    expect(answer).toMatch(/^HTTP\/1\.1 (403|400) /);
    expect(served.engine.requests).toEqual([]);
  });

  it('refuses a rebound page although it has the key', async () => {
    const body = JSON.stringify({ text: 'Hi.' });
    const answer = await raw(
      `POST /v1/tts HTTP/1.1\r\nHost: rebound.example:${served.port}\r\nAuthorization: Bearer ${served.key}\r\n` +
        `Content-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}`,
    );
    expect(answer).toMatch(/^HTTP\/1\.1 403 /);
    expect(served.engine.requests).toEqual([]);
  });

  it.each(['https://evil.example', 'null', 'http://127.0.0.1', 'http://127.0.0.1:1', 'file://', ''])(
    'refuses the origin "%s" and gives it no CORS header',
    async (origin) => {
      for (const method of ['GET', 'OPTIONS']) {
        const response = await served.fetch('/v1/nothing', {
          method,
          headers: { Origin: origin, 'Access-Control-Request-Method': 'POST' },
        });
        expect(response.status).toBe(403);
        expect(response.headers.get('access-control-allow-origin')).toBeNull();
      }
    },
  );

  it('takes its own origin, and those that the user listed', async () => {
    expect((await served.fetch('/v1/nothing', { headers: { Origin: served.url } })).status).toBe(404);
    await served.library.settings.change({ origins: ['https://mine.example'] });
    const preflight = await fetch(`${served.url}/v1/tts`, {
      method: 'OPTIONS',
      headers: {
        Origin: 'https://mine.example',
        'Access-Control-Request-Method': 'POST',
        'Access-Control-Request-Headers': 'authorization, model',
      },
    });
    expect(preflight.status).toBe(204);
    expect(preflight.headers.get('access-control-allow-origin')).toBe('https://mine.example');
    const response = await served.fetch('/v1/tts', {
      method: 'POST',
      body: '{"text":"Hi."}',
      headers: { Origin: 'https://mine.example', 'Content-Type': 'application/json' },
    });
    expect(response.status).toBe(200);
    expect(response.headers.get('access-control-allow-origin')).toBe('https://mine.example');
    expect(response.headers.get('access-control-expose-headers')).toContain('X-Dramatis-Seed');
    await response.arrayBuffer();
  });
});

describe('credentials', () => {
  it.each([undefined, 'Bearer', 'Bearer wrong', 'Basic a2V5', 'Bearer key-of-the-tests extra', 'key-of-the-tests'])(
    'answers 401 to %s, before the body is read',
    async (authorization) => {
      const response = await fetch(`${served.url}/v1/tts`, {
        method: 'POST',
        body: 'not even json',
        headers: { 'Content-Type': 'application/json', ...(authorization ? { Authorization: authorization } : {}) },
      });
      expect(response.status).toBe(401);
      expect(response.headers.get('www-authenticate')).toBe('Bearer');
      expect(await response.json()).toMatchObject({
        status: 401,
        reason: 'unauthorized',
        message: expect.stringContaining('Authorization') as string,
      });
    },
  );

  it('takes the launch token and the key of the environment, in any case of "bearer"', async () => {
    for (const authorization of [`Bearer ${served.server.launchToken}`, `bearer ${served.key}`]) {
      expect((await served.fetch('/v1/nothing', { headers: { Authorization: authorization } })).status).toBe(404);
      expect((await served.post('/v1/tts', {}, { Authorization: authorization })).status).toBe(422);
    }
  });

  it('takes a key from the moment it is made until it is revoked, also by another process', async () => {
    const { openLibrary } = await import('../../main/library/index.ts');
    const elsewhere = await openLibrary(served.library.paths.root);
    const { secret } = await elsewhere.keys.create('other', null, new Date());
    const authorization = { Authorization: `Bearer ${secret}` };
    expect((await served.post('/v1/tts', {}, authorization)).status).toBe(422);
    await elsewhere.keys.revoke('other');
    expect((await served.post('/v1/tts', {}, authorization)).status).toBe(401);
  });
});

describe('bodies', () => {
  it.each([
    'text/plain',
    'multipart/form-data; boundary=x',
    'application/x-www-form-urlencoded',
    'application/jsonx',
    'application/x-msgpack',
    '',
  ])('answers 415 to the content type "%s"', async (type) => {
    const answer = await raw(
      `POST /v1/tts HTTP/1.1\r\nHost: 127.0.0.1:${served.port}\r\nAuthorization: Bearer ${served.key}\r\nConnection: close\r\n` +
        `${type === '' ? '' : `Content-Type: ${type}\r\n`}Content-Length: 14\r\n\r\n{"text":"Hi."}`,
    );
    expect(answer).toMatch(/^HTTP\/1\.1 415 /);
    expect(answer).toContain('unsupported_media_type');
  });

  it('takes MessagePack with the same fields', async () => {
    const response = await msgpack(encode({ text: 'Hi.', format: 'pcm', references: null, seed: 3 }));
    expect(response.status).toBe(200);
    expect(response.headers.get('x-dramatis-seed')).toBe('3');
    await response.arrayBuffer();
  });

  it('answers 413 to a JSON body over 1 MiB, and to one that declares so', async () => {
    expect((await served.post('/v1/tts', { text: 'x'.repeat(1024 * 1024) })).status).toBe(413);
    const declared = await raw(
      `POST /v1/tts HTTP/1.1\r\nHost: 127.0.0.1:${served.port}\r\nAuthorization: Bearer ${served.key}\r\n` +
        `Content-Type: application/json\r\nContent-Length: 99999999999\r\n\r\n{`,
    );
    expect(declared).toMatch(/^HTTP\/1\.1 413 /);
  });

  it('answers 413 to a MessagePack body over 32 MiB', async () => {
    const answer = await raw(
      `POST /v1/tts HTTP/1.1\r\nHost: 127.0.0.1:${served.port}\r\nAuthorization: Bearer ${served.key}\r\n` +
        `Content-Type: application/msgpack\r\nContent-Length: ${32 * 1024 * 1024 + 1}\r\n\r\n`,
    );
    expect(answer).toMatch(/^HTTP\/1\.1 413 /);
  });

  it.each([
    ['array 32 of 2^31', [0xdd, 0x7f, 0xff, 0xff, 0xff, 0xc0]],
    ['map 32 of 2^32-1', [0xdf, 0xff, 0xff, 0xff, 0xff, 0xc0]],
    ['bin 32 of 2^32-1', [0xc6, 0xff, 0xff, 0xff, 0xff, 0x00]],
    ['str 32 of 2^32-1', [0xdb, 0xff, 0xff, 0xff, 0xff, 0x61]],
    ['ext 32 of 2^32-1', [0xc9, 0xff, 0xff, 0xff, 0xff, 0x01]],
    ['an array in a field', [0x81, 0xa4, 0x74, 0x65, 0x78, 0x74, 0xdd, 0x7f, 0xff, 0xff, 0xff]],
    ['nothing', []],
    ['a byte that MessagePack never uses', [0xc1]],
    ['two values', [0xc0, 0xc0]],
  ])('refuses MessagePack that declares %s without making room for it', async (_name, bytes) => {
    const before = process.memoryUsage().rss;
    const response = await msgpack(Uint8Array.from(bytes));
    expect(response.status).toBe(400);
    expect(process.memoryUsage().rss - before).toBeLessThan(100e6);
  });

  it('refuses bodies that nest deeper than 16 levels, in both forms', async () => {
    const deepJson = `${'['.repeat(500_000)}${']'.repeat(500_000)}`;
    const json = await served.fetch('/v1/tts', {
      method: 'POST',
      body: deepJson,
      headers: { 'Content-Type': 'application/json' },
    });
    expect(json.status).toBe(400);
    expect(await json.json()).toMatchObject({
      message: 'The body nests deeper than 16 levels, which is the most allowed.',
    });
    const deep = await msgpack(Uint8Array.from({ length: 2_000_000 }, () => 0x91));
    expect(deep.status).toBe(400);
    expect(await deep.json()).toMatchObject({
      message: 'The body nests deeper than 16 levels, which is the most allowed.',
    });
    const flat = { text: 'Hi.', features: ['[[[[[[[[[[[[[[[[[[[[{{{{{{{{{{{{{{{{"'] };
    expect((await served.post('/v1/tts', flat)).status).toBe(200);
  });

  it('does not let a body reach a prototype', async () => {
    const json = await served.fetch('/v1/tts', {
      method: 'POST',
      body: '{"text":"Hi.","__proto__":{"temperature":9}}',
      headers: { 'Content-Type': 'application/json' },
    });
    expect([400, 422]).toContain(json.status);
    const proto = Uint8Array.from([0x81, 0xa9, ...Buffer.from('__proto__'), 0x80]);
    expect((await msgpack(proto)).status).toBe(400);
  });
});

describe('slow and idle clients', () => {
  beforeEach(async () => {
    await served.close();
    served = await serveFake({ limits: { headersTimeoutMs: 500, requestTimeoutMs: 800 } });
  });

  it('cuts off headers that never end', async () => {
    const socket = connect(served.port, '127.0.0.1');
    let answer = '';
    socket.on('data', (data) => (answer += data.toString())).on('error', () => undefined);
    const start = performance.now();
    const drip = setInterval(() => socket.write('X-Slow: 1\r\n'), 100);
    socket.write(`POST /v1/tts HTTP/1.1\r\nHost: 127.0.0.1:${served.port}\r\n`);
    await new Promise((resolve) => socket.on('close', resolve));
    clearInterval(drip);
    expect(performance.now() - start).toBeLessThan(3000);
    expect(answer).toMatch(/^HTTP\/1\.1 408 [^]*request_timeout/);
  });

  it('cuts off a body that never ends', async () => {
    const answer = await raw(
      `POST /v1/tts HTTP/1.1\r\nHost: 127.0.0.1:${served.port}\r\nAuthorization: Bearer ${served.key}\r\n` +
        'Content-Type: application/json\r\nContent-Length: 100\r\n\r\n{"te',
      4000,
    );
    expect(answer).toMatch(/^HTTP\/1\.1 408 /);
  });

  describe('and the files of a pack, which may be gigabytes', () => {
    const LENGTH = 40;
    const begin = (): { socket: Socket; answer: Promise<string> } => {
      const socket = connect(served.port, '127.0.0.1');
      let told = '';
      socket.on('data', (data) => (told += data.toString())).on('error', () => undefined);
      const answer = new Promise<string>((resolve) => {
        socket.on('close', () => resolve(told)).on('data', () => /\r\n\r\n./.test(told) && resolve(told));
      });
      const head = '--x\r\nContent-Disposition: form-data; name="a.onnx"; filename="a"\r\n\r\n';
      socket.write(
        `POST /app/packs HTTP/1.1\r\nHost: 127.0.0.1:${served.port}\r\nAuthorization: Bearer ${served.server.launchToken}\r\n` +
          `Content-Type: multipart/form-data; boundary=x\r\nContent-Length: ${head.length + LENGTH + 9}\r\n\r\n${head}`,
      );
      return { socket, answer };
    };

    it('take their time as long as something arrives', async () => {
      const { socket, answer } = begin();
      // Three times as long as a whole request may take.
      for (let sent = 0; sent < LENGTH; sent++) {
        await new Promise((resolve) => setTimeout(resolve, 60));
        socket.write('b');
      }
      socket.write('\r\n--x--\r\n');
      // All of it is there: this server's engine takes no packs.
      expect(await answer).toMatch(/^HTTP\/1\.1 503 [^]*cannot take in packs/);
      socket.destroy();
    });

    it('are given up when nothing arrives any more', async () => {
      const { answer } = begin();
      expect(await answer).toMatch(/^HTTP\/1\.1 408 [^]*request_timeout/);
    });
  });

  it('goes on answering beside a thousand idle sockets, and closes them', async () => {
    const sockets = await Promise.all(
      Array.from({ length: 1000 }, () => {
        return new Promise<Socket>((resolve, reject) => {
          const socket = connect(served.port, '127.0.0.1', () => resolve(socket));
          socket.on('error', reject);
        });
      }),
    );
    const closed = sockets.map(
      (socket) =>
        new Promise((resolve) =>
          socket
            .on('error', () => undefined)
            .on('close', resolve)
            .resume(),
        ),
    );
    const response = await served.post('/v1/tts', { text: 'Hi.', format: 'pcm' });
    expect(response.status).toBe(200);
    await response.arrayBuffer();
    await Promise.race([
      Promise.all(closed),
      sleep(10_000).then(() => Promise.reject(new Error('idle sockets were kept'))),
    ]);
  });

  it('drops connections beyond the limit and recovers', async () => {
    await served.close();
    served = await serveFake({ limits: { connections: 5 } });
    const sockets = Array.from({ length: 20 }, () => connect(served.port, '127.0.0.1').on('error', () => undefined));
    await sleep(200);
    const open = await new Promise<number>((resolve) =>
      served.server.app.server.getConnections((_, count) => resolve(count)),
    );
    expect(open).toBeLessThanOrEqual(5);
    for (const socket of sockets) socket.destroy();
    await sleep(100);
    expect((await served.post('/v1/tts', {})).status).toBe(422);
  });
});
