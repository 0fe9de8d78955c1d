import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import type { Caller, ServerContext } from '../context.ts';
import type { RouteDoc } from '../route-doc.ts';

/** What a key without a limit has: clients parse the credit as a number, so it is one. */
const UNLIMITED = Number.MAX_SAFE_INTEGER;
const NEVER = '9999-12-31T23:59:59.999Z';

const Credit = z
  .strictObject({
    _id: z.string(),
    user_id: z.string(),
    credit: z
      .string()
      .describe(`UTF-8 bytes of text left, as a decimal string; ${UNLIMITED} for a key without a limit.`),
    created_at: z.string(),
    updated_at: z.string(),
    has_phone_sha256: z.boolean(),
    has_free_credit: z.boolean().describe('Whether a model at no cost may still be used: s2.1-pro-free always may.'),
  })
  .meta({ id: 'APICredit', title: 'APICredit' });

const Package = z
  .strictObject({
    user_id: z.string(),
    type: z.enum(['credit', 'unlimited']),
    total: z.int().describe('UTF-8 bytes of text that the key was given.'),
    balance: z.int().describe('UTF-8 bytes of text left.'),
    created_at: z.string(),
    updated_at: z.string(),
    finished_at: z.string(),
  })
  .meta({ id: 'Package', title: 'Package' });

const creditDoc: RouteDoc = {
  summary: 'Credit of the key',
  tag: 'Wallet',
  success: {
    description: 'What the key has left.',
    body: Credit,
    example: {
      _id: '6a1f0f8e-3a55-4d2c-9a0e-0b1c2d3e4f50',
      user_id: '6a1f0f8e-3a55-4d2c-9a0e-0b1c2d3e4f50',
      credit: '98000',
      created_at: '2026-01-01T09:00:00.000Z',
      updated_at: '2026-01-02T10:00:00.000Z',
      has_phone_sha256: false,
      has_free_credit: true,
    },
  },
};
const packageDoc: RouteDoc = {
  summary: 'Package of the key',
  tag: 'Wallet',
  success: {
    description: 'What the key was given, and has left.',
    body: Package,
    example: {
      user_id: '6a1f0f8e-3a55-4d2c-9a0e-0b1c2d3e4f50',
      type: 'credit',
      total: 100_000,
      balance: 98_000,
      created_at: '2026-01-01T09:00:00.000Z',
      updated_at: '2026-01-02T10:00:00.000Z',
      finished_at: '9999-12-31T23:59:59.999Z',
    },
  },
};

/** `GET /wallet/self/api-credit` and `/wallet/self/package` */
export function registerWallet(app: FastifyInstance, context: ServerContext): void {
  const { credit, clock, callerOf } = context;
  app.get(
    '/wallet/self/api-credit',
    { config: { doc: creditDoc } },
    async (request): Promise<z.output<typeof Credit>> => {
      const caller = callerOf(request);
      return {
        _id: caller.id,
        ...times(caller, clock.now()),
        credit: String(credit.balance(caller) ?? UNLIMITED),
        has_phone_sha256: false,
        has_free_credit: true,
      };
    },
  );
  app.get(
    '/wallet/self/package',
    { config: { doc: packageDoc } },
    async (request): Promise<z.output<typeof Package>> => {
      const caller = callerOf(request);
      return {
        ...times(caller, clock.now()),
        type: caller.credit === null ? 'unlimited' : 'credit',
        total: caller.credit ?? UNLIMITED,
        balance: credit.balance(caller) ?? UNLIMITED,
        finished_at: NEVER,
      };
    },
  );
}

function times(caller: Caller, now: Date): { user_id: string; created_at: string; updated_at: string } {
  return { user_id: caller.id, created_at: caller.since, updated_at: now.toISOString() };
}
