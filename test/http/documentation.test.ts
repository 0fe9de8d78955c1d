import { mkdtemp, rm, writeFile, mkdir } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { encode } from '@msgpack/msgpack';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { LIMITS } from '../../engine/contract/limits.ts';
import type { FakeEngine } from './support/fake-engine.ts';
import { serveFake, type Served } from './support/serve.ts';

type Json = Record<string, unknown>;

let served: Served<FakeEngine>;
let document: { paths: Record<string, Record<string, Json>>; components: { schemas: Record<string, Json> } } & Json;
beforeAll(async () => {
  served = await serveFake();
  document = (await (await fetch(`${served.url}/openapi.json`)).json()) as typeof document;
});
afterAll(() => served.close());

const operations = (): { name: string; operation: Json }[] =>
  Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ name: `${method} ${path}`, operation })),
  );

const detailOf = ({ detail }: Json): Json => (detail === undefined ? {} : { detail });

/** A value with its leaves as their types, and of each array the first element. */
function shapeOf(value: unknown): unknown {
  if (Array.isArray(value)) return value.slice(0, 1).map(shapeOf);
  if (typeof value !== 'object' || value === null) return typeof value;
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, shapeOf(inner)]));
}

/** Every `$ref` anywhere in the document. */
function references(value: unknown): string[] {
  if (typeof value !== 'object' || value === null) return [];
  const own = '$ref' in value && typeof value.$ref === 'string' ? [value.$ref] : [];
  return [...own, ...Object.values(value).flatMap(references)];
}

describe('GET /openapi.json', () => {
  it('has every endpoint of the service', () => {
    expect(
      operations()
        .map(({ name }) => name)
        .sort(),
    ).toEqual([
      'delete /model/{id}',
      'get /docs',
      'get /health',
      'get /model',
      'get /model/{id}',
      'get /model/{id}/cover',
      'get /model/{id}/file',
      'get /model/{id}/samples/{file}',
      'get /openapi.json',
      'get /v1/audio/voices',
      'get /v1/models',
      'get /v1/tts/live',
      'get /wallet/self/api-credit',
      'get /wallet/self/package',
      'patch /model/{id}',
      'post /model',
      'post /model/check',
      'post /model/file',
      'post /v1/audio/speech',
      'post /v1/tts',
      'post /v1/tts/stream/with-timestamp',
      'post /v1/voice-design',
    ]);
  });

  it('has every field of the request with the very bounds and defaults that are checked', () => {
    const { properties, required } = document.components.schemas['TTSRequest'] as {
      properties: Record<string, Json>;
      required: string[];
    };
    expect(required).toEqual(['text']);
    expect(Object.keys(properties)).toHaveLength(21);
    const { tts } = LIMITS;
    expect(properties['temperature']).toMatchObject({
      type: 'number',
      minimum: tts.temperature.min,
      maximum: tts.temperature.max,
      default: 0.7,
    });
    expect(properties['chunk_length']).toMatchObject({ type: 'integer', minimum: 100, maximum: 300, default: 300 });
    expect(properties['format']).toMatchObject({ enum: ['wav', 'pcm', 'mp3', 'opus'], default: 'mp3' });
    expect(properties['opus_bitrate']).toMatchObject({ enum: [-1000, 24000, 32000, 48000, 64000], default: -1000 });
    for (const [name, field] of Object.entries(properties))
      expect([name, field['description']]).toEqual([name, expect.any(String)]);
  });

  it('names both body types, examples, headers and errors of POST /v1/tts', () => {
    const operation = document.paths['/v1/tts']?.['post'] as {
      requestBody: { content: Record<string, Json> };
      responses: Record<string, { headers?: Json; content: Record<string, Json> }>;
      parameters: Json[];
    };
    expect(Object.keys(operation.requestBody.content)).toEqual(['application/json', 'application/msgpack']);
    expect(operation.requestBody.content['application/json']).toMatchObject({
      examples: { example1: { value: { text: expect.any(String) as string } } },
    });
    expect(operation.parameters).toMatchObject([{ name: 'model', in: 'header', required: false }]);
    expect(Object.keys(operation.responses['200']?.content ?? {})).toEqual([
      'audio/wav',
      'audio/pcm',
      'audio/mpeg',
      'audio/ogg',
    ]);
    expect(Object.keys(operation.responses['200']?.headers ?? {})).toContain('X-Dramatis-Seed');
    expect(Object.keys(operation.responses)).toEqual([
      '200',
      '400',
      '401',
      '402',
      '403',
      '408',
      '413',
      '415',
      '422',
      '429',
      '500',
      '502',
      '503',
    ]);
    for (const status of ['429', '503']) expect(operation.responses[status]?.headers).toHaveProperty('Retry-After');
  });

  it('is a sound document: every reference leads somewhere, every operation has an id of its own', () => {
    for (const reference of references(document)) {
      expect(reference).toMatch(/^#\/components\/schemas\//);
      expect(document.components.schemas).toHaveProperty(reference.split('/').pop() ?? '');
    }
    const ids = operations().map(({ operation }) => operation['operationId']);
    expect(new Set(ids).size).toBe(ids.length);
    expect(document).toMatchObject({ openapi: '3.1.0', servers: [{ url: served.url }] });
  });

  it('gives examples of bodies that the server takes, in each form that it takes', async () => {
    for (const path of ['/v1/tts', '/v1/tts/stream/with-timestamp', '/v1/audio/speech', '/v1/voice-design']) {
      const { content } = document.paths[path]?.['post']?.['requestBody'] as {
        content: Record<string, { examples: Record<string, { value: unknown }> }>;
      };
      for (const [type, { examples = {} }] of Object.entries(content)) {
        expect([path, Object.keys(examples).length > 0]).toEqual([path, true]);
        for (const { value } of Object.values(examples)) {
          const body = type === 'application/json' ? JSON.stringify(value) : new Uint8Array(encode(value));
          const response = await served.fetch(path, { method: 'POST', body, headers: { 'Content-Type': type } });
          const answer = response.status === 200 ? '' : await response.text();
          if (response.status === 200) await response.body?.cancel();
          // The engine of this test designs no voices; that its body is not what is refused is what counts.
          const designs = path !== '/v1/voice-design';
          expect([path, type, value, response.status, answer]).toEqual([
            path,
            type,
            value,
            designs ? 200 : 503,
            designs ? '' : expect.any(String),
          ]);
        }
      }
    }
  });

  it('gives examples of errors that have their shape, each under its own status', () => {
    for (const { name, operation } of operations()) {
      const responses = operation['responses'] as Record<string, { headers?: Json; content?: Record<string, Json> }>;
      const failures = Object.entries(responses).filter(([status]) => Number(status) >= 400);
      expect([name, failures.length > 0]).toEqual([name, true]);
      for (const [status, { headers = {}, content }] of failures) {
        const examples = content?.['application/json']?.['examples'] as Record<string, { value: Json }>;
        for (const [reason, { value }] of Object.entries(examples)) {
          expect([name, value]).toEqual([
            name,
            { status: Number(status), reason, message: expect.any(String) as string, ...detailOf(value) },
          ]);
        }
        const wanted = { 401: 'WWW-Authenticate', 429: 'Retry-After', 503: 'Retry-After' }[status];
        if (wanted) expect([name, Object.keys(headers)]).toEqual([name, [wanted]]);
      }
    }
  });

  it('gives examples of answers that look like the answers', async () => {
    for (const path of [
      '/v1/models',
      '/v1/audio/voices',
      '/wallet/self/api-credit',
      '/wallet/self/package',
      '/health',
    ]) {
      const { responses } = document.paths[path]?.['get'] as { responses: Record<string, { content: Json }> };
      const { example } = responses['200']?.content['application/json'] as { example: unknown };
      expect([path, shapeOf(await (await served.fetch(path)).json())]).toEqual([path, shapeOf(example)]);
    }
  });

  it('gives each schema a name of its own, and bounds only where there are any', () => {
    const answerOf = (path: string): unknown => {
      const { responses } = document.paths[path]?.['get'] as { responses: Record<string, { content: Json }> };
      const { schema } = responses['200']?.content['application/json'] as { schema: { $ref: string } };
      return document.components.schemas[schema.$ref.split('/').pop() ?? ''];
    };
    expect(answerOf('/v1/models')).toMatchObject({ properties: { data: {} } });
    expect(answerOf('/model')).toMatchObject({ properties: { items: {} } });
    expect(JSON.stringify(document)).not.toContain('9007199254740991,');
  });

  it('leaves the addresses of the studio out, which answer to nobody else', async () => {
    expect(operations().filter(({ name }) => name.includes(' /app'))).toEqual([]);
    expect(document['info']).toMatchObject({ description: expect.stringContaining('/app') as string });
    expect((await served.fetch('/app/voices')).status).toBe(403);
  });
});

describe('GET /docs', () => {
  it('is one page that needs nothing from outside and no script', async () => {
    const response = await fetch(`${served.url}/docs`);
    expect(response.headers.get('content-security-policy')).toContain("default-src 'none'");
    const html = await response.text();
    for (const { name } of operations()) expect(html).toContain(name.split(' ')[1]);
    expect(html).not.toMatch(/<script|<link|<img|src=|@import|url\(/);
    expect(html).toContain('temperature');
    expect(html).toContain('X-Dramatis-Seed');
    expect(html).toContain('Retry-After');
    expect(html).toContain('reference_id: there is no voice \\&quot;nobody');
    expect(html).toContain('speech.audio.delta');
  });
});

describe('the studio', () => {
  it('leads to the documentation where it was not built', async () => {
    const response = await fetch(`${served.url}/`, { redirect: 'manual' });
    expect([response.status, response.headers.get('location')]).toEqual([302, '/docs']);
  });

  it('is served with a strict policy where it was, and nothing outside its folder', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'dramatis-studio-'));
    await mkdir(join(folder, 'studio', 'assets'), { recursive: true });
    await writeFile(join(folder, 'secret.txt'), 'secret');
    await writeFile(join(folder, 'studio', 'index.html'), '<!doctype html><title>Studio</title>');
    await writeFile(join(folder, 'studio', 'assets', 'a.js'), 'export {};');
    const withStudio = await serveFake({ studio: join(folder, 'studio') });
    try {
      const page = await fetch(`${withStudio.url}/`);
      expect(await page.text()).toContain('Studio');
      expect(page.headers.get('content-security-policy')).toContain("script-src 'self'");
      expect(page.headers.get('cache-control')).toBe('no-store');
      expect((await fetch(`${withStudio.url}/assets/a.js`)).headers.get('content-type')).toContain('javascript');
      for (const path of ['/..%2fsecret.txt', '/%2e%2e/secret.txt', '/assets/..%2f..%2fsecret.txt']) {
        expect([path, (await fetch(withStudio.url + path)).status]).not.toEqual([path, 200]);
      }
    } finally {
      await withStudio.close();
      await rm(folder, { recursive: true });
    }
  });
});

describe('GET /health', () => {
  it('tells the state of the engine', async () => {
    expect(await (await fetch(`${served.url}/health`)).json()).toMatchObject({
      status: 'ok',
      engine: 'ready',
      load: { active: 0, waiting: 0 },
    });
  });
});
