import { actorIn } from '../../kit/acting.ts';
import { repeatRolledBack, rowsIn } from '../../kit/db/index.ts';
import type { AnyDatabase, AnyTransaction } from './any-database.ts';
import type { NewEvent } from './event.ts';
import type { LogAppender, SettleAppend } from './log-appender.ts';

export interface WorkResult<T> {
  value: T;
  /** What happened, in order; committed with the rows. */
  events?: NewEvent[];
}

/**
 * Runs work whose rows, events, leaves and deliveries commit together or not at all. What the database rolls back for another
 * transaction is run again, so the work does nothing outside of its transaction that must not be done twice.
 */
export type UnitOfWork = <T>(work: (tx: AnyTransaction) => Promise<WorkResult<T>>) => Promise<T>;

/** Tells who asked for what happened, where somebody did. */
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
