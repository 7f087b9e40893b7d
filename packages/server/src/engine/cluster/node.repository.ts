import type { Pool } from 'pg';

/** A node in the registry, as any reader sees it. */
export interface ListedNode {
  nodeId: string;
  info: Record<string, unknown>;
  startedAt: Date;
  lastHeartbeat: Date;
  /** Since the heartbeat, by the database's clock. */
  ageMs: number;
}

/** Every node that has not left in an orderly way and was heard of within the hour, oldest first. */
export async function listNodes(pool: Pool): Promise<ListedNode[]> {
  const { rows } = await pool.query<ListedNode>(
    `select id as "nodeId", info, started_at as "startedAt", heartbeat_at as "lastHeartbeat",
       (extract(epoch from clock_timestamp() - heartbeat_at) * 1000)::float8 as "ageMs"
     from nodes where left_at is null and heartbeat_at > clock_timestamp() - interval '1 hour'
     order by started_at, id`,
  );
  return rows;
}

/** Marks a node as left that could not do so itself. */
export async function endNode(pool: Pool, nodeId: string): Promise<void> {
  await pool.query('update nodes set left_at = clock_timestamp() where id = $1 and left_at is null', [
    nodeId,
  ]);
}

/** Marks all nodes as left: nobody else can be alive. */
export async function endAllNodes(pool: Pool): Promise<void> {
  await pool.query('update nodes set left_at = clock_timestamp() where left_at is null');
}
