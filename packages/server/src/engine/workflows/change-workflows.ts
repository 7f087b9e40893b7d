import { sql } from 'kysely';
import type { AnyTransaction, LogAppender, UnitOfWork, WorkResult } from '../spine/index.ts';

export interface ChangePorts {
  unitOfWork: UnitOfWork;
  appender: Pick<LogAppender, 'forgetRoutes'>;
}

/**
 * Runs a change of an organization's workflows. It holds the head of the log, so an event is matched by
 * the workflows as they were before or as they are after, never by half a change. The head's version
 * changes too: no node matches by what it remembered. In force everywhere when the promise resolves.
 */
export async function changeWorkflows<T>(
  { unitOfWork, appender }: ChangePorts,
  orgId: string,
  work: (tx: AnyTransaction) => Promise<WorkResult<T>>,
): Promise<T> {
  const value = await unitOfWork(async (tx) => {
    await sql`insert into event_logs (org_id) values (${orgId}) on conflict (org_id) do nothing`.execute(tx);
    await sql`update event_logs set routes_version = nextval('routes_versions') where org_id = ${orgId}`.execute(
      tx,
    );
    return work(tx);
  });
  appender.forgetRoutes(orgId);
  return value;
}
