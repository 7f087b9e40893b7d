import type { Pool } from 'pg';
import { only, type QueryRows } from '../../../kit/db/index.ts';

const MINUTE_SECONDS = 60;
const HOUR_SECONDS = 3_600;
const DAY_SECONDS = 86_400;
const HOUR_MS = HOUR_SECONDS * 1_000;
const DAY_MS = DAY_SECONDS * 1_000;

/** Available resolutions, and how long counters are kept at each. */
export const figureSpans = {
  minute: { seconds: MINUTE_SECONDS, keptMs: 6 * HOUR_MS },
  hour: { seconds: HOUR_SECONDS, keptMs: 14 * DAY_MS },
  day: { seconds: DAY_SECONDS, keptMs: 400 * DAY_MS },
} as const;
export type FigureSpan = keyof typeof figureSpans;

/** Rows moved per statement: each costs a few index lookups. */
const MOVED_AT_ONCE = 500;

export interface FiguresOfBucket {
  /** Unix milliseconds. */
  startsAt: number;
  /** Counters by position. */
  figures: Map<number, number>;
}

/**
 * Counters of an organization, or of one of its subscriptions, by the buckets of a range; oldest first.
 * Deleted subscriptions still count for the organization: what was sent stays true.
 */
export async function sumFigures(
  query: QueryRows,
  orgId: string,
  range: { span: FigureSpan; from: number; to: number; subscriptionId?: string | undefined },
): Promise<FiguresOfBucket[]> {
  const { seconds } = figureSpans[range.span];
  const spans = Object.values(figureSpans).flatMap((span) => (span.seconds <= seconds ? span.seconds : []));
  const rows = await query<{ bucket: number; places: number[]; counts: number[] }>(
    `select bucket, array_agg(place::integer) as places, array_agg(total) as counts from (
       select floor(date_part('epoch', f.starts_at) / $2) * $2 as bucket, u.place, sum(u.counted)::float8 as total
       from delivery_figures f
       cross join lateral unnest(f.figures) with ordinality as u(counted, place)
       where f.org_id = $1 and f.span = any($3::integer[]) and u.counted > 0
         and f.starts_at >= to_timestamp($4::float8 / 1000.0) and f.starts_at < to_timestamp($5::float8 / 1000.0)
         and ($6::uuid is null or f.subscription_id = $6)
       group by 1, 2) summed
     group by bucket order by bucket`,
    [orgId, seconds, spans, range.from, range.to, range.subscriptionId ?? null],
  );
  return rows.map(({ bucket, places, counts }) => ({
    startsAt: bucket * 1_000,
    figures: new Map(places.map((place, i) => [place, counts[i] ?? 0])),
  }));
}

/**
 * Rolls up counters that are too old for their resolution, and deletes those beyond the longest one. Any node
 * may call it at any time.
 */
export async function keepFigures(pool: Pool, nowMs: number): Promise<void> {
  const { minute, hour, day } = figureSpans;
  for (const [narrow, wide] of [
    [minute, hour],
    [hour, day],
  ] as const) {
    const before = nowMs - narrow.keptMs - wide.seconds * 1_000;
    let moved: number;
    do {
      const { rows } = await pool.query<{ moved: number }>(
        'select widen_figures($1, $2, to_timestamp($3::float8 / 1000.0), $4) as moved',
        [narrow.seconds, wide.seconds, before, MOVED_AT_ONCE],
      );
      moved = only(rows).moved;
    } while (moved === MOVED_AT_ONCE);
  }
  await pool.query(
    'delete from delivery_figures where span = $1 and starts_at < to_timestamp($2::float8 / 1000.0)',
    [day.seconds, nowMs - day.keptMs - DAY_MS],
  );
}

/** Those of these subscriptions that belong to the organization. */
export async function ownSubscriptions(
  query: QueryRows,
  orgId: string,
  ids: readonly string[],
): Promise<string[]> {
  const rows = await query<{ id: string }>(
    'select id from subscriptions where org_id = $1 and id = any($2::uuid[])',
    [orgId, ids],
  );
  return rows.map(({ id }) => id);
}
