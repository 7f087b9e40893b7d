import { PRODUCTION } from '../../../kit/http/index.ts';
import type { AccessTransaction } from '../access-tables.ts';
import { announceKeyChange, insertPrincipal } from '../api-keys/api-key.repository.ts';
import { scopesOfRole } from './roles.ts';
import { insertUser, type User } from './user.repository.ts';

/**
 * Inserts a person and the principal that sessions refer to. False when the organization already has the
 * address.
 */
export async function addUser(tx: AccessTransaction, user: Omit<User, 'removedAt'>): Promise<boolean> {
  const { id, orgId, name, createdAt } = user;
  await insertPrincipal(tx, {
    id,
    orgId,
    name,
    createdAt,
    scopes: scopesOfRole[user.role],
    environment: PRODUCTION,
    origin: 'person' as const,
    subscriptionId: null,
    expiresAt: null,
  });
  if (!(await insertUser(tx, user))) return false;
  await announceKeyChange(tx, id);
  return true;
}
