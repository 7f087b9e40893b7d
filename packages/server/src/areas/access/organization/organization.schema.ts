import { type Static, Type } from 'typebox';
import { limitTable, type UsageHour } from '../../../engine/limits/index.ts';
import { quotaNames } from '../../../engine/quotas/index.ts';
import { named, strictObject, timestampField } from '../../../kit/http/index.ts';
import { formatId } from '../../../kit/ids.ts';
import type { OrganizationUse } from './read-organization.ts';

const limitUse = named(
  'LimitUse',
  Type.Object({
    name: Type.String({ description: 'As in the headers `RateLimit` and `RateLimit-Policy`.' }),
    limit: Type.Integer({ description: 'Requests allowed in a window.' }),
    window_seconds: Type.Integer({ description: 'How long a window is.' }),
    used: Type.Integer({ description: 'Requests in the current window, over all nodes.' }),
    remaining: Type.Integer({ description: 'Requests that it still allows.' }),
    reset_at: Type.Unsafe<string | null>({
      type: ['string', 'null'],
      format: 'timestamp',
      description: 'When the window ends; null if none is open.',
    }),
  }),
);

export const quotaUse = named(
  'QuotaUse',
  Type.Object({
    name: Type.Enum([...quotaNames], {
      type: 'string',
      description:
        '`events_per_day`: events that clients publish on a day (UTC); `model_usd_per_month`: what language models cost in a month; the others count what there is.',
    }),
    limit: Type.Integer({ description: 'How much it allows.' }),
    used: Type.Integer({ description: 'How much is used, or was published today.' }),
  }),
);

export const organizationRecord = named(
  'Organization',
  Type.Object({
    id: Type.String({ description: '`org_…`' }),
    name: Type.String({ description: 'For people to read.' }),
    created_at: timestampField('When the organization was made.'),
    limits: Type.Array(limitUse, { description: 'Every rate limit and its use, counted over all nodes.' }),
    quotas: Type.Array(quotaUse, {
      description: 'The quotas that the operator has set; everything else is unlimited.',
    }),
    events_subscriptions: Type.Object(
      {
        active: Type.Integer({ description: 'Number of active ones.' }),
        limit: Type.Integer({ description: 'Maximum number.' }),
      },
      { description: 'Active subscriptions of the Events API, and their maximum.' },
    ),
  }),
);

export const usageQuery = strictObject({
  name: Type.Enum(
    limitTable().map(({ name }) => name),
    { type: 'string', description: 'The limit, as `GET /v1/organization` names it.' },
  ),
  days: Type.Optional(
    Type.Integer({ minimum: 1, maximum: 90, default: 1, description: 'How many days back.' }),
  ),
});

export const usageRecord = named(
  'Usage',
  Type.Object({
    name: Type.String({ description: 'The limit.' }),
    total: Type.Integer({ description: 'Requests in all these hours.' }),
    hours: Type.Array(
      Type.Object({
        starts_at: timestampField('When the hour began.'),
        requests: Type.Integer({ description: 'Accepted requests.' }),
      }),
      { description: 'Oldest first; hours without requests too.' },
    ),
  }),
);

export function toUsageRecord(name: string, hours: UsageHour[]): Static<typeof usageRecord> {
  return {
    name,
    total: hours.reduce((sum, { requests }) => sum + requests, 0),
    hours: hours.map(({ startsAt, requests }) => ({ starts_at: startsAt.toISOString(), requests })),
  };
}

export function toOrganizationRecord({
  organization,
  limits,
  subscriptions,
  quotas,
}: OrganizationUse): Static<typeof organizationRecord> {
  return {
    id: formatId('org', organization.id),
    name: organization.name,
    created_at: organization.createdAt.toISOString(),
    limits: limits.map(({ name, limit, windowSeconds, used, remaining, resetAt }) => ({
      name,
      limit,
      window_seconds: windowSeconds,
      used,
      remaining,
      reset_at: resetAt === undefined ? null : new Date(resetAt).toISOString(),
    })),
    quotas,
    events_subscriptions: subscriptions,
  };
}
