import { z } from 'zod';
import type { RouteOptions } from 'fastify';
import { ERRORS, type ErrorReason } from '../../engine/contract/errors.ts';
import { errorExample } from './error-examples.ts';
import type { RouteDoc } from './route-doc.ts';

type Json = Record<string, unknown>;

/** A route as fastify knows it: the schemas that validate it, and what is told of it. */
export interface DocumentedRoute {
  readonly method: string;
  readonly url: string;
  readonly doc: RouteDoc;
  readonly schema: RouteOptions['schema'];
}

const ErrorBody = z
  .strictObject({
    status: z.int().describe('The HTTP status again.'),
    message: z.string().describe('A sentence that names the field, its value and what is allowed.'),
    reason: z
      .enum(Object.keys(ERRORS) as [ErrorReason, ...ErrorReason[]])
      .describe('A name that programs may rely on.'),
    detail: z
      .array(
        z.strictObject({
          loc: z.array(z.union([z.string(), z.int()])),
          type: z.string(),
          msg: z.string(),
          in: z.enum(['body', 'header', 'query', 'path']),
          ctx: z.record(z.string(), z.unknown()).optional(),
        }),
      )
      .optional()
      .describe('Every invalid field.'),
  })
  .meta({ id: 'Error', title: 'Error' });

const ANY_ROUTE: readonly ErrorReason[] = ['forbidden', 'internal_error'];

const RETRY_AFTER = {
  'Retry-After': { description: 'Seconds after which to try again.', schema: { type: 'integer' } },
};
const ERROR_HEADERS: Readonly<Record<number, Json>> = {
  401: { 'WWW-Authenticate': { description: 'Bearer', schema: { type: 'string' } } },
  429: RETRY_AFTER,
  503: RETRY_AFTER,
};

/** What the groups of operations are. */
const TAGS: Readonly<Record<RouteDoc['tag'], string>> = {
  Speech: 'Text to speech: whole, with the times of its words, and from text as it is written.',
  Voices: 'The voices that requests may name, and how to make and keep others.',
  OpenAI: 'What clients of the OpenAI API ask for.',
  Wallet: 'The credit of the key that asks.',
  About: 'This server.',
};

/** The OpenAPI 3.1 document, from the routes' own schemas. */
export function openApiDocument(routes: readonly DocumentedRoute[], version: string, url: string): Json {
  const paths: Record<string, Json> = {};
  for (const route of routes) {
    const path = route.url.replace(/:(\w+)/g, '{$1}');
    paths[path] = { ...paths[path], [route.method.toLowerCase()]: operation(route) };
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Dramatis',
      version,
      description:
        'Speech synthesis and voice design on your own computer. The addresses under /app are for the studio itself: they ' +
        'answer to nobody else and are no part of this interface.',
      license: { name: 'GPL-3.0-or-later', identifier: 'GPL-3.0-or-later' },
    },
    servers: [{ url }],
    security: [{ bearer: [] }],
    tags: Object.entries(TAGS).map(([name, description]) => ({ name, description })),
    paths,
    components: {
      securitySchemes: {
        bearer: { type: 'http', scheme: 'bearer', description: 'An API key: dramatis keys create NAME.' },
      },
      schemas: componentSchemas(),
    },
  };
}

function operation({ doc, schema, method, url }: DocumentedRoute): Json {
  const body = schema?.body;
  const parameters = [
    ...headerParameters(doc),
    ...schemaParameters(schema?.querystring, 'query'),
    ...schemaParameters(schema?.params, 'path'),
  ];
  return {
    operationId: `${method.toLowerCase()}${url.replace(/[^A-Za-z0-9]+(.)?/g, (_, next: string | undefined) => (next ?? '').toUpperCase())}`,
    summary: doc.summary,
    ...(doc.description === undefined ? {} : { description: doc.description }),
    tags: [doc.tag],
    ...(doc.open ? { security: [] } : {}),
    ...(parameters.length > 0 ? { parameters } : {}),
    ...(body instanceof z.ZodType ? { requestBody: requestBody(body, doc) } : {}),
    responses: { [doc.success.status ?? 200]: success(doc), ...errorResponses(doc, body instanceof z.ZodType) },
  };
}

function headerParameters({ headers = {} }: RouteDoc): Json[] {
  return Object.entries(headers).map(([name, { description, values }]) => ({
    name,
    in: 'header',
    required: false,
    description,
    schema: { type: 'string', ...(values ? { examples: values } : {}) },
  }));
}

function schemaParameters(schema: unknown, place: 'query' | 'path'): Json[] {
  if (!(schema instanceof z.ZodObject)) return [];
  return Object.entries(schema.shape as Record<string, z.ZodType>).map(([name, field]) => {
    const { description, ...rest } = toJson(field);
    return {
      name,
      in: place,
      required: place === 'path' || !field.safeParse(undefined).success,
      description,
      schema: rest,
    };
  });
}

function requestBody(schema: z.ZodType, { consumes = ['application/json'] }: RouteDoc): Json {
  const { examples = [] } = (schema.meta() ?? {}) as { examples?: readonly unknown[] };
  const named = Object.fromEntries(examples.map((value, i) => [`example${i + 1}`, { value }]));
  const media = { schema: reference(schema), ...(examples.length > 0 ? { examples: named } : {}) };
  return { required: true, content: Object.fromEntries(consumes.map((type) => [type, media])) };
}

function success({ success: { description, headers = {}, body, example } }: RouteDoc): Json {
  const content =
    body instanceof z.ZodType
      ? { 'application/json': { schema: reference(body), ...(example === undefined ? {} : { example }) } }
      : Object.fromEntries(
          body.map((type) => [
            type,
            type.startsWith('text/')
              ? { schema: { type: 'string' }, ...(example === undefined ? {} : { example }) }
              : { schema: { type: 'string', format: 'binary' } },
          ]),
        );
  return {
    description,
    ...(Object.keys(headers).length > 0
      ? {
          headers: Object.fromEntries(
            Object.entries(headers).map(([name, words]) => [name, { description: words, schema: { type: 'string' } }]),
          ),
        }
      : {}),
    ...(Object.keys(content).length > 0 ? { content } : {}),
  };
}

function errorResponses({ errors = [], open }: RouteDoc, takesBody: boolean): Json {
  const byStatus = new Map<number, ErrorReason[]>();
  const reasons = new Set<ErrorReason>([
    ...(open ? [] : (['unauthorized'] as const)),
    ...(takesBody ? (['request_timeout'] as const) : []),
    ...ANY_ROUTE,
    ...errors,
  ]);
  for (const reason of reasons) byStatus.set(ERRORS[reason], [...(byStatus.get(ERRORS[reason]) ?? []), reason]);
  const sorted = [...byStatus].sort(([a], [b]) => a - b);
  return Object.fromEntries(
    sorted.map(([status, reasons]) => [
      status,
      {
        description: reasons.map((reason) => `\`${reason}\``).join(', '),
        ...(ERROR_HEADERS[status] ? { headers: ERROR_HEADERS[status] } : {}),
        content: {
          'application/json': {
            schema: reference(ErrorBody),
            examples: Object.fromEntries(reasons.map((reason) => [reason, { value: errorExample(reason) }])),
          },
        },
      },
    ]),
  );
}

function reference(schema: z.ZodType): Json {
  const id = schema.meta()?.id;
  return id === undefined ? toJson(schema) : { $ref: `#/components/schemas/${id}` };
}

/** An integer's limits in JavaScript are no bounds of a field. */
const CONVERSION: z.core.ToJSONSchemaParams = {
  io: 'input',
  unrepresentable: 'any',
  override: ({ jsonSchema }) => {
    if (jsonSchema.minimum === Number.MIN_SAFE_INTEGER) delete jsonSchema.minimum;
    if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum;
  },
};

function componentSchemas(): Json {
  const { schemas } = z.toJSONSchema(z.globalRegistry, {
    uri: (id) => `#/components/schemas/${id}`,
    ...CONVERSION,
  });
  return Object.fromEntries(Object.entries(schemas).map(([id, schema]) => [id, tidy(schema)]));
}

function toJson(schema: z.ZodType): Json {
  return tidy(z.toJSONSchema(schema, CONVERSION));
}

function tidy({ $schema: _schema, $id: _id, id: _name, ...rest }: Json): Json {
  return rest;
}
