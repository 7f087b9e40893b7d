import {
  anyFolded,
  containingAnyForm,
  folded,
  jsonOf,
  only,
  type QueryRows,
  queryPage,
} from '../../../kit/db/index.ts';
import { required } from '../../../kit/required.ts';
import type { OnFailure } from '../order-key.ts';
import type { ReceiverSettings } from '../receiver/receiver-settings.ts';
import type { Face, SubscriptionStatus } from '../subscription.ts';
import { findBlocked } from './blocked-keys.repository.ts';
import type { SubscriptionHealth } from './subscription-health.ts';
import type { SubscriptionPlatform, SubscriptionRecord } from './subscription-record.ts';

interface Row {
  id: string;
  org_id: string;
  face: Face;
  name: string | null;
  url: string;
  patterns: string[];
  platform: SubscriptionPlatform | null;
  status: SubscriptionStatus;
  filter: object | null;
  max_concurrency: number | null;
  rate_per_second: number | null;
  breaker_failures: number | null;
  breaker_cooldown_seconds: number | null;
  order_path: string[] | null;
  on_failure: OnFailure | null;
  receiver: ReceiverSettings | null;
  revision: number;
  created_at: Date;
  updated_at: Date;
  failing_since: Date | null;
  disabled_reason: string | null;
  previous_secret_expires_at: Date | null;
  backfill: { since: string; queued: number; finished_at: string | null } | null;
}

const COLUMNS = `s.id, s.org_id, s.face, s.name, s.url, s.patterns, s.platform, s.status, s.filter,
  s.max_concurrency, s.rate_per_second, s.breaker_failures, s.breaker_cooldown_seconds, s.order_path, s.on_failure,
  s.receiver, s.revision,
  s.created_at, s.updated_at, s.failing_since, s.disabled_reason,
  (select json_build_object('since', b.since, 'queued', b.queued, 'finished_at', b.finished_at)
   from backfills b where b.subscription_id = s.id and b.org_id = s.org_id) as backfill`;
const previousSecretEnd = (now: string) =>
  `(select max(k.expires_at) from subscription_secrets k
    where k.subscription_id = s.id and k.org_id = s.org_id and k.expires_at > ${now}) as previous_secret_expires_at`;

/** Inserts a subscription; false when one with this id exists. */
export async function insertSubscription(query: QueryRows, record: SubscriptionRecord): Promise<boolean> {
  const rows = await query(
    `insert into subscriptions (id, org_id, face, name, url, patterns, platform, status, filter, max_concurrency,
       rate_per_second, breaker_failures, breaker_cooldown_seconds, revision, created_at, updated_at,
       order_path, on_failure, receiver)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $15, $16, $17, $18)
     on conflict do nothing returning id`,
    [
      record.id,
      record.orgId,
      record.face,
      record.name,
      record.url,
      record.patterns,
      record.platform,
      record.status,
      jsonOf(record.filter),
      record.maxConcurrency,
      record.ratePerSecond,
      record.breaker?.failures ?? null,
      record.breaker?.cooldownSeconds ?? null,
      record.revision,
      record.createdAt,
      record.ordering?.path ?? null,
      record.ordering?.onFailure ?? null,
      receiverOf(record),
    ],
  );
  return rows.length > 0;
}

/** Updates everything in the record that may change. */
export async function updateSubscription(query: QueryRows, record: SubscriptionRecord): Promise<void> {
  await query(
    `update subscriptions set name = $3, url = $4, patterns = $5, platform = $6, status = $7, filter = $8,
       max_concurrency = $9, rate_per_second = $10, breaker_failures = $11, breaker_cooldown_seconds = $12,
       revision = $13, updated_at = $14, failing_since = $15, disabled_reason = $16,
       order_path = $17, on_failure = $18, receiver = $19
     where org_id = $1 and id = $2`,
    [
      record.orgId,
      record.id,
      record.name,
      record.url,
      record.patterns,
      record.platform,
      record.status,
      jsonOf(record.filter),
      record.maxConcurrency,
      record.ratePerSecond,
      record.breaker?.failures ?? null,
      record.breaker?.cooldownSeconds ?? null,
      record.revision,
      record.updatedAt,
      record.failingSince,
      record.disabledReason,
      record.ordering?.path ?? null,
      record.ordering?.onFailure ?? null,
      receiverOf(record),
    ],
  );
}

export async function deleteSubscription(
  query: QueryRows,
  orgId: string,
  id: string,
): Promise<Pick<SubscriptionRecord, 'id' | 'orgId' | 'face' | 'name'> | undefined> {
  const rows = await query<Pick<SubscriptionRecord, 'id' | 'orgId' | 'face' | 'name'>>(
    'delete from subscriptions where org_id = $1 and id = $2 returning id, org_id as "orgId", face, name',
    [orgId, id],
  );
  return rows[0];
}

/** A subscription of the organization. With `lock`, nobody else can change it until the transaction ends. */
export async function findSubscription(
  query: QueryRows,
  orgId: string,
  id: string,
  now: Date,
  options: { lock?: boolean } = {},
): Promise<SubscriptionRecord | undefined> {
  const [row] = await query<Row>(
    `select ${COLUMNS}, ${previousSecretEnd('$3')} from subscriptions s where s.org_id = $1 and s.id = $2
     ${options.lock ? 'for update of s' : ''}`,
    [orgId, id, now],
  );
  return row && toRecord(row);
}

/** Selects which of an organization's subscriptions to list. */
export interface SubscriptionFilter {
  faces: readonly Face[];
  /** Part of the name or URL, case-insensitive. */
  text?: string | undefined;
  /** The states of `SubscriptionHealth`. */
  states?: readonly SubscriptionHealth['state'][] | undefined;
}

/** The state that `readHealth` reports for a single subscription, in SQL for filtering all of them. */
const STATE = `case when s.status <> 'active' then s.status
  when s.id = any($8::uuid[]) then 'blocked'
  when s.failing_since is not null then 'failing' else 'healthy' end`;
const LISTED = `s.org_id = $1 and s.face = any($2::text[])
  and ($6::text[] is null or ${folded("coalesce(s.name, '') || chr(10) || s.url")} like ${anyFolded('$6')})
  and ($7::text[] is null or ${STATE} = any($7))`;

/** Subscriptions of an organization, newest first, and their total. */
export async function listSubscriptions(
  query: QueryRows,
  orgId: string,
  { faces, text, states }: SubscriptionFilter,
  page: { limit: number; offset: number },
  now: Date,
): Promise<{ subscriptions: SubscriptionRecord[]; total: number }> {
  const blocked = states === undefined ? [] : await findBlocked(query, orgId);
  const { rows, total } = await queryPage<Row>(
    query,
    {
      rows: `select ${COLUMNS}, ${previousSecretEnd('$3')} from subscriptions s where ${LISTED}
        order by s.created_at desc, s.id desc limit $4 offset $5`,
      matching: `select 1 from subscriptions s where ${LISTED}`,
      page,
    },
    [
      orgId,
      faces,
      now,
      page.limit,
      page.offset,
      text === undefined ? null : containingAnyForm(text),
      states ?? null,
      blocked,
    ],
  );
  return { subscriptions: rows.map(toRecord), total };
}

export async function countActive(query: QueryRows, orgId: string, face: Face): Promise<number> {
  const rows = await query<{ active: number }>(
    `select count(*) as active from subscriptions where org_id = $1 and face = $2 and status = 'active'`,
    [orgId, face],
  );
  return only(rows).active;
}

/** Records from which revision on requests have this URL, platform, secret and receiver settings. */
export async function insertRevision(
  query: QueryRows,
  record: SubscriptionRecord,
  secretVersion: number,
): Promise<void> {
  await query(
    `insert into subscription_revisions (org_id, subscription_id, revision, url, platform, secret_version, receiver,
       signing_key_version)
     values ($1, $2, $3, $4, $5, $6, $7,
       (select max(version) from subscription_signing_keys where org_id = $1 and subscription_id = $2))`,
    [
      record.orgId,
      record.id,
      record.revision,
      record.url,
      record.platform,
      secretVersion,
      receiverOf(record),
    ],
  );
}

function receiverOf({ receiver }: SubscriptionRecord): string | null {
  return jsonOf(Object.keys(receiver).length === 0 ? null : receiver);
}

function toRecord(row: Row): SubscriptionRecord {
  return {
    id: row.id,
    orgId: row.org_id,
    face: row.face,
    name: row.name,
    url: row.url,
    patterns: row.patterns,
    platform: row.platform,
    status: row.status,
    filter: row.filter,
    maxConcurrency: row.max_concurrency,
    ratePerSecond: row.rate_per_second,
    breaker:
      row.breaker_failures === null
        ? null
        : {
            failures: row.breaker_failures,
            cooldownSeconds: required(row.breaker_cooldown_seconds, 'how long a breaker rests'),
          },
    ordering: row.order_path && {
      path: row.order_path,
      onFailure: required(row.on_failure, 'what a failure does to an order'),
    },
    receiver: row.receiver ?? {},
    revision: row.revision,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
    failingSince: row.failing_since,
    disabledReason: row.disabled_reason,
    backfill: row.backfill && {
      since: new Date(row.backfill.since),
      queued: row.backfill.queued,
      finishedAt: row.backfill.finished_at === null ? null : new Date(row.backfill.finished_at),
    },
    previousSecretExpiresAt: row.previous_secret_expires_at,
  };
}
