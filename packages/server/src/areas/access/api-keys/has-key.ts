import type { AccessDatabase } from '../access-tables.ts';
import { findKey } from './api-key.repository.ts';

/** Whether a key (UUID) belongs to this organization and environment and is not revoked. */
export async function hasKey(
  db: AccessDatabase,
  { orgId, environment }: { orgId: string; environment: string },
  keyId: string,
): Promise<boolean> {
  return (await findKey(db, orgId, keyId))?.environment === environment;
}
