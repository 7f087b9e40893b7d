import { type Static, Type } from 'typebox';
import {
  type AttemptSums,
  type DeliveryStatistics,
  endings,
  figureSpans,
  type StatisticsRange,
} from '../../../engine/delivery/index.ts';
import { formatTimestamp } from '../../../engine/spine/index.ts';
import { named, nullable, strictObject, timestampField } from '../../../kit/http/index.ts';

export const statsQuery = strictObject({
  bucket: Type.Optional(
    Type.String({
      enum: Object.keys(figureSpans),
      default: 'hour',
      description:
        'The length of a bucket. Minutes are kept for six hours, hours for two weeks, days for 400 days. Hours and days are in UTC.',
    }),
  ),
  from: Type.Optional(
    timestampField(
      'Attempts that ended since then, rounded down to a whole bucket. By default the last hour for minutes, 24 hours for hours, 30 days for days.',
    ),
  ),
  to: Type.Optional(
    timestampField('Attempts that ended before then, rounded up to a whole bucket. By default now.'),
  ),
});

const percentiles = (description: string) => {
  const value = (share: string) => nullable(Type.Number(), `${share} took no longer; null without attempts.`);
  return named(
    'Percentiles',
    Type.Object(
      { p50: value('Half'), p95: value('95th percentile'), p99: value('99th percentile') },
      { description: `${description} In milliseconds, from a histogram.` },
    ),
  );
};

const failureNames = endings.filter((ending) => ending !== 'success');

const failureTexts: Record<(typeof failureNames)[number], string> = {
  timeout: 'The response did not arrive in time.',
  dns: 'The host name has no address.',
  connection: 'The connection was refused or closed.',
  tls: 'The certificate is not valid, or the TLS handshake failed.',
  protocol: 'The response was not HTTP.',
  '3xx': 'Redirects, which are not followed.',
  '4xx': 'Responses with 400 to 499.',
  '5xx': 'Responses with 500 to 599.',
  blocked_address: 'Addresses that must not be sent to.',
  other: 'Any other cause.',
};

const sumFields = {
  attempts: Type.Integer({ description: 'Attempts that ended; test deliveries are not counted.' }),
  successes: Type.Integer({ description: 'Attempts that the receiver answered with 200 to 299 in time.' }),
  failures: named(
    'AttemptFailures',
    Type.Object(
      Object.fromEntries(
        failureNames.map((name) => [name, Type.Integer({ description: failureTexts[name] })]),
      ) as Record<(typeof failureNames)[number], ReturnType<typeof Type.Integer>>,
      {
        description: 'Failures by cause.',
      },
    ),
  ),
  statuses: Type.Record(Type.String(), Type.Integer(), {
    description:
      'Unsuccessful responses by status, such as `404`. Rare statuses are only in `failures`, by their class.',
  }),
  dead: Type.Integer({ description: 'Deliveries that became dead letters.' }),
  response_time_ms: percentiles('From the DNS look-up to the last byte of the answer.'),
  delivery_time_ms: percentiles(
    'From the time of the event to the end of the successful attempt, retries included.',
  ),
};

const bucketRecord = named(
  'DeliveryStatsPeriod',
  Type.Object({ starts_at: timestampField('Start of the bucket.'), ...sumFields }),
);

export const statsAnswer = named(
  'DeliveryStats',
  Type.Object({
    bucket: Type.String({ enum: Object.keys(figureSpans), description: 'Length of a bucket.' }),
    from: timestampField('Start of the first bucket.'),
    to: timestampField('End of the last bucket.'),
    totals: Type.Object(sumFields, { description: 'Totals of the whole range.' }),
    buckets: Type.Array(bucketRecord, {
      description: 'Oldest first. Buckets without attempts are left out.',
    }),
    backlog: Type.Object(
      {
        pending: Type.Integer({ description: 'Deliveries with an attempt under way or to come.' }),
        dead: Type.Integer({ description: 'Number of dead letters.' }),
        oldest_pending_at: nullable(
          timestampField('A moment.'),
          'When the event of the oldest pending delivery was accepted; null when none waits.',
        ),
        oldest_pending_age_seconds: nullable(Type.Number(), 'Age of the oldest pending delivery.'),
      },
      { description: 'What waits now, independent of the range.' },
    ),
  }),
);

export function toStats(range: StatisticsRange, found: DeliveryStatistics): Static<typeof statsAnswer> {
  const { pending, dead, oldestPendingAt } = found.backlog;
  return {
    bucket: range.span,
    from: formatTimestamp(range.from),
    to: formatTimestamp(range.to),
    totals: toSums(found.totals),
    buckets: found.buckets.map((bucket) => ({
      starts_at: formatTimestamp(bucket.startsAt),
      ...toSums(bucket),
    })),
    backlog: {
      pending,
      dead,
      oldest_pending_at: oldestPendingAt === null ? null : formatTimestamp(oldestPendingAt),
      oldest_pending_age_seconds:
        oldestPendingAt === null ? null : Math.max(found.now - oldestPendingAt, 0) / 1_000,
    },
  };
}

function toSums(sums: AttemptSums) {
  const { attempts, successes, failures, statuses, dead, responseTimeMs, deliveryTimeMs } = sums;
  return {
    attempts,
    successes,
    failures,
    statuses,
    dead,
    response_time_ms: responseTimeMs,
    delivery_time_ms: deliveryTimeMs,
  };
}
