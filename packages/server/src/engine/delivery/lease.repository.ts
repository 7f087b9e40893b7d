import type { Pool } from 'pg';
import { isPartUnavailable } from '../../kit/db/index.ts';
import type { DeadNode } from '../cluster/index.ts';

/**
 * The leases on deliveries. Where the queue is spread over machines and one of them is away, what is asked of all
 * organizations is asked of those that can be reached: the others' leases are freed at a later look.
 */
export function createLeases(pool: Pool, nodeId: string) {
  return {
    /** Gives leases of this node back. */
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

    /** Gives every lease of this node back. */
    async releaseAll(): Promise<void> {
      await freeOrReach(
        () => pool.query(`update deliveries set ${FREED} where lease_owner = $1`, [nodeId]),
        () => freeReachable(pool, [nodeId]),
      );
    },

    /** Ids of all deliveries that carry this node's lease. */
    async leasedHere(): Promise<string[]> {
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
     * Frees what dead nodes had leased; returns how many deliveries that was. One that has come back since it
     * was heard of last keeps what it holds by now.
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
 * What was leased was due. By a clock that was set back since, it may not seem so: a node that stood still meanwhile has written
 * it after the others had brought forward what waited.
 */
const FREED = 'lease_owner = null, next_attempt_at = least(next_attempt_at, now())';

const DEAD = `
  select dead.id from unnest($1::uuid[], $2::timestamptz[]) as dead(id, heartbeat_at)
  where not exists (select 1 from nodes n where n.id = dead.id and n.left_at is null
    and n.heartbeat_at <> dead.heartbeat_at)`;

/** How many leases that freed: of all machines, or of those that are there. */
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

/** One organization after another, each on its machine. */
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
