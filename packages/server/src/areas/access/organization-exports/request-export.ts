import { AppError, notFound } from '../../../kit/errors/index.ts';
import type { Principal } from '../../../kit/http/index.ts';
import { formatId } from '../../../kit/ids.ts';
import { required } from '../../../kit/required.ts';
import { accessEvent } from '../access-event.ts';
import { actorOf, type OrganizationDataService } from '../organization-data-service.ts';
import { findOperatedOrganization, lockOrganization } from '../organizations/organizations.repository.ts';
import { findExport, hasOpenExport, insertExport, type OrganizationExport } from './export.repository.ts';
import { runExport } from './run-export.ts';

interface Request {
  principal: Principal;
  /** UUIDs of organization and export. */
  orgId: string;
  id: string;
}

/** Requests an archive of all of an organization's data. Throws `conflict` while another is in progress. */
export async function requestExport(
  service: OrganizationDataService,
  { principal, orgId, id }: Request,
): Promise<OrganizationExport> {
  const createdAt = new Date(service.clock.now());
  return service.unitOfWork(async (tx) => {
    await lockOrganization(tx, orgId);
    const organization = await findOperatedOrganization(tx, orgId);
    if (organization === undefined) throw notFound('organization');
    if (organization.erasedAt !== null) {
      throw new AppError('invalid_state', {
        message: 'The organization is erased: nothing is left to export.',
      });
    }
    if (await hasOpenExport(tx, orgId)) {
      throw new AppError('conflict', {
        message: 'An export of this organization is under way. Wait until it has ended.',
      });
    }
    await insertExport(tx, { id, orgId, requestedBy: actorOf(principal), status: 'queued', createdAt });
    await service.jobs.add(tx, runExport, { organizationId: orgId, exportId: id });
    const value = required(await findExport(tx, orgId, id), 'the export');
    const data = { organization_id: formatId('org', orgId), export_id: formatId('oxp', id) };
    const event = accessEvent('access_organization_export_requested', { orgId: principal.orgId, data });
    return { value, events: [event] };
  });
}
