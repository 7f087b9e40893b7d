import type { Kysely, Transaction } from 'kysely';
import { repeatRolledBack } from './rolled-back.ts';

/**
 * Runs work in one transaction. What the database rolls back for another transaction is run again, so the work does nothing outside
 * of its transaction that must not be done twice.
 */
export function transact<Tables, T>(
  db: Kysely<Tables>,
  work: (tx: Transaction<Tables>) => Promise<T>,
): Promise<T> {
  return repeatRolledBack(() => db.transaction().execute(work));
}

/** Reads everything as it was at one moment. */
export function readAtOnce<Tables, T>(
  db: Kysely<Tables>,
  work: (tx: Transaction<Tables>) => Promise<T>,
): Promise<T> {
  return db.transaction().setIsolationLevel('repeatable read').setAccessMode('read only').execute(work);
}
