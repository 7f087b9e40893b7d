import type { Pool } from 'pg';
import type { QueryRows } from '../../../kit/db/index.ts';
import type { SubscriptionName } from '../subscription-name.ts';

const BATCH = 5_000;

/** Schedules the removal of what a deleted subscription left behind. */
export async function noteDeleted(
  query: QueryRows,
  { orgId, id }: SubscriptionName,
  now: Date,
): Promise<void> {
  await query('insert into deleted_subscriptions (org_id, id, deleted_at) values ($1, $2, $3)', [
    orgId,
    id,
    now,
  ]);
}

/**
 * Removes what deleted subscriptions left behind: their queues and dead letters, in batches. Their counters
 * age out.
 */
export async function removeDeleted(pool: Pool): Promise<void> {
  const { rows } = await pool.query<SubscriptionName>(
    'select org_id as "orgId", id from deleted_subscriptions',
  );
  for (const { orgId, id } of rows) {
    while ((await removeBatch(pool, { orgId, id })) > 0);
    await pool.query(
      // An attempt in flight at the deletion settles its delivery within the response window.
      `delete from deleted_subscriptions
       where org_id = $1 and id = $2 and deleted_at < now() - interval '1 hour'`,
      [orgId, id],
    );
  }
}

/** A node of the previous version recorded no organization. */
const OF = `subscription_id = $2 and (org_id = $1 or $1 = '00000000-0000-0000-0000-000000000000'::uuid)`;

/**
 * Rows to delete are collected in an array first: with outdated statistics, the planner might otherwise
 * select them again for each row.
 */
async function removeBatch(pool: Pool, { orgId, id }: SubscriptionName): Promise<number> {
  const values = [orgId, id];
  const waiting = await pool.query(
    `delete from deliveries where ${OF} and id = any(array(
       select id from deliveries where ${OF} and lease_owner is null limit ${BATCH} for update skip locked))`,
    values,
  );
  const inOrder = await pool.query(
    `delete from deliveries where ${OF} and id = any(array(
       select id from deliveries where ${OF} and order_key is not null
         and lease_owner = waits_in_order() limit ${BATCH} for update skip locked))`,
    values,
  );
  const dead = await pool.query(
    `delete from dead_letters where ${OF} and delivery_id = any(array(
       select delivery_id from dead_letters where ${OF} limit ${BATCH}))`,
    values,
  );
  return [waiting, inOrder, dead].reduce((sum, { rowCount }) => sum + (rowCount ?? 0), 0);
}
