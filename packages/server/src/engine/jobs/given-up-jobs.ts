import type { Pool } from 'pg';
import { queryPool } from '../../kit/db/index.ts';
import { findGivenUp, removeJobs } from './job.repository.ts';
import type { JobHandler } from './job.ts';

const AT_ONCE = 100;

/**
 * Ends jobs that have no attempts left and whose last attempt could not give them up: its process died, or
 * the database was unavailable. Errors of single jobs are reported, and retried on the next call.
 */
export async function endGivenUp(
  pool: Pool,
  handlers: readonly JobHandler[],
  onError: (error: unknown, name: string) => void,
): Promise<void> {
  const byName = new Map(
    handlers.flatMap(({ kind, giveUp }) => (giveUp ? [[kind.name, giveUp] as const] : [])),
  );
  const query = queryPool(pool);
  const ended: string[] = [];
  for (const { id, name, payload } of await findGivenUp(query, [...byName.keys()], AT_ONCE)) {
    try {
      await byName.get(name)?.(payload, { error: undefined });
      ended.push(id);
    } catch (error) {
      onError(error, name);
    }
  }
  if (ended.length > 0) await removeJobs(query, ended);
}
