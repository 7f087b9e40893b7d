import { column, defineTable, type QueryRows, type RowOf } from '../../../../../kit/db/index.ts';
import { communications } from '../communication.ts';

/** A message whose handing over has begun. */
export const attempted = defineTable('communications', {
  ...communications.fields,
  attemptToken: column.uuid().orNull(),
  reservationId: column.uuid().orNull(),
});

export type AttemptedRow = RowOf<typeof attempted>;

/** A node without a heartbeat for so long is dead; it stopped acting a second before. */
const DEAD_AFTER = '5 seconds';
const IS_DEAD = `not exists (select from nodes n where n.id = lease_node and n.left_at is null
  and n.heartbeat_at > clock_timestamp() - interval '${DEAD_AFTER}')`;

/** What dead nodes had only claimed is free again. */
export async function freeClaimsOfDead(query: QueryRows, ownNode: string): Promise<void> {
  await query(
    `update communications set lease_node = null, reservation_id = null
     where lease_node is not null and status = 'pending' and lease_node <> $1 and ${IS_DEAD}`,
    [ownNode],
  );
}

/** What dead nodes had begun to hand over. */
export function findBegunByDead(query: QueryRows, ownNode: string, limit: number): Promise<AttemptedRow[]> {
  return query<AttemptedRow>(
    `select ${attempted.columns} from communications
     where lease_node is not null and status = 'processing' and lease_node <> $1 and ${IS_DEAD}
     order by org_id, id limit $2`,
    [ownNode, limit],
  );
}

/** Frees what a node holds of which nothing is under way. */
export async function freeLeases(
  query: QueryRows,
  nodeId: string,
  inFlight: readonly string[],
): Promise<void> {
  await query(
    `update communications set lease_node = null, reservation_id = null, status = 'pending'
     where lease_node = $1 and status in ('pending', 'processing') and id <> all($2::uuid[])`,
    [nodeId, inFlight],
  );
}

/** Those of the messages of which nobody knows whether they were taken. */
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
