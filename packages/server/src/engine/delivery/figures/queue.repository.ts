import type { QueryRows } from '../../../kit/db/index.ts';

/** Queued deliveries by subscription, with the id of the one that has the oldest event. */
export function countPending(
  query: QueryRows,
): Promise<{ subscriptionId: string; count: number; oldest: string }[]> {
  return query(
    `select subscription_id as "subscriptionId", count(*) as count, min(id::text collate "C") as oldest
     from deliveries group by 1`,
  );
}

/** Dead letters by subscription. */
export function countDead(query: QueryRows): Promise<{ subscriptionId: string; count: number }[]> {
  return query('select subscription_id as "subscriptionId", count(*) as count from dead_letters group by 1');
}
