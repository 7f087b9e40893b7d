import { invalidField } from '../../../kit/errors/index.ts';
import {
  changeReceiver,
  checkReceiver,
  type ReceiverChange,
  withoutUndefined,
} from '../receiver/change-receiver.ts';
import { changeOrdering, mergeOrdering } from './change-ordering.ts';
import { changeSubscription, clearedFailures } from './change-subscription.ts';
import { checkFilter, checkPatterns, checkPlatform, checkUrl, webhooksFieldNames } from './check-input.ts';
import type { SubscriptionPorts } from './subscription-ports.ts';
import type { SubscriptionChange, SubscriptionRecord } from './subscription-record.ts';

/**
 * Changes the given fields and leaves the rest. Waiting deliveries use the new state.
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
  const { receiver: asked = {}, ...others } = input;
  const wanted = await checkReceiver(ports, { orgId, id }, asked);
  return changeSubscription(ports, orgId, id, async (record, query, now) => {
    const ordering = mergeOrdering(record.ordering, input.ordering, fields);
    const given = withoutUndefined(others);
    if (Object.keys({ ...given, ...wanted }).length === 0) return undefined;
    if (others.url !== undefined) checkSecretsMayMove(record, others.url, wanted);
    const receiver = changeReceiver(record.receiver, wanted);
    const changed: SubscriptionRecord = {
      ...record,
      ...given,
      ...(patterns && { patterns }),
      ordering,
      receiver,
    };
    checkPlatform(changed.platform, changed.patterns, fields.patterns);
    if (input.ordering !== undefined) await changeOrdering(query, record, ordering);
    return { ...changed, ...(changed.url !== record.url && clearedFailures(record, now)) };
  });
}

/**
 * Otherwise whoever may change the URL could learn sealed values by having them sent to a receiver of their
 * own.
 */
function checkSecretsMayMove(
  { url: before, receiver }: SubscriptionRecord,
  url: string,
  wanted: ReceiverChange,
): void {
  if (new URL(before).origin === new URL(url).origin) return;
  const isLeft = (name: 'headers' | 'auth') => receiver[name] !== undefined && wanted[name] === undefined;
  const left = [...(isLeft('headers') ? ['headers'] : []), ...(isLeft('auth') ? ['auth'] : [])];
  const [field] = left;
  if (field === undefined) return;
  const names = left.map((name) => `\`${name}\``).join(' and ');
  throw invalidField(
    field,
    `The new \`url\` is another host, and ${names} were set for the current one. Send ${names} again in the same request, or null.`,
  );
}
