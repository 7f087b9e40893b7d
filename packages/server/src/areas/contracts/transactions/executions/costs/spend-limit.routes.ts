import { type Static, Type } from 'typebox';
import { AppError, invalidField, notFound } from '../../../../../kit/errors/index.ts';
import {
  type AnyRoute,
  defineRoute,
  listOf,
  named,
  noContent,
  nullable,
  ok,
  okList,
  pageOf,
  pageQuery,
  strictObject,
  timestampField,
} from '../../../../../kit/http/index.ts';
import { formatId, newUuid, parseId } from '../../../../../kit/ids.ts';
import { base, read } from '../../../terms/wire.ts';
import type { ContractsCore } from '../contracts-core.ts';
import { parseValue, sumUsd } from './amounts.ts';
import { removeSpendLimit, setSpendLimit } from './set-spend-limit.ts';
import { listSpending, listSpendLimits, type SpendLimit } from './spend.repository.ts';
import { dayOf } from './spend-guard.ts';

// A spender must not set its own limit.
const write = {
  tag: 'Contracts',
  environments: true,
  access: 'admin',
  limits: ['contracts_operations'],
} as const;

const usd = (description: string) =>
  Type.Number({ minimum: 0, maximum: 1e12, description: `${description} USD.` });
const wei = (description: string) =>
  Type.String({
    maxLength: 100,
    description: `${description} Wei of the native coin as text, or an amount such as \`0.5 ether\`.`,
  });

const spendLimitParams = Type.Object({ id: Type.String({ description: 'The id of the limit, `spl_…`.' }) });

const limitBody = strictObject({
  key_id: Type.Optional(
    nullable(
      Type.String({ maxLength: 64 }),
      'The API key that is limited; left out or null: the whole environment.',
    ),
  ),
  per_transaction_usd: Type.Optional(usd('Maximum for one transaction.')),
  per_day_usd: Type.Optional(usd('Maximum for a day (UTC).')),
  per_transaction_wei: Type.Optional(wei('Maximum for one transaction.')),
  per_day_wei: Type.Optional(wei('Maximum for a day (UTC).')),
});

const limitRecord = named(
  'SpendLimit',
  Type.Object({
    limit_id: Type.String({ description: '`spl_…`' }),
    key_id: nullable(Type.String(), 'Null for the whole environment.'),
    per_transaction_usd: nullable(
      Type.Number(),
      'Maximum cost of one transaction, in USD; null for no such limit.',
    ),
    per_day_usd: nullable(Type.Number(), 'Maximum cost of a day (UTC), in USD; null for no such limit.'),
    per_transaction_wei: nullable(
      Type.String(),
      'Maximum cost of one transaction, in wei of the native coin; null for no such limit.',
    ),
    per_day_wei: nullable(Type.String(), 'Maximum cost of a day (UTC), in wei; null for no such limit.'),
    spent_today_usd: Type.Number({
      description: 'What was spent, plus what pending transactions may still cost.',
    }),
    spent_today_wei: Type.String({ description: 'The same in wei, over all networks.' }),
    created_at: timestampField('When it was set first.'),
    updated_at: timestampField('When it was set last.'),
  }),
);

type Spent = Awaited<ReturnType<typeof listSpending>>;

function toRecord(limit: SpendLimit, spent: Spent): Static<typeof limitRecord> {
  const days = limit.keyId === null ? [...spent.values()] : [spent.get(limit.keyId)];
  return {
    limit_id: formatId('spl', limit.id),
    key_id: limit.keyId === null ? null : formatId('key', limit.keyId),
    per_transaction_usd: limit.perTransactionUsd ?? null,
    per_day_usd: limit.perDayUsd ?? null,
    per_transaction_wei: limit.perTransactionWei === undefined ? null : String(limit.perTransactionWei),
    per_day_wei: limit.perDayWei === undefined ? null : String(limit.perDayWei),
    spent_today_usd: sumUsd(days.map((day) => day?.usd ?? 0)),
    spent_today_wei: String(days.reduce((sum, day) => sum + (day?.wei ?? 0n), 0n)),
    created_at: limit.createdAt.toISOString(),
    updated_at: limit.updatedAt.toISOString(),
  };
}

/** Setting, listing and removing spend limits. */
export function spendLimitRoutes(service: () => ContractsCore): AnyRoute[] {
  const today = () => dayOf(new Date(service().clock.now()));
  return [
    defineRoute({
      ...write,
      method: 'PUT',
      path: `${base}/spend-limits`,
      operationId: 'setSpendLimit',
      summary: 'Set a spend limit',
      description:
        'For one API key, or for the environment; replaces the existing limit. A transaction counts with its maximum cost until its actual cost is known. If the limit does not allow it, it is not sent.',
      body: limitBody,
      responses: { 200: limitRecord },
      errors: ['not_found'],
      handler: async ({ principal, body }) => {
        const keyId = body.key_id == null ? null : parseId('key', body.key_id);
        if (keyId === undefined) {
          throw invalidField('key_id', '`key_id` must be the id of an API key, such as `key_…`.');
        }
        if (keyId !== null && !(await service().hasKey(principal, keyId)))
          throw noSuchKey(principal.environment);
        const weiOf = (field: 'per_transaction_wei' | 'per_day_wei') =>
          body[field] === undefined ? undefined : parseValue(body[field], field);
        const wanted = {
          id: newUuid(),
          keyId,
          perTransactionUsd: body.per_transaction_usd,
          perDayUsd: body.per_day_usd,
          perTransactionWei: weiOf('per_transaction_wei'),
          perDayWei: weiOf('per_day_wei'),
        };
        const limit = await setSpendLimit(service(), principal, wanted);
        return ok(toRecord(limit, await listSpending(service().db, principal, today())));
      },
    }),
    defineRoute({
      ...read,
      method: 'GET',
      path: `${base}/spend-limits`,
      operationId: 'listSpendLimits',
      summary: 'List spend limits',
      description: 'Newest first, with what was spent today (UTC).',
      query: strictObject({ ...pageQuery }),
      responses: { 200: listOf('spend_limits', limitRecord) },
      handler: async ({ principal, query }) => {
        const page = pageOf(query);
        const limits = await listSpendLimits(service().db, principal);
        const shown = limits.slice(page.offset, page.offset + page.limit);
        const spent = await listSpending(service().db, principal, today());
        return okList(
          'spend_limits',
          shown.map((limit) => toRecord(limit, spent)),
          limits.length,
          page,
        );
      },
    }),
    defineRoute({
      ...write,
      method: 'DELETE',
      path: `${base}/spend-limits/:id`,
      operationId: 'deleteSpendLimit',
      summary: 'Remove a spend limit',
      params: spendLimitParams,
      responses: { 204: null },
      errors: ['not_found'],
      handler: async ({ principal, params }) => {
        const id = parseId('spl', params.id);
        if (id === undefined) throw notFound('spend limit');
        await removeSpendLimit(service(), principal, id);
        return noContent();
      },
    }),
  ];
}

function noSuchKey(environment: string): AppError {
  return new AppError('not_found', {
    field: 'key_id',
    message: `There is no API key with this id in the environment \`${environment}\`. Send an id that GET /v1/keys lists for it, or leave \`key_id\` out.`,
  });
}
