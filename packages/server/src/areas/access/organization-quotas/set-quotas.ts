import { type QuotaName, type QuotaUse, readQuotas, writeQuotas } from '../../../engine/quotas/index.ts';
import { rowsIn } from '../../../kit/db/index.ts';
import { AppError, notFound } from '../../../kit/errors/index.ts';
import type { Principal } from '../../../kit/http/index.ts';
import { formatId } from '../../../kit/ids.ts';
import { accessEvent } from '../access-event.ts';
import type { OperatorService } from '../organizations/operate.ts';
import {
  announceOrganization,
  findOperatedOrganization,
  lockOrganization,
} from '../organizations/organizations.repository.ts';

interface Request {
  principal: Principal;
  /** UUID of the organization. */
  orgId: string;
  quotas: Partial<Record<QuotaName, number>>;
}

/**
 * Replaces all of an organization's quotas. They apply at once on every node; whatever already exceeds them
 * stays.
 */
export async function setQuotas(
  service: OperatorService,
  { principal, orgId, quotas }: Request,
): Promise<QuotaUse[]> {
  return service.unitOfWork(async (tx) => {
    await lockOrganization(tx, orgId);
    const organization = await findOperatedOrganization(tx, orgId);
    if (organization === undefined) throw notFound('organization');
    if (organization.erasure !== null) {
      throw new AppError('invalid_state', {
        message: 'The organization is erased, or its erasure is under way.',
      });
    }
    const query = rowsIn(tx);
    await writeQuotas(query, orgId, quotas);
    await announceOrganization(tx, orgId);
    const value = await readQuotas(query, orgId, service.clock);
    const data = {
      organization_id: formatId('org', orgId),
      quotas: value.map(({ name, limit }) => ({ name, limit })),
    };
    const event = accessEvent('access_organization_quotas_changed', { orgId: principal.orgId, data });
    return { value, events: [event] };
  });
}
