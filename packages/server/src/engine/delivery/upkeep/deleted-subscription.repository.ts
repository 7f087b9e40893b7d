import type { Pool } from 'pg';
import type { QueryRows } from '../../../kit/db/index.ts';

const BATCH = 5_000;

/** What a deleted subscription left behind is removed from now on. */
export async function noteDeleted(query: QueryRows, id: string, now: Date): Promise<void> {
  await query('insert into deleted_subscriptions (id, deleted_at) values ($1, $2)', [id, now]);
}

/** Removes what deleted subscriptions left behind: their queues, dead letters and statistics, in batches. */
export async function removeDeleted(pool: Pool): Promise<void> {
  const { rows } = await pool.query<{ id: string; deleted_at: Date }>(
    'select id, deleted_at from deleted_subscriptions',
  );
  for (const { id } of rows) {
    while ((await removeBatch(pool, id)) > 0);
    await pool.query(
      // An attempt that was under way at the end settles its delivery within the response window.
      `delete from deleted_subscriptions where id = $1 and deleted_at < now() - interval '1 hour'`,
      [id],
    );
  }
}

async function removeBatch(pool: Pool, subscriptionId: string): Promise<number> {
  const waiting = await pool.query(
    `delete from deliveries where id in (
       select id from deliveries where subscription_id = $1 and lease_owner is null limit ${BATCH} for update skip locked)`,
    [subscriptionId],
  );
  const inOrder = await pool.query(
    `delete from deliveries where id in (
       select id from deliveries where subscription_id = $1 and order_key is not null
         and lease_owner = waits_in_order() limit ${BATCH} for update skip locked)`,
    [subscriptionId],
  );
  const dead = await pool.query(
    `delete from dead_letters where delivery_id in (
       select delivery_id from dead_letters where subscription_id = $1 limit ${BATCH})`,
    [subscriptionId],
  );
  const figures = await pool.query(
    `delete from delivery_figures where ctid = any(array(
       select ctid from delivery_figures where subscription_id = $1 limit ${BATCH}))`,
    [subscriptionId],
  );
  return [waiting, inOrder, dead, figures].reduce((sum, { rowCount }) => sum + (rowCount ?? 0), 0);
}
