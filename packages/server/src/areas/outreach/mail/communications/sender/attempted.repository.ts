import { column, defineTable, type QueryRows, type RowOf } from '../../../../../kit/db/index.ts';
import { communications } from '../communication.ts';
import type { Nodes } from '../sending-ports.ts';

/** A message whose SMTP handover has started. */
export const attempted = defineTable('communications', {
  ...communications.fields,
  attemptToken: column.uuid().orNull(),
  reservationId: column.uuid().orNull(),
});

export type AttemptedRow = RowOf<typeof attempted>;

/** This node, and the ones it knows to be dead. */
type KnownNodes = Pick<Nodes, 'nodeId' | 'deadNodes'>;

/** Forgotten, shut down, or known to be dead and not back since. */
const IS_DEAD = `lease_node <> $1 and not exists (
  select from nodes n where n.id = lease_node and n.left_at is null and not exists (
    select from unnest($2::uuid[], $3::timestamptz[]) d(id, heartbeat_at)
    where d.id = n.id and d.heartbeat_at = n.heartbeat_at))`;

function valuesOf(nodes: KnownNodes): unknown[] {
  const dead = nodes.deadNodes();
  return [nodes.nodeId, dead.map((node) => node.nodeId), dead.map((node) => node.lastHeartbeat)];
}

/** Nothing of them was handed over: they are queued again and their reserved budget is released. */
const freeing = (which: string) => `
  with freed as (
    select org_id, id, reservation_id from communications where ${which} order by org_id, id for update
  ), moved as (
    update communications c set lease_node = null, reservation_id = null, status = 'pending'
    from freed f where c.org_id = f.org_id and c.id = f.id
  ), ended as (
    delete from cost_reservations r using freed f where r.org_id = f.org_id and r.id = f.reservation_id
    returning r.org_id, r.campaign_id, r.amount_micros
  ), sums as (select org_id, campaign_id, sum(amount_micros) as amount from ended group by 1, 2)
  update budgets b set reserved_micros = b.reserved_micros - s.amount
  from sums s where b.org_id = s.org_id and b.campaign_id = s.campaign_id`;

/** Frees messages that dead nodes had claimed but not started. */
export async function freeClaimsOfDead(query: QueryRows, nodes: KnownNodes): Promise<void> {
  await query(freeing(`lease_node is not null and status = 'pending' and ${IS_DEAD}`), valuesOf(nodes));
}

/** Messages whose handover dead nodes had started. */
export function findBegunByDead(query: QueryRows, nodes: KnownNodes, limit: number): Promise<AttemptedRow[]> {
  return query<AttemptedRow>(
    `select ${attempted.columns} from communications
     where lease_node is not null and status = 'processing' and ${IS_DEAD}
     order by org_id, id limit $4`,
    [...valuesOf(nodes), limit],
  );
}

/** Frees leases of this node that are not in progress. */
export async function freeLeases(
  query: QueryRows,
  nodeId: string,
  inFlight: readonly string[],
): Promise<void> {
  await query(freeing(`lease_node = $1 and status in ('pending', 'processing') and id <> all($2::uuid[])`), [
    nodeId,
    inFlight,
  ]);
}

/** Those of the messages with an unknown outcome. */
export function findUnknown(
  query: QueryRows,
  messages: readonly { orgId: string; communicationId: string }[],
): Promise<AttemptedRow[]> {
  return query<AttemptedRow>(
    `select ${attempted.columns} from communications
     where (org_id, id) in (select * from unnest($1::uuid[], $2::uuid[]))
       and status = 'failed' and failure_code = 'delivery_unknown' and attempt_token is not null`,
    [messages.map(({ orgId }) => orgId), messages.map(({ communicationId }) => communicationId)],
  );
}
