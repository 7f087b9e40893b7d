import { changeReceiver, withoutUndefined } from '../receiver/change-receiver.ts';
import { changeSubscription, restartedSpell } from './change-subscription.ts';
import { checkFilter, checkPatterns, checkPlatform, checkUrl, webhooksFieldNames } from './check-input.ts';
import type { SubscriptionPorts } from './subscription-ports.ts';
import type { SubscriptionChange, SubscriptionRecord } from './subscription-record.ts';

/**
 * Changes what is given and leaves the rest. Deliveries that wait go by the new state.
 *
 * @throws AppError not_found, invalid_request, invalid_event_type
 */
export async function updateSubscription(
  ports: SubscriptionPorts,
  orgId: string,
  id: string,
  input: SubscriptionChange,
): Promise<SubscriptionRecord> {
  const fields = webhooksFieldNames;
  const patterns = input.patterns && checkPatterns(input.patterns, fields.patterns);
  if (input.filter) checkFilter(input.filter);
  if (input.url !== undefined) await checkUrl(ports.policy, input.url, fields.url);
  return changeSubscription(ports, orgId, id, (record, _query, now) => {
    const { receiver: wanted = {}, ...others } = input;
    const given = withoutUndefined(others);
    if (Object.keys({ ...given, ...withoutUndefined(wanted) }).length === 0) return undefined;
    const receiver = changeReceiver(record.receiver, wanted);
    const changed: SubscriptionRecord = { ...record, ...given, ...(patterns && { patterns }), receiver };
    checkPlatform(changed.platform, changed.patterns, fields.patterns);
    return { ...changed, ...(changed.url !== record.url && restartedSpell(record, now)) };
  });
}
