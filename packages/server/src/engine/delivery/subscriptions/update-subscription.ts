import { changeOrdering, mergeOrdering } from './change-ordering.ts';
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
  return changeSubscription(ports, orgId, id, async (record, query, now) => {
    const ordering = mergeOrdering(record.ordering, input.ordering, fields);
    const given = Object.fromEntries(Object.entries(input).filter(([, value]) => value !== undefined));
    if (Object.keys(given).length === 0) return undefined;
    const changed: SubscriptionRecord = { ...record, ...given, ...(patterns && { patterns }), ordering };
    checkPlatform(changed.platform, changed.patterns, fields.patterns);
    if (input.ordering !== undefined) await changeOrdering(query, record, ordering);
    return { ...changed, ...(changed.url !== record.url && restartedSpell(record, now)) };
  });
}
