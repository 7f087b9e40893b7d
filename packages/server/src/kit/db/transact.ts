import type { Kysely, Transaction } from 'kysely';
import { repeatRolledBack } from './rolled-back.ts';

/**
 * Runs work in one transaction. If the database rolls it back in favour of another transaction, it runs
 * again, so it must not have effects outside the transaction that may not be repeated.
 */
export function transact<Tables, T>(
  db: Kysely<Tables>,
  work: (tx: Transaction<Tables>) => Promise<T>,
): Promise<T> {
  return repeatRolledBack(() => db.transaction().execute(work));
}

/** Reads everything from one snapshot. */
export function readAtOnce<Tables, T>(
  db: Kysely<Tables>,
  work: (tx: Transaction<Tables>) => Promise<T>,
): Promise<T> {
  return db.transaction().setIsolationLevel('repeatable read').setAccessMode('read only').execute(work);
}
