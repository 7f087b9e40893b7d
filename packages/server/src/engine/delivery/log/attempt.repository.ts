import { type QueryRows, queryPage } from '../../../kit/db/index.ts';
import type { SigningKeyRow } from '../receiver/receiver.ts';
import type { ReceiverSettings } from '../receiver/receiver-settings.ts';
import type { Face } from '../subscription.ts';
import type { SubscriptionName } from '../subscription-name.ts';

/** An attempt in the log. Ids are UUIDs. */
export interface AttemptRow {
  org_id: string;
  subscription_id: string;
  delivery_id: string;
  position: number | null;
  event_name: string;
  attempt: number;
  kind: 'event' | 'test';
  succeeded: boolean;
  response_code: number | null;
  response_time_ms: number;
  attempted_at: Date;
  next_retry_at: Date | null;
  error: string | null;
  revision: number;
}

export interface AttemptDetailRow extends AttemptRow {
  request_body: string | null;
  response_headers: string | null;
  response_body: Buffer | null;
}

export interface AttemptFilter {
  succeeded?: boolean | undefined;
  /** A regular expression for the event's name. */
  name?: string | undefined;
  /** Unix milliseconds: from (inclusive), to (exclusive). */
  from?: number | undefined;
  to?: number | undefined;
}

const COLUMNS = `org_id, subscription_id, delivery_id, position, event_name, attempt, kind, succeeded,
  response_code, response_time_ms, attempted_at, next_retry_at, error, revision`;

const FILTER = `org_id = $6 and subscription_id = $1
  and ($2::boolean is null or succeeded = $2) and ($3::text is null or event_name ~ $3)
  and ($4::float8 is null or attempted_at >= to_timestamp($4 / 1000.0))
  and ($5::float8 is null or attempted_at < to_timestamp($5 / 1000.0))`;

/** Attempts of a subscription, newest first, and their total. */
export async function listAttempts(
  query: QueryRows,
  { orgId, id }: SubscriptionName,
  filter: AttemptFilter,
  page: { limit: number; offset: number },
): Promise<{ attempts: AttemptRow[]; total: number }> {
  const values = [
    id,
    filter.succeeded ?? null,
    filter.name ?? null,
    filter.from ?? null,
    filter.to ?? null,
    orgId,
  ];
  const { rows: attempts, total } = await queryPage<AttemptRow>(
    query,
    {
      rows: `select ${COLUMNS} from delivery_attempts where ${FILTER}
        order by attempted_at desc, delivery_id desc, attempt desc limit $7 offset $8`,
      matching: `select 1 from delivery_attempts where ${FILTER}`,
      page,
    },
    [...values, page.limit, page.offset],
  );
  return { attempts, total };
}

/** Each comes with its whole body, so a response with many would be huge. */
const MAX_ATTEMPTS_SHOWN = 20;

/** Every attempt of a delivery, oldest first; the latest ones if it was resent very often. */
export async function attemptsOf(query: QueryRows, orgId: string, deliveryId: string) {
  const rows = await query<AttemptDetailRow>(
    `select ${COLUMNS}, request_body, response_headers, response_body from delivery_attempts
     where delivery_id = $1 and org_id = $2 order by attempted_at desc, attempt desc limit ${MAX_ATTEMPTS_SHOWN}`,
    [deliveryId, orgId],
  );
  return rows.reverse();
}

export interface LiveDeliveryRow {
  subscription_id: string;
  position: number;
  event_name: string;
  attempts: number;
  next_attempt_at: Date;
}

/** A delivery that is not settled yet. */
export async function liveDelivery(
  query: QueryRows,
  orgId: string,
  deliveryId: string,
): Promise<LiveDeliveryRow | undefined> {
  const [row] = await query<LiveDeliveryRow>(
    `select subscription_id, position, event_name, attempts, next_attempt_at from deliveries
     where id = $1 and org_id = $2`,
    [deliveryId, orgId],
  );
  return row;
}

export async function isDead(query: QueryRows, orgId: string, deliveryId: string): Promise<boolean> {
  const rows = await query('select 1 from dead_letters where delivery_id = $1 and org_id = $2', [
    deliveryId,
    orgId,
  ]);
  return rows.length > 0;
}

/** What the requests of one revision were built from. */
export interface SentWithRow {
  revision: number;
  face: Face;
  url: string;
  platform: string | null;
  secret_version: number;
  receiver: ReceiverSettings | null;
  signing_key_version: number | null;
  signing_keys: SigningKeyRow[] | null;
  secrets: { version: number; sealed: string; expires_at: string | null }[];
}

/** URL, platform and secrets at these revisions of a subscription; the secrets newest first. */
export async function sentWith(
  query: QueryRows,
  { orgId, id }: SubscriptionName,
  revisions: number[],
): Promise<SentWithRow[]> {
  return query<SentWithRow>(
    `select w.revision, s.face, r.url, r.platform, r.secret_version, r.receiver, r.signing_key_version,
       (select json_agg(json_build_object('version', k.version, 'sealed', k.sealed, 'expires_at', k.expires_at)
          order by k.version desc)
        from subscription_secrets k
        where k.org_id = s.org_id and k.subscription_id = s.id and k.version <= r.secret_version) as secrets,
       (select json_agg(json_build_object('version', k.version, 'sealed', k.sealed, 'expires_at', k.expires_at)
          order by k.version desc)
        from subscription_signing_keys k
        where k.org_id = s.org_id and k.subscription_id = s.id and k.version <= r.signing_key_version) as signing_keys
     from unnest($2::int[]) as w(revision)
     join subscriptions s on s.org_id = $3 and s.id = $1
     cross join lateral (
       select * from subscription_revisions r where r.org_id = s.org_id and r.subscription_id = s.id and r.revision <= w.revision
       order by r.revision desc limit 1) r`,
    [id, revisions, orgId],
  );
}

export interface EventRow {
  id: string;
  org_id: string;
  position: number;
  type: string;
  source: string;
  occurred_at: Date;
  data: string;
}

export async function eventAt(
  query: QueryRows,
  orgId: string,
  position: number,
): Promise<EventRow | undefined> {
  const [row] = await query<EventRow>(
    'select id, org_id, position, type, source, occurred_at, data from events where org_id = $1 and position = $2',
    [orgId, position],
  );
  return row;
}

/** Logs the attempt of a test delivery, whose body cannot be rebuilt from the event log. */
export async function insertTestAttempt(
  query: QueryRows,
  row: Omit<AttemptDetailRow, 'position' | 'attempt' | 'kind' | 'next_retry_at'>,
): Promise<void> {
  await query(
    `insert into delivery_attempts (org_id, subscription_id, delivery_id, event_name, attempt, kind, succeeded,
       response_code, response_time_ms, attempted_at, error, revision, request_body, response_headers, response_body)
     values ($1, $2, $3, $4, 1, 'test', $5, $6, $7, $8, $9, $10, $11, $12, $13)`,
    [
      row.org_id,
      row.subscription_id,
      row.delivery_id,
      row.event_name,
      row.succeeded,
      row.response_code,
      row.response_time_ms,
      row.attempted_at,
      row.error,
      row.revision,
      row.request_body,
      row.response_headers,
      row.response_body,
    ],
  );
}
