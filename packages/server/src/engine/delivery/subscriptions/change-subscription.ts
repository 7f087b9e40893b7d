import type { QueryRows } from '../../../kit/db/index.ts';
import { notFound } from '../../../kit/errors/index.ts';
import type { ConfigurationChange } from '../../catalog/index.ts';
import { ensureSigningKey } from '../receiver/signing-keys.ts';
import { changeRoutes } from './change-routes.ts';
import { findSubscription, insertRevision, updateSubscription } from './subscription.repository.ts';
import { changedSettings, subscriptionEvents } from './subscription-events.ts';
import type { SubscriptionPorts } from './subscription-ports.ts';
import type { SubscriptionRecord } from './subscription-record.ts';
import { currentSecretVersion } from './subscription-secret.repository.ts';

/** The changed record; undefined to leave it as it is. */
export type Change = (
  record: SubscriptionRecord,
  query: QueryRows,
  now: Date,
) => Promise<Partial<SubscriptionRecord> | undefined> | Partial<SubscriptionRecord> | undefined;

/** Changes a subscription and returns its new state. `action`: how the change is reported. */
export async function changeSubscription(
  ports: SubscriptionPorts,
  orgId: string,
  id: string,
  change: Change,
  action: ConfigurationChange['action'] = 'changed',
): Promise<SubscriptionRecord> {
  return changeRoutes(ports, orgId, async (query) => {
    const now = new Date(ports.clock.now());
    const record = await findSubscription(query, orgId, id, now, { lock: true });
    if (record === undefined) throw notFound('subscription');
    const changed = await change(record, query, now);
    if (changed === undefined) return { value: record, subscriptionId: undefined };
    const value = { ...record, ...changed, revision: record.revision + 1, updatedAt: now };
    await updateSubscription(query, value);
    if (value.receiver.signature) await ensureSigningKey(query, ports.secretBox, record, now);
    if (isSentOtherwise(record, value)) {
      await insertRevision(query, value, await currentSecretVersion(query, record));
    }
    const events = subscriptionEvents(value, action, changedSettings(record, value));
    return { value, subscriptionId: id, events };
  });
}

/** Whether later requests will differ. */
function isSentOtherwise(before: SubscriptionRecord, after: SubscriptionRecord): boolean {
  if (before.url !== after.url || before.platform !== after.platform) return true;
  return JSON.stringify(before.receiver) !== JSON.stringify(after.receiver);
}

/** A fresh start: failures before the change say nothing about what comes after it. */
export function clearedFailures(
  record: SubscriptionRecord,
  now: Date,
): Pick<SubscriptionRecord, 'failingSince'> {
  return { failingSince: record.failingSince && now };
}
