import {
  type DeliveryStatisticsReader,
  type FigureSpan,
  figureSpans,
  type StatisticsRange,
  type Subscriptions,
  wholeBuckets,
} from '../../../engine/delivery/index.ts';
import type { Clock } from '../../../kit/clock.ts';
import { invalidField } from '../../../kit/errors/index.ts';
import { type AnyRoute, defineRoute, ok } from '../../../kit/http/index.ts';
import { rangeParameters } from '../parameters.ts';
import { findSubscription } from '../subscriptions/find-subscription.ts';
import { subscriptionParams } from '../subscriptions/subscription.schema.ts';
import { statsAnswer, statsQuery, toStats } from './stats.schema.ts';

export interface StatsRoutesDeps {
  subscriptions: Subscriptions;
  statistics: DeliveryStatisticsReader;
  clock: Clock;
}

const shared = {
  method: 'GET',
  tag: 'Webhooks',
  access: 'webhooks:read',
  limits: ['webhooks_api'],
  query: statsQuery,
  responses: { 200: statsAnswer },
} as const;

const HOUR_MS = 3_600_000;
/** Default range when the request gives no start. */
const usualRangeMs: Record<FigureSpan, number> = { minute: HOUR_MS, hour: 24 * HOUR_MS, day: 720 * HOUR_MS };

/** Delivery statistics over time. */
export function statsRoutes(service: () => StatsRoutesDeps): AnyRoute[] {
  return [
    defineRoute({
      ...shared,
      path: '/v1/webhooks/stats',
      operationId: 'readWebhookStats',
      reads: 'replica',
      summary: 'Read statistics of all deliveries',
      description:
        'For the subscriptions of both APIs: attempts and their results, times, and the backlog. The numbers are exact, and include subscriptions that were deleted since.',
      handler: async ({ principal, query }) => {
        const { statistics, clock } = service();
        const range = readRange(query, clock.now());
        return ok(toStats(range, await statistics.read(principal.orgId, range)));
      },
    }),
    defineRoute({
      ...shared,
      path: '/v1/webhooks/subscriptions/:subId/stats',
      operationId: 'readWebhookSubscriptionStats',
      reads: 'replica',
      portal: true,
      summary: 'Read statistics of a subscription',
      description: 'The same numbers as for all deliveries.',
      params: subscriptionParams,
      errors: ['not_found'],
      handler: async ({ principal, params, query }) => {
        const { subscriptions, statistics, clock } = service();
        const range = readRange(query, clock.now());
        const { id } = await findSubscription(subscriptions, principal, params.subId);
        return ok(toStats(range, await statistics.read(principal.orgId, { ...range, subscriptionId: id })));
      },
    }),
  ];
}

function readRange(query: { bucket?: string; from?: string; to?: string }, nowMs: number): StatisticsRange {
  const span = (query.bucket ?? 'hour') as FigureSpan;
  const given = rangeParameters(query);
  const to = Math.min(given.to ?? nowMs, nowMs);
  const from = Math.min(given.from ?? to - usualRangeMs[span], to);
  const { seconds, keptMs } = figureSpans[span];
  if (from < nowMs - keptMs - seconds * 1_000) {
    const since = new Date(nowMs - keptMs).toISOString();
    const coarser = span === 'day' ? '' : ', or ask for a longer `bucket`';
    throw invalidField(
      given.from === undefined ? 'to' : 'from',
      `Buckets of a ${span} go back to ${since}. Begin there${coarser}.`,
    );
  }
  return { span, ...wholeBuckets({ span, from, to: Math.max(to, from + 1) }) };
}
