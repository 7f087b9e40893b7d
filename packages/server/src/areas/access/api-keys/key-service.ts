import type { Clock } from '../../../kit/clock.ts';
import type { Principal } from '../../../kit/http/index.ts';
import type { AccessDatabase } from '../access-tables.ts';

/** What the use cases on keys work with. */
export interface KeyService {
  db: AccessDatabase;
  clock: Clock;
  /** Told after a change is committed and before it is answered; other nodes are told by the database. */
  onKeyChanged?(keyId: string): void;
}

/** Who manages keys: a key of the organization, or undefined for the operator at the command line. */
export type KeyManager = Pick<Principal, 'orgId' | 'keyId' | 'environment' | 'scopes'> | undefined;
