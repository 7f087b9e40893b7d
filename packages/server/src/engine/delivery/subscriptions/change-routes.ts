import { inOneTransaction, type QueryRows, repeatRolledBack } from '../../../kit/db/index.ts';
import {
  announceRoutes,
  lockRoutes,
  type NewEvent,
  type SettleAppend,
  withActor,
} from '../../spine/index.ts';
import type { SubscriptionPorts } from './subscription-ports.ts';

export type RoutesPorts = Pick<SubscriptionPorts, 'pool' | 'clock' | 'log' | 'appender' | 'engine'>;

export interface RoutesChange<T> {
  value: T;
  /** The subscription whose state changed; undefined when none did. */
  subscriptionId: string | undefined;
  /** Published in the same commit. */
  events?: NewEvent[];
}

export const subscriptionChannel = 'subscription_changed';

/**
 * Runs a change of an organization's subscriptions. It locks the head of the organization's event log, so
 * that changes are serialized and no event is matched against half a change: events committed before match
 * the old state, later ones the new. In effect on this node when the promise resolves. As with a unit of
 * work, a transaction that was rolled back in favour of another is retried.
 */
export function changeRoutes<T>(
  ports: RoutesPorts,
  orgId: string,
  work: (query: QueryRows) => Promise<RoutesChange<T>>,
): Promise<T> {
  return repeatRolledBack(() => changeOnce(ports, orgId, work));
}

async function changeOnce<T>(
  ports: RoutesPorts,
  orgId: string,
  work: (query: QueryRows) => Promise<RoutesChange<T>>,
): Promise<T> {
  let settle: SettleAppend | undefined;
  let change: RoutesChange<T>;
  try {
    change = await inOneTransaction(ports.pool, async (query) => {
      await lockRoutes(query, orgId);
      const result = await work(query);
      if (result.subscriptionId !== undefined) {
        const text = `${orgId} ${result.subscriptionId}`;
        await announceRoutes(query, orgId, { channel: subscriptionChannel, text });
      }
      if (result.events?.length)
        settle = (await ports.appender.appendIn(query, result.events.map(withActor))).settle;
      return result;
    });
  } catch (error) {
    settle?.(false, error);
    throw error;
  }
  // Memory first, then the events' effects: their deliveries must use the new state.
  if (change.subscriptionId !== undefined) {
    ports.appender.forgetRoutes(orgId);
    await ports.engine.subscriptionChanged(change.subscriptionId);
  }
  settle?.(true);
  return change.value;
}
