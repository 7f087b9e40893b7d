import { Type } from 'typebox';
import { configurationEvents } from '../../../engine/catalog/index.ts';
import { type AppError, invalidField, notFound } from '../../../kit/errors/index.ts';
import {
  type AnyRoute,
  created,
  defineRoute,
  listOf,
  named,
  noContent,
  nullable,
  okList,
  pageOf,
  pageQuery,
  strictObject,
  textField,
  timestampField,
  toMoment,
} from '../../../kit/http/index.ts';
import { formatId, parseId, uuidOf } from '../../../kit/ids.ts';
import type { ReviewService } from '../review-service.ts';
import type { ReviewTransaction } from '../review-tables.ts';
import {
  deleteSuppression,
  listSuppressions,
  type Suppression,
  saveSuppression,
} from './suppression.repository.ts';

const base = '/v1/review/suppressions';
const read = { tag: 'Review', access: 'review:read', limits: ['review_queries'] } as const;
const write = { ...read, access: 'review:write' } as const;

const createBody = strictObject({
  fingerprint: Type.String({
    pattern: '^[0-9a-f]{64}$',
    description: 'The fingerprint of the finding; it does not depend on line numbers.',
  }),
  reason: textField(2_000, 'Why the finding should not count.'),
  expires_at: Type.Optional(timestampField('When it counts again. Default: never.')),
});

const record = named(
  'FindingSuppression',
  Type.Object({
    id: Type.String({ description: '`sup_…`' }),
    fingerprint: Type.String({ description: 'Fingerprint of the finding, in every review.' }),
    reason: Type.String({ description: 'The reason, for people to read.' }),
    created_at: timestampField('When it was made.'),
    expires_at: nullable(timestampField('A moment.'), 'When the finding counts again; null for never.'),
  }),
);

function toRecord(suppression: Suppression) {
  return {
    id: formatId('sup', suppression.id),
    fingerprint: suppression.fingerprint,
    reason: suppression.reason,
    created_at: suppression.created_at.toISOString(),
    expires_at: suppression.expires_at?.toISOString() ?? null,
  };
}

function wordless(): AppError {
  return invalidField('reason', '`reason` must say why the finding should not count.');
}

/** Known and accepted findings, with the reason. They stay in the results, marked. */
export function suppressionRoutes(
  service: () => Pick<ReviewService, 'db' | 'clock' | 'unitOfWork'>,
): AnyRoute[] {
  return [
    defineRoute({
      ...write,
      method: 'POST',
      path: base,
      operationId: 'suppressFinding',
      summary: 'Suppress a finding',
      description:
        'Takes effect at once in all results of the organization that have the same code. A second suppression of the same finding replaces the first.',
      body: createBody,
      responses: { 201: record },
      handler: async ({ principal, body, newId }) => {
        const at = new Date(service().clock.now());
        if (body.reason.trim() === '') throw wordless();
        const expiresAt = body.expires_at === undefined ? null : toMoment(body.expires_at);
        if (expiresAt !== null && expiresAt <= at) {
          throw invalidField('expires_at', '`expires_at` must lie in the future.');
        }
        const suppression = {
          id: uuidOf(newId('sup')),
          org_id: principal.orgId,
          fingerprint: body.fingerprint,
          reason: body.reason,
          created_at: at,
          expires_at: expiresAt,
        };
        const { orgId } = principal;
        const saved = await service().unitOfWork(async (tx: ReviewTransaction) => {
          const value = await saveSuppression(tx, suppression);
          const isNew = value.id === suppression.id;
          return {
            value,
            events: configurationEvents({
              orgId,
              thing: 'finding_suppression',
              id: formatId('sup', value.id),
              ...(isNew ? { action: 'created' } : { action: 'changed', fields: ['reason', 'expires_at'] }),
            }),
          };
        });
        return created(toRecord(saved));
      },
    }),
    defineRoute({
      ...read,
      method: 'GET',
      path: base,
      operationId: 'listFindingSuppressions',
      reads: 'replica',
      summary: 'List suppressions',
      description: 'Newest first.',
      query: strictObject(pageQuery),
      responses: { 200: listOf('suppressions', record) },
      handler: async ({ principal, query }) => {
        const page = pageOf(query);
        const { suppressions, total } = await listSuppressions(service().db, principal.orgId, page);
        return okList('suppressions', suppressions.map(toRecord), total, page);
      },
    }),
    defineRoute({
      ...write,
      method: 'DELETE',
      path: `${base}/:id`,
      operationId: 'deleteFindingSuppression',
      summary: 'Remove a suppression',
      params: Type.Object({ id: Type.String({ description: 'The id of a suppression, `sup_…`.' }) }),
      responses: { 204: null },
      errors: ['not_found'],
      handler: async ({ principal, params }) => {
        const uuid = parseId('sup', params.id);
        const { orgId } = principal;
        const isGone =
          uuid !== undefined &&
          (await service().unitOfWork(async (tx: ReviewTransaction) => {
            const value = await deleteSuppression(tx, orgId, uuid);
            const told = { orgId, thing: 'finding_suppression', id: params.id, action: 'deleted' } as const;
            return { value, events: value ? configurationEvents(told) : [] };
          }));
        if (!isGone) throw notFound('suppression');
        return noContent();
      },
    }),
  ];
}
