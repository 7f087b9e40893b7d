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
 * Runs a change of an organization's workflows. It locks the head of the log, so an event matches the
 * workflows either before or after the change, never half of it. The head's version changes too, so that no
 * node matches by outdated routes. In effect everywhere when the promise resolves.
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
