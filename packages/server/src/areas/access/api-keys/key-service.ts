import type { UnitOfWork, WorkResult } from '../../../engine/spine/index.ts';
import type { Clock } from '../../../kit/clock.ts';
import { transact } from '../../../kit/db/index.ts';
import type { Principal } from '../../../kit/http/index.ts';
import type { AccessDatabase, AccessTransaction } from '../access-tables.ts';

/** Dependencies of the key use cases. */
export interface KeyService {
  db: AccessDatabase;
  clock: Clock;
  /**
   * Called after a change is committed and before the response; other nodes hear of it through the database.
   */
  onKeyChanged?(keyId: string): void;
  /**
   * Commits the events together with the changes. The command line has none: it opens the database while the
   * service is running.
   */
  unitOfWork?: UnitOfWork;
}

/** Runs a change to keys. Without a unit of work, no events are recorded. */
export function changeKeys<T>(
  { db, unitOfWork }: KeyService,
  work: (tx: AccessTransaction) => Promise<WorkResult<T>>,
): Promise<T> {
  if (unitOfWork !== undefined) return unitOfWork(work);
  return transact(db, async (tx) => (await work(tx)).value);
}

/** Who manages keys: one of the organization's keys, or undefined for the operator's command line. */
export type KeyManager = Pick<Principal, 'orgId' | 'keyId' | 'environment' | 'scopes'> | undefined;
