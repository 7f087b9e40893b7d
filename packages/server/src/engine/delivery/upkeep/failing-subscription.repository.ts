import { only, type QueryRows } from '../../../kit/db/index.ts';
import type { Face } from '../subscription.ts';

/** A subscription within a spell of failures. Ids are UUIDs. */
export interface FailingSubscription {
  id: string;
  orgId: string;
  face: Face;
  url: string;
  failingSince: Date;
}

const columns = 's.id, s.org_id as "orgId", s.face, s.url, s.failing_since as "failingSince"';

/** How the attempts of a subscription ended lately; Unix milliseconds of their ends. */
export interface SeenEnds {
  id: string;
  succeededAt: number | null;
  /** The first failure after the last success. */
  failedAt: number | null;
}

/** One statement for all spells that begin, and all that end without anybody having been told of them. */
export async function writeSpells(query: QueryRows, seen: readonly SeenEnds[]): Promise<void> {
  await query(
    `with seen as (
       select * from unnest($1::uuid[], $2::float8[], $3::float8[]) as e(id, succeeded_at, failed_at)
     ),
     locked as (
       select s.id, e.failed_at from subscriptions s join seen e on e.id = s.id
       where s.failing_notified_at is null and case when s.failing_since is null
         then e.failed_at is not null else to_timestamp(e.succeeded_at / 1000.0) >= s.failing_since end
       order by s.id for no key update of s
     )
     update subscriptions s set failing_since = to_timestamp(l.failed_at / 1000.0)
     from locked l where s.id = l.id`,
    [
      seen.map(({ id }) => id),
      seen.map(({ succeededAt }) => succeededAt),
      seen.map(({ failedAt }) => failedAt),
    ],
  );
}

/** Of these, those whose failing was told. */
export async function findNotified(query: QueryRows, ids: readonly string[]): Promise<Set<string>> {
  const rows = await query<{ id: string }>(
    'select id from subscriptions where id = any($1::uuid[]) and failing_since is not null and failing_notified_at is not null',
    [ids],
  );
  return new Set(rows.map(({ id }) => id));
}

/**
 * Active ones of whose failing nobody was told, with a dead letter of the spell, or nothing but failures for `forMs`.
 * Here and below, deliveries of `exceptNames` do not count.
 */
export function findUnnoticed(
  query: QueryRows,
  forMs: number,
  exceptNames: readonly string[],
): Promise<FailingSubscription[]> {
  return query(
    `select ${columns} from subscriptions s
     where s.failing_since is not null and s.failing_notified_at is null and s.status = 'active'
       and (exists (select 1 from dead_letters d where d.subscription_id = s.id
           and d.failed_at >= s.failing_since and not (d.event_name = any($1::text[])))
         or exists (select 1 from delivery_attempts a where a.subscription_id = s.id
           and a.attempted_at >= s.failing_since + $2 * interval '1 millisecond'
           and not a.succeeded and a.kind = 'event' and not (a.event_name = any($1::text[]))))`,
    [exceptNames, forMs],
  );
}

/** False when another node was first, or the spell ended. */
export async function markNotified(
  query: QueryRows,
  { id, failingSince }: FailingSubscription,
  now: Date,
): Promise<boolean> {
  const marked = await query(
    `update subscriptions set failing_notified_at = $3
     where id = $1 and failing_since = $2 and failing_notified_at is null returning 1`,
    [id, failingSince, now],
  );
  return marked.length > 0;
}

/** One whose failing was told, in a spell that began before then (Unix milliseconds). Nobody changes it meanwhile. */
export async function lockNotified(
  query: QueryRows,
  id: string,
  beforeMs: number,
): Promise<FailingSubscription | undefined> {
  const [row] = await query<FailingSubscription>(
    `select ${columns} from subscriptions s
     where id = $1 and failing_notified_at is not null and failing_since <= to_timestamp($2 / 1000.0) for update`,
    [id, beforeMs],
  );
  return row;
}

/** Ends a spell of which somebody was told; another begins where a failure followed. */
export async function endSpell(query: QueryRows, id: string, failedAtMs: number | null): Promise<void> {
  await query(
    `update subscriptions set failing_since = to_timestamp($2 / 1000.0), failing_notified_at = null where id = $1`,
    [id, failedAtMs],
  );
}

/** Active ones that failed by then (Unix milliseconds), and again `forMs` later, with no success between. */
export function findFailingSince(
  query: QueryRows,
  { beforeMs, forMs }: { beforeMs: number; forMs: number },
  exceptNames: readonly string[],
): Promise<FailingSubscription[]> {
  return query(
    `select ${columns} from subscriptions s
     where s.status = 'active' and s.failing_since <= to_timestamp($1 / 1000.0)
       and exists (select 1 from delivery_attempts a where a.subscription_id = s.id
         and a.attempted_at >= s.failing_since + $2 * interval '1 millisecond'
         and not a.succeeded and a.kind = 'event' and not (a.event_name = any($3::text[])))
       and not exists (select 1 from delivery_attempts a where a.subscription_id = s.id
         and a.attempted_at > s.failing_since
         and a.succeeded and a.kind = 'event' and not (a.event_name = any($3::text[])))`,
    [beforeMs, forMs, exceptNames],
  );
}

/** Of these, those that still fail at the URL. */
export function findFailingAt(
  query: QueryRows,
  gone: readonly { id: string; goneUrl: string }[],
): Promise<FailingSubscription[]> {
  return query(
    `select ${columns} from subscriptions s
     join unnest($1::uuid[], $2::text[]) as g(id, url) on g.id = s.id and g.url = s.url
     where s.status = 'active' and s.failing_since is not null`,
    [gone.map(({ id }) => id), gone.map(({ goneUrl }) => goneUrl)],
  );
}

/** False when it is not active any more, or its spell ended. */
export async function disableSubscription(
  query: QueryRows,
  { id, failingSince }: FailingSubscription,
  { reason, now }: { reason: string; now: Date },
): Promise<boolean> {
  const changed = await query(
    `update subscriptions set status = 'disabled', disabled_reason = $3, updated_at = $4, revision = revision + 1
     where id = $1 and status = 'active' and failing_since = $2 returning 1`,
    [id, failingSince, reason, now],
  );
  return changed.length > 0;
}

export interface LastFailure {
  responseCode: number | null;
  error: string | null;
}

// An attempt that ended since began at most a response window before.
const FAILURES = `from delivery_attempts where subscription_id = $1
  and attempted_at >= $2::timestamptz - interval '1 minute'
  and attempted_at + response_time_ms * interval '1 millisecond' >= $2
  and not succeeded and kind = 'event' and not (event_name = any($3::text[]))`;

/** Failed attempts that ended since a moment, and how the last of them ended. */
export async function failuresSince(
  query: QueryRows,
  { id, failingSince }: Pick<FailingSubscription, 'id' | 'failingSince'>,
  exceptNames: readonly string[],
): Promise<{ count: number; last: LastFailure }> {
  const values = [id, failingSince, exceptNames];
  const count = await query<{ failed: number }>(`select count(*) as failed ${FAILURES}`, values);
  const [last] = await query<LastFailure>(
    `select response_code as "responseCode", error ${FAILURES} order by attempted_at desc limit 1`,
    values,
  );
  return { count: only(count).failed, last: last ?? { responseCode: null, error: null } };
}
