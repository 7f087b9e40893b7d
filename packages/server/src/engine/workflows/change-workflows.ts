import {
  type AnyTransaction,
  type LogAppender,
  replaceRoutes,
  type UnitOfWork,
  type WorkResult,
} from '../spine/index.ts';

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
    await replaceRoutes(tx, orgId);
    return work(tx);
  });
  appender.forgetRoutes(orgId);
  return value;
}
