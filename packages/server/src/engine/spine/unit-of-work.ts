import { actorIn } from '../../kit/acting.ts';
import { repeatRolledBack, rowsIn } from '../../kit/db/index.ts';
import type { AnyDatabase, AnyTransaction } from './any-database.ts';
import type { NewEvent } from './event.ts';
import type { LogAppender, SettleAppend } from './log-appender.ts';

export interface WorkResult<T> {
  value: T;
  /** What happened, in order; committed together with the rows. */
  events?: NewEvent[];
}

/**
 * Runs work whose rows, events, leaves and deliveries commit together or not at all. If the database rolls it
 * back in favour of another transaction, it runs again, so it must not have effects outside the transaction
 * that may not be repeated.
 */
export type UnitOfWork = <T>(work: (tx: AnyTransaction) => Promise<WorkResult<T>>) => Promise<T>;

/** Adds who caused the event, if anybody. */
export function withActor(event: NewEvent): NewEvent {
  const actor = actorIn(event.orgId);
  return actor === undefined ? event : { ...event, metadata: { ...event.metadata, actor } };
}

export function createUnitOfWork(db: AnyDatabase, appender: LogAppender): UnitOfWork {
  const once: UnitOfWork = async (work) => {
    let settle: SettleAppend | undefined;
    try {
      const value = await db.transaction().execute(async (tx) => {
        const result = await work(tx);
        if (result.events?.length)
          settle = (await appender.appendIn(rowsIn(tx), result.events.map(withActor))).settle;
        return result.value;
      });
      settle?.(true);
      return value;
    } catch (error) {
      settle?.(false, error);
      throw error;
    }
  };
  return (work) => repeatRolledBack(() => once(work));
}
