import { AppError, notFound } from '../../../kit/errors/index.ts';
import { formatId } from '../../../kit/ids.ts';
import { required } from '../../../kit/required.ts';
import { accessEvent } from '../access-event.ts';
import type { AccessTransaction } from '../access-tables.ts';
import { announceKeyChange, lockKeys } from '../api-keys/api-key.repository.ts';
import type { PeopleService } from './people-service.ts';
import { type Role, scopesOfRole } from './roles.ts';
import { findUser, lockOwners, lockUser, markRemoved, type SeenUser, writeRole } from './user.repository.ts';

export interface PersonRequest {
  orgId: string;
  /** UUID. */
  id: string;
}

/** Changes a person's role, at once, on every node. Throws `not_found`, and `conflict` for the last owner. */
export async function changeRole(
  service: PeopleService,
  { orgId, id, role }: PersonRequest & { role: Role },
): Promise<SeenUser> {
  const user = await service.unitOfWork(async (tx) => {
    const owners = await lockOwners(tx, orgId);
    const before = await lockUser(tx, orgId, id);
    if (before === undefined) throw notFound('person');
    if (role !== 'owner') refuseLastOwner(owners, id);
    await writeRole(tx, { orgId, id, role, scopes: scopesOfRole[role] });
    await announceKeyChange(tx, id);
    const value = required(await findUser(tx, orgId, id), 'the person whose role was changed');
    if (before.role === role) return { value };
    const data = { user_id: formatId('usr', id), role, previous_role: before.role };
    return { value, events: [accessEvent('access_user_role_changed', { orgId, data })] };
  });
  service.onKeyChanged?.(id);
  return user;
}

/**
 * Revokes a person's access and ends all their sessions, at once. Throws `not_found`, and `conflict` for the
 * last owner.
 */
export async function removeUser(service: PeopleService, { orgId, id }: PersonRequest): Promise<void> {
  const now = new Date(service.clock.now());
  await service.unitOfWork(async (tx) => ({ value: undefined, events: [await remove(tx, orgId, id, now)] }));
  service.onKeyChanged?.(id);
}

async function remove(tx: AccessTransaction, orgId: string, id: string, now: Date) {
  const owners = await lockOwners(tx, orgId);
  const user = await lockUser(tx, orgId, id);
  if (user === undefined) throw notFound('person');
  refuseLastOwner(owners, id);
  // Invitations that the person is sending at this moment end as well.
  await lockKeys(tx, { orgId, ids: [id] });
  await markRemoved(tx, orgId, id, now);
  await announceKeyChange(tx, id);
  const data = { user_id: formatId('usr', id), role: user.role, removed_at: now.toISOString() };
  return accessEvent('access_user_removed', { orgId, data });
}

function refuseLastOwner(owners: string[], id: string): void {
  if (owners.length > 1 || !owners.includes(id)) return;
  throw new AppError('conflict', {
    message: 'This is the last owner of the organization. Make somebody else an owner first.',
  });
}
