import { only, type QueryRows } from '../../../kit/db/index.ts';
import type { Face } from '../subscription.ts';
import type { SubscriptionName } from '../subscription-name.ts';

/** A subscription in a failing spell. Ids are UUIDs. */
export interface FailingSubscription {
  id: string;
  orgId: string;
  face: Face;
  url: string;
  failingSince: Date;
}

const columns = 's.id, s.org_id as "orgId", s.face, s.url, s.failing_since as "failingSince"';

/** How a subscription's recent attempts ended; end times in Unix milliseconds. */
export interface SeenEnds extends SubscriptionName {
  succeededAt: number | null;
  /** The first failure after the last success. */
  failedAt: number | null;
}

/** One statement for all spells that begin, and all that end without a notice having been published. */
export async function writeSpells(query: QueryRows, seen: readonly SeenEnds[]): Promise<void> {
  await query(
    `with seen as (
       select * from unnest($1::uuid[], $2::float8[], $3::float8[], $4::uuid[]) as e(id, succeeded_at, failed_at, org_id)
     ),
     locked as (
       select s.id, s.org_id, e.failed_at from subscriptions s join seen e on e.org_id = s.org_id and e.id = s.id
       where s.failing_notified_at is null and case when s.failing_since is null
         then e.failed_at is not null else to_timestamp(e.succeeded_at / 1000.0) >= s.failing_since end
       order by s.id for no key update of s
     )
     update subscriptions s set failing_since = to_timestamp(l.failed_at / 1000.0)
     from locked l where s.org_id = l.org_id and s.id = l.id`,
    [
      seen.map(({ id }) => id),
      seen.map(({ succeededAt }) => succeededAt),
      seen.map(({ failedAt }) => failedAt),
      seen.map(({ orgId }) => orgId),
    ],
  );
}

/** Those of these whose failing notice was published. */
export async function findNotified(
  query: QueryRows,
  names: readonly SubscriptionName[],
): Promise<Set<string>> {
  const rows = await query<{ id: string }>(
    `select id from subscriptions where org_id = any($1::uuid[]) and id = any($2::uuid[])
       and failing_since is not null and failing_notified_at is not null`,
    [[...new Set(names.map(({ orgId }) => orgId))], names.map(({ id }) => id)],
  );
  return new Set(rows.map(({ id }) => id));
}

/**
 * Active ones without a failing notice that have a dead letter from this spell, or nothing but failures for
 * `forMs`. Here and below, deliveries of `exceptNames` do not count.
 */
export async function findUnnoticed(
  query: QueryRows,
  forMs: number,
  exceptNames: readonly string[],
): Promise<FailingSubscription[]> {
  const failing = await query<FailingSubscription & { hasOnlyFailed: boolean }>(
    `select ${columns}, exists (select 1 from delivery_attempts a where a.org_id = s.org_id and a.subscription_id = s.id
         and a.attempted_at >= s.failing_since + $2 * interval '1 millisecond'
         and not a.succeeded and a.kind = 'event' and not (a.event_name = any($1::text[]))) as "hasOnlyFailed"
     from subscriptions s
     where s.failing_since is not null and s.failing_notified_at is null and s.status = 'active'`,
    [exceptNames, forMs],
  );
  if (failing.length === 0) return [];
  const dead = await withDeadLetters(query, failing, exceptNames);
  return failing.flatMap(({ hasOnlyFailed, ...one }) => (hasOnlyFailed || dead.has(one.id) ? [one] : []));
}

/** Those of these with a delivery that died in the spell. */
async function withDeadLetters(
  query: QueryRows,
  failing: readonly FailingSubscription[],
  exceptNames: readonly string[],
): Promise<Set<string>> {
  const rows = await query<{ id: string }>(
    `select distinct d.subscription_id as id from unnest($1::uuid[], $2::uuid[], $3::timestamptz[]) as f(org_id, id, since)
     join dead_letters d on d.org_id = f.org_id and d.subscription_id = f.id and d.failed_at >= f.since
     where not (d.event_name = any($4::text[]))`,
    [
      failing.map(({ orgId }) => orgId),
      failing.map(({ id }) => id),
      failing.map(({ failingSince }) => failingSince),
      exceptNames,
    ],
  );
  return new Set(rows.map(({ id }) => id));
}

/** False when another node was first, or the spell ended. */
export async function markNotified(
  query: QueryRows,
  { orgId, id, failingSince }: FailingSubscription,
  now: Date,
): Promise<boolean> {
  const marked = await query(
    `update subscriptions set failing_notified_at = $3
     where org_id = $4 and id = $1 and failing_since = $2 and failing_notified_at is null returning 1`,
    [id, failingSince, now, orgId],
  );
  return marked.length > 0;
}

/** Locks one with a failing notice, in a spell that began before then (Unix milliseconds). */
export async function lockNotified(
  query: QueryRows,
  { orgId, id }: SubscriptionName,
  beforeMs: number,
): Promise<FailingSubscription | undefined> {
  const [row] = await query<FailingSubscription>(
    `select ${columns} from subscriptions s
     where org_id = $3 and id = $1 and failing_notified_at is not null
       and failing_since <= to_timestamp($2 / 1000.0) for update`,
    [id, beforeMs, orgId],
  );
  return row;
}

/** Ends a spell that had a notice; a new one begins if a failure followed. */
export async function endFailureSpell(
  query: QueryRows,
  { orgId, id }: SubscriptionName,
  failedAtMs: number | null,
): Promise<void> {
  await query(
    `update subscriptions set failing_since = to_timestamp($2 / 1000.0), failing_notified_at = null
     where org_id = $3 and id = $1`,
    [id, failedAtMs, orgId],
  );
}

/**
 * Active ones that failed by then (Unix milliseconds), and again `forMs` later, without a success in between.
 */
export function findFailingSince(
  query: QueryRows,
  { beforeMs, forMs }: { beforeMs: number; forMs: number },
  exceptNames: readonly string[],
): Promise<FailingSubscription[]> {
  return query(
    `select ${columns} from subscriptions s
     where s.status = 'active' and s.failing_since <= to_timestamp($1 / 1000.0)
       and exists (select 1 from delivery_attempts a where a.org_id = s.org_id and a.subscription_id = s.id
         and a.attempted_at >= s.failing_since + $2 * interval '1 millisecond'
         and not a.succeeded and a.kind = 'event' and not (a.event_name = any($3::text[])))
       and not exists (select 1 from delivery_attempts a where a.org_id = s.org_id and a.subscription_id = s.id
         and a.attempted_at > s.failing_since
         and a.succeeded and a.kind = 'event' and not (a.event_name = any($3::text[])))`,
    [beforeMs, forMs, exceptNames],
  );
}

/** Those of these that still fail at the URL. */
export function findFailingAt(
  query: QueryRows,
  gone: readonly (SubscriptionName & { goneUrl: string })[],
): Promise<FailingSubscription[]> {
  return query(
    `select ${columns} from subscriptions s
     join unnest($1::uuid[], $2::text[], $3::uuid[]) as g(id, url, org_id)
       on g.org_id = s.org_id and g.id = s.id and g.url = s.url
     where s.status = 'active' and s.failing_since is not null`,
    [gone.map(({ id }) => id), gone.map(({ goneUrl }) => goneUrl), gone.map(({ orgId }) => orgId)],
  );
}

/** False when it is no longer active, or its spell ended. */
export async function disableSubscription(
  query: QueryRows,
  { orgId, id, failingSince }: FailingSubscription,
  { reason, now }: { reason: string; now: Date },
): Promise<boolean> {
  const changed = await query(
    `update subscriptions set status = 'disabled', disabled_reason = $3, updated_at = $4, revision = revision + 1
     where org_id = $5 and id = $1 and status = 'active' and failing_since = $2 returning 1`,
    [id, failingSince, reason, now, orgId],
  );
  return changed.length > 0;
}

export interface LastFailure {
  responseCode: number | null;
  error: string | null;
}

// An attempt that ended since then started at most one response window earlier.
const FAILURES = `from delivery_attempts where org_id = $4 and subscription_id = $1
  and attempted_at >= $2::timestamptz - interval '1 minute'
  and attempted_at + response_time_ms * interval '1 millisecond' >= $2
  and not succeeded and kind = 'event' and not (event_name = any($3::text[]))`;

/** Failed attempts that ended since a given time, and how the last of them ended. */
export async function failuresSince(
  query: QueryRows,
  { orgId, id, failingSince }: Pick<FailingSubscription, 'orgId' | 'id' | 'failingSince'>,
  exceptNames: readonly string[],
): Promise<{ count: number; last: LastFailure }> {
  const values = [id, failingSince, exceptNames, orgId];
  const count = await query<{ failed: number }>(`select count(*) as failed ${FAILURES}`, values);
  const [last] = await query<LastFailure>(
    `select response_code as "responseCode", error ${FAILURES} order by attempted_at desc limit 1`,
    values,
  );
  return { count: only(count).failed, last: last ?? { responseCode: null, error: null } };
}
