import { AppError, notFound } from '../../../kit/errors/index.ts';
import { replaceSigningKey } from '../receiver/signing-keys.ts';
import { changeRoutes } from './change-routes.ts';
import { findSubscription, insertRevision, updateSubscription } from './subscription.repository.ts';
import { subscriptionEvents } from './subscription-events.ts';
import type { SubscriptionPorts } from './subscription-ports.ts';
import { currentSecretVersion } from './subscription-secret.repository.ts';

/**
 * Gives a subscription a new signing key. It signs at once; earlier ones sign alongside it until the overlap
 * ends.
 *
 * @throws AppError not_found; invalid_state when it has no key
 */
export async function rotateSigningKey(
  ports: SubscriptionPorts,
  orgId: string,
  id: string,
  overlapSeconds: number,
): Promise<void> {
  await changeRoutes(ports, orgId, async (query) => {
    const now = new Date(ports.clock.now());
    const record = await findSubscription(query, orgId, id, now, { lock: true });
    if (record === undefined) throw notFound('subscription');
    if (record.receiver.signature === undefined) {
      throw new AppError('invalid_state', {
        message: 'This subscription has no signing key. Set its `signature` to `hmac_ed25519` first.',
      });
    }
    await replaceSigningKey(query, ports.secretBox, record, { now, overlapSeconds });
    const changed = { ...record, revision: record.revision + 1, updatedAt: now };
    await updateSubscription(query, changed);
    await insertRevision(query, changed, await currentSecretVersion(query, record));
    const events = subscriptionEvents(record, 'signing_key_rotated');
    return { value: undefined, subscriptionId: id, events };
  });
}
