/**
 * `npm run api-pages`: writes docs/api, a page for each endpoint, from the OpenAPI document that the server makes of the
 * schemas it checks requests with. Prettier makes the tables even afterwards.
 */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { openLibrary } from '../main/library/index.ts';
import { createServer } from '../main/server/app.ts';
import type { EngineService } from '../main/server/context.ts';
import { root } from './setup.mjs';

export const API_FOLDER = join(root, 'docs', 'api');
const METHODS = ['get', 'post', 'put', 'patch', 'delete'] as const;

/** What is used here of a JSON Schema. */
interface Schema {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly description?: string;
  readonly default?: unknown;
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly format?: string;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly exclusiveMinimum?: number;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly maxItems?: number;
  readonly items?: Schema;
  readonly anyOf?: readonly Schema[];
  readonly oneOf?: readonly Schema[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
}
interface Example {
  readonly value: unknown;
}
interface Content {
  readonly schema?: Schema;
  readonly examples?: Readonly<Record<string, Example>>;
}
interface Response {
  readonly description: string;
  readonly headers?: Readonly<Record<string, { readonly description?: string }>>;
  readonly content?: Readonly<Record<string, Content>>;
}
interface Parameter {
  readonly name: string;
  readonly in: string;
  readonly description?: string;
  readonly schema?: Schema;
}
interface Operation {
  readonly summary: string;
  readonly description?: string;
  readonly security?: readonly unknown[];
  readonly parameters?: readonly Parameter[];
  readonly requestBody?: { readonly content: Readonly<Record<string, Content>> };
  readonly responses: Readonly<Record<string, Response>>;
}
interface OpenApi {
  readonly paths: Readonly<Record<string, Readonly<Partial<Record<(typeof METHODS)[number], Operation>>>>>;
  readonly components: { readonly schemas: Readonly<Record<string, Schema>> };
}
export interface Endpoint {
  readonly method: string;
  readonly path: string;
  readonly operation: Operation;
}

/** The OpenAPI document of a server that has no engine, voices or keys. */
export async function readOpenApi(): Promise<OpenApi> {
  const folder = mkdtempSync(join(tmpdir(), 'dramatis-api-'));
  const library = await openLibrary(folder);
  const engine: EngineService = {
    state: 'ready',
    voices: () => [],
    async *speak() {
      // Nobody asks this server to speak.
    },
  };
  const clock = { now: (): Date => new Date() };
  const server = await createServer({ engine, library, settings: library.settings, clock, version: '' });
  // Over a socket: the guard wants its port in the Host header.
  const url = await server.listen(0);
  const answer = await fetch(`${url}/openapi.json`);
  const document = (await answer.json()) as OpenApi;
  await server.close();
  rmSync(folder, { recursive: true });
  return document;
}

export function endpointsOf({ paths }: OpenApi): Endpoint[] {
  return Object.entries(paths).flatMap(([path, operations]) =>
    METHODS.flatMap((method) => {
      const operation = operations[method];
      return operation ? [{ method: method.toUpperCase(), path, operation }] : [];
    }),
  );
}

/** `POST /v1/tts` is `post-v1-tts.md`. */
export function pageName({ method, path }: Pick<Endpoint, 'method' | 'path'>): string {
  const name = `${method} ${path}`.toLowerCase().replace(/[^a-z0-9]+/g, '-');
  return `${name.replace(/-$/, '')}.md`;
}

class Writer {
  constructor(private readonly schemas: OpenApi['components']['schemas']) {}

  page({ method, path, operation }: Endpoint): string {
    const { summary, description, security, parameters = [], requestBody, responses } = operation;
    const open = security?.length === 0;
    const lines = [`# ${method} ${path}`, '', `${summary}.${open ? ' Needs no key.' : ''}`, ''];
    if (description) lines.push(description, '');
    if (parameters.length > 0) {
      lines.push('## Parameters', '', '| Name | In | Type | Meaning |', '|---|---|---|---|');
      for (const { name, in: place, schema, description: text = '' } of parameters)
        lines.push(row(`\`${name}\``, place, this.type(schema), text));
      lines.push('');
    }
    if (requestBody) lines.push(...this.body(requestBody.content));
    lines.push('## Answers', '', '| Status | Meaning | Body |', '|---|---|---|');
    for (const [status, response] of Object.entries(responses)) {
      const types = Object.keys(response.content ?? {}).map((type) => `\`${type}\``);
      lines.push(row(status, response.description, types.join(', ')));
    }
    lines.push('');
    for (const response of Object.values(responses)) lines.push(...this.answer(response));
    return `${lines.join('\n').trimEnd()}\n`;
  }

  private body(content: Readonly<Record<string, Content>>): string[] {
    const types = Object.keys(content);
    const [first] = Object.values(content);
    const lines = ['## Body', '', types.map((type) => `\`${type}\``).join(', '), ''];
    if (first?.schema) lines.push(...this.fields(first.schema, new Set()));
    for (const { value } of Object.values(first?.examples ?? {}))
      lines.push('```json', JSON.stringify(value, null, 2), '```', '');
    return lines;
  }

  private answer({ headers, content }: Response): string[] {
    const lines: string[] = [];
    if (headers) {
      lines.push('## Headers of the answer', '', '| Header | Meaning |', '|---|---|');
      for (const [name, { description = '' }] of Object.entries(headers)) lines.push(row(`\`${name}\``, description));
      lines.push('');
    }
    const schema = Object.values(content ?? {})[0]?.schema;
    if (schema && !schema.$ref?.endsWith('/Error') && this.resolve(schema).properties)
      lines.push('## Body of the answer', '', ...this.fields(schema, new Set()));
    return lines;
  }

  /** A table of an object's fields, followed by those of the objects in it. */
  private fields(schema: Schema, told: Set<string>): string[] {
    const { properties = {}, required = [] } = this.resolve(schema);
    const lines = ['| Field | Type | Default | Meaning |', '|---|---|---|---|'];
    for (const [name, field] of Object.entries(properties)) {
      const fallback = field.default === undefined ? (required.includes(name) ? 'required' : '') : code(field.default);
      lines.push(
        row(`\`${name}\``, this.type(field), fallback, this.resolve(field).description ?? field.description ?? ''),
      );
    }
    lines.push('');
    for (const name of Object.values(properties).flatMap((field) => this.named(field))) {
      if (told.has(name)) continue;
      told.add(name);
      lines.push(`### ${name}`, '', ...this.fields({ $ref: `#/components/schemas/${name}` }, told));
    }
    return lines;
  }

  private resolve(schema: Schema): Schema {
    const name = schema.$ref?.split('/').at(-1);
    return name === undefined ? schema : (this.schemas[name] ?? {});
  }

  /** Names of the schemas that a schema refers to. */
  private named(schema: Schema): string[] {
    const name = schema.$ref?.split('/').at(-1);
    const inner = [...(schema.anyOf ?? []), ...(schema.oneOf ?? []), ...(schema.items ? [schema.items] : [])];
    return [...(name === undefined ? [] : [name]), ...inner.flatMap((one) => this.named(one))];
  }

  private type(schema: Schema | undefined): string {
    if (!schema) return '';
    const name = schema.$ref?.split('/').at(-1);
    if (name !== undefined) return name;
    const choices = schema.anyOf ?? schema.oneOf;
    if (choices) return [...new Set(choices.map((one) => this.type(one)))].join(', or ');
    if (schema.const !== undefined) return code(schema.const);
    if (schema.enum) return schema.enum.map(code).join(', ');
    if (schema.type === 'array') return `array of ${this.type(schema.items)}${bounds('at most', schema.maxItems)}`;
    const type = typeof schema.type === 'string' ? schema.type : (schema.type ?? []).join(' or ');
    return type + range(schema);
  }
}

function range({ minimum, maximum, exclusiveMinimum, minLength, maxLength }: Schema): string {
  // Bounds that are those of every integer say nothing.
  const real = (value: number | undefined): value is number =>
    value !== undefined && Math.abs(value) < Number.MAX_SAFE_INTEGER;
  if (real(minimum) && real(maximum)) return `, ${minimum} to ${maximum}`;
  const low = real(exclusiveMinimum)
    ? `, above ${exclusiveMinimum}`
    : bounds('at least', real(minimum) ? minimum : undefined);
  const high = bounds('at most', real(maximum) ? maximum : undefined);
  if (maxLength === undefined) return low + high;
  return `, ${minLength ?? 0} to ${maxLength} characters`;
}

const bounds = (words: string, value: number | undefined): string => (value === undefined ? '' : `, ${words} ${value}`);
const code = (value: unknown): string => `\`${JSON.stringify(value)}\``;
const row = (...cells: readonly string[]): string =>
  `| ${cells.map((cell) => cell.replaceAll('|', '\\|').replace(/\s+/g, ' ')).join(' | ')} |`;

const INDEX = `# The API

Every endpoint has a page here, made from the same schemas that the server checks requests with. A running server has them
too, with what is installed: \`/docs\` for people and \`/openapi.json\` for programs.

Send a key with every request, as \`Authorization: Bearer <API_KEY>\`. \`npm run --silent dramatis -- keys create NAME\` makes one;
\`DRAMATIS_API_KEY\` in the server's environment is taken as one, too. Errors are JSON, \`{"status", "message", "reason"}\`; the
message names the field, what was wrong with it and what is allowed.
`;

function index(endpoints: readonly Endpoint[]): string {
  const rows = endpoints.map((one) => row(`[${one.method} ${one.path}](${pageName(one)})`, one.operation.summary));
  return [INDEX, '| Endpoint | What it does |', '|---|---|', ...rows, ''].join('\n');
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) {
  const document = await readOpenApi();
  const endpoints = endpointsOf(document);
  const writer = new Writer(document.components.schemas);
  rmSync(API_FOLDER, { recursive: true, force: true });
  mkdirSync(API_FOLDER, { recursive: true });
  for (const endpoint of endpoints) writeFileSync(join(API_FOLDER, pageName(endpoint)), writer.page(endpoint));
  writeFileSync(join(API_FOLDER, 'README.md'), index(endpoints));
  console.log(`${endpoints.length} pages in docs/api`);
}
