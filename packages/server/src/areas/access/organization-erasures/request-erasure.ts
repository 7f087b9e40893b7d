import { AppError, invalidField, notFound } from '../../../kit/errors/index.ts';
import type { Principal } from '../../../kit/http/index.ts';
import { formatId } from '../../../kit/ids.ts';
import { required } from '../../../kit/required.ts';
import { accessEvent } from '../access-event.ts';
import { actorOf, type OrganizationDataService } from '../organization-data-service.ts';
import {
  findOperatedOrganization,
  lockOrganization,
  type OperatedOrganization,
} from '../organizations/organizations.repository.ts';
import { beginErasure, type Erasure, findErasure } from './erasure.repository.ts';
import { runErasure } from './run-erasure.ts';

interface Request {
  principal: Principal;
  /** UUID of the organization. */
  orgId: string;
  /** As typed by the caller. */
  name: string;
}

/** Starts erasing an organization for good, or continues where an earlier attempt failed. */
export async function requestErasure(
  service: OrganizationDataService,
  { principal, orgId, name }: Request,
): Promise<Erasure> {
  return service.unitOfWork(async (tx) => {
    await lockOrganization(tx, orgId);
    const organization = await findOperatedOrganization(tx, orgId);
    if (organization === undefined) throw notFound('organization');
    checkErasable(organization, name);
    const before = await findErasure(tx, orgId);
    if (before?.status === 'running') return { value: before };
    const requestedAt = new Date(service.clock.now());
    await beginErasure(tx, { orgId, requestedBy: actorOf(principal), requestedAt });
    await service.jobs.add(tx, runErasure, { organizationId: orgId });
    const data = { organization_id: formatId('org', orgId) };
    const event = accessEvent('access_organization_erasure_requested', { orgId: principal.orgId, data });
    return { value: required(await findErasure(tx, orgId), 'the erasure'), events: [event] };
  });
}

function checkErasable({ name, suspendedAt, erasedAt }: OperatedOrganization, typed: string): void {
  if (erasedAt !== null)
    throw new AppError('invalid_state', { message: 'The organization is erased already.' });
  if (suspendedAt === null) {
    throw new AppError('invalid_state', {
      message: 'The organization is not suspended. Suspend it first: what is in use is not erased.',
    });
  }
  if (name !== typed) {
    throw invalidField('name', 'This is not the name of the organization. Type its name, word for word.');
  }
}
