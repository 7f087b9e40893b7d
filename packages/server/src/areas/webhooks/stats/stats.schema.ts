import { type Static, type TSchema, Type } from 'typebox';
import {
  type AttemptSums,
  type DeliveryStatistics,
  endings,
  figureSpans,
  type StatisticsRange,
} from '../../../engine/delivery/index.ts';
import { strictObject, timestampField } from '../../../kit/http/index.ts';

export const statsQuery = strictObject({
  bucket: Type.Optional(
    Type.String({
      enum: Object.keys(figureSpans),
      default: 'hour',
      description:
        'How finely: minutes are kept for six hours, hours for two weeks, days for 400 days. Buckets are of UTC.',
    }),
  ),
  from: Type.Optional(
    timestampField(
      'Attempts that ended since then, from the beginning of its bucket on. Left out: an hour of minutes, a day of hours, 30 days.',
    ),
  ),
  to: Type.Optional(
    timestampField('Attempts that ended before then, to the end of its bucket. Left out: now.'),
  ),
});

const orNull = <T extends TSchema>(schema: T, description: string) =>
  Type.Union([schema, Type.Null()], { description });

const percentiles = (description: string) => {
  const value = (share: string) =>
    orNull(Type.Number(), `${share} took no longer; null without a measurement.`);
  return Type.Object(
    { p50: value('Half'), p95: value('95 of 100'), p99: value('99 of 100') },
    { description: `${description} In milliseconds, from a histogram of two classes to an octave.` },
  );
};

const failureNames = endings.filter((ending) => ending !== 'success');

const sumFields = {
  attempts: Type.Integer({ description: 'Attempts that ended; test deliveries are not counted.' }),
  successes: Type.Integer(),
  failures: Type.Object(
    Object.fromEntries(failureNames.map((name) => [name, Type.Integer()])) as Record<
      (typeof failureNames)[number],
      ReturnType<typeof Type.Integer>
    >,
    {
      description:
        'By what the attempt failed of: `dns`, `connection` (none came about, or it broke), `tls`, `timeout`, `protocol` (no answer of HTTP), a status, `blocked_address` (an address that may not be reached), or `other`.',
    },
  ),
  dead: Type.Integer({ description: 'Deliveries that became dead letters by these attempts.' }),
  response_time_ms: percentiles('From the look-up of the name to the last byte of the answer.'),
  delivery_time_ms: percentiles(
    'From the acceptance of the event to the end of the attempt that delivered it, retries and waiting included.',
  ),
};

export const statsAnswer = Type.Object({
  bucket: Type.String({ enum: Object.keys(figureSpans) }),
  from: timestampField('Where the first bucket begins.'),
  to: timestampField('Where the last bucket ends.'),
  totals: Type.Object(sumFields, { description: 'Of the whole range.' }),
  buckets: Type.Array(Type.Object({ starts_at: timestampField('Where it begins.'), ...sumFields }), {
    description: 'The oldest first; one without an attempt is left out.',
  }),
  backlog: Type.Object(
    {
      pending: Type.Integer({ description: 'Deliveries with an attempt under way or to come.' }),
      dead: Type.Integer({ description: 'Dead letters.' }),
      oldest_pending_at: orNull(
        timestampField('A moment.'),
        'When the event of the oldest pending delivery was accepted; null when none waits.',
      ),
      oldest_pending_age_seconds: orNull(Type.Number(), 'How long ago that was.'),
    },
    { description: 'What there is now, whatever the range.' },
  ),
});

export function toStats(range: StatisticsRange, found: DeliveryStatistics): Static<typeof statsAnswer> {
  const { pending, dead, oldestPendingAt } = found.backlog;
  return {
    bucket: range.span,
    from: iso(range.from),
    to: iso(range.to),
    totals: toSums(found.totals),
    buckets: found.buckets.map((bucket) => ({ starts_at: iso(bucket.startsAt), ...toSums(bucket) })),
    backlog: {
      pending,
      dead,
      oldest_pending_at: oldestPendingAt === null ? null : iso(oldestPendingAt),
      oldest_pending_age_seconds:
        oldestPendingAt === null ? null : Math.max(found.now - oldestPendingAt, 0) / 1_000,
    },
  };
}

function toSums(sums: AttemptSums) {
  const { attempts, successes, failures, dead, responseTimeMs, deliveryTimeMs } = sums;
  return {
    attempts,
    successes,
    failures,
    dead,
    response_time_ms: responseTimeMs,
    delivery_time_ms: deliveryTimeMs,
  };
}

const iso = (ms: number) => new Date(ms).toISOString();
