import type { QueryRows } from '../../../kit/db/index.ts';

/**
 * The error of the latest failed attempt of each of these; deliveries of events in `exceptNames` do not
 * count.
 */
export async function lastErrorsOf(
  query: QueryRows,
  orgId: string,
  failing: readonly { id: string; failingSince: Date }[],
  exceptNames: readonly string[],
): Promise<Map<string, string>> {
  // An attempt that failed since then started at most one response window earlier.
  const rows = await query<{ id: string; error: string }>(
    `select f.id, a.error from unnest($1::uuid[], $2::timestamptz[]) as f(id, since)
     cross join lateral (
       select error from delivery_attempts
       where subscription_id = f.id and org_id = $3 and attempted_at >= f.since - interval '1 minute'
         and not succeeded and kind = 'event' and not (event_name = any($4::text[]))
       order by attempted_at desc limit 1) a
     where a.error is not null`,
    [failing.map(({ id }) => id), failing.map(({ failingSince }) => failingSince), orgId, exceptNames],
  );
  return new Map(rows.map(({ id, error }) => [id, error]));
}
