import type { UnitOfWork, WorkResult } from '../../../engine/spine/index.ts';
import type { Clock } from '../../../kit/clock.ts';
import { transact } from '../../../kit/db/index.ts';
import type { Principal } from '../../../kit/http/index.ts';
import type { AccessDatabase, AccessTransaction } from '../access-tables.ts';

/** What the use cases on keys work with. */
export interface KeyService {
  db: AccessDatabase;
  clock: Clock;
  /** Told after a change is committed and before it is answered; other nodes are told by the database. */
  onKeyChanged?(keyId: string): void;
  /** Commits the events of changes with them. The command line has none: it opens the database beside the service. */
  unitOfWork?: UnitOfWork;
}

/** Does what changes keys. Without a unit of work, nothing is told of it. */
export function changeKeys<T>(
  { db, unitOfWork }: KeyService,
  work: (tx: AccessTransaction) => Promise<WorkResult<T>>,
): Promise<T> {
  if (unitOfWork !== undefined) return unitOfWork(work);
  return transact(db, async (tx) => (await work(tx)).value);
}

/** Who manages keys: a key of the organization, or undefined for the operator at the command line. */
export type KeyManager = Pick<Principal, 'orgId' | 'keyId' | 'environment' | 'scopes'> | undefined;
