import { setTimeout as sleep } from 'node:timers/promises';
import { isLeasedBy } from '../due-deliveries.repository.ts';
import type { SubscriptionName } from '../subscription-name.ts';
import { type Change, changeSubscription } from './change-subscription.ts';
import type { SubscriptionPorts } from './subscription-ports.ts';
import type { SubscriptionRecord } from './subscription-record.ts';

const OTHER_NODES_WAIT_MS = 2_000;
const OWN_ATTEMPTS_WAIT_MS = 500;

/**
 * Stops sending; matching events are kept. Once it resolves, no more attempts start and those in flight have
 * ended, unless the receiver is slow. A disabled subscription stays disabled.
 */
export async function pauseSubscription(
  ports: SubscriptionPorts,
  orgId: string,
  id: string,
): Promise<SubscriptionRecord> {
  const pause: Change = ({ status }) => (status === 'active' ? { status: 'paused' } : undefined);
  const record = await changeSubscription(ports, orgId, id, pause, 'paused');
  await otherNodesLetGo(ports, record);
  await ownAttemptsEnd(ports, id);
  return record;
}

async function ownAttemptsEnd(ports: SubscriptionPorts, id: string): Promise<void> {
  const givenUpAt = performance.now() + OWN_ATTEMPTS_WAIT_MS;
  while (ports.engine.inFlightOf(id) > 0 && performance.now() < givenUpAt) await sleep(2);
}

/** Nodes start only what they hold a lease on, and release the rest as soon as they learn of the pause. */
async function otherNodesLetGo(ports: SubscriptionPorts, record: SubscriptionName): Promise<void> {
  const others = (await ports.liveness.aliveNodeIds()).filter((nodeId) => nodeId !== ports.nodeId);
  if (others.length === 0) return;
  const givenUpAt = performance.now() + OTHER_NODES_WAIT_MS;
  for (let waitMs = 5; performance.now() < givenUpAt; waitMs *= 2) {
    if (!(await isLeasedBy(ports.pool, record, others))) return;
    await sleep(waitMs);
  }
}
