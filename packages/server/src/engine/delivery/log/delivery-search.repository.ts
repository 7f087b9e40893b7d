import { only, type QueryRows } from '../../../kit/db/index.ts';
import { required } from '../../../kit/required.ts';
import type { Face, SubscriptionStatus } from '../subscription.ts';

/**
 * The table that contains all possible matches: the queue, the dead letters, or the attempt log and the
 * queue.
 */
export type SearchPlace = 'all' | 'live' | 'dead';

/** Deliveries with ids after the first and up to the second. Ids are UUIDs. */
export interface IdRange {
  after: string;
  through: string;
}

export type DeliveryState = 'success' | 'failed' | 'pending' | 'dead';

/** A value that the payload must have; `path` consists of field names and list indexes. */
export interface PayloadTest {
  path: string[];
  value: string;
  /** Further required values. */
  and?: Pick<PayloadTest, 'path' | 'value'>[];
}

/** Search conditions; omitted ones match everything. */
export interface DeliveryConditions {
  subscriptionId?: string | undefined;
  /** The log position of the requested event. */
  position?: number | undefined;
  /** A regular expression for the event's name. */
  name?: string | undefined;
  state?: DeliveryState | undefined;
  /** Status range of the latest response, or `none` where there was none. */
  responseCode?: { from: number; to: number } | 'none' | undefined;
  /** Unix milliseconds: excludes deliveries whose latest attempt started later. */
  attemptedUntil?: number | undefined;
  payload?: PayloadTest | undefined;
}

/** Payload bytes that one statement searches. */
const MAX_PAYLOAD_BYTES = 32 * 1_048_576;

/** Where a scan over `most` rows ends: the first id it leaves out; undefined when it covers everything. */
export async function findScanEnd(
  query: QueryRows,
  orgId: string,
  range: IdRange,
  place: SearchPlace,
  most: number,
): Promise<string | undefined> {
  const rows = await query<{ looked: string | null }>(
    'select delivery_look_end($1, $2, $3, $4, $5) as looked',
    [orgId, range.after, range.through, most, place],
  );
  return only(rows).looked ?? undefined;
}

export interface FoundRow {
  id: string;
  subscription_id: string;
  face: Face;
  subscription_name: string | null;
  subscription_status: SubscriptionStatus;
  event_id: string;
  event_name: string;
  is_live: boolean;
  is_dead: boolean;
  attempts: number;
  next_attempt_at: Date | null;
  last_attempt_at: Date | null;
  succeeded: boolean | null;
  response_code: number | null;
  response_time_ms: number | null;
  error: string | null;
}

export interface FoundInRange {
  /** Newest first. */
  rows: FoundRow[];
  /** How many match in the range, down to `cutAt`. */
  total: number;
  /** Deliveries examined. */
  looked: number;
  /** The first delivery whose payload was not examined; null when all were. */
  cutAt: string | null;
}

/**
 * Matching deliveries of an organization in a range, newest first. Those of deleted subscriptions are gone.
 */
export async function findDeliveries(
  query: QueryRows,
  orgId: string,
  range: IdRange,
  place: SearchPlace,
  conditions: DeliveryConditions,
  page: { limit: number; offset: number },
): Promise<FoundInRange> {
  const { matching, values } = matchingDeliveries(orgId, range, place, conditions);
  const limit = values.push(page.limit);
  const offset = values.push(page.offset);
  const rows = await query<FoundRow & { total: number; looked: number; cut_at: string | null }>(
    `${matching}
     select counted.*, page.* from (
       select count(*) as total, (select count(*) from looked) as looked, (select id from cut) as cut_at from matching) counted
     left join (
       select m.*, e.id as event_id, s.face, s.name as subscription_name, s.status as subscription_status
       from (select * from matching order by id desc limit $${limit} offset $${offset}) m
       join subscriptions s on s.id = m.subscription_id
       join events e on e.org_id = $1 and e.position = m.log_position) page on true
     order by page.id desc`,
    values,
  );
  const { total, looked, cut_at: cutAt } = required(rows[0], 'the counts of a search');
  return { rows: rows.filter(({ id }) => id !== null), total, looked, cutAt };
}

/** The common table expressions `looked`, `matching` and `cut`, with their values. */
export function matchingDeliveries(
  orgId: string,
  range: IdRange,
  place: SearchPlace,
  conditions: DeliveryConditions,
): { matching: string; values: unknown[] } {
  const values: unknown[] = [orgId, range.after, range.through, place];
  const where = sqlConditions(conditions, (value) => `$${values.push(value)}`);
  const looked = `looked as materialized (select * from deliveries_between($1, $2, $3, $4))`;
  const known = `select l.* from looked l join subscriptions s on s.id = l.subscription_id and s.org_id = $1
    where ${where.join(' and ')}`;
  if (conditions.payload === undefined) {
    const parts = [looked, `matching as materialized (${known})`, 'cut as (select null::uuid as id)'];
    return { matching: `with ${parts.join(', ')}`, values };
  }
  const { path, value, and = [] } = conditions.payload;
  const [at, wanted, most] = [path, value, MAX_PAYLOAD_BYTES].map((one) => values.push(one));
  const others = and.map(
    (one) => `payload_has(e.data, $${values.push(one.path)}, $${values.push(one.value)})`,
  );
  const parts = [
    looked,
    `known as materialized (${known})`,
    // An event's payload is examined once, however many deliveries it has.
    `places as materialized (select log_position, max(id::text)::uuid as top from known group by log_position)`,
    // Alone: where the log is spread, a function that reads it may be part of no query over it.
    `found as materialized (
       select h.* from find_payloads($1, array(select log_position from places order by top desc), $${at}, $${wanted}, $${most}) h)`,
    `hits as materialized (${others.length === 0 ? 'select * from found' : hitsAmongFound(others)})`,
    `cut as materialized (
       select max(p.top::text)::uuid as id from hits h join places p on p.log_position = h.log_position where h.is_cut)`,
    `matching as materialized (
       select k.* from known k join hits h on h.log_position = k.log_position
       where not h.is_cut and k.id > coalesce((select id from cut), $2))`,
  ];
  return { matching: `with ${parts.join(', ')}`, values };
}

/** Those that further conditions hold for as well, and the one that the search was cut off at. */
function hitsAmongFound(conditions: readonly string[]): string {
  const where = ['e.org_id = $1', 'e.position = h.log_position', ...conditions].join(' and ');
  return `select * from found where is_cut
    union all select h.* from found h join events e on ${where} where not h.is_cut`;
}

const statesInSql: Record<DeliveryState, string> = {
  pending: 'l.is_live',
  success: 'not l.is_live and l.succeeded',
  failed: 'not l.is_live and not l.succeeded',
  dead: 'l.is_dead',
};

function sqlConditions(conditions: DeliveryConditions, add: (value: unknown) => string): string[] {
  const { subscriptionId, position, name, state, responseCode, attemptedUntil } = conditions;
  const where = ['true'];
  if (subscriptionId !== undefined) where.push(`l.subscription_id = ${add(subscriptionId)}`);
  if (position !== undefined) where.push(`l.log_position = ${add(position)}`);
  if (name !== undefined) where.push(`l.event_name ~ ${add(name)}`);
  if (state !== undefined) where.push(statesInSql[state]);
  if (responseCode === 'none') where.push('l.last_attempt_at is not null and l.response_code is null');
  else if (responseCode !== undefined) {
    where.push(`l.response_code between ${add(responseCode.from)} and ${add(responseCode.to)}`);
  }
  if (attemptedUntil !== undefined) {
    const until = `to_timestamp(${add(attemptedUntil)}::float8 / 1000.0)`;
    where.push(`(l.last_attempt_at is null or l.last_attempt_at <= ${until})`);
  }
  return where;
}

/** The position of an event in the organization's log. */
export async function placeOfEvent(
  query: QueryRows,
  orgId: string,
  eventId: string,
): Promise<{ position: number; occurredAt: Date } | undefined> {
  const [found] = await query<{ position: number; occurredAt: Date }>(
    'select position, occurred_at as "occurredAt" from events where id = $1 and org_id = $2',
    [eventId, orgId],
  );
  return found;
}
