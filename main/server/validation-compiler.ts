import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import type { FieldProblem } from '../../engine/contract/errors.ts';
import { validate } from './validation.ts';

const PLACES: Readonly<Record<string, FieldProblem['in']>> = {
  body: 'body',
  querystring: 'query',
  params: 'path',
  headers: 'header',
};

/**
 * Lets a route's `schema` validate with zod and our words. The same schemas make the OpenAPI document, so what is told
 * and what is checked cannot differ.
 */
export function installValidation(app: FastifyInstance): void {
  app.setValidatorCompiler<unknown>(({ schema, httpPart }) => {
    if (!(schema instanceof z.ZodType)) throw new Error('Schemas of routes are zod schemas');
    return (data) => {
      try {
        return { value: validate(schema, data, PLACES[httpPart ?? 'body'] ?? 'body') };
      } catch (error) {
        return { error: error as Error };
      }
    };
  });
  app.setSerializerCompiler(() => JSON.stringify);
}
