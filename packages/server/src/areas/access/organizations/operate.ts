import { AppError, notFound } from '../../../kit/errors/index.ts';
import type { Principal } from '../../../kit/http/index.ts';
import { PRODUCTION } from '../../../kit/http/index.ts';
import { formatId, newUuid, parseId } from '../../../kit/ids.ts';
import { required } from '../../../kit/required.ts';
import { accessEvent } from '../access-event.ts';
import { insertKey } from '../api-keys/api-key.repository.ts';
import { hashToken, hintOf, makeToken } from '../api-keys/key-token.ts';
import type { OnOrganizationCreated } from '../organization/find-or-create-organization.ts';
import { findDefaultOrganization, insertOrganization } from '../organization/organization.repository.ts';
import type { PeopleService } from '../people/people-service.ts';
import {
  findOperatedOrganization,
  lockOrganization,
  type OperatedOrganization,
  writeSuspension,
} from './organizations.repository.ts';

export interface OperatorService extends PeopleService {
  onOrganizationCreated: OnOrganizationCreated;
}

/** Throws `forbidden` unless the caller belongs to the operator's organization. */
export async function checkOperator({ db }: OperatorService, { orgId }: Principal): Promise<void> {
  const own = await findDefaultOrganization(db);
  if (own?.id === orgId) return;
  throw new AppError('forbidden', {
    message: 'Only keys and people of the organization that runs the service manage organizations.',
  });
}

/** The UUID of an organization. For anyone but the operator, no organization exists under any id. */
export async function operatedId(
  { db }: Pick<OperatorService, 'db'>,
  { orgId }: Principal,
  text: string,
): Promise<string> {
  const id = parseId('org', text);
  if (id === undefined || (await findDefaultOrganization(db))?.id !== orgId) throw notFound('organization');
  return id;
}

/** Creates an organization with its first key. Throws `conflict` when the name is taken. */
export async function createOrganization(
  service: OperatorService,
  { principal, id, name }: { principal: Principal; id: string; name: string },
): Promise<{ organization: OperatedOrganization; token: string }> {
  const createdAt = new Date(service.clock.now());
  const token = makeToken();
  const organization = { id, name, isDefault: false, createdAt };
  await service.unitOfWork(async (tx) => {
    if (!(await insertOrganization(tx, organization))) {
      throw new AppError('conflict', {
        field: 'name',
        message: 'There is an organization of this name already.',
      });
    }
    await service.onOrganizationCreated(tx, id);
    const key = {
      id: newUuid(),
      orgId: id,
      name: 'first key',
      scopes: ['admin'],
      environment: PRODUCTION,
      origin: 'api' as const,
      subscriptionId: null,
      createdAt,
      expiresAt: null,
    };
    await insertKey(tx, key, { keyHash: hashToken(token), hint: hintOf(token), createdAt });
    const data = { organization_id: formatId('org', id) };
    const { orgId } = principal;
    return { value: undefined, events: [accessEvent('access_organization_created', { orgId, data })] };
  });
  return { organization: { ...organization, suspendedAt: null, erasedAt: null, erasure: null }, token };
}

/** Locks out all keys and people of an organization, or lets them back in, at once, on every node. */
export async function suspendOrganization(
  service: OperatorService,
  { principal: { orgId }, id, isSuspended }: { principal: Principal; id: string; isSuspended: boolean },
): Promise<OperatedOrganization> {
  const at = new Date(service.clock.now());
  return service.unitOfWork(async (tx) => {
    await lockOrganization(tx, id);
    const before = await findOperatedOrganization(tx, id);
    if (before === undefined) throw notFound('organization');
    if (before.erasure !== null) {
      throw new AppError('invalid_state', {
        message: 'The organization is erased, or its erasure is under way.',
      });
    }
    if (before.isDefault) {
      throw new AppError('invalid_state', {
        message: 'This is the organization of the operator.',
      });
    }
    const changed = await writeSuspension(tx, id, isSuspended ? at : null);
    const value = changed ?? required(await findOperatedOrganization(tx, id), 'the organization');
    if (changed === undefined) return { value };
    const key = isSuspended ? 'access_organization_suspended' : 'access_organization_resumed';
    const data = { organization_id: formatId('org', id) };
    return { value, events: [accessEvent(key, { orgId, data })] };
  });
}
