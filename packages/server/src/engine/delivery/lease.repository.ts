import type { Pool } from 'pg';
import { isPartUnavailable } from '../../kit/db/index.ts';
import type { DeadNode } from '../cluster/index.ts';

/**
 * Leases on deliveries. If the queue is distributed and one machine is down, statements over all
 * organizations run on those that can be reached: the other leases are freed later.
 */
export function createLeases(pool: Pool, nodeId: string) {
  return {
    /** Releases leases of this node. */
    async release(deliveryIds: string[]): Promise<void> {
      if (deliveryIds.length === 0) return;
      const ids = new Set(deliveryIds);
      await freeOrReach(
        () =>
          pool.query(`update deliveries set ${FREED} where id = any($1::uuid[]) and lease_owner = $2`, [
            deliveryIds,
            nodeId,
          ]),
        () => freeReachable(pool, [nodeId], (id) => ids.has(id)),
      );
    },

    /** Releases all leases of this node. */
    async releaseAll(): Promise<void> {
      await freeOrReach(
        () => pool.query(`update deliveries set ${FREED} where lease_owner = $1`, [nodeId]),
        () => freeReachable(pool, [nodeId]),
      );
    },

    /** Ids of all deliveries leased to this node. */
    async leasedToThisNode(): Promise<string[]> {
      const rows = await pool
        .query<{ id: string }>('select id from deliveries where lease_owner = $1', [nodeId])
        .then(({ rows }) => rows)
        .catch((error: unknown) => {
          if (!isPartUnavailable(error)) throw error;
          return reachableLeases(pool, [nodeId]);
        });
      return rows.map(({ id }) => id);
    },

    /**
     * Frees the leases of dead nodes; returns how many. A node that has come back since it was last heard of
     * keeps what it holds by now.
     */
    async takeOver(dead: DeadNode[]): Promise<number> {
      if (dead.length === 0) return 0;
      const values = [dead.map(({ nodeId }) => nodeId), dead.map(({ lastHeartbeat }) => lastHeartbeat)];
      return freeOrReach(
        () => pool.query(`update deliveries set ${FREED} where lease_owner = any(array(${DEAD}))`, values),
        async () => {
          const { rows } = await pool.query<{ id: string }>(DEAD, values);
          const ids = rows.map(({ id }) => id);
          return freeReachable(pool, ids);
        },
      );
    },
  };
}

/**
 * A leased delivery was due. If the clock was set back since, it may not look that way: a node that was
 * halted may have written it after the others brought waiting deliveries forward.
 */
const FREED = 'lease_owner = null, next_attempt_at = least(next_attempt_at, now())';

const DEAD = `
  select dead.id from unnest($1::uuid[], $2::timestamptz[]) as dead(id, heartbeat_at)
  where not exists (select 1 from nodes n where n.id = dead.id and n.left_at is null
    and n.heartbeat_at <> dead.heartbeat_at)`;

/** Returns how many leases were freed, on all machines or on those that can be reached. */
async function freeOrReach(
  free: () => Promise<{ rowCount: number | null }>,
  reach: () => Promise<number>,
): Promise<number> {
  try {
    return (await free()).rowCount ?? 0;
  } catch (error) {
    if (!isPartUnavailable(error)) throw error;
    return reach();
  }
}

interface Lease {
  org_id: string;
  id: string;
}

async function reachableLeases(pool: Pool, owners: readonly string[]): Promise<Lease[]> {
  return (await pool.query<Lease>('select * from reachable_leases($1)', [owners])).rows;
}

/** One organization at a time, each on its machine. */
async function freeReachable(
  pool: Pool,
  owners: readonly string[],
  isMeant: (id: string) => boolean = () => true,
): Promise<number> {
  const leases = (await reachableLeases(pool, owners)).filter(({ id }) => isMeant(id));
  let freed = 0;
  for (const [orgId, own] of Map.groupBy(leases, ({ org_id }) => org_id)) {
    const { rowCount } = await pool.query(
      `update deliveries set ${FREED}
       where org_id = $1 and id = any($2::uuid[]) and lease_owner = any($3::uuid[])`,
      [orgId, own.map(({ id }) => id), owners],
    );
    freed += rowCount ?? 0;
  }
  return freed;
}
