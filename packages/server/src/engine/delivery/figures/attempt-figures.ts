import type { Outcome } from '../../../kit/net/index.ts';

/**
 * How an attempt ended, for statistics. `connection`: it could not be established, or broke; `protocol`: the
 * response was not HTTP; `blocked_address`: the address guard refused it.
 */
export const endings = [
  'success',
  'timeout',
  'dns',
  'connection',
  'tls',
  'protocol',
  '3xx',
  '4xx',
  '5xx',
  'blocked_address',
  'other',
] as const;
export type Ending = (typeof endings)[number];

/**
 * Upper bounds of the histogram buckets, in milliseconds: two per octave, then the durations of a retry
 * ladder.
 */
export const timeBoundsMs = [
  1, 2, 3, 4, 6, 8, 12, 16, 24, 32, 48, 64, 96, 128, 192, 256, 384, 512, 768, 1_024, 1_536, 2_048, 3_072,
  4_096, 6_144, 8_192, 10_240, 15_000, 30_000, 60_000, 120_000, 300_000, 600_000, 1_800_000, 3_600_000,
  7_200_000, 14_400_000, 43_200_000, 86_400_000, 604_800_000,
] as const;

/*
 * Positions of the counters in a row, from 1 as in SQL: how attempts ended, how many deliveries died, the
 * histogram of response times, that of times from publish to delivery, and the statuses of unsuccessful
 * responses. Only rows with such a response are long enough for the last. Rows outlive a release: positions
 * never change their meaning, and new ones go to the end.
 */
const DEAD_AT = endings.length + 1;
const RESPONSE_TIMES_AT = DEAD_AT + 1;
/** One more bucket than bounds, for values above all of them. */
const TIME_CLASSES = timeBoundsMs.length + 1;
const DELIVERY_TIMES_AT = RESPONSE_TIMES_AT + TIME_CLASSES;
/** Length of a new row. */
export const FIGURES_LENGTH = DELIVERY_TIMES_AT + TIME_CLASSES - 1;

/**
 * Response statuses counted individually besides their class: those that receivers and proxies commonly
 * return.
 */
export const countedStatuses = [
  ...[
    400, 401, 403, 404, 405, 406, 408, 409, 410, 411, 412, 413, 414, 415, 422, 423, 424, 425, 426, 428, 429,
  ],
  ...[431, 451, 500, 501, 502, 503, 504, 505, 507, 508, 511, 520, 521, 522, 523, 524, 525, 526, 527, 530],
  ...[300, 301, 302, 303, 304, 307, 308, 402, 407, 416, 417, 418, 421, 499, 529, 598, 599],
] as const;
const STATUSES_AT = FIGURES_LENGTH + 1;
const placeOfStatus = new Map<number, number>(countedStatuses.map((status, i) => [status, STATUSES_AT + i]));

export interface CountedAttempt {
  ending: Ending;
  isDead: boolean;
  /** Of the response; null without one. */
  status: number | null;
  responseTimeMs: number;
  /** From the event's acceptance to the end of a successful attempt; null for a failed one. */
  deliveryTimeMs: number | null;
}

/** Positions of the counters that an attempt increments, the same number for every attempt; null for none. */
export function countedAt({
  ending,
  isDead,
  status,
  responseTimeMs,
  deliveryTimeMs,
}: CountedAttempt): (number | null)[] {
  return [
    endings.indexOf(ending) + 1,
    isDead ? DEAD_AT : null,
    RESPONSE_TIMES_AT + timeClass(responseTimeMs),
    deliveryTimeMs === null ? null : DELIVERY_TIMES_AT + timeClass(deliveryTimeMs),
    isOfStatus(ending) && status !== null ? (placeOfStatus.get(status) ?? null) : null,
  ];
}

const isOfStatus = (ending: Ending) => ending === '3xx' || ending === '4xx' || ending === '5xx';

export function endingOf(outcome: Outcome): Ending {
  if (outcome.ok) return 'success';
  switch (outcome.reason) {
    case 'timeout':
      return 'timeout';
    case 'dns_failed':
      return 'dns';
    case 'connect_failed':
    case 'reset':
      return 'connection';
    case 'tls_failed':
      return 'tls';
    case 'protocol_error':
      return 'protocol';
    case 'address_not_allowed':
      return 'blocked_address';
    case 'unexpected_status':
      return endingOfStatus(outcome.status ?? 0);
    default:
      return 'other';
  }
}

function endingOfStatus(status: number): Ending {
  if (status >= 300 && status < 400) return '3xx';
  if (status >= 400 && status < 500) return '4xx';
  return status >= 500 && status < 600 ? '5xx' : 'other';
}

function timeClass(ms: number): number {
  let low = 0;
  let high: number = timeBoundsMs.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (ms > (timeBoundsMs[middle] ?? Number.POSITIVE_INFINITY)) low = middle + 1;
    else high = middle;
  }
  return low;
}

export interface Percentiles {
  p50: number | null;
  p95: number | null;
  p99: number | null;
}

/** Named sums over any number of attempts. */
export interface AttemptSums {
  attempts: number;
  successes: number;
  failures: Record<Exclude<Ending, 'success'>, number>;
  /** Unsuccessful responses by individually counted status; statuses that never occurred are left out. */
  statuses: Record<string, number>;
  dead: number;
  /** Milliseconds, null without attempts. */
  responseTimeMs: Percentiles;
  deliveryTimeMs: Percentiles;
}

/** `figures`: counters by position, from 1; missing ones are zero. */
export function readFigures(figures: ReadonlyMap<number, number>): AttemptSums {
  const at = (place: number) => figures.get(place) ?? 0;
  const successes = at(1);
  const failed = endings.slice(1).map((ending, i) => [ending, at(i + 2)] as const);
  const times = (first: number) => percentiles(Array.from({ length: TIME_CLASSES }, (_, i) => at(first + i)));
  return {
    attempts: failed.reduce((sum, [, count]) => sum + count, successes),
    successes,
    failures: Object.fromEntries(failed) as AttemptSums['failures'],
    statuses: Object.fromEntries(
      countedStatuses.map((status, i) => [status, at(STATUSES_AT + i)]).filter(([, count]) => count !== 0),
    ),
    dead: at(DEAD_AT),
    responseTimeMs: times(RESPONSE_TIMES_AT),
    deliveryTimeMs: times(DELIVERY_TIMES_AT),
  };
}

function percentiles(classes: readonly number[]): Percentiles {
  const total = classes.reduce((sum, count) => sum + count, 0);
  const at = (share: number) => (total === 0 ? null : timeAt(classes, share * total));
  return { p50: at(0.5), p95: at(0.95), p99: at(0.99) };
}

/** Assumes that times are spread evenly within a bucket. */
function timeAt(classes: readonly number[], rank: number): number {
  let below = 0;
  for (const [i, count] of classes.entries()) {
    if (count > 0 && below + count >= rank) {
      const low = timeBoundsMs[i - 1] ?? 0;
      const high = timeBoundsMs[i] ?? low;
      return Math.round((low + ((high - low) * (rank - below)) / count) * 10) / 10;
    }
    below += count;
  }
  return Math.max(...timeBoundsMs);
}
