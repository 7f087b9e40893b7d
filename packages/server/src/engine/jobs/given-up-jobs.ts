import type { Pool } from 'pg';
import { queryPool } from '../../kit/db/index.ts';
import { findGivenUp, removeJobs } from './job.repository.ts';
import type { JobHandler } from './job.ts';

const AT_ONCE = 100;

/**
 * Ends jobs that have no attempt left and could not be given up by their last one: it ended with its process, or
 * the database was away just then. Errors of single jobs are told, and looked at again with the next call.
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
