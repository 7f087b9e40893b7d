import { type Change, changeSubscription, clearedFailures } from './change-subscription.ts';
import { requireFreePlace } from './create-subscription.ts';
import type { SubscriptionPorts } from './subscription-ports.ts';
import type { SubscriptionRecord } from './subscription-record.ts';

/**
 * Resumes sending, starting with what was kept; also re-enables what the service disabled.
 *
 * @throws AppError not_found, subscription_limit_reached
 */
export async function resumeSubscription(
  ports: SubscriptionPorts,
  orgId: string,
  id: string,
): Promise<SubscriptionRecord> {
  const resume: Change = async (record, query, now) => {
    if (record.status === 'active') return undefined;
    if (record.face === 'events') await requireFreePlace(query, orgId);
    return { status: 'active', disabledReason: null, ...clearedFailures(record, now) };
  };
  return changeSubscription(ports, orgId, id, resume, 'resumed');
}
