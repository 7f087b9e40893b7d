import type { Pool } from 'pg';

/**
 * Removes what only the attempt log needs and nothing in it refers to any more: expired secrets, and reports
 * of replays and resends.
 */
export async function removeOutdated(pool: Pool, before: Date): Promise<void> {
  await pool.query('delete from subscription_secrets where expires_at < $1', [before]);
  await pool.query('delete from replays where finished_at < $1', [before]);
  await pool.query('delete from delivery_resends where finished_at < $1', [before]);
}
