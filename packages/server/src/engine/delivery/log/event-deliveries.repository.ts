import { type QueryRows, queryPage } from '../../../kit/db/index.ts';
import { uuidBound } from '../../../kit/ids.ts';
import type { Face, SubscriptionStatus } from '../subscription.ts';

/** What is known about an event's delivery to a subscription. Ids are UUIDs. */
export interface EventDeliveryRow {
  delivery_id: string;
  subscription_id: string;
  face: Face;
  subscription_name: string | null;
  subscription_status: SubscriptionStatus;
  event_name: string;
  is_live: boolean;
  is_dead: boolean;
  attempts: number;
  next_attempt_at: Date | null;
  last_attempt_at: Date | null;
  succeeded: boolean | null;
  response_code: number | null;
  error: string | null;
}

/** An event's position: ids of its deliveries start with its time (Unix milliseconds). */
export interface EventPlace {
  orgId: string;
  position: number;
  occurredAt: number;
}

const FOUND = `with live as (
    select d.id, d.subscription_id, d.event_name, d.attempts, d.next_attempt_at from deliveries d
    where d.id between $3 and $4 and d.org_id = $1 and d.position = $2),
  logged as (
    select distinct on (a.delivery_id) a.delivery_id as id, a.subscription_id, a.event_name, a.attempt,
      a.attempted_at, a.succeeded, a.response_code, a.error
    from delivery_attempts a
    where a.delivery_id between $3 and $4 and a.org_id = $1 and a.position = $2
    order by a.delivery_id, a.attempted_at desc, a.attempt desc),
  known as (
    select coalesce(l.id, g.id) as delivery_id, coalesce(l.subscription_id, g.subscription_id) as subscription_id,
      coalesce(l.event_name, g.event_name) as event_name, l.id is not null as is_live,
      coalesce(l.attempts, g.attempt) as attempts, l.next_attempt_at, g.attempted_at as last_attempt_at,
      g.succeeded, g.response_code, g.error
    from live l full join logged g on g.id = l.id),
  dead as (select x.delivery_id from dead_letters x where x.org_id = $1 and x.delivery_id between $3 and $4)`;

/** An event's deliveries, oldest subscription first. Those of deleted subscriptions are gone. */
export async function deliveriesOfEvent(
  query: QueryRows,
  event: EventPlace,
  page: { limit: number; offset: number },
): Promise<{ deliveries: EventDeliveryRow[]; total: number }> {
  const { rows, total } = await queryPage<EventDeliveryRow>(
    query,
    {
      rows: `${FOUND} select k.*, s.face, s.name as subscription_name, s.status as subscription_status,
          x.delivery_id is not null as is_dead
        from known k join subscriptions s on s.id = k.subscription_id and s.org_id = $1
        left join dead x on x.delivery_id = k.delivery_id
        order by k.subscription_id, k.delivery_id limit $5 offset $6`,
      count: `${FOUND} select count(*) from known k join subscriptions s on s.id = k.subscription_id and s.org_id = $1`,
    },
    [...placeOf(event), page.limit, page.offset],
  );
  return { deliveries: rows, total };
}

export interface UnmatchedRow {
  id: string;
  face: Face;
  name: string | null;
}

/** Active subscriptions with no known delivery of the event, newest first, and how many there are. */
export async function subscriptionsWithout(
  query: QueryRows,
  event: EventPlace,
  limit: number,
): Promise<{ subscriptions: UnmatchedRow[]; total: number }> {
  const from = `from subscriptions s where s.org_id = $1 and s.status = 'active'
    and not exists (select from known k where k.subscription_id = s.id)`;
  const { rows, total } = await queryPage<UnmatchedRow>(
    query,
    {
      rows: `${FOUND} select s.id, s.face, s.name ${from} order by s.created_at desc, s.id desc limit $5`,
      count: `${FOUND} select count(*) ${from}`,
    },
    [...placeOf(event), limit],
  );
  return { subscriptions: rows, total };
}

function placeOf({ orgId, position, occurredAt }: EventPlace): unknown[] {
  return [orgId, position, uuidBound(occurredAt, '0'), uuidBound(occurredAt, 'f')];
}
