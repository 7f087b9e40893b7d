import { notFound } from '../../../kit/errors/index.ts';
import { required } from '../../../kit/required.ts';
import { secretContext } from '../subscription-store.repository.ts';
import { changeRoutes } from './change-routes.ts';
import { findSubscription, insertRevision, updateSubscription } from './subscription.repository.ts';
import { subscriptionEvents } from './subscription-events.ts';
import type { SubscriptionPorts } from './subscription-ports.ts';
import type { SubscriptionRecord } from './subscription-record.ts';
import { currentSecretVersion, endEarlierSecrets, insertSecret } from './subscription-secret.repository.ts';

/** Earlier secrets that may sign alongside the current one; each costs two signatures per attempt. */
const MAX_OVERLAPPING = 3;

/**
 * Gives a subscription a new secret. It signs at once; earlier ones sign alongside it until the overlap ends.
 */
export async function rotateSecret(
  ports: SubscriptionPorts,
  orgId: string,
  id: string,
  input: { secret: string; overlapSeconds: number },
): Promise<SubscriptionRecord> {
  return changeRoutes(ports, orgId, async (query) => {
    const now = new Date(ports.clock.now());
    const record = await findSubscription(query, orgId, id, now, { lock: true });
    if (record === undefined) throw notFound('subscription');
    const version = (await currentSecretVersion(query, record)) + 1;
    const end = new Date(now.getTime() + input.overlapSeconds * 1000);
    const sealed = ports.secretBox.seal(input.secret, secretContext(id, version));
    await endEarlierSecrets(query, record, { version, end, kept: MAX_OVERLAPPING, now });
    await insertSecret(query, record, { version, sealed, createdAt: now });
    const changed = { ...record, revision: record.revision + 1, updatedAt: now };
    await updateSubscription(query, changed);
    await insertRevision(query, changed, version);
    const value = required(await findSubscription(query, orgId, id, now), 'the subscription just changed');
    return { value, subscriptionId: id, events: subscriptionEvents(value, 'secret_rotated') };
  });
}
